"""Drawing the ledger: random numbers -> the facts of one foundation's halls, within what ledger.py guarantees."""

from __future__ import annotations

from datetime import date
from random import Random

from bench.kits.base import Name
from bench.kits.days import DAY
from bench.kits.dormitory import names
from bench.kits.dormitory.ledger import (
    BreakageRules,
    Circular,
    CurfewRules,
    Hall,
    Ledger,
    NoticeRules,
    PowerRules,
    TurnRules,
)
from bench.kits.dormitory.records import breakage, checks, fitted, readings, residents, returns, rooms, rotas

HALLS = 6


def draw(rng: Random) -> Ledger:
    places, people = (rng.sample(pool, len(pool)) for pool in (names.PLACES, names.PEOPLE))
    late = rng.sample(range(HALLS), 3)
    halls = tuple(_hall(rng, i, places[i], people[2 * i], people[2 * i + 1], i in late) for i in range(HALLS))
    circulars = (
        Circular(rng.randrange(11, 40), _decided(rng, 2023, 3), 2023, tuple(_starts(rng, 2023) for _ in halls)),
        Circular(rng.randrange(41, 69), _decided(rng, 2025, 3), 2025, tuple(h.start for h in halls)),
        Circular(rng.randrange(71, 89), _decided(rng, 2025, 11), 2026, tuple(_starts(rng, 2026) for _ in halls)),
    )
    return Ledger(rng.choice(names.FIRMS), halls, circulars)


def _decided(rng: Random, year: int, month: int) -> date:
    return date(year, month, rng.randrange(10, 28))


def _starts(rng: Random, year: int) -> tuple[date, date, date]:
    """Of notice, returns, turns."""
    return (
        date(year, 4, rng.randrange(2, 25)),
        date(year, 6, rng.randrange(13, 27)),
        date(year, 7, rng.randrange(8, 22)),
    )


def _hall(rng: Random, number: int, name: Name, warden: Name, cook: Name, late: bool) -> Hall:
    start = _starts(rng, 2025)
    put_off = start[1] + DAY * rng.choice((12, 17, 20)) if late else None
    curfew, listed = _curfew(rng), rooms(rng, number)
    people = residents(rng, number, listed)
    turns = _turns(rng)
    lists = rotas(rng, people)
    return Hall(
        key=name.en.lower(),
        name=name,
        extension=rng.randrange(210, 890),
        warden=warden,
        cook=cook,
        start=start,
        put_off=put_off,
        assembly=date(2025, 5, rng.randrange(9, 29)),
        notice=_notice(rng),
        power=_power(rng),
        curfew=curfew,
        turns=turns,
        breakage_rules=_breakage_rules(rng),
        rooms=listed,
        residents=people,
        fitted=fitted(rng, listed),
        readings=readings(rng, listed),
        returns=returns(rng, people, curfew, put_off or start[1]),
        rotas=lists,
        checks=checks(rng, lists, turns, start[2]),
        broken=breakage(rng, number),
    )


def _adopted(rng: Random, year: int) -> date:
    return date(year, rng.choice((1, 2)), rng.randrange(5, 28))


def _notice(rng: Random) -> tuple[NoticeRules, NoticeRules]:
    edition, closed, first, later = rng.randrange(3, 9), *(rng.random() < 0.5 for _ in range(3))
    days, office = rng.sample(range(28, 62), 2), rng.sample((16 * 60, 16 * 60 + 30, 17 * 60, 18 * 60), 2)
    deposit = rng.sample((14, 20, 30, 40), 2)
    return (
        NoticeRules(edition, _adopted(rng, 2023), days[0], office[0], closed, first, later, deposit[0]),
        NoticeRules(edition + 1, _adopted(rng, 2025), days[1], office[1], not closed, not first, not later, deposit[1]),
    )


def _power(rng: Random) -> tuple[PowerRules, PowerRules]:
    edition, up = rng.randrange(4, 10), rng.random() < 0.5
    basic, free = rng.sample((420, 480, 540, 600, 660), 2), rng.sample((15, 20, 25, 30), 2)
    bound, least = rng.sample((40, 50, 60, 80), 2), rng.sample((900, 1000, 1200, 1500), 2)
    price, pay_by = rng.randrange(244, 286), rng.sample((5, 10, 15, 20), 2)
    return (
        PowerRules(
            edition, _adopted(rng, 2023), basic[0], free[0], bound[0], (price, price + rng.randrange(41, 73)), least[0],
            up, pay_by[0],
        ),
        PowerRules(
            edition + 1, _adopted(rng, 2025), basic[1], free[1], bound[1],
            (price + rng.randrange(12, 33), price + rng.randrange(75, 110)), least[1], not up, pay_by[1],
        ),
    )  # fmt: skip


def _curfew(rng: Random) -> tuple[CurfewRules, CurfewRules]:
    edition = rng.randrange(5, 12)
    usual = rng.sample((22 * 60, 22 * 60 + 30, 23 * 60), 2)
    weekend = rng.sample((23 * 60 + 30, 24 * 60, 24 * 60 + 30), 2)
    unit, points, call = rng.sample((10, 15, 20), 2), rng.sample((1, 2, 3), 2), rng.sample((20, 30, 40, 45), 2)
    long, extra = rng.sample((60, 75, 90), 2), rng.sample((3, 4, 5, 6), 2)
    return (
        CurfewRules(edition, _adopted(rng, 2023), usual[0], weekend[0], unit[0], points[0], call[0], long[0], extra[0]),
        CurfewRules(
            edition + 1, _adopted(rng, 2025), usual[1], weekend[1], unit[1], points[1], call[1], long[1], extra[1]
        ),
    )


def _turns(rng: Random) -> tuple[TurnRules, TurnRules]:
    edition, closed = rng.randrange(2, 8), rng.random() < 0.5
    weekend, reminder = rng.sample((30, 60, 90, 120), 2), rng.sample((2, 3, 5, 7), 2)

    def by() -> tuple[int, int, int, int]:
        kitchen, bath, entrance = rng.randrange(40, 44) * 30, rng.randrange(44, 47) * 30, rng.randrange(17, 21) * 30
        return kitchen, bath, entrance, rng.randrange(13, 17) * 30

    old, new = by(), by()
    new = (new[0], new[1], new[2], new[3] if new[3] != old[3] else old[3] + 30)
    return (
        TurnRules(edition, _adopted(rng, 2023), old, closed, weekend[0], reminder[0]),
        TurnRules(edition + 1, _adopted(rng, 2025), new, not closed, weekend[1], reminder[1]),
    )


def _breakage_rules(rng: Random) -> tuple[BreakageRules, BreakageRules]:
    yearly, least, trifle = (
        rng.sample((8, 10, 12, 15), 2),
        rng.sample((10, 20, 25, 30), 2),
        rng.sample((300, 400, 500, 600), 2),
    )
    return (
        BreakageRules(2024, date(2024, 3, rng.randrange(5, 28)), yearly[0], least[0], trifle[0]),
        BreakageRules(2025, date(2025, 3, rng.randrange(5, 28)), yearly[1], least[1], trifle[1]),
    )
