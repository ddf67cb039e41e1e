"""Drawing the ledger: random numbers -> the facts of one supplier, within what ledger.py guarantees."""

from __future__ import annotations

from datetime import date
from random import Random

from bench.kits.base import Name
from bench.kits.days import DAY, add_months
from bench.kits.lpgas import names
from bench.kits.lpgas.ledger import (
    Adjustments,
    Branch,
    CallRules,
    Circular,
    DeliveryRules,
    Ledger,
    RegulatorRules,
    StockRules,
    Tariff,
)
from bench.kits.lpgas.records import customers, deliveries, exchanges, fixed, hauliers, readings, regulators

BRANCHES = 6


def draw(rng: Random) -> Ledger:
    places, people = (rng.sample(pool, len(pool)) for pool in (names.PLACES, names.PEOPLE))
    branches = tuple(_branch(rng, i, places[i], people[2 * i], people[2 * i + 1]) for i in range(BRANCHES))
    circulars = (
        Circular(rng.randrange(11, 40), _decided(rng, 2023, 3), 2023, tuple(_starts(rng, 2023) for _ in branches)),
        Circular(rng.randrange(41, 69), _decided(rng, 2025, 3), 2025, tuple(b.start for b in branches)),
        Circular(rng.randrange(71, 89), _decided(rng, 2025, 11), 2026, tuple(_starts(rng, 2026) for _ in branches)),
    )
    adjustments = _adjustments(rng, 2024, 12), _adjustments(rng, 2025, 10)
    return Ledger(rng.choice(names.FIRMS), branches, adjustments, circulars)


def _decided(rng: Random, year: int, month: int) -> date:
    return date(year, month, rng.randrange(10, 28))


def _adjustments(rng: Random, year: int, count: int) -> Adjustments:
    value, months = rng.randrange(-120, 160), []
    for n in range(count):
        value += rng.choice((-65, -48, -37, -22, 18, 29, 41, 56, 73))
        months.append((add_months(date(year, 4, 1), n), value or 12))
    return Adjustments(year, tuple(months))


def _branch(rng: Random, number: int, name: Name, clerk: Name, fitter: Name) -> Branch:
    start = _starts(rng, 2025)
    rules = _regulator_rules(rng)
    people = customers(rng, number)
    under_contract = hauliers(rng)
    listed = regulators(rng, people, rules, start[3])
    shut = tuple(sorted(rng.sample([r.customer for r in listed], 5)))
    return Branch(
        key=name.en.lower(),
        name=name,
        extension=rng.randrange(210, 890),
        clerk=clerk,
        fitter=fitter,
        start=start,
        tariff=_tariff(rng),
        delivery=_delivery(rng),
        stock=_stock(rng),
        calls=_calls(rng),
        regulator_rules=rules,
        customers=people,
        fixed=fixed(rng, people),
        rounds=readings(rng, people, shut),
        hauliers=under_contract,
        deliveries=deliveries(rng, number, under_contract),
        regulators=listed,
        shut=shut,
        exchanges=exchanges(rng, [r for r in listed if r.customer not in shut], people, rules, start[3]),
    )


def _starts(rng: Random, year: int) -> tuple[date, date, date, date]:
    """Of tariff, quantity rules, call-outs; and the month for regulators, which lies years back."""
    tariff = date(year, 7, rng.randrange(13, 19))
    month = add_months(date(year - 9, 10, 1), rng.randrange(-2, 5))
    return tariff, date(year, 7, rng.randrange(6, 24)), tariff + DAY * rng.choice((-20, -13, -9, 8, 14, 21)), month


def _adopted(rng: Random, year: int) -> date:
    return date(year, rng.choice((1, 2)), rng.randrange(5, 28))


def _tariff(rng: Random) -> tuple[Tariff, Tariff]:
    edition, whole, tens = rng.randrange(5, 12), rng.random() < 0.5, rng.random() < 0.5
    bounds = rng.sample(((5, 20), (8, 25), (10, 30), (6, 18)), 2)
    plans = rng.sample(((4, 9), (5, 7), (6, 3), (8, 5)), 2)

    def prices(add: int) -> tuple[tuple[int, int, int], tuple[int, int, int]]:
        home, shop = rng.randrange(585, 650) + add, rng.randrange(510, 580) + add
        first, second = rng.randrange(28, 60), rng.randrange(25, 55)
        return (home, home - first, home - first - second), (shop, shop - first - 8, shop - first - second - 15)

    basic = rng.randrange(32, 38) * 50, rng.randrange(44, 56) * 50
    more = rng.randrange(1, 5) * 50
    return (
        Tariff(edition, _adopted(rng, 2023), basic, bounds[0], prices(0), whole, plans[0], tens),
        Tariff(
            edition + 1,
            _adopted(rng, 2025),
            (basic[0] + more, basic[1] + more),
            bounds[1],
            prices(rng.randrange(9, 24)),
            not whole,
            plans[1],
            not tens,
        ),
    )


def _delivery(rng: Random) -> tuple[DeliveryRules, DeliveryRules]:
    edition, up = rng.randrange(3, 9), rng.random() < 0.5
    floor, stairs, least = (
        rng.sample((2, 3), 2),
        rng.sample((65, 75, 90, 105), 2),
        rng.sample((900, 1100, 1300, 1500), 2),
    )
    urgent, back = rng.sample((15, 20, 25, 30), 2), rng.sample((50, 55, 60, 70), 2)

    def rates(add: int) -> tuple[int, int, int]:
        big = rng.randrange(98, 118) * 5 + add
        return big, big * 3 // 5 + rng.randrange(5) * 5, big * 2 // 5 + rng.randrange(5) * 3

    return (
        DeliveryRules(edition, _adopted(rng, 2023), rates(0), floor[0], stairs[0], least[0], urgent[0], back[0], up),
        DeliveryRules(
            edition + 1, _adopted(rng, 2025), rates(35), floor[1], stairs[1], least[1], urgent[1], back[1], not up
        ),
    )


def _stock(rng: Random) -> tuple[StockRules, StockRules]:
    edition, small, negative = rng.randrange(2, 8), rng.random() < 0.5, rng.random() < 0.5
    percent = rng.sample((95, 96, 98, 100), 2)
    return (
        StockRules(edition, _adopted(rng, 2023), small, negative, percent[0]),
        StockRules(edition + 1, _adopted(rng, 2025), not small, not negative, percent[1]),
    )


def _calls(rng: Random) -> tuple[CallRules, CallRules]:
    edition, closed = rng.randrange(2, 8), rng.random() < 0.5
    included, unit = rng.sample((30, 40, 45, 60), 2), rng.sample((10, 15, 20, 30), 2)
    wait = rng.sample((24, 36, 48, 72), 2)
    base, more = rng.sample(range(2800, 5200, 10), 2), rng.sample(range(450, 1200, 10), 2)
    night, addition = (
        rng.sample((21 * 60, 21 * 60 + 30, 22 * 60, 22 * 60 + 30), 2),
        rng.sample(range(900, 2600, 100), 2),
    )
    return (
        CallRules(
            edition, _adopted(rng, 2023), base[0], included[0], unit[0], more[0], night[0], closed, addition[0], wait[0]
        ),
        CallRules(
            edition + 1,
            _adopted(rng, 2025),
            base[1],
            included[1],
            unit[1],
            more[1],
            night[1],
            not closed,
            addition[1],
            wait[1],
        ),
    )


def _regulator_rules(rng: Random) -> tuple[RegulatorRules, RegulatorRules]:
    edition, within = rng.randrange(2, 8), rng.random() < 0.5
    return (
        RegulatorRules(edition, _adopted(rng, 2023), (10, 11) if rng.random() < 0.5 else (10, 12), 1, within),
        RegulatorRules(
            edition + 1, _adopted(rng, 2025), (7, 8) if rng.random() < 0.5 else (6, 8), rng.choice((1, 2)), not within
        ),
    )
