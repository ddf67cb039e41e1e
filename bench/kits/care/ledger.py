"""The facts of one care provider. Every value that a document states comes from here.

`plan(ledger)` lists its documents; drawing.py draws it and guarantees:
- two editions of each rule per office, whose start lies inside the months of the records;
- the plans of a user follow each other without a gap and cover every day of the records;
- keys (visit, trip, incident, user) are unique in the whole ledger, values recur in the twins;
- of the staff of an office exactly one has the night shift of each day.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from bench.kits.base import Doc, Name, Text

MEETINGS = tuple(date(2025, month, 1) for month in (2, 4, 6, 8, 10, 12))
SHIFTS = "EDLHN"  # early, day, late, half, night


@dataclass(frozen=True)
class UnitTable:
    edition: int
    adopted: date
    units: tuple[int, ...]  # by names.SERVICES


@dataclass(frozen=True)
class Additions:
    edition: int
    adopted: date
    early_until: int  # minutes after midnight; a visit that starts before then is early
    evening_from: int
    early: int  # percent
    evening: int
    building: int  # percent off
    trial_counts: bool


@dataclass(frozen=True)
class CarePlan:
    number: str
    user: str
    name: Name
    level: int  # index of names.LEVELS
    consented: date
    first: date
    last: date
    building: bool  # lives in the building of the office


@dataclass(frozen=True)
class Visit:
    ref: str
    day: date
    user: str
    service: int
    start: int
    carers: int
    note: str  # "cancelled", "trial", "key" or empty


@dataclass(frozen=True)
class Limits:
    year: int
    issued: date
    units: tuple[int, ...]  # by names.LEVELS
    higher: bool  # whether the higher limit holds where the level changes in a month; else that of the last day


@dataclass(frozen=True)
class EscortTariff:
    edition: int
    adopted: date
    bounds: tuple[int, ...]  # minutes
    upper_closed: bool  # exactly 30 minutes belongs to the band that ends there
    fares: tuple[tuple[int, ...], ...]  # per band: in town on a weekday, on a Sunday; outside the same
    share: int  # percent of the fee for a trip cancelled on the day itself


@dataclass(frozen=True)
class Trip:
    ref: str
    ordered: date
    day: date
    user: str
    place: Text
    outside: bool
    start: int
    end: int
    note: str  # "same day", "before", "wheelchair" or empty


@dataclass(frozen=True)
class IncidentRules:
    edition: int
    adopted: date
    days: tuple[int | None, ...]  # by names.CLASSES; None: no report
    first_counts: bool  # is the day of the event day 1
    sunday_moves: bool  # a last day that is a Sunday is replaced by the Monday


@dataclass(frozen=True)
class Incident:
    ref: str
    day: date
    what: Text
    cls: int
    doctor: bool
    reported: date | None


@dataclass(frozen=True)
class Quarter:
    first: date
    incidents: tuple[Incident, ...]


@dataclass(frozen=True)
class ShiftRules:
    year: int
    adopted: date
    hours: tuple[tuple[int, int, int], ...]  # by SHIFTS: start, end (minutes after midnight), break


@dataclass(frozen=True)
class Line:
    """One member of staff in a roster: a letter of SHIFTS for each day, or a dash."""

    who: Name
    shifts: tuple[str, ...]


@dataclass(frozen=True)
class Roster:
    first: date
    lines: tuple[Line, ...]


@dataclass(frozen=True)
class Office:
    key: str
    name: Name
    extension: int
    clerk: Name
    start: tuple[date, date, date, date]  # of the new unit table, additions, escort tariff, incident rules
    until: date  # the old unit table is applied no longer than this
    units: tuple[UnitTable, UnitTable]
    additions: tuple[Additions, Additions]
    plans: tuple[CarePlan, ...]
    visits: tuple[tuple[Visit, ...], ...]
    escort: tuple[EscortTariff, EscortTariff]
    trips: tuple[tuple[Trip, ...], ...]
    incident_rules: tuple[IncidentRules, IncidentRules]
    quarters: tuple[Quarter, ...]
    shift_rules: tuple[ShiftRules, ShiftRules]
    rosters: tuple[Roster, ...]


@dataclass(frozen=True)
class Notice:
    number: int
    day: date
    starts: tuple[tuple[date, date, date, date], ...]  # per office
    until: tuple[date, ...]


@dataclass(frozen=True)
class Ledger:
    provider: Name
    offices: tuple[Office, ...]
    limits: tuple[Limits, ...]  # of fiscal 2024, 2025, 2026
    notices: tuple[Notice, ...]


def plan(ledger: Ledger) -> list[Doc]:
    """Every document of the world, in a fixed order. The id is kind/office/period."""
    docs = [
        Doc(f"{kind}/all/{n.starts[0][0].year}", kind, (("notice", n),))
        for n in ledger.notices
        for kind in ("notice_units", "notice_private")
    ]
    docs += [Doc(f"limits/all/{limits.year}", "limits", (("limits", limits),)) for limits in ledger.limits]
    for o in ledger.offices:

        def add(kind: str, period: object, o: Office = o, **facts: object) -> None:
            docs.append(Doc(f"{kind}/{o.key}/{period}", kind, (("o", o), *facts.items())))

        for i in (0, 1):
            add("units", o.units[i].edition, rules=o.units[i])
            add("additions", o.additions[i].edition, rules=o.additions[i])
            add("escort", o.escort[i].edition, rules=o.escort[i])
            add("incident_rules", o.incident_rules[i].edition, rules=o.incident_rules[i])
            add("shift_rules", o.shift_rules[i].year, rules=o.shift_rules[i])
        add("plans", "2025", rows=o.plans)
        for i, visits in enumerate(o.visits):
            add("visits", i + 1, rows=visits, sheet=i + 1)
        for i, trips in enumerate(o.trips):
            add("trips", i + 1, rows=trips, sheet=i + 1)
        for quarter in o.quarters:
            add("incidents", f"{quarter.first:%Y-%m}", quarter=quarter)
        for roster in o.rosters:
            add("roster", f"{roster.first:%Y-%m}", roster=roster)
        for first in MEETINGS:
            add("minutes", f"{first:%Y-%m}", first=first)
    return docs
