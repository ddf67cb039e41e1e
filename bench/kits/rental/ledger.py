"""The facts of one rental firm. Every value that a document states comes from here.

`plan(ledger)` lists its documents; drawing.py draws it and guarantees:
- two editions of each rule per branch, whose start lies inside the months of the records; rates, terms, fuel and
  inspections are decided by four different days;
- a machine is never out twice at one time;
- keys (hire, machine, damage) are unique in the whole ledger, values recur in the twins.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from bench.kits.base import Doc, Name, Text

MEETINGS = tuple(date(2025, month, 1) for month in (4, 6, 8, 10, 12))


@dataclass(frozen=True)
class Rates:
    edition: int
    adopted: date
    bounds: tuple[int, int]  # first day of the second and the third step
    each_day: bool  # each day at the rate of its own step; else all days at that of the step reached
    breakdown: int  # percent off for a hire with a breakdown
    rates: tuple[tuple[int, int, int], ...]  # yen a day, by names.CLASSES


@dataclass(frozen=True)
class Terms:
    edition: int
    adopted: date
    back_by: int  # minutes after midnight
    by_closed: bool  # back at exactly that time is in time
    out_from: int  # a machine taken at that time or later: the day of pick-up is left out
    sundays: bool  # whether Sundays are counted
    least: int  # days


@dataclass(frozen=True)
class FuelRules:
    edition: int
    adopted: date
    free: int  # eighths of the tank
    up: bool  # litres are rounded up, else down
    handling: int  # yen a litre, 0 where there is a flat charge
    flat: int


@dataclass(frozen=True)
class InspectionRules:
    edition: int
    adopted: date
    hours: tuple[int, ...]  # by names.CLASSES
    over: int  # hours by which the interval may be exceeded
    months: int


@dataclass(frozen=True)
class DamageRules:
    year: int
    adopted: date
    trifle: int  # yen; less is not charged
    cover: int  # percent that the cover takes off


@dataclass(frozen=True)
class Machine:
    code: str
    model: str
    cls: int
    tank: int


@dataclass(frozen=True)
class Hire:
    ref: str
    contracted: date
    customer: Text
    machine: str
    out: date
    out_time: int
    back: date
    back_time: int
    level: int  # eighths of the tank on return
    note: str  # "breakdown", "demo", "bucket" or empty


@dataclass(frozen=True)
class Damage:
    ref: str
    day: date
    machine: str
    what: Text
    part: int
    cost: int
    cover: bool


@dataclass(frozen=True)
class Damages:
    first: date
    rows: tuple[Damage, ...]


@dataclass(frozen=True)
class Reading:
    machine: str
    last: date  # day of the last inspection
    at: int  # hours then
    now: int


@dataclass(frozen=True)
class Readings:
    day: date
    rows: tuple[Reading, ...]
    laid_up: tuple[str, ...]


@dataclass(frozen=True)
class Branch:
    key: str
    name: Name
    extension: int
    clerk: Name
    fitter: Name
    start: tuple[date, date, date, date]  # of the new rates, terms, fuel rules, inspection rules
    rates: tuple[Rates, Rates]
    terms: tuple[Terms, Terms]
    fuel: tuple[FuelRules, FuelRules]
    inspection: tuple[InspectionRules, InspectionRules]
    damage_rules: tuple[DamageRules, DamageRules]
    machines: tuple[Machine, ...]
    hires: tuple[tuple[Hire, ...], ...]
    damages: tuple[Damages, ...]
    readings: tuple[Readings, ...]


@dataclass(frozen=True)
class Prices:
    """Fuel, yen a litre, of the months of one fiscal year."""

    year: int
    months: tuple[tuple[date, int], ...]


@dataclass(frozen=True)
class Circular:
    number: int
    day: date
    starts: tuple[tuple[date, date, date, date], ...]  # per branch


@dataclass(frozen=True)
class Ledger:
    firm: Name
    branches: tuple[Branch, ...]
    prices: tuple[Prices, Prices]
    circulars: tuple[Circular, ...]


def plan(ledger: Ledger) -> list[Doc]:
    """Every document of the world, in a fixed order. The id is kind/branch/period."""
    docs = [Doc(f"circular/all/{c.starts[0][0].year}", "circular", (("circular", c),)) for c in ledger.circulars]
    docs += [Doc(f"prices/all/{p.year}", "prices", (("prices", p),)) for p in ledger.prices]
    for b in ledger.branches:

        def add(kind: str, period: object, b: Branch = b, **facts: object) -> None:
            docs.append(Doc(f"{kind}/{b.key}/{period}", kind, (("b", b), *facts.items())))

        for i in (0, 1):
            add("rates", b.rates[i].edition, rules=b.rates[i])
            add("terms", b.terms[i].edition, rules=b.terms[i])
            add("fuel", b.fuel[i].edition, rules=b.fuel[i])
            add("inspection", b.inspection[i].edition, rules=b.inspection[i])
            add("damage_rules", b.damage_rules[i].year, rules=b.damage_rules[i])
        add("machines", "2025", rows=b.machines)
        for i, rows in enumerate(b.hires):
            add("hires", i + 1, rows=rows, sheet=i + 1)
        for damages in b.damages:
            add("damage", f"{damages.first:%Y-%m}", damages=damages)
        for readings in b.readings:
            add("readings", f"{readings.day:%Y-%m}", readings=readings)
        for first in MEETINGS:
            add("minutes", f"{first:%Y-%m}", first=first)
    return docs
