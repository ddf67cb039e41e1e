"""Drawing the ledger: random numbers -> the facts of a city's car parks, within what ledger.py guarantees."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from random import Random

from bench.kits.base import Name
from bench.kits.parking import names
from bench.kits.parking.ledger import Agreement, BlockRules, Circular, DutyRules, Ledger, Park, SeasonRules, Tariff
from bench.kits.parking.records import payments, rosters, seasons, stamps, stays

PARKS = 6


def draw(rng: Random) -> Ledger:
    places, people = (rng.sample(pool, len(pool)) for pool in (names.PLACES, names.PEOPLE))
    parks = tuple(_park(rng, i, places[i], people[8 * i : 8 * i + 8], people) for i in range(PARKS))
    circulars = (
        Circular(rng.randrange(11, 40), _decided(rng, 2023, 3), 2023, tuple(_starts(rng, 2023) for _ in parks)),
        Circular(rng.randrange(41, 69), _decided(rng, 2025, 3), 2025, tuple(p.start for p in parks)),
        Circular(rng.randrange(71, 89), _decided(rng, 2025, 11), 2026, tuple(_starts(rng, 2026) for _ in parks)),
    )
    return Ledger(rng.choice(names.CITIES), parks, circulars)


def _decided(rng: Random, year: int, month: int) -> date:
    return date(year, month, rng.randrange(10, 28))


def _starts(rng: Random, year: int) -> tuple[date, date, date]:
    """Of season tickets, of unpaid ones (a month), of duties."""
    return (
        date(year, 6, rng.choice((9, 16, 20, 23))),
        date(year, rng.choice((7, 8, 9)), 1),
        date(year, 7, rng.randrange(8, 25)),
    )


def _park(rng: Random, number: int, name: Name, staff: Sequence[Name], holders: Sequence[Name]) -> Park:
    start, gates = _starts(rng, 2025), date(2025, 7, rng.randrange(7, 19))
    rules, tariff = _block(rng), _tariff(rng)
    issued = seasons(rng, number, start[0], holders)
    return Park(
        key=name.en.lower(),
        name=name,
        extension=rng.randrange(210, 890),
        clerk=staff[0],
        gates=gates,
        start=start,
        tariff=tariff,
        season_rules=_seasons(rng),
        block_rules=rules,
        duty_rules=_duties(rng),
        agreements=_agreements(rng),
        seasons=issued,
        payments=payments(rng, issued, rules, start[1]),
        stays=stays(rng, number, gates, tariff),
        stamps=stamps(rng),
        rosters=rosters(rng, staff[1:]),
    )


def _adopted(rng: Random, year: int) -> date:
    return date(year, rng.choice((1, 2)), rng.randrange(5, 28))


def _tariff(rng: Random) -> tuple[Tariff, Tariff]:
    edition, deducted, up = rng.randrange(5, 12), rng.random() < 0.5, rng.random() < 0.5
    free, day = rng.sample((15, 20, 30, 40), 2), rng.sample(((480, 1200), (420, 1140), (510, 1260), (450, 1170)), 2)
    unit, price = rng.sample((20, 25, 30, 40), 2), rng.randrange(12, 21) * 10
    night, cap = rng.sample((60, 90, 120), 2), rng.randrange(15, 20) * 100
    stamp, badge = rng.sample((100, 120, 150, 200), 2), rng.sample((40, 50, 60), 2)
    dearer = price + rng.choice((20, 30, 50))
    return (
        Tariff(
            edition, _adopted(rng, 2023), free[0], deducted, day[0], (unit[0], night[0]), (price, price // 20 * 10), cap,
            stamp[0], badge[0], up,
        ),
        Tariff(
            edition + 1, _adopted(rng, 2025), free[1], not deducted, day[1], (unit[1], night[1]),
            (dearer, dearer // 20 * 10 + 10), cap + rng.randrange(1, 4) * 100, stamp[1], badge[1], not up,
        ),
    )  # fmt: skip


def _seasons(rng: Random) -> tuple[SeasonRules, SeasonRules]:
    edition, part, up = rng.randrange(3, 9), rng.random() < 0.5, rng.random() < 0.5
    steps = rng.sample((((3, 3), (6, 8)), ((2, 2), (5, 7)), ((4, 5), (6, 10)), ((3, 4), (5, 9))), 2)
    resident, card = rng.sample((5, 10, 12, 15), 2), rng.sample((500, 800, 1000, 1200), 2)
    base = rng.randrange(120, 150) * 100

    def prices(add: int) -> tuple[tuple[int, int, int], ...]:
        rows = []
        for share in (100, 64, 55):
            ordinary = (base + add) * share // 10_000 * 100
            rows.append((ordinary * 88 // 10_000 * 100, ordinary, ordinary * 117 // 10_000 * 100))
        return tuple(rows)

    return (
        SeasonRules(edition, _adopted(rng, 2023), steps[0], part, resident[0], card[0], up, prices(0)),
        SeasonRules(
            edition + 1, _adopted(rng, 2025), steps[1], not part, resident[1], card[1], not up,
            prices(rng.randrange(4, 11) * 100),
        ),
    )  # fmt: skip


def _block(rng: Random) -> tuple[BlockRules, BlockRules]:
    edition, first = rng.randrange(2, 8), rng.random() < 0.5
    due, grace, letter = rng.sample((18, 20, 22, 25), 2), rng.sample((2, 3, 4), 2), rng.sample((5, 7, 10, 14), 2)
    return (
        BlockRules(edition, _adopted(rng, 2023), due[0], grace[0], first, letter[0]),
        BlockRules(edition + 1, _adopted(rng, 2025), due[1], grace[1], not first, letter[1]),
    )


def _duties(rng: Random) -> tuple[DutyRules, DutyRules]:
    edition, sunday = rng.randrange(4, 10), rng.sample((8, 10, 12, 15), 2)
    event, saturday = rng.sample((600, 800, 900, 1200), 2), rng.sample((300, 400, 450, 500), 2)

    def pay(add: int) -> tuple[int, int, int]:
        early = rng.randrange(174, 190) * 50 + add
        return early, early + rng.randrange(4, 12) * 50, early + rng.randrange(30, 48) * 50

    return (
        DutyRules(edition, _adopted(rng, 2023), pay(0), sunday[0], event[0], saturday[0]),
        DutyRules(edition + 1, _adopted(rng, 2025), pay(rng.randrange(5, 10) * 50), sunday[1], event[1], saturday[1]),
    )


def _agreements(rng: Random) -> tuple[Agreement, Agreement]:
    price, many, off = rng.sample(range(61, 96), 2), rng.sample((40, 50, 60, 70), 2), rng.sample((5, 8, 10, 12), 2)
    return (
        Agreement(2024, date(2024, 3, rng.randrange(5, 28)), price[0], many[0], off[0]),
        Agreement(2025, date(2025, 3, rng.randrange(5, 28)), price[1], many[1], off[1]),
    )
