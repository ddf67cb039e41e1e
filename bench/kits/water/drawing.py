"""Drawing the ledger: random numbers -> the facts of one waterworks, within what ledger.py guarantees."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from random import Random

from bench.kits.base import Name
from bench.kits.days import DAY, add_months, half_end, month_days
from bench.kits.water import names
from bench.kits.water.ledger import (
    Customer,
    District,
    Exchange,
    ExchangeRules,
    Half,
    Intake,
    IntakeRules,
    Leak,
    LeakRules,
    Ledger,
    Meter,
    Month,
    Outage,
    OutageRules,
    Proclamation,
    Reading,
    Round,
    Sample,
    Tariff,
)

LETTERS = "BHPV"
CUSTOMERS = 60
ROUNDS = (*(date(2025, month, 1) for month in (5, 7, 9, 11)), date(2026, 1, 1))
"""The first is the round with which the meters' values begin; it has no sheet of its own."""
HALVES = (date(2025, 4, 1), date(2025, 10, 1))
LAST = date(2026, 1, 31)
HOLIDAYS = frozenset(
    [date(2025, m, d) for m, d in ((5, 5), (5, 6), (7, 21), (8, 11), (9, 15), (9, 23), (10, 13), (11, 3), (11, 24))]
    + [date(2026, 1, day) for day in (1, 2, 12)]
)


def draw(rng: Random) -> Ledger:
    places = rng.sample(names.DISTRICTS, len(LETTERS))
    proclamations = tuple(_proclamation(rng, year) for year in (2022, 2025))
    districts = tuple(_district(rng, number, place) for number, place in enumerate(places))
    return Ledger(rng.choice(names.TOWNS), districts, proclamations)


def _proclamation(rng: Random, year: int) -> Proclamation:
    """Charges start among the readings of September, the others from September to November; four are put off."""
    starts = tuple(
        (
            date(year, 9, rng.randrange(9, 20)),
            date(year, 9, 10) + DAY * rng.randrange(50),
            date(year, 9, 10) + DAY * rng.randrange(60),
            date(year, 9, 20) + DAY * rng.randrange(24),
        )
        for _ in LETTERS
    )
    put_off = tuple((family, rng.randrange(len(LETTERS))) for family in range(4))
    day = date(year, 5, rng.randrange(10, 28))
    return Proclamation(
        rng.randrange(11, 49), day, starts, day + DAY * rng.randrange(30, 60), put_off, date(year + 1, 4, 1)
    )


def _district(rng: Random, number: int, place: Name) -> District:
    letter = LETTERS[number]
    people = rng.sample(names.PEOPLE, CUSTOMERS + 9)
    customers = _customers(rng, letter, people[:CUSTOMERS])
    exchange = ExchangeRules(date(2024, 3, rng.randrange(5, 28)), 8, rng.choice((6, 7)), rng.random() < 0.5)
    meters = _meters(rng, letter, customers, exchange)
    halves = _halves(rng, letter, customers, meters, exchange)
    tariff = _tariff(rng)
    rounds, halves = _rounds(rng, customers, halves, tariff)
    return District(
        key=place.en.lower(),
        name=place,
        letter=letter,
        clerk=people[CUSTOMERS],
        extension=rng.randrange(210, 890),
        tariff=tariff,
        leak=_leak_rules(rng),
        outage=_outage_rules(rng),
        intake=_intake_rules(rng),
        exchange=exchange,
        customers=customers,
        meters=meters,
        rounds=rounds,
        halves=halves,
        leaks=tuple(_leaks(rng, letter, half.start, customers) for half in halves),
        months=_months(rng, letter, people[CUSTOMERS + 1 :]),
    )


def _adopted(rng: Random, year: int) -> date:
    return date(year, rng.choice((2, 3)), rng.randrange(5, 28))


def _tariff(rng: Random) -> tuple[Tariff, Tariff]:
    edition, tens = rng.randrange(12, 25), rng.random() < 0.5
    base, step = rng.randrange(118, 139) * 10, rng.choice((-1, 1))
    included = rng.choice(((10, 8), (8, 10), (10, 12)))

    def made(i: int, year: int) -> Tariff:
        add = i * step * rng.randrange(6, 15) * 10
        basic = (base + add, base * 3 // 20 * 10 + add, base * 22 // 100 * 10 + add, base * 5 + add)
        low, middle, high = rng.randrange(96, 119), rng.randrange(138, 163), rng.randrange(186, 215)
        prices = tuple((low + n, middle + n, high + n) for n in (0, rng.randrange(22, 37), -rng.randrange(9, 19)))
        return Tariff(
            edition + i,
            _adopted(rng, year),
            included[i],
            (20, 40) if i == 0 else rng.choice(((20, 50), (25, 50), (16, 40))),
            basic,
            prices,
            rng.randrange(22, 48) * 10,
            tens != bool(i),
        )

    return made(0, 2022), made(1, 2025)


def _leak_rules(rng: Random) -> tuple[LeakRules, LeakRules]:
    edition, counts, forward = rng.randrange(3, 9), rng.random() < 0.5, rng.random() < 0.5
    days = rng.sample((14, 20, 27, 33, 40, 46), 2)
    percent = rng.sample((40, 50, 60, 70), 2)
    return (
        LeakRules(edition, _adopted(rng, 2022), days[0], counts, forward, percent[0]),
        LeakRules(edition + 1, _adopted(rng, 2025), days[1], not counts, not forward, percent[1]),
    )


def _outage_rules(rng: Random) -> tuple[OutageRules, OutageRules]:
    edition, free = rng.randrange(2, 7), rng.sample((1, 2, 3), 2)
    cap, rates = rng.sample((9, 10, 12), 2), rng.sample(range(21, 89), 6)
    return (
        OutageRules(edition, _adopted(rng, 2022), free[0], cap[0], tuple(rates[:3])),
        OutageRules(edition + 1, _adopted(rng, 2025), free[1], cap[1], tuple(rates[3:])),
    )


def _intake_rules(rng: Random) -> tuple[IntakeRules, IntakeRules]:
    edition, closed, up = rng.randrange(4, 9), rng.random() < 0.5, rng.random() < 0.5
    turbid, percent = rng.sample((25, 30, 35, 40), 2), rng.sample((70, 75, 80, 85, 90), 2)
    return (
        IntakeRules(edition, _adopted(rng, 2022), turbid[0], closed, percent[0], up),
        IntakeRules(edition + 1, _adopted(rng, 2025), turbid[1], not closed, percent[1], not up),
    )


def _customers(rng: Random, letter: str, people: Sequence[Name]) -> tuple[Customer, ...]:
    numbers = sorted(rng.sample(range(100, 999), len(people)))
    rows = []
    for number, person in zip(numbers, people, strict=True):
        use = rng.choices((0, 1, 2), (68, 22, 10))[0]
        building = rng.choice([text for text, at in names.BUILDINGS if at == use])
        diameter = rng.choice(((0, 0, 1), (1, 2, 3), (2, 3))[use])
        rows.append(Customer(f"{letter}{number}", person, building, use, diameter, use == 0 and rng.random() < 0.2))
    return tuple(rows)


def years_of(rules: ExchangeRules, diameter: int) -> int:
    return rules.wide_years if names.DIAMETERS[diameter] >= 25 else rules.years


def due(rules: ExchangeRules, meter: Meter, diameter: int) -> date:
    """First day of the month by whose end the meter is to be exchanged."""
    return add_months(meter.certified, 12 * years_of(rules, diameter) - rules.month_before)


def _meters(rng: Random, letter: str, customers: Sequence[Customer], rules: ExchangeRules) -> tuple[Meter, ...]:
    """A third is due in the first half of the year, some in the month after it, the others within six years."""
    numbers = rng.sample(range(10000, 99999), len(customers))
    rows = []
    for customer, number in zip(customers, numbers, strict=True):
        chance = rng.random()
        months = rng.randrange(6) if chance < 0.3 else 6 if chance < 0.4 else rng.randrange(7, 70)
        years = years_of(rules, customer.diameter)
        certified = add_months(HALVES[0], months - 12 * years + rules.month_before)
        rows.append(Meter(f"{letter}-{number}", customer.number, certified))
    return tuple(rows)


def _halves(
    rng: Random, letter: str, customers: Sequence[Customer], meters: Sequence[Meter], rules: ExchangeRules
) -> tuple[Half, Half]:
    """Of the meters due in the first half two are exempt and three to five are left; some are exchanged early."""
    diameter = {c.number: c.diameter for c in customers}
    last = half_end(HALVES[0])
    now = [m for m in meters if due(rules, m, diameter[m.customer]) <= last]
    later = [m for m in meters if m not in now]
    rng.shuffle(now)
    rng.shuffle(later)
    left = 2 + rng.randrange(3, 6)
    first, second = now[left:] + later[:5], now[2 : left - 1] + later[5:12]
    exempt = now[:2] + later[12:13]
    news = rng.sample(range(10000, 99999), len(first) + len(second))

    read = dict(zip((c.number for c in customers), reading_days(len(customers)), strict=True))

    def rows(chosen: Sequence[Meter], start: date, end: date, numbers: Sequence[int]) -> tuple[Exchange, ...]:
        days = [start + DAY * n for n in range(6, (end - start).days) if (start + DAY * n).weekday() < 5]
        made = []
        for m, n in zip(chosen, numbers, strict=True):
            day = rng.choice([day for day in days if day not in HOLIDAYS and day not in read[m.customer]])
            made.append(Exchange(m.customer, day, m.number, 0, f"{letter}-{n}", rng.randrange(4)))
        return tuple(sorted(made, key=lambda x: (x.day, x.customer)))

    return (
        Half(HALVES[0], rows(first, HALVES[0], last, news[: len(first)]), tuple(sorted(m.number for m in exempt))),
        Half(
            HALVES[1],
            rows(second, HALVES[1], LAST, news[len(first) :]),
            tuple(sorted(m.number for m in later[13:16])),
        ),
    )


def reading_days(count: int) -> list[list[date]]:
    """For each customer in the order of the route, the day of reading in each round."""
    days = [
        [day for day in month_days(first) if day.weekday() < 5 and day not in HOLIDAYS and day.day > 3][:17]
        for first in ROUNDS
    ]
    return [[line[k * len(line) // count] for line in days] for k in range(count)]


def _rounds(
    rng: Random, customers: Sequence[Customer], halves: tuple[Half, Half], tariff: tuple[Tariff, Tariff]
) -> tuple[tuple[Round, ...], tuple[Half, Half]]:
    """Readings, and the exchanges with the values that fit them."""
    exchanges = {x.customer: x for half in halves for x in half.exchanges}
    finals: dict[str, int] = {}
    sheets: list[list[Reading]] = [[] for _ in ROUNDS]
    for customer, at in zip(customers, reading_days(len(customers)), strict=True):
        value = rng.randrange(40, 900)
        x = exchanges.get(customer.number)
        if x and x.day <= at[0]:
            finals[customer.number] = value
            value = x.start + rng.randrange(1, 9)
        for r in range(1, len(ROUNDS)):
            used = _usage(rng, customer, tariff)
            before, reading = value, value + used
            if x and at[r - 1] < x.day <= at[r]:
                finals[customer.number] = before + used * rng.randrange(20, 80) // 100
                reading = x.start + before + used - finals[customer.number]
            sheets[r].append(Reading(customer.number, at[r - 1], before, at[r], reading))
            value = reading
        if x and x.day > at[-1]:
            finals[customer.number] = value + rng.randrange(1, 6)
    first, second = (
        Half(
            half.start,
            tuple(Exchange(x.customer, x.day, x.old, finals[x.customer], x.new, x.start) for x in half.exchanges),
            half.exempt,
        )
        for half in halves
    )
    return tuple(Round(ROUNDS[r], tuple(sheets[r])) for r in range(1, len(ROUNDS))), (first, second)


def _usage(rng: Random, customer: Customer, tariff: tuple[Tariff, Tariff]) -> int:
    """Cubic metres of two months; often exactly at the end of a tier, now and then none."""
    if rng.random() < 0.07:
        return 0
    if rng.random() < 0.25:
        rules = rng.choice(tariff)
        return rng.choice((rules.included, *rules.bounds))
    return rng.randrange(3, 64) if customer.use == 0 else rng.randrange(12, 150)


def _leaks(rng: Random, letter: str, start: date, customers: Sequence[Customer]) -> tuple[Leak, ...]:
    end = min(half_end(start), LAST)
    repaired = sorted(start + DAY * rng.randrange((end - start).days - 30) for _ in range(24))
    numbers = sorted(rng.sample(range(1000, 1999), len(repaired)))
    return tuple(
        Leak(
            f"{letter}L{start.month}{number}",
            rng.choice(customers).number,
            day,
            day + DAY * rng.randrange(3, 28),
            rng.choice(names.LEAKS),
            rng.randrange(8, 160),
        )
        for number, day in zip(numbers, repaired, strict=True)
    )


def _months(rng: Random, letter: str, duty: Sequence[Name]) -> tuple[Month, ...]:
    number, level, months = rng.randrange(100, 200), rng.randrange(380, 520), []
    first = date(2025, 8, 1)
    while first <= LAST:
        outages = []
        for day in sorted(rng.choice(month_days(first)[:-1]) for _ in range(16)):
            number += rng.randrange(1, 5)
            cause, fault = rng.choice(names.CAUSES)
            length = rng.randrange(2, 12) * 60 if rng.random() < 0.3 else rng.randrange(70, 760)
            begin = rng.randrange(0, 24 * 12) * 5
            outages.append(
                Outage(
                    f"{letter}O{number}",
                    day,
                    begin,
                    length,
                    rng.choice(names.STREETS),
                    cause,
                    fault,
                    rng.randrange(6, 140),
                )
            )
        intake = []
        for day in month_days(first):
            level = min(max(level + rng.randrange(-14, 15), 240), 640)
            turbidity = rng.choice((25, 30, 35, 40)) if rng.random() < 0.3 else rng.randrange(8, 62)
            flushing = rng.randrange(60, 330) if rng.random() < 0.35 else 0
            intake.append(Intake(day, rng.randrange(1830, 2760), flushing, turbidity, level))
        samples = tuple(
            Sample(day, rng.choice(names.POINTS), rng.randrange(18, 62), rng.randrange(66, 79), rng.randrange(1, 30))
            for day in sorted(rng.choice(month_days(first)) for _ in range(22))
        )
        months.append(Month(first, tuple(outages), tuple(intake), samples, tuple(rng.sample(list(duty), 5))))
        first = add_months(first, 1)
    return tuple(months)
