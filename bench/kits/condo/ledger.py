"""The facts of a manager of condominium buildings. Every value that a document states comes from here.

Each building has by-laws of its own. `plan(ledger)` lists the documents; drawing.py draws them and guarantees:
- two editions of each family of by-laws per building. The newer one is used only where the general meeting of 2025 has
  carried it, from what its minutes say; in one building at most for each family it was voted down;
- what decides is another thing for each family: the month of the instalment, the day of entry, the due day, the meeting;
- keys (stay, receipt, flat) are unique in the whole ledger, values recur in the twins.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from bench.kits.base import Doc, Name, Text
from bench.kits.days import DAY, add_months

FEE, VISIT, LATE, VOTE = 0, 1, 2, 3
"""Families of by-laws, in the order of `Building.starts`."""


@dataclass(frozen=True)
class FeeRules:
    edition: int
    settled: date
    bounds: tuple[int, int, int]  # hundredths of a square metre
    upper_closed: bool
    rates: tuple[int, int, int, int]  # yen a month for each square metre, by class
    rounding: str  # "down", "up" or "half": to 10 yen


@dataclass(frozen=True)
class VisitRules:
    edition: int
    settled: date
    free: int  # minutes
    unit: int  # minutes
    rates: tuple[int, ...]  # yen for each started unit, per names.CLASSES; 0 for none
    night: int  # yen, for a stay that goes on after 22:00
    night_closed: bool  # is leaving at 22:00 exactly late
    cap: int  # yen
    night_in_cap: bool  # is the night charge under the cap (else on top of it)


@dataclass(frozen=True)
class LateRules:
    edition: int
    settled: date
    grace: int  # days after the due day within which nothing is charged
    rate: int  # tenths of a percent a year
    from_end: bool  # are days counted after the grace only (else all of them)
    least: int  # yen; a charge below is not asked for


@dataclass(frozen=True)
class VoteRules:
    edition: int
    settled: date
    form: int  # a voting form is in time so many days before the meeting
    proxy: int  # a proxy is in time so many days before the meeting
    unsigned: bool  # is an unsigned proxy good all the same


@dataclass(frozen=True)
class Flat:
    number: str
    floor: int
    area: int  # hundredths of a square metre
    owner: Name


@dataclass(frozen=True)
class Stay:
    """A visitor's vehicle."""

    number: str
    day: date
    start: int  # minutes after midnight
    end: int
    flat: str
    what: Text
    cls: int
    permit: bool


@dataclass(frozen=True)
class Payment:
    """An instalment that was paid late."""

    receipt: str
    flat: str
    month: date
    amount: int
    paid: date
    agreed: bool  # under an agreement on instalments


@dataclass(frozen=True)
class Vote:
    """One line of the attendance list of a meeting."""

    kind: str  # "present", "form", "proxy"
    flat: str
    received: date | None
    signed: bool


@dataclass(frozen=True)
class Meeting:
    day: date
    ordinary: bool
    votes: tuple[Vote, ...]
    excluded: tuple[str, ...]


@dataclass(frozen=True)
class Month:
    first: date
    stays: tuple[Stay, ...]


@dataclass(frozen=True)
class Check:
    day: date
    what: Text
    finding: Text
    minutes: int


@dataclass(frozen=True)
class Building:
    key: str
    name: Name
    caretaker: Name
    extension: int
    starts: tuple[date | None, ...]  # per family; None: voted down
    fee: tuple[FeeRules, FeeRules]
    visit: tuple[VisitRules, VisitRules]
    late: tuple[LateRules, LateRules]
    vote: tuple[VoteRules, VoteRules]
    flats: tuple[Flat, ...]
    months: tuple[Month, ...]
    sheets: tuple[tuple[Payment, ...], tuple[Payment, ...]]
    meetings: tuple[Meeting, ...]  # the ordinary one first
    before: tuple[date, tuple[date, ...]]  # the general meeting of 2023, and the first days that it settled
    bays: tuple[tuple[int, tuple[tuple[int, str, str, int], ...]], ...]  # year -> bay, flat, plate, yen
    checks: tuple[tuple[date, tuple[Check, ...]], ...]
    works: tuple[tuple[int, tuple[tuple[int, Text, int], ...]], ...]  # year of the plan -> year, work, 10,000 yen


@dataclass(frozen=True)
class Ledger:
    firm: Name
    buildings: tuple[Building, ...]


SHEETS = ((date(2025, 4, 1), date(2025, 7, 1)), (date(2025, 8, 1), date(2025, 11, 1)))
"""First and last month whose instalments stand on each sheet."""


def due_day(month: date) -> date:
    """The 27th of the month before; a Saturday or Sunday moves to the Monday after it."""
    day = add_months(month, -1).replace(day=27)
    return day + DAY * max(7 - day.weekday(), 0) if day.weekday() >= 5 else day


def plan(ledger: Ledger) -> list[Doc]:
    """Every document of the world, in a fixed order. The id is kind/building/period."""
    docs = []
    for b in ledger.buildings:

        def add(kind: str, period: object, b: Building = b, **facts: object) -> None:
            docs.append(Doc(f"{kind}/{b.key}/{period}", kind, (("b", b), *facts.items())))

        add("minutes", 2025, year=2025, day=b.meetings[0].day, starts=b.starts, shift=1)
        add("minutes", 2023, year=2023, day=b.before[0], starts=b.before[1], shift=0)
        for i in (0, 1):
            add("fee_rules", b.fee[i].edition, rules=b.fee[i])
            add("visit_rules", b.visit[i].edition, rules=b.visit[i])
            add("late_rules", b.late[i].edition, rules=b.late[i])
            add("vote_rules", b.vote[i].edition, rules=b.vote[i])
            add("payments", i + 1, rows=b.sheets[i], sheet=i, span=SHEETS[i])
        for meeting in b.meetings:
            add("convening", f"{meeting.day:%Y-%m}", meeting=meeting)
            add("attendance", f"{meeting.day:%Y-%m}", meeting=meeting)
        add("flats", 2025)
        for month in b.months:
            add("visits", f"{month.first:%Y-%m}", month=month)
        for year, rows in b.bays:
            add("bays", year, year=year, rows=rows)
        for first, checks in b.checks:
            add("checks", f"{first:%Y-%m}", first=first, rows=checks)
            add("newsletter", f"{first:%Y-%m}", first=first)
        for year, works in b.works:
            add("repair_plan", year, year=year, rows=works)
    return docs
