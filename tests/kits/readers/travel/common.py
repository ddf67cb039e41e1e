"""What all readers of travel pages use: which branch, which edition of a chapter, which grade a person has."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date
from functools import lru_cache

from tests.kits.readers.pages import Page, Unsettled, dates, first, group, month, of_kind, rows

PERSON = r"[A-Z]\d{3}"
NAMES = {  # kind of the chapter -> how the supplementary provisions name it
    "daily": "Daily allowances|日当",
    "hotels": "Hotels abroad|国外宿泊費",
    "exchange": "Exchange|換算",
    "settlement": "Settlement|精算",
}
DAYS = {  # how they name the day of a trip that decides
    "ordered": "ordered on|whose order is of|命令",
    "left": "begun on|somebody leaves on|出発",
    "back": "that end on|somebody comes back on|帰着",
    "paid": "payments made on|whatever is paid on|支払",
}


@lru_cache(maxsize=10_000)
def branch_of(page: Page) -> str | None:
    m = re.search(r"(\S+) Branch|([^\s(]+)支店", page.title)
    return m and (m[1] or m[2])


def branch_asked(question: str, seen: list[Page]) -> str:
    names = {name for name in map(branch_of, seen) if name and re.search(rf"{name}(?: branch|支店)", question)}
    if not names:
        raise Unsettled("no branch")
    return max(names, key=len)


def here(seen: list[Page], kind: str, branch: str | None, test=lambda page: True) -> list[Page]:
    return of_kind(seen, kind, lambda page: branch_of(page) == branch and test(page))


def none(cell: str) -> int:
    """A count in a table, where a dash says none."""
    return 0 if cell in ("–", "-", "") else int(cell)


# -- roles: pages that may be missing -----------------------------------------------------------------------------


def rules(seen: list[Page], kinds: Iterable[str], branch: str | None) -> list[list[Page]]:
    """Roles: the supplementary provisions of 2025, and each edition of each chapter that is there."""
    found = [here(seen, "supplement", branch, lambda page: _adopted(page) == 2025)]
    for kind in kinds:
        pages = here(seen, kind, branch)
        found += [[page for page in pages if edition(page) == n] for n in sorted(set(map(edition, pages)))]
    return found


def people(seen: list[Page], branch: str | None) -> list[list[Page]]:
    return [here(seen, "staff", branch), here(seen, "promotions", branch)]


def by_month(seen: list[Page], kind: str, branch: str | None) -> list[list[Page]]:
    """Roles: the pages of each month of which there are any."""
    pages = here(seen, kind, branch)
    return [[page for page in pages if month(page.title) == at] for at in sorted({month(page.title) for page in pages})]


def shelf(choice: Iterable[Page], kind: str) -> list[Page]:
    return [page for page in choice if page.kind == kind]


def of_month(choice: Iterable[Page], kind: str, year: int, at: int) -> Page:
    found = [page for page in shelf(choice, kind) if month(page.title) == (year, at)]
    if len(found) != 1:
        raise Unsettled(f"no {kind} of {year}-{at}")
    return found[0]


# -- editions and grades ------------------------------------------------------------------------------------------


def valid(kind: str, choice: Iterable[Page], **days: date) -> Page:
    """The edition of a chapter that a trip comes under; `days`: its days by name."""
    name, start, number = _begun(shelf(choice, "supplement")[0], kind)
    if name not in days:
        raise Unsettled(f"{kind}: no day on which it was {name}")
    wanted = number if days[name] >= start else number - 1
    found = [page for page in shelf(choice, kind) if edition(page) == wanted]
    if len(found) != 1:
        raise Unsettled(f"{kind}: no edition {wanted}")
    return found[0]


@lru_cache(maxsize=10_000)
def edition(page: Page) -> int:
    return int(re.search(r"Edition (\d+)|第(\d+)版", page.title).expand(r"\1\2"))


@lru_cache(maxsize=10_000)
def _adopted(page: Page) -> int:
    return int(group(r"adopted in January (\d+)|(\d{4})年1月(?:に)?決定", page))


@lru_cache(maxsize=10_000)
def _begun(page: Page, kind: str) -> tuple[str, date, int]:
    """Which day of a trip decides, from which day on, and the number of the edition."""
    first("goes by the edition before|stays under the edition before|直前の版による|従前の版による", page)
    line = first(rf"(?m)^\(\d+\) ?(?:{NAMES[kind]})(?:, edition |第)(\d+).*$", page)
    names = [name for name, words in DAYS.items() if re.search(words, line[0])]
    if len(names) != 1:
        raise Unsettled(f"{page.title}: {names} for {kind}")
    return names[0], dates(line[0])[0], int(line[1])


def grade(choice: Iterable[Page], person: str, day: date) -> str:
    staff, promotions = shelf(choice, "staff")[0], shelf(choice, "promotions")[0]
    first("nobody has joined or left|異動なし", staff)
    known = dict(rows(staff, PERSON, 2, r"(\d+) persons|全(\d+)名"))
    if person not in known or day.year != 2025 or day.month > 9:
        raise Unsettled(f"what is {person} on {day}?")
    later = [
        (dates(since)[0], new)
        for since, who, new in rows(
            promotions, r"\d+ [A-Z]\w+ \d{4}|令和\d+年\d+月\d+日", 3, r"(\d+) promotions|全(\d+)名"
        )
        if who == person and dates(since)[0] <= day
    ]
    return max(later)[1] if later else known[person]
