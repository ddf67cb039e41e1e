"""The facts of one port warehouse firm. Every value that a document states comes from here.

`plan(ledger)` lists its documents; drawing.py draws it and guarantees:
- two editions of each rule per shed; free time, demurrage, handling and reminders are decided by four different days,
  and each shed announces its own first days;
- every lot was landed before it left, and its free time lies within one half-year of closing days;
- keys (lots, jobs) are unique in the whole ledger, values recur in the twins.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from bench.kits.base import Doc, Name, Text

MEETINGS = tuple(date(2025, month, 1) for month in (4, 6, 8, 10, 12))


@dataclass(frozen=True)
class FreeRules:
    edition: int
    adopted: date
    days: tuple[int, ...]  # by names.CLASSES
    landing_counts: bool  # the day of landing is the first day
    sundays: bool  # whether Sundays are counted


@dataclass(frozen=True)
class DemurrageRules:
    edition: int
    adopted: date
    bounds: tuple[int, int]  # last day of the first and of the second step
    rates: tuple[int, int, int]  # yen a ton and day
    measure: int  # cubic metres that make one ton, in thousandths
    halves: bool  # tons are rounded up to half tons, else to whole tons
    leave_by: int  # minutes after midnight
    by_closed: bool  # left at exactly that time: the day does not count
    least: int  # yen


@dataclass(frozen=True)
class HandlingRules:
    edition: int
    adopted: date
    rates: tuple[int, ...]  # yen a tonne, by names.CLASSES
    evening_from: int  # minutes after midnight
    evening: int  # percent
    heavy: int  # kg a piece; heavier pieces are heavy
    heavy_more: int  # percent
    together: bool  # both surcharges are added up, else the higher one alone
    least: int  # yen


@dataclass(frozen=True)
class ReminderRules:
    edition: int
    adopted: date
    days: tuple[int, ...]  # by names.CLASSES
    lapse: int  # days for which a reminder holds


@dataclass(frozen=True)
class ExtraRules:
    year: int
    adopted: date
    rates: tuple[int, ...]  # yen a piece, by names.CLASSES
    free: int  # pieces of each job
    night: int  # percent


@dataclass(frozen=True)
class Lot:
    ref: str
    ship: Text
    landed: date
    consignee: Text
    goods: Text
    cls: int
    pieces: int
    kg: int
    volume: int  # hundredths of a cubic metre
    ordered: date
    left: date
    time: int
    held: int  # days of customs hold


@dataclass(frozen=True)
class Job:
    ref: str
    day: date
    goods: Text
    cls: int
    pieces: int
    night: bool


@dataclass(frozen=True)
class Jobs:
    first: date
    rows: tuple[Job, ...]


@dataclass(frozen=True)
class Closing:
    day: date
    until: int  # minutes after midnight, 0: all day
    why: Text


@dataclass(frozen=True)
class Closings:
    first: date  # of the half-year
    rows: tuple[Closing, ...]


@dataclass(frozen=True)
class Stored:
    ref: str
    goods: Text
    cls: int
    landed: date
    bay: str


@dataclass(frozen=True)
class Reminder:
    ref: str
    day: date


@dataclass(frozen=True)
class Stocktaking:
    day: date
    rows: tuple[Stored, ...]
    held: tuple[str, ...]
    reminders: tuple[Reminder, ...]


@dataclass(frozen=True)
class Shed:
    key: str
    name: Name
    extension: int
    clerk: Name
    foreman: Name
    starts: tuple[
        tuple[date, ...], tuple[date, ...]
    ]  # per year (2023, 2025): free time, demurrage, handling, reminders
    announced: tuple[date, date]
    free: tuple[FreeRules, FreeRules]
    demurrage: tuple[DemurrageRules, DemurrageRules]
    handling: tuple[HandlingRules, HandlingRules]
    reminding: tuple[ReminderRules, ReminderRules]
    extra: tuple[ExtraRules, ExtraRules]
    closings: tuple[Closings, ...]
    landings: tuple[tuple[Lot, ...], ...]
    jobs: tuple[Jobs, ...]
    stock: tuple[Stocktaking, ...]

    @property
    def lots(self) -> tuple[Lot, ...]:
        return tuple(lot for sheet in self.landings for lot in sheet)


@dataclass(frozen=True)
class Circular:
    year: int
    number: int
    day: date


@dataclass(frozen=True)
class Ledger:
    firm: Name
    sheds: tuple[Shed, ...]
    circulars: tuple[Circular, Circular]


def left_in(b: Shed, month: date) -> tuple[Lot, ...]:
    rows = [lot for lot in b.lots if lot.left.replace(day=1) == month]
    return tuple(sorted(rows, key=lambda lot: (lot.left, lot.time, lot.ref)))


def months_left(b: Shed) -> list[date]:
    return sorted({lot.left.replace(day=1) for lot in b.lots})


def plan(ledger: Ledger) -> list[Doc]:
    """Every document of the world, in a fixed order. The id is kind/shed/period."""
    docs = [Doc(f"circular/all/{c.year}", "circular", (("circular", c),)) for c in ledger.circulars]
    for b in ledger.sheds:

        def add(kind: str, period: object, b: Shed = b, **facts: object) -> None:
            docs.append(Doc(f"{kind}/{b.key}/{period}", kind, (("b", b), *facts.items())))

        for i, year in enumerate((2023, 2025)):
            add("start", year, year=year, i=i)
            add("free", b.free[i].edition, rules=b.free[i])
            add("demurrage", b.demurrage[i].edition, rules=b.demurrage[i])
            add("handling", b.handling[i].edition, rules=b.handling[i])
            add("reminding", b.reminding[i].edition, rules=b.reminding[i])
            add("extra", b.extra[i].year, rules=b.extra[i])
        for closings in b.closings:
            add("closings", f"{closings.first:%Y-%m}", closings=closings)
        for n, lots in enumerate(b.landings):
            add("landings", n + 1, rows=lots, sheet=n + 1)
        for month in months_left(b):
            add("deliveries", f"{month:%Y-%m}", rows=left_in(b, month), month=month)
        for jobs in b.jobs:
            add("jobs", f"{jobs.first:%Y-%m}", jobs=jobs)
        for stock in b.stock:
            add("stock", f"{stock.day:%Y-%m}", stock=stock)
            add("reminders", f"{stock.day:%Y-%m}", stock=stock)
        for first in MEETINGS:
            add("minutes", f"{first:%Y-%m}", first=first)
    return docs
