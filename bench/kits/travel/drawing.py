"""Drawing the ledger: random numbers -> the facts of one firm, within what ledger.py guarantees."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from random import Random

from bench.kits.base import Name
from bench.kits.travel import names
from bench.kits.travel.ledger import (
    Branch,
    DailyRules,
    ExchangeRules,
    Holidays,
    HotelRules,
    Ledger,
    ReceiptRules,
    SettlementRules,
)
from bench.kits.travel.records import checks, claims, holidays, promotions, rates, receipts, staff, trips


def draw(rng: Random) -> Ledger:
    places, people = (rng.sample(pool, len(pool)) for pool in (names.PLACES, names.PEOPLE))
    free = holidays(rng)
    branches = tuple(_branch(rng, i, places[i], people[i], people[i + 8], free) for i in range(5))
    return Ledger(rng.choice(names.FIRMS), branches, rates(rng, free), free)


def _branch(rng: Random, number: int, name: Name, clerk: Name, head: Name, free: Sequence[Holidays]) -> Branch:
    start = _starts(rng, 2025)
    people = staff(rng, number)
    abroad, busy = claims(rng, number, people, free)
    return Branch(
        key=name.en.lower(),
        name=name,
        extension=rng.randrange(210, 890),
        clerk=clerk,
        head=head,
        starts=(_starts(rng, 2022), start),
        deciding=(_deciding(rng), _deciding(rng)),
        signed=(date(2022, 2, rng.randrange(6, 27)), date(2025, 2, rng.randrange(6, 27))),
        daily=_daily(rng),
        hotels=_hotels(rng),
        exchange=_exchange(rng),
        settlement=_settlement(rng),
        receipt_rules=_receipt_rules(rng),
        staff=people,
        promotions=promotions(rng, people, start[0]),
        trips=trips(rng, number, busy),
        claims=abroad,
        receipts=receipts(rng, number),
        checks=checks(rng, number, free),
    )


def _starts(rng: Random, year: int) -> tuple[date, ...]:
    """Daily allowances, hotels, exchange, settlement."""
    return (
        date(year, *rng.choice(((5, 21), (6, 1), (6, 11), (6, 16), (6, 21)))),
        date(year, *rng.choice(((6, 1), (6, 16), (7, 1), (7, 11)))),
        date(year, *rng.choice(((6, 6), (6, 11), (6, 21), (7, 6)))),
        date(year, rng.choice((5, 8)), rng.choice((1, 16))),
    )


def _deciding(rng: Random) -> tuple[int, ...]:
    return tuple(rng.randrange(2) for _ in range(4))


def _adopted(rng: Random, year: int) -> date:
    return date(year, 1, rng.randrange(8, 30))


def _daily(rng: Random) -> tuple[DailyRules, DailyRules]:
    edition, closed, near_closed = rng.randrange(5, 16), rng.random() < 0.5, rng.random() < 0.5
    clerk = rng.randrange(170, 240) * 10
    rates = [
        clerk + step
        for step in (rng.randrange(150, 210) * 10, rng.randrange(85, 130) * 10, rng.randrange(30, 70) * 10, 0)
    ]
    newer = [rate + rng.choice((-120, 90, 150, 180, 230)) for rate in rates]
    out, back = rng.sample((11 * 60, 12 * 60, 13 * 60, 14 * 60), 2), rng.sample((9 * 60, 10 * 60, 12 * 60, 13 * 60), 2)
    days, share, near = rng.sample((4, 5, 7, 8), 2), rng.sample((60, 70, 80, 90), 2), rng.sample((80, 100, 120, 150), 2)
    meal = rng.sample((350, 400, 450, 500), 2)
    made = [
        DailyRules(
            edition + i,
            _adopted(rng, year),
            tuple(table),
            out[i],
            back[i],
            closed == (i == 0),
            days[i],
            share[i],
            near[i],
            near_closed == (i == 0),
            meal[i],
        )
        for i, (year, table) in enumerate(((2022, rates), (2025, newer)))
    ]
    return made[0], made[1]


def _hotels(rng: Random) -> tuple[HotelRules, HotelRules]:
    edition = rng.randrange(3, 12)
    old = [
        (rng.randrange(low, low + 40) * 100, rng.randrange(low - 70, low - 30) * 100) for low in (270, 225, 190, 170)
    ]
    new = [(one + rng.choice((-900, 1100, 1400, 1800)), two + rng.choice((-700, 800, 1200, 1500))) for one, two in old]
    return (
        HotelRules(edition, _adopted(rng, 2022), tuple(old)),
        HotelRules(edition + 1, _adopted(rng, 2025), tuple(new)),
    )


def _exchange(rng: Random) -> tuple[ExchangeRules, ExchangeRules]:
    edition, payment, later = rng.randrange(2, 9), rng.random() < 0.5, rng.random() < 0.5
    rounding = rng.sample(("up", "down", "half"), 2)
    return (
        ExchangeRules(edition, _adopted(rng, 2022), payment, later, rounding[0]),
        ExchangeRules(edition + 1, _adopted(rng, 2025), not payment, not later, rounding[1]),
    )


def _settlement(rng: Random) -> tuple[SettlementRules, SettlementRules]:
    edition, with_advance, without = rng.randrange(4, 12), rng.sample((4, 5, 7), 2), rng.sample((9, 10, 12, 14), 2)
    return (
        SettlementRules(edition, _adopted(rng, 2022), with_advance[0], without[0]),
        SettlementRules(edition + 1, _adopted(rng, 2025), with_advance[1], without[1]),
    )


def _receipt_rules(rng: Random) -> tuple[ReceiptRules, ReceiptRules]:
    share, alone = rng.sample((50, 60, 70, 80), 2), rng.sample((1500, 2000, 2500, 3000), 2)
    old = [rng.randrange(21, 46) * 100 for _ in range(4)]
    new = [limit + rng.choice((-300, 200, 400, 600)) for limit in old]
    return (
        ReceiptRules(2024, date(2024, 3, rng.randrange(5, 28)), tuple(old), share[0], alone[0]),
        ReceiptRules(2025, date(2025, 3, rng.randrange(5, 28)), tuple(new), share[1], alone[1]),
    )
