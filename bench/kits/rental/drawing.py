"""Drawing the ledger: random numbers -> the facts of one firm, within what ledger.py guarantees."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from random import Random

from bench.kits.base import Name
from bench.kits.days import DAY, add_months
from bench.kits.rental import names
from bench.kits.rental.ledger import (
    Branch,
    Circular,
    DamageRules,
    FuelRules,
    InspectionRules,
    Ledger,
    Machine,
    Prices,
    Rates,
    Terms,
)
from bench.kits.rental.records import damages, hires, readings


def draw(rng: Random) -> Ledger:
    places, people = (rng.sample(pool, len(pool)) for pool in (names.PLACES, names.PEOPLE))
    branches = tuple(_branch(rng, i, places[i], people[i], people[i + 8]) for i in range(6))
    circulars = (
        Circular(
            rng.randrange(11, 40), date(2023, 3, rng.randrange(10, 28)), tuple(_starts(rng, 2023) for _ in branches)
        ),
        Circular(rng.randrange(41, 69), date(2025, 3, rng.randrange(10, 28)), tuple(b.start for b in branches)),
        Circular(
            rng.randrange(71, 89), date(2025, 11, rng.randrange(10, 28)), tuple(_starts(rng, 2026) for _ in branches)
        ),
    )
    prices = _prices(rng, 2024), _prices(rng, 2025)
    return Ledger(rng.choice(names.FIRMS), branches, prices, circulars)


def _prices(rng: Random, year: int) -> Prices:
    price, months = rng.randrange(138, 156), []
    for n in range(12 if year == 2024 else 10):
        price += rng.choice((-4, -3, -2, 2, 3, 4, 5))
        months.append((add_months(date(year, 4, 1), n), price))
    return Prices(year, tuple(months))


def _branch(rng: Random, number: int, name: Name, clerk: Name, fitter: Name) -> Branch:
    start = _starts(rng, 2025)
    machines = _machines(rng, number)
    return Branch(
        key=name.en.lower(),
        name=name,
        extension=rng.randrange(210, 890),
        clerk=clerk,
        fitter=fitter,
        start=start,
        rates=_rates(rng),
        terms=_terms(rng),
        fuel=_fuel(rng),
        inspection=_inspection(rng),
        damage_rules=_damage_rules(rng),
        machines=machines,
        hires=hires(rng, number, start, machines),
        damages=damages(rng, number, machines),
        readings=readings(rng, machines),
    )


def _starts(rng: Random, year: int) -> tuple[date, date, date, date]:
    """Rates and terms begin within a month of each other, fuel rules later."""
    rates = date(year, 6, rng.choice((1, 11, 16, 21)))
    terms = rates + DAY * rng.choice((-10, 10, 14, 20))
    fuel = rates + DAY * rng.choice((15, 24, 30, 36))
    return rates, terms, fuel, date(year, rng.choice((5, 6, 7)), rng.choice((1, 11, 16)))


def _adopted(rng: Random, year: int) -> date:
    return date(year, rng.choice((1, 2)), rng.randrange(5, 28))


def _rates(rng: Random) -> tuple[Rates, Rates]:
    edition, each = rng.randrange(5, 12), rng.random() < 0.5
    bounds, off = rng.sample(((7, 21), (8, 22), (11, 26), (6, 15)), 2), rng.sample((20, 25, 30, 40), 2)

    def table(add: int) -> tuple[tuple[int, int, int], ...]:
        rows = []
        for least, most in ((52, 74), (138, 176), (44, 62), (84, 112), (31, 46)):
            first = rng.randrange(least, most) * 100 + add
            second = first - rng.randrange(4, 9) * first // 5000 * 100
            rows.append((first, second, second - rng.randrange(3, 7) * first // 5000 * 100))
        return tuple(rows)

    return (
        Rates(edition, _adopted(rng, 2023), bounds[0], each, off[0], table(0)),
        Rates(edition + 1, _adopted(rng, 2025), bounds[1], not each, off[1], table(rng.randrange(1, 4) * 100)),
    )


def _terms(rng: Random) -> tuple[Terms, Terms]:
    edition, closed, sundays, least = (
        rng.randrange(3, 9),
        rng.random() < 0.5,
        rng.random() < 0.5,
        rng.sample((1, 2, 3), 2),
    )
    by, out = rng.sample((9 * 60, 10 * 60, 11 * 60, 12 * 60), 2), rng.sample((15 * 60, 16 * 60, 17 * 60), 2)
    return (
        Terms(edition, _adopted(rng, 2023), by[0], closed, out[0], sundays, least[0]),
        Terms(edition + 1, _adopted(rng, 2025), by[1], not closed, out[1], not sundays, least[1]),
    )


def _fuel(rng: Random) -> tuple[FuelRules, FuelRules]:
    edition, up, free, flat = rng.randrange(2, 8), rng.random() < 0.5, rng.sample((0, 1), 2), rng.random() < 0.5
    old = FuelRules(edition, _adopted(rng, 2023), free[0], up, rng.choice((15, 20, 25, 30)), 0)
    new = FuelRules(edition + 1, _adopted(rng, 2025), free[1], not up, 0, rng.choice((500, 600, 800, 900)))
    if flat:
        old, new = replace(old, handling=0, flat=new.flat), replace(new, handling=old.handling, flat=0)
    return old, new


def _inspection(rng: Random) -> tuple[InspectionRules, InspectionRules]:
    edition = rng.randrange(2, 8)
    old = [rng.choice((200, 250, 300, 350)) for _ in names.CLASSES]
    new = [hours + rng.choice((-50, 50)) for hours in old]
    over, months = rng.sample((10, 15, 20, 25), 2), rng.sample((4, 5, 6), 2)
    return (
        InspectionRules(edition, _adopted(rng, 2023), tuple(old), over[0], months[0]),
        InspectionRules(edition + 1, _adopted(rng, 2025), tuple(new), over[1], months[1]),
    )


def _damage_rules(rng: Random) -> tuple[DamageRules, DamageRules]:
    trifle, cover = rng.sample((3000, 4000, 5000, 6000), 2), rng.sample((40, 50, 60, 70), 2)
    return (
        DamageRules(2024, date(2024, 3, rng.randrange(5, 28)), trifle[0], cover[0]),
        DamageRules(2025, date(2025, 3, rng.randrange(5, 28)), trifle[1], cover[1]),
    )


def _machines(rng: Random, number: int) -> tuple[Machine, ...]:
    codes = sorted(rng.sample(range(101, 999), 24))
    machines: list[Machine] = []
    classes: Sequence[int] = sorted([*range(5), *(rng.randrange(5) for _ in range(19))])
    for code, cls in zip(codes, classes, strict=True):
        model, tank = rng.choice(names.MODELS[cls])
        machines.append(Machine(f"{'JKQUXZ'[number]}{code}", model, cls, tank))
    return tuple(machines)
