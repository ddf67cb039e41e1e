"""Drawing the ledger: random numbers -> the facts of one lunch centre, within what ledger.py guarantees."""

from __future__ import annotations

from datetime import date
from random import Random

from bench.kits.base import Name
from bench.kits.days import DAY, add_months, month_days
from bench.kits.lunch import names
from bench.kits.lunch.ledger import (
    Absence,
    AbsenceRules,
    CarrierRules,
    Certificate,
    CertificateRules,
    Delivery,
    Fees,
    Ledger,
    Menu,
    Month,
    Order,
    Pupil,
    Reading,
    School,
    Substitutes,
    Trip,
)

LETTERS = "FJRZ"
PUPILS = 40
FIRST, MONTHS = date(2023, 9, 1), 7
CLOSED = frozenset(
    [date(2023, 9, 18), date(2023, 10, 9), date(2023, 11, 3), date(2023, 11, 23), date(2024, 2, 12), date(2024, 2, 23)]
    + [date(2023, 12, day) for day in range(23, 32)]
    + [date(2024, 1, day) for day in range(1, 10)]
    + [date(2024, 3, day) for day in range(20, 32)]
)
"""Weekdays without lunch: holidays of the town's schools."""


def draw(rng: Random) -> Ledger:
    places = rng.sample(names.SCHOOLS, len(LETTERS))
    orders = tuple(_order(rng, year) for year in (2020, 2023))
    schools = tuple(_school(rng, number, place, orders[1]) for number, place in enumerate(places))
    return Ledger(rng.choice(names.TOWNS), schools, orders)


def _order(rng: Random, year: int) -> Order:
    """Absences, fees, carrier, certificates, substitutes; fees start in mid-month."""
    starts = (
        date(year, 10, 16) + DAY * rng.randrange(30),
        date(year, rng.choice((11, 12)), rng.randrange(8, 19)),
        date(year, 10, 20) + DAY * rng.randrange(24),
        date(year, 5, 10) + DAY * rng.randrange(40),
        date(year, 11, 1) + DAY * rng.randrange(35),
    )
    return Order(rng.randrange(3, 29), date(year, 3, rng.randrange(5, 27)), starts)


def _school(rng: Random, number: int, place: Name, order: Order) -> School:
    letter = LETTERS[number]
    people = rng.sample(names.PEOPLE, PUPILS + 1)
    numbers = sorted(rng.sample(range(100, 999), PUPILS))
    pupils = tuple(
        Pupil(f"{letter}{n}", person, rng.randrange(1, 10), rng.randrange(4), rng.random() < 0.25)
        for n, person in zip(numbers, people[1:], strict=True)
    )
    local = tuple(
        (family, order.starts[family] + DAY * rng.choice((-1, 1)) * rng.randrange(9, 17))
        for family in sorted(rng.sample(range(5), 2))
    )
    due = rng.choice((660, 670, 675, 690))
    carrier = _carrier(rng)
    return School(
        key=place.en.lower(),
        name=place,
        letter=letter,
        clerk=people[0],
        extension=rng.randrange(210, 890),
        due=due,
        absence=_absence(rng),
        fees=_fees(rng),
        carrier=carrier,
        certificate=_certificate_rules(rng),
        substitutes=_substitutes(rng),
        agreed=date(2023, 4, rng.randrange(4, 27)),
        local=local,
        pupils=pupils,
        certificates=_certificates(rng, letter, pupils),
        months=tuple(_month(rng, letter, add_months(FIRST, i), pupils, carrier, due) for i in range(MONTHS)),
    )


def _adopted(rng: Random, year: int) -> date:
    return date(year, rng.choice((1, 2)), rng.randrange(8, 28))


def _absence(rng: Random) -> tuple[AbsenceRules, AbsenceRules]:
    edition, weekdays, least = rng.randrange(3, 9), rng.sample((2, 3, 4, 5), 2), rng.sample((2, 3, 4), 2)
    return (
        AbsenceRules(edition, _adopted(rng, 2020), weekdays[0], least[0]),
        AbsenceRules(edition + 1, _adopted(rng, 2023), weekdays[1], least[1]),
    )


def _fees(rng: Random) -> tuple[Fees, Fees]:
    edition, base, add = rng.randrange(6, 14), rng.randrange(231, 262), rng.randrange(7, 19)
    milk = rng.sample(range(44, 62), 2)

    def units(more: int) -> tuple[int, int, int]:
        low = base + more
        middle = low + rng.randrange(9, 17)
        return low, middle, middle + rng.randrange(24, 37)

    return (
        Fees(edition, _adopted(rng, 2020), units(0), milk[0]),
        Fees(edition + 1, _adopted(rng, 2023), units(add), milk[1]),
    )


def _carrier(rng: Random) -> tuple[CarrierRules, CarrierRules]:
    edition, closed, tens = rng.randrange(2, 8), rng.random() < 0.5, rng.random() < 0.5
    meals, rates = rng.sample((32, 36, 40, 45), 2), rng.sample(range(1130, 1390, 10), 2)
    late, percent, least = (
        rng.sample((5, 8, 10, 12), 2),
        rng.sample((5, 8, 12, 15), 2),
        rng.sample((7400, 7900, 8600, 9200), 2),
    )
    old, new = (
        CarrierRules(
            edition + i,
            _adopted(rng, (2020, 2023)[i]),
            meals[i],
            rates[i],
            8,
            rates[i] - rng.randrange(18, 42) * 10,
            least[i],
            late[i],
            closed != bool(i),
            percent[i],
            tens != bool(i),
        )
        for i in range(2)
    )
    return old, new


def _certificate_rules(rng: Random) -> tuple[CertificateRules, CertificateRules]:
    edition, months = rng.randrange(2, 7), rng.choice(((9, 5), (8, 5), (9, 6), (6, 9), (5, 8), (5, 9)))
    return (
        CertificateRules(edition, _adopted(rng, 2020), months[0]),
        CertificateRules(edition + 1, _adopted(rng, 2023), months[1]),
    )


def _substitutes(rng: Random) -> tuple[Substitutes, Substitutes]:
    edition = rng.randrange(4, 11)
    pools = [list(names.SUBSTITUTES[:10]), list(names.SUBSTITUTES[10:20]), list(names.SUBSTITUTES[20:])]

    def made(i: int) -> Substitutes:
        columns = [rng.sample(pool, 4) for pool in pools]
        table = tuple(
            tuple((columns[course][group], rng.randrange(58, 187)) for course in range(3)) for group in range(4)
        )
        return Substitutes(edition + i, _adopted(rng, (2020, 2023)[i]), table)

    old = made(0)
    new = made(1)
    while any(
        a[0] == b[0] for one, two in zip(old.dishes, new.dishes, strict=True) for a, b in zip(one, two, strict=True)
    ):
        new = made(1)
    return old, new


def _certificates(rng: Random, letter: str, pupils: tuple[Pupil, ...]) -> tuple[Certificate, ...]:
    """One of each pupil from January to August 2023, and a later one of every other; by pupil."""
    issued = [(date(2023, 1, 10) + DAY * rng.randrange(225), pupil.number) for pupil in pupils]
    again = rng.sample(pupils, len(pupils) // 2)
    issued += [(date(2023, 9, 20) + DAY * rng.randrange(130), pupil.number) for pupil in again]
    issued.sort(key=lambda row: (row[1], row[0]))
    numbers = rng.sample(range(2000, 2999), len(issued))
    return tuple(Certificate(f"{letter}C{n}", pupil, day) for n, (day, pupil) in zip(numbers, issued, strict=True))


def _month(
    rng: Random,
    letter: str,
    first: date,
    pupils: tuple[Pupil, ...],
    carrier: tuple[CarrierRules, CarrierRules],
    due: int,
) -> Month:
    days = [day for day in month_days(first) if day.weekday() < 5 and day not in CLOSED]
    menus, deliveries, readings = [], [], []
    for day in days:
        dishes = []
        for course in names.DISHES:
            plain = [dish for dish in course if dish[1] < 0]
            dishes.append(rng.choice(course if rng.random() < 0.75 else plain))
        menus.append(Menu(day, tuple(dishes)))
        rules = rng.choice(carrier)
        meals = rules.meals * rng.randrange(6, 12) if rng.random() < 0.25 else rng.randrange(205, 428)
        late = rules.late if rng.random() < 0.2 else rng.choice((-9, -6, -4, -2, -1, 0, 0, 1, 3, 6, 7, 9, 11, 14, 19))
        deliveries.append(Delivery(day, meals, due + late, late > 4 and rng.random() < 0.2))
        readings.append(Reading(day, rng.randrange(18, 49), rng.randrange(72, 91), rng.randrange(76, 95)))
    years = rng.sample(range(1, 10), 5)
    trips = tuple(
        Trip(day, year, place)
        for day, year, place in zip(sorted(rng.sample(days[2:], 5)), years, rng.sample(names.PLACES, 5), strict=True)
    )
    return Month(first, tuple(menus), trips, _absences(rng, letter, days, pupils), tuple(deliveries), tuple(readings))


def _absences(rng: Random, letter: str, days: list[date], pupils: tuple[Pupil, ...]) -> tuple[Absence, ...]:
    """Twenty-two absences; a pupil has one a month. Two of three are of pupils in the register."""
    known = [pupil.number for pupil in rng.sample(pupils, 15)]
    taken = {pupil.number: None for pupil in pupils}
    others = [f"{letter}{n}" for n in rng.sample(range(100, 999), 30) if f"{letter}{n}" not in taken][:7]
    rows = []
    for number in known + others:
        start = rng.randrange(len(days) - 1)
        end = min(start + rng.choice((0, 1, 1, 2, 3, 4, 5, 7)), len(days) - 1)
        notice = days[start] - DAY * rng.choice((0, 0, 1, 2, 3, 5, 7, 9))
        while notice.weekday() > 4:
            notice -= DAY
        rows.append(Absence(number, days[start], days[end], notice))
    return tuple(sorted(rows, key=lambda row: (row.notice, row.pupil)))
