"""What all readers of LP gas pages use: which branch, which edition and from when, months and customers."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date
from functools import lru_cache

from tests.kits.readers.pages import (
    Page,
    Unsettled,
    dates,
    edition,
    first,
    month,
    of_kind,
    of_year,
    only,
    shelf,
    table,
)

CUSTOMER = r"[A-Z]\d{4}"
DATE = r"\d{4}[-/]\d\d[-/]\d\d"
COLUMNS = {  # kind of the rules -> column of the circular, and how it says by what a case is judged
    "tariff": ("Tariff|料金表", "day of the reading|検針日を基準|検針した日により"),
    "stock_rules": ("Quantity handed out|払出重量", "day of delivery|配送日を基準|配送した日により"),
    "call_rules": ("Call-outs|出動料", "day of the (?:customer's )?call|連絡を受けた日|連絡のあった日"),
    "regulator_rules": (
        "Regulators|調整器",
        "month of its making|month in which a regulator was made|製造月を基準|製造された月",
    ),
}
NOT_CHANGED = "the one before it holds|comes under the one before it|一つ前の版を用いる|直前の版"


@lru_cache(maxsize=10_000)
def branch_of(page: Page) -> str | None:
    m = re.search(r"(\S+) Branch|([^\s(]+)営業所", page.title)
    return m and (m[1] or m[2])


def branch_asked(question: str, seen: list[Page]) -> str:
    names = {name for name in map(branch_of, seen) if name and re.search(rf"{name}(?: branch|営業所)", question)}
    if not names:
        raise Unsettled("no branch")
    return max(names, key=len)


def here(seen: list[Page], kind: str, branch: str | None, test=lambda page: True) -> list[Page]:
    return of_kind(seen, kind, lambda page: branch_of(page) == branch and test(page))


# -- roles ------------------------------------------------------------------------------------------------------


def rules(seen: list[Page], kinds: Iterable[str], branch: str | None) -> list[list[Page]]:
    """Roles: the circular on the editions of 2025, and each edition of each kind that is there."""
    about = r"adopted in January and February 2025|令和7年1月及び2月に決定"
    found = [of_kind(seen, "circular", lambda page: bool(re.search(about, page.text)))]
    for kind in kinds:
        pages = here(seen, kind, branch)
        found += [[page for page in pages if edition(page) == n] for n in sorted({edition(page) for page in pages})]
    return found


def months(seen: list[Page], kind: str, branch: str | None, begin: date, end: date) -> list[list[Page]]:
    """Roles: the pages of every month of a period; an empty one where a month is missing."""
    wanted = range(begin.year * 12 + begin.month - 1, end.year * 12 + end.month)
    return [here(seen, kind, branch, lambda page, n=n: month(page.title) == (n // 12, n % 12 + 1)) for n in wanted]


# -- editions ---------------------------------------------------------------------------------------------------


def valid(kind: str, at: date | tuple[int, int], choice: Iterable[Page]) -> Page:
    """The edition for a day, or for the month in which a regulator was made."""
    pages = shelf(choice, kind)
    if not pages:
        raise Unsettled(f"no {kind}")
    return of_year(kind, at >= start(kind, branch_of(pages[0]), only(choice, "circular")), choice)


@lru_cache(maxsize=10_000)
def start(kind: str, branch: str | None, circular: Page) -> date | tuple[int, int]:
    column, decides = COLUMNS[kind]
    first(decides, circular)
    first(NOT_CHANGED, circular)
    head = next((row for row in table(circular) if row[0] in ("Branch", "営業所")), ())
    at = next((n for n, cell in enumerate(head) if re.fullmatch(column, cell)), None)
    row = next((row for row in table(circular) if row[0] == branch), None)
    if at is None or row is None:
        raise Unsettled(f"{circular.title}: no day for {branch}")
    return made(row[at]) if kind == "regulator_rules" else dates(row[at])[0]


def made(text: str) -> tuple[int, int]:
    """Year and month, in a form that is compared with others."""
    m = re.fullmatch(r"(平成)(\d+|元)年(\d+)月", text)
    if m:
        return 1988 + (1 if m[2] == "元" else int(m[2])), int(m[3])
    found = month(text)
    if found is None:
        raise Unsettled(f"which month is {text}?")
    return found
