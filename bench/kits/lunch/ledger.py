"""The facts of one lunch centre. Every value that a document states comes from here.

`plan(ledger)` lists its documents; drawing.py draws it and guarantees:
- two editions of each family of rules for each school; one order gives a first day for all schools, and an agreement of
  each school replaces some of them: what holds for the town need not hold for the school;
- the records run from September 2023 to March 2024, 29 February included;
- pupil and certificate numbers are unique in the whole ledger; surnames recur at other schools.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from bench.kits.base import Doc, Name, Text


@dataclass(frozen=True)
class AbsenceRules:
    edition: int
    adopted: date
    weekdays: int  # lunches are free from that weekday after the notice
    least: int  # lunches that an absence must cover


@dataclass(frozen=True)
class Fees:
    """Yen for a lunch."""

    edition: int
    adopted: date
    units: tuple[int, int, int]  # years 1-3, 4-6, 7-9
    milk: int  # less without milk


@dataclass(frozen=True)
class CarrierRules:
    edition: int
    adopted: date
    meals: int  # in a container
    rate: int  # yen per container
    many: int  # containers of a day at that rate
    further: int  # yen for each further one
    least: int  # yen a day
    late: int  # minutes
    late_closed: bool  # exactly that many is late
    percent: int  # taken off on a late day
    tens: bool  # less than 10 yen is dropped, else less than 1 yen


@dataclass(frozen=True)
class CertificateRules:
    edition: int
    adopted: date
    months: int  # valid to the end of that month after the month of issue


@dataclass(frozen=True)
class Substitutes:
    edition: int
    adopted: date
    dishes: tuple[tuple[tuple[Text, int], ...], ...]  # per names.GROUPS and names.COURSES: dish, yen


@dataclass(frozen=True)
class Pupil:
    number: str
    name: Name
    year: int
    group: int
    no_milk: bool


@dataclass(frozen=True)
class Certificate:
    number: str
    pupil: str
    issued: date


@dataclass(frozen=True)
class Menu:
    day: date
    dishes: tuple[tuple[Text, int], ...]  # one per names.COURSES, with its group or -1


@dataclass(frozen=True)
class Trip:
    day: date
    year: int
    place: Text


@dataclass(frozen=True)
class Absence:
    pupil: str
    first: date
    last: date
    notice: date


@dataclass(frozen=True)
class Delivery:
    day: date
    meals: int
    arrival: int  # minutes after midnight
    excused: bool


@dataclass(frozen=True)
class Reading:
    day: date
    fridge: int  # tenths of a degree
    rice: int  # degrees
    soup: int


@dataclass(frozen=True)
class Month:
    first: date
    menus: tuple[Menu, ...]
    trips: tuple[Trip, ...]
    absences: tuple[Absence, ...]
    deliveries: tuple[Delivery, ...]
    readings: tuple[Reading, ...]


@dataclass(frozen=True)
class School:
    key: str
    name: Name
    letter: str
    clerk: Name
    extension: int
    due: int  # time at which lunches are due, minutes after midnight
    absence: tuple[AbsenceRules, AbsenceRules]
    fees: tuple[Fees, Fees]
    carrier: tuple[CarrierRules, CarrierRules]
    certificate: tuple[CertificateRules, CertificateRules]
    substitutes: tuple[Substitutes, Substitutes]
    agreed: date
    local: tuple[tuple[int, date], ...]  # family, first day at this school
    pupils: tuple[Pupil, ...]
    certificates: tuple[Certificate, ...]
    months: tuple[Month, ...]


@dataclass(frozen=True)
class Order:
    number: int
    day: date
    starts: tuple[date, ...]  # one per family, for the whole town


@dataclass(frozen=True)
class Ledger:
    town: Name
    schools: tuple[School, ...]
    orders: tuple[Order, ...]


def plan(ledger: Ledger) -> list[Doc]:
    """Every document of the world, in a fixed order. The id is kind/school/period; templates get the facts by name."""
    docs = [Doc(f"order/all/{o.day.year}", "order", (("order", o),)) for o in ledger.orders]
    for s in ledger.schools:

        def add(kind: str, period: object, s: School = s, **facts: object) -> None:
            docs.append(Doc(f"{kind}/{s.key}/{period}", kind, (("s", s), *facts.items())))

        add("agreement", "2023")
        for i in (0, 1):
            add("absence_rules", s.absence[i].edition, rules=s.absence[i])
            add("fees", s.fees[i].edition, rules=s.fees[i])
            add("carrier_rules", s.carrier[i].edition, rules=s.carrier[i])
            add("certificate_rules", s.certificate[i].edition, rules=s.certificate[i])
            add("substitutes", s.substitutes[i].edition, rules=s.substitutes[i])
        add("pupils", "2023")
        add("certificates", "2023")
        for month in s.months:
            for kind in ("menus", "trips", "absences", "deliveries", "readings"):
                add(kind, f"{month.first:%Y-%m}", month=month)
        for month in s.months:
            add("minutes", f"{month.first:%Y-%m}", first=month.first)
    return docs
