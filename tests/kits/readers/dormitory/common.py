"""What all readers of the pages of student halls use: which hall, which edition and from when, months of pages."""

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
    rows,
    shelf,
    table,
)

RESIDENT = r"[A-Z]\d{4}"
ROOM = r"[A-Z]\d{3}"
DATE = r"\d{4}[-/]\d\d[-/]\d\d"
COLUMNS = {  # kind of the rules -> column of the circular, and how it says by what a case is judged
    "notice_rules": ("Notice to leave|退寮規程", "day of the resident's entry|入寮日を基準|寮生が入寮した日により"),
    "curfew_rules": (
        "Late returns|門限規程",
        "evening decides|by the evening|属する夜の日付を基準|どの日の夜に属するか",
    ),
    "turn_rules": (
        "Turns of cleaning|当番規程",
        "day on which it falls|by their own day|当番の当たる日|当番の日を基準",
    ),
}
NOT_YET = "the one before it holds|the edition before it holds|一つ前の版を用いる|直前の版による"
BY_METER = (
    "from the day of the room's new meter on|on or after the day of its new meter"
    r"|新しいメーターの取付日からとし、その日以後|取り付けた日以後\(当日を含む"
)


@lru_cache(maxsize=10_000)
def hall_of(page: Page) -> str | None:
    m = re.search(r"(\S+) Hall,|[\s(](?!帰寮)([^\s()]+)寮[\s)]", page.title)
    return m and (m[1] or m[2])


def hall_asked(question: str, seen: list[Page]) -> str:
    names = {name for name in map(hall_of, seen) if name and re.search(rf"{name}(?: hall|寮)", question)}
    if not names:
        raise Unsettled("no hall")
    return max(names, key=len)


def here(seen: list[Page], kind: str, hall: str | None, test=lambda page: True) -> list[Page]:
    return of_kind(seen, kind, lambda page: hall_of(page) == hall and test(page))


# -- roles ------------------------------------------------------------------------------------------------------


def rules(seen: list[Page], kinds: Iterable[str], hall: str | None) -> list[list[Page]]:
    """Roles: the circular on the editions of 2025, and each edition of each kind that is there."""
    about = r"adopted in January and February 2025|令和7年1月及び2月に決定"
    found = [of_kind(seen, "circular", lambda page: bool(re.search(about, page.text)))]
    for kind in kinds:
        pages = here(seen, kind, hall)
        found += [[page for page in pages if edition(page) == n] for n in sorted({edition(page) for page in pages})]
    return found


def months(seen: list[Page], kind: str, hall: str | None, begin: date, end: date) -> list[list[Page]]:
    """Roles: the pages of every month of a period; an empty one where a month is missing."""
    wanted = range(begin.year * 12 + begin.month - 1, end.year * 12 + end.month)
    return [here(seen, kind, hall, lambda page, n=n: month(page.title) == (n // 12, n % 12 + 1)) for n in wanted]


# -- editions ---------------------------------------------------------------------------------------------------


def valid(kind: str, day: date, choice: Iterable[Page]) -> Page:
    """The edition by which a case of this day is judged."""
    pages = shelf(choice, kind)
    if not pages:
        raise Unsettled(f"no {kind}")
    circular, hall = only(choice, "circular"), hall_of(pages[0])
    begin = start(kind, hall, circular)
    if kind == "curfew_rules":
        begin = put_off(only(choice, "assembly"), circular) or begin
    return of_year(kind, day >= begin, choice)


@lru_cache(maxsize=10_000)
def start(kind: str, hall: str | None, circular: Page) -> date:
    """First day of the new edition at a hall, from the table of the circular."""
    column, decides = COLUMNS[kind]
    first(decides, circular)
    first(NOT_YET, circular)
    head = next((row for row in table(circular) if row[0] in ("Hall", "寮")), ())
    at = next((n for n, cell in enumerate(head) if re.fullmatch(column, cell)), None)
    row = next((row for row in table(circular) if row[0] == hall), None)
    if at is None or row is None:
        raise Unsettled(f"{circular.title}: no day for {hall}")
    return dates(row[at])[0]


@lru_cache(maxsize=10_000)
def put_off(minutes: Page, circular: Page) -> date | None:
    """The day to which the assembly has put the new rules on late returns off; None where it has not."""
    first("assembly|寮生総会", circular)
    line = next((line for line in minutes.text.splitlines() if re.search("rules on late returns|門限規程", line)), "")
    if re.search("motion|動議", line):
        if not re.search("no majority|was lost|否決", line):
            raise Unsettled(f"{minutes.title}: {line}")
        return None
    if not re.search("put|延期", line) or len(dates(line)) != 1:
        raise Unsettled(f"{minutes.title}: {line}")
    return dates(line)[0]


@lru_cache(maxsize=10_000)
def residents(page: Page) -> dict[str, str]:
    """Resident -> room."""
    return {row[0]: row[2] for row in rows(page, RESIDENT, 4, r"(\d+) residents|全(\d+)名")}
