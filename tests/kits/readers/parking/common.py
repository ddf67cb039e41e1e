"""What all readers of the pages of car parks use: which car park, which edition and from when, sheets and months."""

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

DATE = r"\d{4}[-/]\d\d[-/]\d\d"
COLUMNS = {  # kind of the rules -> column of the circular, and how it says by what a case is judged
    "season_rules": (
        "Season tickets|定期券規程",
        r"the day of application decides, for renewals the first day|by the day of application; those with the note"
        r"|申し込んだ日\(更新の場合は定期券の初日\)により|申込日を基準とする。ただし",
    ),
    "block_rules": (
        "Unpaid season tickets|定期券未納規程",
        "month that is to be paid for decides|by the month for which the payment is due"
        "|どの月の分の支払であるか|支払の対象となる月を基準",
    ),
    "duty_rules": (
        "Duties of attendants|勤務手当規程",
        "day of their beginning that decides|by the day on which they begin|勤務が始まった日により|勤務の始まる日を基準",
    ),
}
NOT_YET = "the one before it holds|comes under the one before it|直前の版による|一つ前の版を用いる"
BY_GATES = (
    "comes with the new gates of the car park, for all cars that enter from the day"
    "|together with its new gates, whose day is in a notice of their own, and goes by the day on which a car enters"
    "|新しいゲートの使用開始と同時とし、ゲートのお知らせに示す日以後に入庫した車に適用する"
    r"|新しいゲートの使用開始日\(別のお知らせによる。\)に新版へ移り、入庫した日により版を決める"
)


@lru_cache(maxsize=10_000)
def park_of(page: Page) -> str | None:
    m = re.search(r"(\S+) Car Park\b|[\s(]([^\s()]+)駐車場(?=[\s()])", page.title)
    return m and (m[1] or m[2])


def park_asked(question: str, seen: list[Page]) -> str:
    names = {name for name in map(park_of, seen) if name and re.search(rf"{name}(?: car park|駐車場)", question)}
    if not names:
        raise Unsettled("no car park")
    return max(names, key=len)


def here(seen: list[Page], kind: str, park: str | None, test=lambda page: True) -> list[Page]:
    return of_kind(seen, kind, lambda page: park_of(page) == park and test(page))


# -- roles ------------------------------------------------------------------------------------------------------


def rules(seen: list[Page], kinds: Iterable[str], park: str | None) -> list[list[Page]]:
    """Roles: the circular on the editions of 2025, and each edition of each kind that is there."""
    about = r"adopted in January and February 2025|令和7年1月及び2月に決定"
    found = [of_kind(seen, "circular", lambda page: bool(re.search(about, page.text)))]
    for kind in kinds:
        found += parted(here(seen, kind, park), edition)
    return found


def sheets(seen: list[Page], kind: str, park: str | None) -> list[list[Page]]:
    """Roles: each sheet of a register or log that is there."""
    return parted(here(seen, kind, park), lambda page: sheet(page)[0])


def months(seen: list[Page], kind: str, park: str | None) -> list[list[Page]]:
    """Roles: the page of each month that is there."""
    return parted(here(seen, kind, park), lambda page: month(page.title))


def parted(pages: list[Page], key) -> list[list[Page]]:
    return [[page for page in pages if key(page) == one] for one in sorted({key(page) for page in pages})]


@lru_cache(maxsize=10_000)
def sheet(page: Page) -> tuple[int, int]:
    """Number of the sheet, and how many there are."""
    m = re.search(r"Sheet (\d+) of (\d+)|第(\d+)葉\(全(\d+)葉\)", page.title)
    if not m:
        raise Unsettled(f"{page.title}: no sheet")
    return int(m[1] or m[3]), int(m[2] or m[4])


# -- editions ---------------------------------------------------------------------------------------------------


def valid(kind: str, at: date | tuple[int, int], choice: Iterable[Page]) -> Page:
    """The edition by which a case of this day, or month, is judged."""
    pages = shelf(choice, kind)
    if not pages:
        raise Unsettled(f"no {kind}")
    return of_year(kind, at >= start(kind, park_of(pages[0]), only(choice, "circular")), choice)


@lru_cache(maxsize=10_000)
def start(kind: str, park: str | None, circular: Page) -> date | tuple[int, int]:
    """First day, or month, of the new edition at a car park, from the table of the circular."""
    column, decides = COLUMNS[kind]
    first(decides, circular)
    first(NOT_YET, circular)
    head = next((row for row in table(circular) if row[0] in ("Car park", "駐車場")), ())
    at = next((n for n, cell in enumerate(head) if re.fullmatch(column, cell)), None)
    row = next((row for row in table(circular) if row[0] == park), None)
    if at is None or row is None:
        raise Unsettled(f"{circular.title}: nothing for {park}")
    found = month(row[at]) if kind == "block_rules" else dates(row[at])[0]
    if found is None:
        raise Unsettled(f"{circular.title}: which month is {row[at]}?")
    return found


def tariff_for(entered: date, choice: Iterable[Page]) -> Page:
    """The tariff for a car that enters on a day: the new one begins with the new gates."""
    circular = only(choice, "circular")
    first(BY_GATES, circular)
    first(NOT_YET, circular)
    notice = only(choice, "gates")
    first("new edition of the tariff|料金表が新版となる|料金表の新版も同時に適用する", notice)
    days = dates(notice.text)
    if len(days) != 1:
        raise Unsettled(f"{notice.title}: {days}")
    return of_year("tariff", entered >= days[0], choice)
