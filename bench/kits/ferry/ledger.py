"""The facts of one ferry and bus operator. Every value that a document states comes from here.

`plan(ledger)` lists its documents; drawing.py draws it and guarantees:
- two editions of each rule per branch, and a start date that lies inside the months of the records, so that
  for every record "old edition" and "new edition" are both plausible and the date decides;
- the old and the new edition never give the same value for one case (no accidental right answers);
- keys (booking, slip, stop, service) are unique in the whole ledger, values recur in the twins.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from bench.kits.base import Doc, Name, Text

FARES = range(620, 1480, 10)  # per person of a group, yen
MEETINGS = (date(2022, 12, 1), date(2023, 9, 1), date(2025, 6, 1), date(2025, 12, 1))
APART = (-19, -14, -8, -5, -3, 2, 4, 6, 11, 17)  # pursers' number less that of the gate


@dataclass(frozen=True)
class GroupRules:
    edition: int
    adopted: date
    scale: tuple[tuple[int, int], ...]  # (from so many days before travel, percent), falling


@dataclass(frozen=True)
class LostRules:
    edition: int
    adopted: date
    days: tuple[int, ...]  # one per names.CLASSES
    first_day_counts: bool  # is the day of finding day 1 (else the day after is)


@dataclass(frozen=True)
class Tariff:
    edition: int
    adopted: date
    bounds: tuple[int, ...]  # metres
    upper_closed: bool  # exactly 4 m belongs to the class that ends at 4 m
    peak: tuple[date, date]  # first and last day
    fares: tuple[tuple[int, ...], ...]  # per class: near, far (regular), near, far (peak)


@dataclass(frozen=True)
class StatRules:
    fiscal_year: int
    adopted: date
    late_from: int  # minutes; this many or more is late
    outage: int  # minutes; with an interruption that reaches this the pursers' count is taken
    outage_closed: bool  # exactly that many minutes is enough


@dataclass(frozen=True)
class Booking:
    ref: str
    party: Text
    origin: Name
    accepted: date
    travel: date
    persons: int
    total: int
    cancelled: date | None
    note: str  # "off": the company did not run the sailing; "invoice"; or empty


@dataclass(frozen=True)
class Article:
    slip: str
    found: date
    service: int
    what: Text
    cls: int
    handed_in: date


@dataclass(frozen=True)
class Stop:
    code: str
    name: Text
    area: int
    shelter: bool


@dataclass(frozen=True)
class Check:
    day: date
    code: str
    deferred: bool


@dataclass(frozen=True)
class Half:
    """One half-year of stop inspections: the log, and the notice of stops that are not to be inspected."""

    start: date
    log: tuple[Check, ...]
    exempt: tuple[str, ...]


@dataclass(frozen=True)
class Sailing:
    day: date
    service: int
    scheduled: int  # minutes after midnight
    actual: int | None  # None: cancelled
    held: bool  # on the harbour master's order


@dataclass(frozen=True)
class Count:
    day: date
    gate: int
    purser: int


@dataclass(frozen=True)
class Outage:
    day: date
    start: int
    end: int
    cause: Text


@dataclass(frozen=True)
class Month:
    """One month of traffic records of a branch, with the statistics rules of its fiscal year."""

    first: date
    rules: StatRules
    sailings: tuple[Sailing, ...]
    counts: tuple[Count, ...]
    outages: tuple[Outage, ...]


@dataclass(frozen=True)
class Found:
    """One month of lost property, and which ship ran which service in each third of it."""

    first: date
    articles: tuple[Article, ...]
    ships: tuple[tuple[int, tuple[Name, Name, Name]], ...]  # service -> ship on 1-10, 11-20, 21-end


@dataclass(frozen=True)
class Meeting:
    day: date
    hour: int  # minutes after midnight, of the end


@dataclass(frozen=True)
class Branch:
    key: str
    name: Name
    extension: int
    clerk: Name
    ports: tuple[Name, Name]  # near, far
    starts: tuple[date, date, date]  # of the new group, lost, tariff edition
    group: tuple[GroupRules, GroupRules]
    lost: tuple[LostRules, LostRules]
    tariff: tuple[Tariff, Tariff]
    bookings: tuple[tuple[Booking, ...], tuple[Booking, ...]]  # accepted in the 1st and 2nd half of the season
    found: tuple[Found, ...]
    stops: tuple[Stop, ...]
    halves: tuple[Half, ...]
    stat_rules: tuple[StatRules, StatRules]
    months: tuple[Month, ...]
    meetings: tuple[Meeting, ...]
    ships: tuple[tuple[Name, str, int, int], ...]  # ship, dock group, tonnage, capacity


@dataclass(frozen=True)
class Circular:
    number: int
    day: date
    starts: tuple[tuple[date, date, date], ...]  # per branch: group, lost, tariff


@dataclass(frozen=True)
class Ledger:
    operator: Name
    branches: tuple[Branch, ...]
    docks: tuple[tuple[date, tuple[tuple[str, Name, int], ...]], ...]  # half-year -> (group, superintendent, extension)
    circulars: tuple[Circular, ...]


def plan(ledger: Ledger) -> list[Doc]:
    """Every document of the world, in a fixed order. The id is kind/branch/period; templates get the facts by name."""
    docs = [Doc(f"circular/all/{c.day.year}", "circular", (("circular", c),)) for c in ledger.circulars]
    docs += [Doc(f"docks/all/{half:%Y-%m}", "docks", (("half", half), ("rows", rows))) for half, rows in ledger.docks]
    for b in ledger.branches:

        def add(kind: str, period: object, b: Branch = b, **facts: object) -> None:
            docs.append(Doc(f"{kind}/{b.key}/{period}", kind, (("b", b), *facts.items())))

        for i in (0, 1):
            add("group_rules", b.group[i].edition, rules=b.group[i])
            add("lost_rules", b.lost[i].edition, rules=b.lost[i])
            add("tariff", b.tariff[i].edition, rules=b.tariff[i])
            add("bookings", i + 1, rows=b.bookings[i], season=i)
            add("stat_rules", b.stat_rules[i].fiscal_year, rules=b.stat_rules[i])
        for found in b.found:
            add("lost_ledger", f"{found.first:%Y-%m}", found=found)
            add("deployment", f"{found.first:%Y-%m}", found=found)
        for half in b.halves:
            add("stop_log", f"{half.start:%Y-%m}", half=half)
            add("stop_notice", f"{half.start:%Y-%m}", half=half)
        for month in b.months:
            for kind in ("departures", "gate", "purser", "gate_log"):
                add(kind, f"{month.first:%Y-%m}", month=month)
        add("stops", "2025")
        add("ships", "2025")
        for meeting in b.meetings:
            add("minutes", f"{meeting.day:%Y-%m}", meeting=meeting)
    return docs
