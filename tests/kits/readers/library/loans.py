"""How long nothing may be borrowed after a late return."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date, timedelta
from functools import lru_cache

from tests.kits.readers.library.common import (
    class_row,
    declared,
    edition,
    editions,
    figure,
    library_asked,
    library_of,
    notices,
    rows,
    start,
)
from tests.kits.readers.pages import Page, Unsettled, dates, first, fiscal, of_kind, table

DAY = timedelta(days=1)
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
LOAN = r"\d{5}"


def need(question, seen):
    """Roles for one loan: its sheet, the notice, the editions, a calendar for each half-year."""
    loan = re.search(LOAN, question)[0]
    sheets = of_kind(seen, "loans", lambda page: re.search(rf"^{loan},", page.text, re.M))
    if not sheets:
        return None
    library = library_of(sheets[0])
    return sheets, notices(seen), editions(seen, "loan_rules", library), *calendars(seen, library)


def until(question, sheet, notice, pair, *shut):
    """The last day of the suspension."""
    loan = re.search(LOAN, question)[0]
    row = next(row for row in table(sheet) if row[0] == loan)
    days = suspension(row, library_of(sheet), notice, pair, shut)
    if not days:
        raise Unsettled(f"nothing follows from {loan}")
    return dates(row[5])[0] + DAY * days


def sweep_need(question, seen):
    """Roles for all loans of a library: every sheet, the notice, the editions, the calendars."""
    library = library_asked(question, seen)
    if library is None:
        return None
    sheets = of_kind(seen, "loans", lambda page: library_of(page) == library)
    total = {int(a or b) for p in sheets for a, b in re.findall(r"Sheet \d+ of (\d+)|全(\d+)葉", p.title)}
    numbered = [
        of_kind(sheets, "loans", lambda p, n=n: bool(re.search(rf"Sheet {n} of|第{n}葉", p.title)))
        for n in range(1, max(total, default=0) + 1)
    ]
    return *numbered, notices(seen), editions(seen, "loan_rules", library), *calendars(seen, library)


def suspensions(library, sheets, notice, pair, shut):
    """Card and days of suspension of every loan."""
    return [(row[2], suspension(row, library, notice, pair, shut)) for sheet in sheets for row in rows(sheet, LOAN, 7)]


def suspension(row, library, notice, pair, shut) -> int:
    """Days of suspension: 0 where nothing follows."""
    _, lent, _, item, extended, returned, note = row
    decides, first_day = start(notice, "Lending|貸出", library)
    if not re.search("extension|延長日", decides):
        raise Unsettled(decides)
    begun, back = dates(extended or lent)[0], dates(returned)[0]
    page = edition(pair, begun, first_day)
    if note and note in first(r"“(W)” \(waived|marked “(W)”|「(免)」", page).groups():
        return 0
    _, period, rate = class_row(page, item, 3)
    first("day after (?:the return is|the return)|返却日の翌日(?:を第1日|から起算)", page)
    first(r"day after the item was lent|day after the day lent|貸出日の翌日(?:を第1日|から起算)|貸出日を算入せず", page)
    due = begun + DAY * int(period)
    while closed(due, shut):
        due += DAY
    late = [due + DAY * n for n in range(1, (back - due).days + 1)]
    if only_open(page):
        late = [day for day in late if not closed(day, shut)]
    if len(late) < threshold(page):
        return 0
    cap = figure(r"never longer than (\d+) days|for (\d+) days at most|(\d+)日を(?:限度|超えることは)", page)
    return min(cap, len(late) * int(rate))


def only_open(page: Page) -> bool:
    """Are only days on which the library was open counted as overdue?"""
    m = first(
        r"Closing days among them are (not )?counted|It makes no difference whether|(Only) days on which the library was"
        r"|この間の休館日も日数に算入する|この間の休館日は日数に(算入しない)|(開館日のみ)を数える|休館日であるかどうかを問わ",
        page,
    )
    return any(m.groups())


def threshold(page: Page) -> int:
    """Days overdue from which a suspension follows."""
    m = first(
        r"no more than (\d+) days overdue leads|Up to and including (\d+) days overdue"
        r"|延滞日数が(\d+)日(?:までのとき|以下のもの)"
        r"|before the item is (\d+) days overdue|延滞日数が(\d+)日以上のもの",
        page,
    )
    free = m[1] or m[2] or m[3]
    return int(free) + 1 if free else int(m[4] or m[5])


def calendars(seen: Iterable[Page], library: str) -> list[list[Page]]:
    """The calendars of a library: for each half-year those that are there."""
    here = of_kind(seen, "calendar", lambda page: library_of(page) == library)
    halves = sorted({fiscal(page.title) for page in here})
    return [[page for page in here if fiscal(page.title) == half] for half in halves]


def closed(day: date, shut: Iterable[Page]) -> bool:
    for page in shut:
        begin, end = dates(page.text)[:2]
        if begin <= day <= end:
            weekday, days = calendar(page)
            return day.weekday() == weekday or day in days
    raise Unsettled(f"no calendar for {day}")


@lru_cache(maxsize=10_000)
def calendar(page: Page) -> tuple[int, frozenset[date]]:
    """The weekday on which it is closed, and the other closing days."""
    m = first(r"(?:each|every|all) (\w+day)|(?:定例休館日は|毎週)([月火水木金土日])曜日", page)
    weekday = WEEKDAYS.index(m[1]) if m[1] else "月火水木金土日".index(m[2])
    lines = [row for row in table(page) if len(row) == 3 and dates(row[0])]
    if len(lines) != declared(page):
        raise Unsettled(f"{page.title}: {len(lines)} lines")
    days = set()
    for one, other, _ in lines:
        last = dates(other)[0] if dates(other) else dates(one)[0]
        days |= {dates(one)[0] + DAY * n for n in range((last - dates(one)[0]).days + 1)}
    return weekday, frozenset(days)
