"""What all readers of language school pages use: which school, which edition and from when, sheets and shelves."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date
from functools import lru_cache
from typing import Any

from tests.kits.readers.pages import Page, Unsettled, dates, first, group, month, of_kind, table

NUMBER = r"[A-Z]\d-\d{3}"
DATE = r"\d{4}[-/]\d\d[-/]\d\d"
NAMES = {  # kind of the rules -> how circular and corrections name them, and the day by which a case is judged
    "fees": ("Fees|fees|受講料規程", "day of application|申込日を基準|申込みの日により"),
    "refund_rules": (
        "Refunds|refunds|返金規程",
        "contract was signed|day of signature|契約を締結した日|契約締結日を基準",
    ),
    "makeup_rules": (
        "Make-up lessons|make-up lessons|振替規程",
        "notice of the absence was given|day of the notice of absence|欠席の連絡",
    ),
    "pay_rules": ("Pay of teachers|pay of teachers|講師謝金規程", "day of the lesson|レッスンの日|レッスンを行った日"),
}


@lru_cache(maxsize=10_000)
def school_of(page: Page) -> str | None:
    m = re.search(r"(\S+) School|([^\s(]+)校", page.title)
    return m and (m[1] or m[2])


def school_asked(question: str, seen: list[Page]) -> str:
    names = {name for name in map(school_of, seen) if name and re.search(rf"{name}(?: school|校)", question)}
    if not names:
        raise Unsettled("no school")
    return max(names, key=len)


def here(seen: list[Page], kind: str, school: str | None, test=lambda page: True) -> list[Page]:
    return of_kind(seen, kind, lambda page: school_of(page) == school and test(page))


def holding(seen: list[Page], kind: str, key: str) -> list[Page]:
    """The pages with a row that begins with a key."""
    return of_kind(seen, kind, lambda page: any(row[0] == key for row in table(page)))


# -- roles ------------------------------------------------------------------------------------------------------


def rules(seen: list[Page], kinds: Iterable[str], school: str | None) -> list[list[Page]]:
    """Roles: circular and corrections of 2025, and each edition of each kind that is there."""
    found = [
        of_kind(
            seen,
            "circular",
            lambda page: bool(re.search(r"adopted in January and February 2025|令和7年1月及び2月に決定", page.text)),
        ),
        of_kind(seen, "corrections", lambda page: dates(page.text)[0].year == 2025),
    ]
    for kind in kinds:
        pages = here(seen, kind, school)
        found += [[page for page in pages if edition(page) == n] for n in sorted({edition(page) for page in pages})]
    return found


def sheets(seen: list[Page], kind: str, school: str | None) -> list[list[Page]]:
    """Roles: each sheet that is there."""
    pages = here(seen, kind, school)
    return [[page for page in pages if sheet(page)[0] == n] for n in sorted({sheet(page)[0] for page in pages})]


def every_sheet(seen: list[Page], kind: str, school: str | None) -> list[list[Page]]:
    """Roles: all sheets; Unsettled where one is missing."""
    found = sheets(seen, kind, school)
    totals = {sheet(page)[1] for pages in found for page in pages}
    if totals != {len(found)}:
        raise Unsettled(f"{len(found)} of {totals} sheets of {kind}")
    return found


def sheet(page: Page) -> tuple[int, int]:
    """Number of a sheet, and how many there are."""
    m = re.search(r"Sheet (\d+) of (\d+)|第(\d+)葉\(全(\d+)葉\)", page.title)
    if not m:
        raise Unsettled(f"{page.title}: which sheet?")
    return int(m[1] or m[3]), int(m[2] or m[4])


def months(seen: list[Page], kind: str, school: str | None, begin: date, end: date) -> list[list[Page]]:
    """Roles: the pages of every month of a period; an empty one where a month is missing."""
    wanted = range(begin.year * 12 + begin.month - 1, end.year * 12 + end.month)
    return [here(seen, kind, school, lambda page, n=n: month(page.title) == (n // 12, n % 12 + 1)) for n in wanted]


def shelf(choice: Iterable[Page], kind: str) -> list[Page]:
    return [page for page in choice if page.kind == kind]


def only(choice: Iterable[Page], kind: str) -> Page:
    found = shelf(choice, kind)
    if len(found) != 1:
        raise Unsettled(f"{len(found)} {kind}")
    return found[0]


# -- editions ---------------------------------------------------------------------------------------------------


def edition(page: Page) -> int:
    return int(group(r"Edition (\d+)|第(\d+)版", page))


def valid(kind: str, day: date, choice: Iterable[Page]) -> Page:
    """The edition for a case that is judged by `day`."""
    found = {dates(page.text)[0].year == 2025: page for page in shelf(choice, kind)}
    if not found:
        raise Unsettled(f"no {kind}")
    school = school_of(next(iter(found.values())))
    newer = day >= _start(kind, school, only(choice, "circular"), only(choice, "corrections"))
    if newer not in found:
        raise Unsettled(f"the edition of {kind} is not there")
    return found[newer]


@lru_cache(maxsize=10_000)
def _start(kind: str, school: str | None, circular: Page, corrections: Page) -> date:
    name, decides = NAMES[kind]
    first(decides, circular)
    first("the one before it holds|means the edition before it|一つ前の版による|直前の版による", circular)
    first("list of corrections to this circular|訂正一覧", circular)
    lines = re.findall(r"^- .*$", corrections.text, re.M)
    if len(lines) != int(group(r"(\d+) corrections|全(\d+)件", corrections)):
        raise Unsettled(f"{corrections.title}: {len(lines)} corrections")
    own = [line for line in lines if re.match(rf"- (?:{school} school, |{school}校 )(?:{name})", line)]
    if own:
        return dates(own[0])[0]
    first("No other first day|All other first days|これ以外の適用開始日|その他の適用開始日", corrections)
    head = next((row for row in table(circular) if row[0] in ("School", "校")), ())
    at = next((n for n, cell in enumerate(head) if re.fullmatch(name, cell)), None)
    row = next((row for row in table(circular) if row[0] == school), None)
    if at is None or row is None:
        raise Unsettled(f"{circular.title}: no day for {school}")
    return dates(row[at])[0]


# -- courses ----------------------------------------------------------------------------------------------------


@lru_cache(maxsize=10_000)
def courses(page: Page) -> dict[str, tuple[str, ...]]:
    """Course -> language, class, weekday, hour, minutes, number of the teacher."""
    found = [row for row in table(page) if len(row) == 7 and re.fullmatch(r"[A-Z]\d\d", row[0])]
    if len(found) != int(group(r"(\d+) courses|全(\d+)コース", page)):
        raise Unsettled(f"{page.title}: {len(found)} courses")
    return {row[0]: row[1:] for row in found}


def course(choice: Iterable[Page], key: str) -> Any:
    found = courses(only(choice, "courses"))
    if key not in found:
        raise Unsettled(f"no course {key}")
    return found[key]
