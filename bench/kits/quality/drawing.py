"""Drawing the ledger: random numbers -> the facts of one maker, within what ledger.py guarantees."""

from __future__ import annotations

from datetime import date
from random import Random

from bench.kits.base import Name
from bench.kits.quality import names
from bench.kits.quality.ledger import (
    ConcessionRules,
    CostRules,
    FaultCosts,
    GaugeRules,
    Ledger,
    Manual,
    SamplingPlan,
    Tolerances,
    Works,
)
from bench.kits.quality.records import checks, concessions, faults, gauges, lots


def draw(rng: Random) -> Ledger:
    places, people = (rng.sample(pool, len(pool)) for pool in (names.PLACES, names.PEOPLE))
    issue = rng.randrange(4, 9)
    manuals = (
        Manual(2022, issue, date(2021, 12, rng.randrange(3, 24))),
        Manual(2025, issue + 1, date(2024, 12, rng.randrange(3, 24))),
    )
    works = tuple(_works(rng, i, places[i], people[i], people[i + 8]) for i in range(5))
    return Ledger(rng.choice(names.FIRMS), works, manuals)


def _works(rng: Random, number: int, name: Name, inspector: Name, head: Name) -> Works:
    start = _starts(rng, 2025)
    tolerances, conceding = _tolerances(rng), _conceding(rng)
    suppliers = rng.sample(names.SUPPLIERS, 5)
    tools = gauges(rng, number)
    change = rng.randrange(12, 50)
    return Works(
        key=name.en.lower(),
        name=name,
        extension=rng.randrange(210, 890),
        inspector=inspector,
        head=head,
        starts=(_starts(rng, 2022), start),
        announced=(date(2022, 1, rng.randrange(11, 30)), date(2025, 1, rng.randrange(11, 30))),
        change=(change, change + rng.randrange(14, 40)),
        tolerances=tolerances,
        sampling=_sampling(rng),
        costs=_costs(rng),
        conceding=conceding,
        calibrating=_calibrating(rng),
        fault_costs=_fault_costs(rng),
        lots=lots(rng, number, suppliers, start[2]),
        concessions=concessions(rng, number, suppliers, tolerances, conceding, start),
        faults=faults(rng, number),
        gauges=tools,
        checks=checks(rng, tools),
    )


def _starts(rng: Random, year: int) -> tuple[date, ...]:
    """Tolerances, sampling, costs, concessions, gauges."""
    return (
        date(year, rng.choice((4, 5)), rng.choice((6, 11, 16, 21))),
        date(year, rng.choice((6, 7)), 1),
        date(year, rng.choice((5, 6)), rng.choice((6, 11, 16))),
        date(year, rng.choice((6, 7)), rng.choice((6, 11, 16, 21))),
        date(year, rng.choice((5, 8)), rng.choice((1, 16))),
    )


def _adopted(rng: Random, year: int) -> date:
    return date(year, 11, rng.randrange(3, 29))


def _tolerances(rng: Random) -> tuple[Tolerances, Tolerances]:
    edition, upper = rng.randrange(6, 18), rng.random() < 0.5
    bounds = tuple(sorted(rng.sample((10, 18, 24, 30, 40, 50, 65, 80, 100), 4)))
    old = [[rng.randrange(9, 17) for _ in names.PRODUCTS]]
    for _ in bounds:
        old.append([value + rng.randrange(3, 10) for value in old[-1]])
    new = [[max(value + rng.choice((-4, -3, -2, 2, 3)), 6) for value in row] for row in old]
    made = [
        Tolerances(edition + i, _adopted(rng, year), bounds, upper == (i == 0), tuple(map(tuple, rows)))
        for i, (year, rows) in enumerate(((2021, old), (2024, new)))
    ]
    return made[0], made[1]


def _sampling(rng: Random) -> tuple[SamplingPlan, SamplingPlan]:
    edition, next_first, made = rng.randrange(3, 12), rng.random() < 0.5, []
    bounds = rng.sample(((150, 400, 1000), (200, 500, 1200), (150, 500, 800), (180, 400, 1200)), 2)
    for i, year in enumerate((2021, 2024)):
        sizes = [rng.choice(each) for each in ((13, 15, 20), (25, 32, 40), (50, 60, 63), (80, 90, 100))]
        accept = [1, rng.choice((1, 2)), rng.choice((2, 3)), rng.choice((3, 4))]
        tight = [(n + rng.choice((5, 8, 10)), max(ac - 1, 0)) for n, ac in zip(sizes, accept, strict=True)]
        later = rng.choice((2, 3)) if next_first == (i == 0) else 0
        normal = tuple(zip(sizes, accept, strict=True))
        made.append(SamplingPlan(edition + i, _adopted(rng, year), bounds[i], normal, tuple(tight), later))
    return made[0], made[1]


def _costs(rng: Random) -> tuple[CostRules, CostRules]:
    edition, least, certified = (
        rng.randrange(5, 14),
        rng.sample((3000, 4000, 5000, 6000), 2),
        rng.sample((40, 50, 60, 70), 2),
    )
    inspect = [rng.randrange(38, 96) for _ in names.PRODUCTS]
    sort = [rng.randrange(9, 26) for _ in names.PRODUCTS]
    newer = (
        [each + rng.choice((-6, 4, 5, 7, 9)) for each in inspect],
        [each + rng.choice((-2, 2, 3, 4)) for each in sort],
    )
    return (
        CostRules(edition, _adopted(rng, 2021), tuple(inspect), tuple(sort), least[0], certified[0]),
        CostRules(edition + 1, _adopted(rng, 2024), tuple(newer[0]), tuple(newer[1]), least[1], certified[1]),
    )


def _conceding(rng: Random) -> tuple[ConcessionRules, ConcessionRules]:
    edition, closed = rng.randrange(2, 10), rng.random() < 0.5
    steps = rng.sample(((20, 50), (25, 60), (30, 75), (25, 50)), 2)
    parts, rounding = (
        rng.sample(((3, 8, 15), (5, 10, 20), (4, 12, 18), (5, 15, 25)), 2),
        rng.sample(("up", "down", "half"), 2),
    )
    most = rng.sample((18_000, 22_000, 25_000, 30_000), 2)
    made = [
        ConcessionRules(edition + i, _adopted(rng, year), steps[i], closed == (i == 0), parts[i], rounding[i], most[i])
        for i, year in enumerate((2021, 2024))
    ]
    return made[0], made[1]


def _calibrating(rng: Random) -> tuple[GaugeRules, GaugeRules]:
    edition, grace, adjusted = rng.randrange(4, 12), rng.sample((5, 10, 14, 20), 2), rng.random() < 0.5
    old = [rng.choice((4, 5, 6, 8)) for _ in names.GAUGES]
    new = [months + rng.choice((-1, 1, 2)) for months in old]
    return (
        GaugeRules(edition, _adopted(rng, 2021), tuple(old), grace[0], adjusted),
        GaugeRules(edition + 1, _adopted(rng, 2024), tuple(new), grace[1], not adjusted),
    )


def _fault_costs(rng: Random) -> tuple[FaultCosts, FaultCosts]:
    customer, trifle = rng.sample((20, 30, 40, 50), 2), rng.sample((2, 3, 4, 5), 2)
    prices = [rng.randrange(18, 96) * 10 for _ in names.PRODUCTS]
    newer = tuple(price + rng.choice((-40, 30, 50, 70, 80)) for price in prices)
    return (
        FaultCosts(2024, date(2024, 3, rng.randrange(5, 28)), tuple(prices), customer[0], trifle[0]),
        FaultCosts(2025, date(2025, 3, rng.randrange(5, 28)), newer, customer[1], trifle[1]),
    )
