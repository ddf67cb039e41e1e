"""Drawing the ledger: random numbers -> the facts of one firm, within what ledger.py guarantees."""

from __future__ import annotations

from datetime import date
from random import Random

from bench.kits.base import Name
from bench.kits.driving import names
from bench.kits.driving.ledger import (
    AllowanceRules,
    CancelRules,
    Ledger,
    PriceList,
    RefresherRules,
    Resolution,
    School,
    Tariff,
    TermRules,
)
from bench.kits.driving.records import cancels, counters, duties, instructors, pupils, reviews


def draw(rng: Random) -> Ledger:
    places, people = (rng.sample(pool, len(pool)) for pool in (names.PLACES, names.PEOPLE))
    resolutions = (
        Resolution(2022, rng.randrange(3, 9), date(2021, 11, rng.randrange(5, 28))),
        Resolution(2025, rng.randrange(11, 19), date(2024, 11, rng.randrange(5, 28))),
    )
    schools = tuple(_school(rng, i, places[i], people[i], people[i + 8]) for i in range(5))
    return Ledger(rng.choice(names.FIRMS), schools, resolutions)


def _school(rng: Random, number: int, name: Name, clerk: Name, head: Name) -> School:
    start = _starts(rng, 2025)
    staff = instructors(rng, number)
    learners = pupils(rng, number, start[0], staff)
    return School(
        key=name.en.lower(),
        name=name,
        extension=rng.randrange(210, 890),
        clerk=clerk,
        head=head,
        starts=(_starts(rng, 2022), start),
        announced=(date(2022, 1, rng.randrange(6, 29)), date(2025, 1, rng.randrange(6, 29))),
        tariff=_tariff(rng),
        terms=_terms(rng),
        cancelling=_cancelling(rng),
        allowance=_allowance(rng),
        refresher=_refresher(rng),
        prices=_prices(rng),
        instructors=staff,
        pupils=learners,
        cancels=cancels(rng, number, learners),
        duties=duties(rng, staff),
        counters=counters(rng, number),
        reviews=reviews(rng, staff),
    )


def _starts(rng: Random, year: int) -> tuple[date, ...]:
    """Prices, terms, cancellations, allowances, refresher hours."""
    return (
        date(year, rng.choice((2, 3)), rng.choice((1, 11, 16, 21))),
        date(year, rng.choice((3, 4)), rng.choice((1, 6, 16, 21))),
        date(year, rng.choice((6, 7)), 1),
        date(year, 6, rng.choice((21, 26))) if rng.random() < 0.5 else date(year, 7, rng.choice((1, 6, 11))),
        date(year, rng.choice((5, 8)), rng.choice((1, 16))),
    )


def _adopted(rng: Random, year: int) -> date:
    return date(year, 10, rng.randrange(3, 29))


def _tariff(rng: Random) -> tuple[Tariff, Tariff]:
    edition = rng.randrange(8, 21)
    old = [rng.randrange(low, high) * 10 for low, high in ((470, 540), (450, 520), (590, 690), (780, 930), (410, 500))]
    new = [price + rng.choice((110, 150, 180, 220, 260, -120)) for price in old]
    return (
        Tariff(edition, _adopted(rng, 2021), tuple(old), tuple(p * 9 for p in old), tuple(p + 900 for p in old)),
        Tariff(edition + 1, _adopted(rng, 2024), tuple(new), tuple(p * 10 for p in new), tuple(p + 1200 for p in new)),
    )


def _terms(rng: Random) -> tuple[TermRules, TermRules]:
    edition, lesson, before, leave = (
        rng.randrange(3, 11),
        rng.random() < 0.5,
        rng.random() < 0.5,
        rng.sample((7, 10, 14), 2),
    )
    old = [rng.choice((6, 7, 8, 9)) for _ in names.COURSES]
    new = [months + rng.choice((-1, 1)) for months in old]
    return (
        TermRules(edition, _adopted(rng, 2021), tuple(old), lesson, before, leave[0]),
        TermRules(edition + 1, _adopted(rng, 2024), tuple(new), not lesson, not before, leave[1]),
    )


def _cancelling(rng: Random) -> tuple[CancelRules, CancelRules]:
    edition, clock_first, free_first = rng.randrange(4, 13), rng.random() < 0.5, rng.random() < 0.5
    clock = rng.choice((16 * 60, 17 * 60, 18 * 60)), rng.choice((8 * 60, 9 * 60))
    hours = rng.choice((24, 30, 36)), rng.choice((3, 4, 5))
    part, whole, certificate = rng.sample((30, 40, 50), 2), rng.sample((70, 80, 100), 2), rng.sample((0, 50), 2)
    made = []
    for i, year in enumerate((2021, 2024)):
        by_clock = clock_first == (i == 0)
        limits = clock if by_clock else hours
        made.append(
            CancelRules(
                edition + i,
                _adopted(rng, year),
                by_clock,
                *limits,
                part[i],
                whole[i],
                certificate[i],
                free_first == (i == 0),
            )
        )
    return made[0], made[1]


def _allowance(rng: Random) -> tuple[AllowanceRules, AllowanceRules]:
    edition, over, each = rng.randrange(5, 14), rng.sample((5, 6, 7), 2), rng.sample((420, 480, 530, 570, 610, 660), 2)
    evening, test, sunday = (
        rng.sample((180, 230, 260, 310, 340), 2),
        rng.sample((900, 1100, 1250, 1400), 2),
        rng.sample((10, 15, 20, 25), 2),
    )
    most = rng.sample((2600, 2900, 3200, 3500), 2)
    made = [
        AllowanceRules(edition + i, _adopted(rng, year), over[i], each[i], evening[i], test[i], sunday[i], most[i])
        for i, year in enumerate((2021, 2024))
    ]
    return made[0], made[1]


def _refresher(rng: Random) -> tuple[RefresherRules, RefresherRules]:
    edition, half, young = rng.randrange(2, 9), rng.random() < 0.5, rng.sample((2, 3, 4, 5), 2)
    study, fresh = rng.sample((2, 3, 4), 2), rng.sample((4, 6, 8), 2)
    least = rng.sample((7, 8, 9), 2)
    made = [
        RefresherRules(
            edition + i,
            _adopted(rng, year),
            young[i],
            (least[i] + rng.choice((3, 4, 5)), least[i]),
            study[i],
            half == (i == 0),
            fresh[i],
        )
        for i, year in enumerate((2021, 2024))
    ]
    return made[0], made[1]


def _prices(rng: Random) -> tuple[PriceList, PriceList]:
    old = tuple(
        tuple(rng.randrange(low, high) * 10 for _ in items)
        for (low, high), items in zip(((60, 190), (35, 90), (20, 60), (50, 150)), names.ITEMS, strict=True)
    )
    new = tuple(tuple(price + rng.choice((-20, 30, 40, 60)) for price in row) for row in old)
    off, classes, bulk = (
        rng.sample((10, 15, 20, 25), 2),
        rng.sample(((0, 3), (1, 3), (0, 2), (1, 2)), 2),
        rng.sample((4, 5, 6), 2),
    )
    return (
        PriceList(2024, date(2024, 3, rng.randrange(5, 28)), old, off[0], classes[0], bulk[0]),
        PriceList(2025, date(2025, 3, rng.randrange(5, 28)), new, off[1], classes[1], bulk[1]),
    )
