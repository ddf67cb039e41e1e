"""The facts of one waterworks. Every value that a document states comes from here.

`plan(ledger)` lists its documents; drawing.py draws it and guarantees:
- two editions of each family of rules per district; the proclamation gives the start of the new one, a resolution puts
  some off until after the records end: an edition may have been adopted and never have come into force;
- readings of one customer follow one another: the previous reading of a round is the reading of the round before,
  unless the meter was exchanged in between;
- customer numbers, meter numbers and outage numbers are unique in the whole ledger; surnames recur elsewhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from bench.kits.base import Doc, Name, Text


@dataclass(frozen=True)
class Tariff:
    """Charges for a metered period of two months, in yen without tax."""

    edition: int
    adopted: date
    included: int  # cubic metres in the basic charge
    bounds: tuple[int, int]  # cubic metres; each upper end belongs to its tier
    basic: tuple[int, ...]  # one per names.DIAMETERS
    prices: tuple[tuple[int, int, int], ...]  # per names.USES: yen per cubic metre in each tier
    relief: int  # yen off the basic charge of relieved households
    tens: bool  # less than 10 yen is dropped, else less than 1 yen


@dataclass(frozen=True)
class LeakRules:
    edition: int
    adopted: date
    days: int
    first_day_counts: bool  # is the day of repair day 1
    forward: bool  # an end on a Saturday or Sunday moves to Monday, else back to Friday
    percent: int


@dataclass(frozen=True)
class OutageRules:
    edition: int
    adopted: date
    free: int  # hours
    cap: int  # hours that are counted at most
    rates: tuple[int, ...]  # yen per household and begun hour, one per names.FAULTS


@dataclass(frozen=True)
class IntakeRules:
    edition: int
    adopted: date
    turbid: int  # tenths of a degree
    closed: bool  # exactly that much is turbid
    percent: int  # of the quantity that counts on a turbid day
    up: bool  # fractions of a cubic metre are rounded up


@dataclass(frozen=True)
class ExchangeRules:
    adopted: date
    years: int
    wide_years: int  # of meters of 25 mm and more
    month_before: bool  # to be exchanged by the end of the month before the last one


@dataclass(frozen=True)
class Customer:
    number: str
    name: Name
    building: Text
    use: int
    diameter: int  # index in names.DIAMETERS
    relieved: bool


@dataclass(frozen=True)
class Meter:
    number: str
    customer: str
    certified: date  # first day of the month


@dataclass(frozen=True)
class Reading:
    customer: str
    before: date
    value_before: int
    day: date
    value: int


@dataclass(frozen=True)
class Round:
    """The readings of one month of all customers of a district, in the order of the route."""

    first: date
    readings: tuple[Reading, ...]


@dataclass(frozen=True)
class Exchange:
    customer: str
    day: date
    old: str
    final: int
    new: str
    start: int


@dataclass(frozen=True)
class Half:
    """Meters exchanged in a half-year, and the meters that need not be exchanged in it."""

    start: date
    exchanges: tuple[Exchange, ...]
    exempt: tuple[str, ...]


@dataclass(frozen=True)
class Outage:
    number: str
    day: date
    begin: int  # minutes after midnight
    length: int  # minutes
    street: Text
    cause: Text
    fault: int
    households: int


@dataclass(frozen=True)
class Intake:
    day: date
    raw: int  # cubic metres
    flushing: int  # of them
    turbidity: int  # tenths of a degree
    level: int  # centimetres


@dataclass(frozen=True)
class Leak:
    number: str
    customer: str
    repaired: date
    applied: date
    place: Text
    excess: int


@dataclass(frozen=True)
class Sample:
    day: date
    point: Text
    chlorine: int  # hundredths of mg/l
    acidity: int  # tenths
    colour: int  # tenths of a degree


@dataclass(frozen=True)
class Month:
    first: date
    outages: tuple[Outage, ...]
    intake: tuple[Intake, ...]
    samples: tuple[Sample, ...]
    duty: tuple[Name, ...]  # per week, the first from the 1st


@dataclass(frozen=True)
class District:
    key: str
    name: Name
    letter: str
    clerk: Name
    extension: int
    tariff: tuple[Tariff, Tariff]
    leak: tuple[LeakRules, LeakRules]
    outage: tuple[OutageRules, OutageRules]
    intake: tuple[IntakeRules, IntakeRules]
    exchange: ExchangeRules
    customers: tuple[Customer, ...]
    meters: tuple[Meter, ...]
    rounds: tuple[Round, ...]
    halves: tuple[Half, ...]
    leaks: tuple[tuple[Leak, ...], ...]  # one per half
    months: tuple[Month, ...]


@dataclass(frozen=True)
class Proclamation:
    number: int
    day: date
    starts: tuple[tuple[date, date, date, date], ...]  # per district: tariff, leak, outage, intake
    resolved: date
    put_off: tuple[tuple[int, int], ...]  # (family, district)
    until: date


@dataclass(frozen=True)
class Ledger:
    town: Name
    districts: tuple[District, ...]
    proclamations: tuple[Proclamation, ...]


def plan(ledger: Ledger) -> list[Doc]:
    """Every document of the world, in a fixed order. The id is kind/district/period; templates get facts by name."""
    docs = [Doc(f"proclamation/all/{p.day.year}", "proclamation", (("p", p),)) for p in ledger.proclamations]
    docs += [Doc(f"resolution/all/{p.day.year}", "resolution", (("p", p),)) for p in ledger.proclamations]
    for d in ledger.districts:

        def add(kind: str, period: object, d: District = d, **facts: object) -> None:
            docs.append(Doc(f"{kind}/{d.key}/{period}", kind, (("d", d), *facts.items())))

        for i in (0, 1):
            add("tariff", d.tariff[i].edition, rules=d.tariff[i])
            add("leak_rules", d.leak[i].edition, rules=d.leak[i])
            add("outage_rules", d.outage[i].edition, rules=d.outage[i])
            add("intake_rules", d.intake[i].edition, rules=d.intake[i])
        add("exchange_rules", "2025", rules=d.exchange)
        add("customers", "2025")
        add("meters", "2025")
        for round_ in d.rounds:
            add("readings", f"{round_.first:%Y-%m}", round=round_)
        for half, leaks in zip(d.halves, d.leaks, strict=True):
            add("exchanges", f"{half.start:%Y-%m}", half=half)
            add("exempt", f"{half.start:%Y-%m}", half=half)
            add("leaks", f"{half.start:%Y-%m}", half=half, rows=leaks)
        for month in d.months:
            for kind in ("outages", "intake", "samples", "duty"):
                add(kind, f"{month.first:%Y-%m}", month=month)
    return docs
