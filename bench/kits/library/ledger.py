"""The facts of a town's public libraries. Every value that a document states comes from here.

The libraries of the town come from an amalgamation and keep their own rules. `plan(ledger)` lists their documents;
drawing.py draws them and guarantees:
- two editions of each family of rules per library, and first days that lie inside the records;
- which day decides between them (the earlier or the later step of a case) differs from library to library;
- keys (loan, parcel, use, card, title) are unique in the whole ledger, values recur in the twins.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from bench.kits.base import Doc, Name, Text
from bench.kits.days import DAY

LOAN, HOLD, PARCEL, ROOM = 0, 1, 2, 3
"""Families of rules, in the order of `Library.starts` and of the notice's rows."""
MONTHLY, ODD, EVEN, QUARTERLY, IRREGULAR = range(5)
"""How often a title appears; quarterly: March, June, September, December."""


@dataclass(frozen=True)
class LoanRules:
    edition: int
    adopted: date
    days: tuple[int, ...]  # one per names.CLASSES
    rate: tuple[int, ...]  # days of suspension for each day overdue, per class
    free: int  # with so many days overdue or fewer there is no suspension
    closed_counts: bool  # do closing days count as days overdue
    cap: int  # days


@dataclass(frozen=True)
class HoldRules:
    edition: int
    adopted: date
    days: tuple[int, ...]  # one per names.PLACES
    first_day_counts: bool


@dataclass(frozen=True)
class ParcelRules:
    edition: int
    adopted: date
    bounds: tuple[int, ...]  # grams
    upper_closed: bool
    postage: tuple[int, ...]  # yen, one more than bounds
    packing: tuple[int, ...]  # yen, one per names.CLASSES but the last


@dataclass(frozen=True)
class RoomRules:
    edition: int
    adopted: date
    fees: tuple[tuple[int, ...], ...]  # per room: three bands on weekdays, three on Saturdays and Sundays
    extra: tuple[int, ...]  # per room, for each started unit
    unit: int  # minutes
    off: tuple[int, ...]  # percent, per category
    admission: int  # percent of the fee where admission is charged
    up: bool  # is the fee rounded up to 10 yen (else down)
    cancel: int  # cancelled so many days before, or earlier: nothing is due


@dataclass(frozen=True)
class Loan:
    number: str
    lent: date
    card: str
    what: Text
    cls: int
    renewed: date | None
    returned: date
    waived: bool


@dataclass(frozen=True)
class Parcel:
    number: str
    asked: date
    sent: date
    to: Name
    what: Text
    cls: int
    grams: int


@dataclass(frozen=True)
class Use:
    number: str
    applied: date
    day: date
    room: int
    bands: tuple[int, ...]
    group: str  # "" for a private person
    admission: bool
    over: int  # minutes
    cancelled: date | None
    shut: bool  # the library could not open the room


@dataclass(frozen=True)
class Closing:
    first: date
    last: date
    why: Text


@dataclass(frozen=True)
class Calendar:
    start: date  # first day of the half-year
    weekly: int  # weekday, 0 for Monday
    closings: tuple[Closing, ...]

    @property
    def weekly_day(self) -> date:
        """Some day of that weekday, for the templates."""
        return date(2024, 1, 1) + DAY * self.weekly


@dataclass(frozen=True)
class Group:
    code: str
    name: Text
    card: str
    category: int


@dataclass(frozen=True)
class Title:
    code: str
    name: Text
    section: int
    frequency: int


@dataclass(frozen=True)
class Arrival:
    day: date
    code: str
    issue: date  # first day of the month of issue
    damaged: bool


@dataclass(frozen=True)
class Issues:
    """One month of periodicals: what arrived, and which titles are not expected."""

    first: date
    arrivals: tuple[Arrival, ...]
    exempt: tuple[str, ...]


@dataclass(frozen=True)
class Month:
    first: date
    uses: tuple[Use, ...]


@dataclass(frozen=True)
class Library:
    key: str
    name: Name
    clerk: Name
    extension: int
    starts: tuple[date, date, date, date]
    later: tuple[bool, bool, bool, bool]  # does the later of a case's two days decide, per family
    loan: tuple[LoanRules, LoanRules]
    hold: tuple[HoldRules, HoldRules]
    parcel: tuple[ParcelRules, ParcelRules]
    room: tuple[RoomRules, RoomRules]
    sheets: tuple[tuple[Loan, ...], ...]  # loans by the day lent, two sheets
    parcels: tuple[tuple[Parcel, ...], ...]  # by quarter of fiscal 2025
    months: tuple[Month, ...]
    calendars: tuple[Calendar, ...]
    groups: tuple[tuple[int, tuple[Group, ...]], ...]  # fiscal year -> register
    titles: tuple[Title, ...]
    issues: tuple[Issues, ...]
    duty: tuple[tuple[date, tuple[tuple[str, Name, int], ...]], ...]  # month -> (desk, person, extension)


@dataclass(frozen=True)
class Notice:
    number: int
    day: date
    starts: tuple[tuple[date, date, date, date], ...]  # per library
    later: tuple[tuple[bool, bool, bool, bool], ...]


@dataclass(frozen=True)
class Ledger:
    town: Name
    libraries: tuple[Library, ...]
    notices: tuple[Notice, ...]


SHEETS = ((date(2025, 4, 21), date(2025, 6, 8)), (date(2025, 6, 9), date(2025, 7, 19)))
"""First and last day lent of the loans on each sheet."""


def closed(calendar: Calendar, day: date) -> bool:
    """Whether a library is closed on a day of the half-year of its calendar."""
    return day.weekday() == calendar.weekly or any(c.first <= day <= c.last for c in calendar.closings)


def next_open(calendar: Calendar, day: date) -> date:
    while closed(calendar, day):
        day += DAY
    return day


def due_in(title: Title, month: date) -> bool:
    """Whether an issue of this month is expected."""
    odd = month.month % 2 == 1
    return (
        title.frequency == MONTHLY
        or title.frequency == (ODD if odd else EVEN)
        or (title.frequency == QUARTERLY and month.month % 3 == 0)
    )


def plan(ledger: Ledger) -> list[Doc]:
    """Every document of the world, in a fixed order. The id is kind/library/period."""
    docs = [Doc(f"notice/all/{n.day.year}", "notice", (("notice", n),)) for n in ledger.notices]
    for b in ledger.libraries:

        def add(kind: str, period: object, b: Library = b, **facts: object) -> None:
            docs.append(Doc(f"{kind}/{b.key}/{period}", kind, (("b", b), *facts.items())))

        for i in (0, 1):
            add("loan_rules", b.loan[i].edition, rules=b.loan[i])
            add("hold_rules", b.hold[i].edition, rules=b.hold[i])
            add("parcel_rules", b.parcel[i].edition, rules=b.parcel[i])
            add("room_rules", b.room[i].edition, rules=b.room[i])
            add("loans", i + 1, rows=b.sheets[i], sheet=i, span=SHEETS[i])
            add("groups", b.groups[i][0], year=b.groups[i][0], rows=b.groups[i][1])
        for i, parcels in enumerate(b.parcels):
            add("parcels", i + 1, rows=parcels, quarter=i + 1)
        for month in b.months:
            add("room_log", f"{month.first:%Y-%m}", month=month)
        for calendar in b.calendars:
            add("calendar", f"{calendar.start:%Y-%m}", calendar=calendar)
        add("titles", "2025")
        for issues in b.issues:
            add("arrivals", f"{issues.first:%Y-%m}", issues=issues)
            add("issue_notice", f"{issues.first:%Y-%m}", issues=issues)
        for first, rows in b.duty:
            add("duty", f"{first:%Y-%m}", first=first, rows=rows)
            add("bulletin", f"{first:%Y-%m}", first=first)
    return docs
