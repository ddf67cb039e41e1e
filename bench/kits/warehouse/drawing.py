"""Drawing the ledger: random numbers -> the facts of one firm, within what ledger.py guarantees."""

from __future__ import annotations

from datetime import date
from random import Random

from bench.kits.base import Name
from bench.kits.days import DAY
from bench.kits.warehouse import names
from bench.kits.warehouse.ledger import (
    Circular,
    DemurrageRules,
    ExtraRules,
    FreeRules,
    HandlingRules,
    Ledger,
    ReminderRules,
    Shed,
)
from bench.kits.warehouse.records import closings, jobs, landings, stock


def draw(rng: Random) -> Ledger:
    places, people = (rng.sample(pool, len(pool)) for pool in (names.PLACES, names.PEOPLE))
    circulars = (
        Circular(2023, rng.randrange(11, 40), date(2023, 2, rng.randrange(10, 28))),
        Circular(2025, rng.randrange(41, 79), date(2025, 2, rng.randrange(10, 28))),
    )
    sheds = tuple(_shed(rng, i, places[i], people[i], people[i + 8]) for i in range(5))
    return Ledger(rng.choice(names.FIRMS), sheds, circulars)


def _shed(rng: Random, number: int, name: Name, clerk: Name, foreman: Name) -> Shed:
    start, closed = _starts(rng, 2025), closings(rng)
    return Shed(
        key=name.en.lower(),
        name=name,
        extension=rng.randrange(210, 890),
        clerk=clerk,
        foreman=foreman,
        starts=(_starts(rng, 2023), start),
        announced=(date(2023, 3, rng.randrange(6, 30)), date(2025, 3, rng.randrange(6, 30))),
        free=_free(rng),
        demurrage=_demurrage(rng),
        handling=_handling(rng),
        reminding=_reminding(rng),
        extra=_extra(rng),
        closings=closed,
        landings=landings(rng, number, start[0], closed),
        jobs=jobs(rng, number),
        stock=stock(rng, number),
    )


def _starts(rng: Random, year: int) -> tuple[date, ...]:
    """Demurrage begins after free time, so that a lot may have its free time by one and its rates by the other."""
    free = date(year, 5, 26) + DAY * rng.choice((0, 6, 11, 16, 21, 26, 31, 36, 41, 46, 51, 56))
    demurrage = free + DAY * rng.choice((12, 15, 20, 24))
    handling = free + DAY * rng.choice((3, 7, 9, 18))
    return free, demurrage, handling, date(year, rng.choice((5, 6)), rng.choice((1, 11, 16, 21)))


def _adopted(rng: Random, year: int) -> date:
    return date(year, 1, rng.randrange(8, 30))


def _free(rng: Random) -> tuple[FreeRules, FreeRules]:
    edition, counts, sundays = rng.randrange(4, 15), rng.random() < 0.5, rng.random() < 0.5
    old = [rng.choice((4, 5, 6, 7, 8, 10)) for _ in names.CLASSES]
    new = [days + rng.choice((-2, -1, 1, 2)) for days in old]
    return (
        FreeRules(edition, _adopted(rng, 2023), tuple(old), counts, sundays),
        FreeRules(edition + 1, _adopted(rng, 2025), tuple(new), not counts, not sundays),
    )


def _demurrage(rng: Random) -> tuple[DemurrageRules, DemurrageRules]:
    edition, halves, closed, cubic = rng.randrange(3, 12), rng.random() < 0.5, rng.random() < 0.5, rng.random() < 0.5
    bounds, by = rng.sample(((3, 8), (4, 10), (5, 9), (5, 12)), 2), rng.sample((10 * 60, 11 * 60, 12 * 60, 13 * 60), 2)
    first = rng.randrange(6, 11) * 10
    second, least = first + rng.randrange(3, 7) * 10, rng.sample((1500, 2000, 2500, 3000, 3600), 2)
    rates = first, second, second + rng.randrange(4, 9) * 10
    newer = rates[0] + rng.choice((5, 10, 15)), rates[1] + rng.choice((10, 20, 25)), rates[2] + rng.choice((15, 30, 40))
    measure = (1000, 1133) if cubic else (1133, 1000)
    return (
        DemurrageRules(edition, _adopted(rng, 2023), bounds[0], rates, measure[0], halves, by[0], closed, least[0]),
        DemurrageRules(
            edition + 1, _adopted(rng, 2025), bounds[1], newer, measure[1], not halves, by[1], not closed, least[1]
        ),
    )


def _handling(rng: Random) -> tuple[HandlingRules, HandlingRules]:
    edition, together = rng.randrange(6, 17), rng.random() < 0.5
    evening = rng.sample((16 * 60, 16 * 60 + 30, 17 * 60), 2)
    heavy, percent, more = (
        rng.sample((800, 1000, 1200, 1500), 2),
        rng.sample((20, 25, 30), 2),
        rng.sample((10, 15, 35), 2),
    )
    old, least = [rng.randrange(88, 160) * 10 for _ in names.CLASSES], rng.sample((4000, 4500, 5000, 6000), 2)
    new = [rate + rng.choice((-60, -40, 50, 70, 90)) for rate in old]
    both = ((old, 2023, 0, together), (new, 2025, 1, not together))
    made = [
        HandlingRules(
            edition + i, _adopted(rng, year), tuple(rates), evening[i], percent[i], heavy[i], more[i], add, least[i]
        )
        for rates, year, i, add in both
    ]
    return made[0], made[1]


def _reminding(rng: Random) -> tuple[ReminderRules, ReminderRules]:
    edition, lapse = rng.randrange(2, 9), rng.sample((20, 25, 30, 35), 2)
    old = [rng.choice((45, 50, 60, 70)) for _ in names.CLASSES]
    new = [days + rng.choice((-15, -10, 10, 15)) for days in old]
    return (
        ReminderRules(edition, _adopted(rng, 2023), tuple(old), lapse[0]),
        ReminderRules(edition + 1, _adopted(rng, 2025), tuple(new), lapse[1]),
    )


def _extra(rng: Random) -> tuple[ExtraRules, ExtraRules]:
    free, night = rng.sample((0, 3, 5, 10), 2), rng.sample((20, 25, 30, 50), 2)
    rates = [rng.randrange(12, 64) * 10 for _ in names.CLASSES]
    newer = tuple(rate + rng.choice((-30, 20, 40, 50)) for rate in rates)
    return (
        ExtraRules(2024, date(2024, 3, rng.randrange(5, 28)), tuple(rates), free[0], night[0]),
        ExtraRules(2025, date(2025, 3, rng.randrange(5, 28)), newer, free[1], night[1]),
    )
