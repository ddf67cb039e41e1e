"""Drawing the ledger: random numbers -> the facts of one union's centres, within what ledger.py guarantees."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from random import Random

from bench.kits.base import Name, Text
from bench.kits.days import DAY, month_days
from bench.kits.waste import names
from bench.kits.waste.ledger import (
    INCOMBUSTIBLE,
    SHEETS,
    AshRules,
    Association,
    BulkyRules,
    Centre,
    Customer,
    Days,
    HaulRules,
    Item,
    Ledger,
    Month,
    Notice,
    Quota,
    RewardRules,
    Shipment,
    Slip,
    Start,
    Ticket,
)

MONTHS = tuple(date(2025, month, 1) for month in (6, 7, 8, 9))


def draw(rng: Random) -> Ledger:
    centres, towns, people = (rng.sample(pool, len(pool)) for pool in (names.CENTRES, names.TOWNS, names.PEOPLE))
    groups = rng.sample(names.ASSOCIATIONS, 32)
    deferred = [rng.randrange(4) for _ in range(4)]  # per family, the centre whose first day comes later
    made = tuple(
        _centre(
            rng,
            i,
            centres[i],
            towns[i * 8 : i * 8 + 8],
            people,
            groups[i * 8 : i * 8 + 8],
            (deferred[0] == i, deferred[1] == i, deferred[2] == i, deferred[3] == i),
        )
        for i in range(4)
    )
    old = tuple(_start(rng, 2023, (False, False, False, False)) for _ in made)
    new = tuple(Start(c.starts, c.grace, c.until, c.deferred) for c in made)
    notices = tuple(
        Notice(rng.randrange(21, 38) + 20 * (year == 2025), date(year, 4, rng.randrange(8, 28)), rows)
        for year, rows in ((2023, old), (2025, new))
    )
    return Ledger(rng.choice(names.UNIONS), made, notices)


def _centre(
    rng: Random,
    number: int,
    name: Name,
    towns: Sequence[Name],
    people: Sequence[Name],
    groups: Sequence[Text],
    deferred: tuple[bool, bool, bool, bool],
) -> Centre:
    start = _start(rng, 2025, deferred)
    customers = tuple((year, _customers(rng, number, year)) for year in (2024, 2025))
    places = rng.sample(list(towns), 8)
    associations = tuple((year, _associations(rng, name.en[0], groups, places)) for year in (2024, 2025))
    return Centre(
        key=name.en.lower(),
        name=name,
        clerk=people[number],
        extension=rng.randrange(210, 890),
        starts=start.starts,
        grace=start.grace,
        until=start.until,
        deferred=deferred,
        bulky=_bulky(rng),
        haul=_haul(rng),
        reward=_reward(rng),
        ash=_ash(rng),
        months=tuple(_month(rng, number, first, towns, customers[1][1], start) for first in MONTHS),
        sheets=(_slips(rng, number, 0, associations[1][1]), _slips(rng, number, 1, associations[1][1])),
        customers=customers,
        associations=associations,
        days=_days(rng, towns),
        quotas=tuple(_quota(rng, year, towns) for year in (2023, 2024, 2025)),
        crews=tuple((date(2025, month, 1), _crews(rng, people[4:])) for month in (5, 7, 9)),
    )


def _start(rng: Random, year: int, deferred: tuple[bool, bool, bool, bool]) -> Start:
    bulky = date(year, 7, rng.choice((1, 11, 16, 21)))
    haul = date(year, *rng.choice(((7, 1), (7, 16), (8, 1), (8, 11))))
    reward = date(year, *rng.choice(((7, 16), (8, 1), (8, 16))))
    ash = date(year, *rng.choice(((7, 9), (7, 12), (8, 8), (8, 14))))
    grace = bulky + DAY * rng.choice((13, 20, 24, 30))
    return Start((bulky, haul, reward, ash), grace, date(year, *rng.choice(((8, 31), (9, 15), (9, 30)))), deferred)


def _adopted(rng: Random, year: int) -> date:
    return date(year, rng.choice((2, 3)), rng.randrange(1, 28))


def _bulky(rng: Random) -> tuple[BulkyRules, BulkyRules]:
    edition, closed, up = rng.randrange(3, 9), rng.random() < 0.5, rng.random() < 0.5
    made = []
    for i in (0, 1):
        rows = []
        for _ in names.BULKY:
            low = rng.randrange(28, 54) * 10 + 60 * i
            middle = low + rng.randrange(19, 48) * 10
            rows.append((low, middle, middle + rng.randrange(28, 74) * 10))
        bounds = ((90, 150), (100, 160), (120, 180))[rng.randrange(3) if i == 0 else 1]
        made.append(
            BulkyRules(edition + i, _adopted(rng, 2023 + 2 * i), bounds, closed == bool(i), tuple(rows), up == bool(i))
        )
    return made[0], made[1]


def _haul(rng: Random) -> tuple[HaulRules, HaulRules]:
    edition, together = rng.randrange(5, 12), rng.random() < 0.5
    units, frees = rng.sample((10, 20, 25), 2), rng.sample((30, 40, 50, 60), 2)
    made = []
    for i in (0, 1):
        rates = []
        for _ in names.WASTE:
            house = rng.choice((70, 80, 90, 110)) * units[i] // 10 + 10 * i
            rates.append((house, house + rng.choice((40, 60, 70, 90)) * units[i] // 10))
        minimum, cap = rng.choice((900, 1000, 1200, 1500)) + 100 * i, rng.choice((1800, 2000, 2400)) + 200 * i
        made.append(
            HaulRules(
                edition + i,
                _adopted(rng, 2023 + 2 * i),
                together == bool(i),
                units[i],
                tuple(rates),
                frees[i],
                minimum,
                cap,
            )
        )
    return made[0], made[1]


def _reward(rng: Random) -> tuple[RewardRules, RewardRules]:
    edition, closed = rng.randrange(2, 7), rng.random() < 0.5
    steps, bonuses, froms = rng.sample((5, 10, 20), 2), rng.sample((5, 10, 15, 20), 2), rng.sample((600, 700, 800), 2)
    made = []
    for i in (0, 1):
        rates = tuple(rng.sample((4, 5, 6, 7, 8, 9), 3))
        made.append(
            RewardRules(
                edition + i,
                _adopted(rng, 2023 + 2 * i),
                steps[i],
                rates,
                froms[i],
                closed == bool(i),
                bonuses[i],
                rng.choice((4600, 5000, 5400)) + 300 * i,
            )
        )
    return made[0], made[1]


def _ash(rng: Random) -> tuple[AshRules, AshRules]:
    edition = rng.randrange(2, 7)
    old, new = rng.choice(((3, 5), (5, 3), (4, 6), (6, 4), (3, 6), (6, 3)))
    return AshRules(edition, _adopted(rng, 2023), old), AshRules(edition + 1, _adopted(rng, 2025), new)


def _customers(rng: Random, number: int, year: int) -> tuple[Customer, ...]:
    """Nine households and thirteen businesses, half of these with an agreement, made before or after first days."""
    trades = rng.sample(names.TRADES, 13)
    found = []
    for i in range(22):
        agreed = date(year, rng.choice((4, 5, 6)), rng.randrange(2, 28)) if i >= 9 and rng.random() < 0.3 else None
        if i >= 9 and agreed is None and rng.random() < 0.35:
            agreed = date(year, 8, rng.randrange(12, 28))  # after the first day: no older edition
        found.append(Customer(f"{(number + 2) * 100 + i * 4 + 11}", trades[i - 9] if i >= 9 else None, agreed))
    order = list(range(22))
    rng.shuffle(order)
    return tuple(Customer(found[at].number, found[i].trade, found[i].agreed) for at, i in enumerate(order))


def _associations(rng: Random, letter: str, groups: Sequence[Text], towns: Sequence[Name]) -> tuple[Association, ...]:
    shift = rng.randrange(8)
    return tuple(
        Association(f"{letter}{i + 31}", group, towns[(i + shift) % 8], rng.randrange(24, 190))
        for i, group in enumerate(groups)
    )


def _month(
    rng: Random, number: int, first: date, towns: Sequence[Name], customers: Sequence[Customer], start: Start
) -> Month:
    days = month_days(first)
    key = 1000 * (number + 1) + 200 * (first.month - 6)
    return Month(
        first,
        _items(rng, key, days, towns, start),
        _tickets(rng, key, [day for day in days if day.weekday() < 6], customers),
        _plan(rng),
        _shipments(rng, number, days),
        tuple(
            (day, rng.randrange(1, 4), rng.randrange(20, 400, 5), rng.choice(names.STOPPAGES))
            for day in sorted(rng.sample(days, 7))
        ),
    )


def _items(rng: Random, key: int, days: Sequence[date], towns: Sequence[Name], start: Start) -> tuple[Item, ...]:
    """By the day of collection, on weekdays; one in three is accepted before and collected after the first day."""
    receipt = key + rng.randrange(1, 25)
    rows = []
    for day in sorted(rng.choices([day for day in days if day.weekday() < 5], k=46)):
        receipt += rng.randrange(1, 4)
        what, cls = rng.choice(names.ITEMS)
        wait = rng.choice((6, 8, 9, 12, 15, 19, 23, 28))
        if rng.random() < 0.3 and 2 <= (day - start.starts[0]).days <= 50:
            wait = (day - start.starts[0]).days + rng.randrange(1, 9)
        edge = rng.choice((90, 100, 100, 120, 150, 160, 160, 180)) if rng.random() < 0.4 else rng.randrange(72, 208)
        note = rng.choice(("half", "half", "absent", *[""] * 9))
        rows.append(Item(f"B{receipt}", day - DAY * wait, day, rng.choice(towns), what, cls, edge, note))
    return tuple(rows)


def _tickets(rng: Random, key: int, days: Sequence[date], customers: Sequence[Customer]) -> tuple[Ticket, ...]:
    """Each visit is one load or two of one customer, the second often of the same class."""
    number = 20000 + 3 * key + rng.randrange(1, 40)
    visits = []
    for day in sorted(rng.choices(days, k=42)):
        customer = rng.choice(customers)
        first = rng.choice(names.LOADS)
        visits.append((day, customer, first))
        if rng.random() < 0.5:
            again = rng.choice(
                [load for load in names.LOADS if load[1] == first[1]] if rng.random() < 0.75 else names.LOADS
            )
            visits.append((day, customer, again))
    rows = []
    for day, customer, (what, cls) in visits:
        number += rng.randrange(1, 5)
        house = customer.trade is None
        tare = rng.randrange(690, 1090, 10) if house else rng.randrange(1480, 2960, 10)
        net = rng.randrange(20, 260, 10) if house else rng.randrange(30, 620, 10)
        pit = 0 if cls == INCOMBUSTIBLE else rng.randrange(1, 5)
        void = rng.random() < 0.06
        rows.append(Ticket(str(number), day, customer.number, what, cls, pit, tare + net, tare, void))
    return tuple(rows)


def _plan(rng: Random) -> tuple[tuple[int, ...], ...]:
    first = tuple(rng.choice((1, 2, 3)) for _ in range(4))
    second = tuple(n if rng.random() < 0.4 else rng.choice([m for m in (1, 2, 3) if m != n]) for n in first)
    return first, second, tuple(rng.choice([m for m in (1, 2, 3) if m != n]) for n in second)


def _shipments(rng: Random, number: int, days: Sequence[date]) -> tuple[Shipment, ...]:
    """Every furnace ships on each second day or so; manifests are numbered as they are made out, not in order."""
    rows = []
    codes = rng.sample(range(1000, 1999), 60)
    for furnace in (1, 2, 3):
        at = rng.randrange(2)
        while at < len(days):
            rows.append((days[at], furnace, rng.randrange(24, 96)))
            at += rng.choice((1, 2, 2, 3))
    rows.sort(key=lambda row: row[0])
    head = f"{number + 1}{days[0].month}"
    return tuple(
        Shipment(f"{head}{code}", day, furnace, tonnes)
        for code, (day, furnace, tonnes) in zip(codes, rows, strict=False)
    )


def _slips(rng: Random, number: int, sheet: int, associations: Sequence[Association]) -> tuple[Slip, ...]:
    first, last = SHEETS[sheet]
    codes = [a.code for a in associations for _ in range(4)]  # as many slips each, so that little decides who is first
    rng.shuffle(codes)
    key = 1000 * (2 * number + sheet + 1) + rng.randrange(100, 500)
    rows = []
    for day in sorted(first + DAY * rng.randrange((last - first).days + 1) for _ in codes):
        key += rng.randrange(1, 6)
        paper, rags = rng.randrange(260, 640), rng.randrange(18, 140)
        cans = rng.randrange(12, 130)
        whole = min((600, 700, 800), key=lambda n: abs(n - paper - rags - cans))
        if rng.random() < 0.3 and 0 < whole - paper - rags < 160:
            cans = whole - paper - rags  # all of it together lies on a border
        receipt = day + DAY * rng.choice((3, 5, 8, 10, 13, 17))
        rows.append(Slip(f"S{key}", day, codes.pop(), receipt, (paper, rags, cans)))
    return tuple(rows)


def _days(rng: Random, towns: Sequence[Name]) -> tuple[Days, Days]:
    edition = rng.randrange(6, 14)
    made = []
    for i in (0, 1):
        rows = []
        for town in towns:
            burn, paper, glass, rest = rng.sample(range(5), 4)
            rows.append(
                (
                    town,
                    (
                        (burn, 0),
                        (rest, rng.randrange(1, 5)),
                        (paper, rng.randrange(1, 5)),
                        (glass, rng.randrange(1, 5)),
                    ),
                )
            )
        made.append(Days(edition + i, _adopted(rng, 2023 + 2 * i), tuple(rows)))
    return made[0], made[1]


def _quota(rng: Random, year: int, towns: Sequence[Name]) -> Quota:
    return Quota(year, tuple((town, n, n - rng.randrange(-9, 24)) for town in towns for n in [rng.randrange(60, 420)]))


def _crews(rng: Random, people: Sequence[Name]) -> tuple[tuple[int, Name, int], ...]:
    who = rng.sample(list(people), 6)
    return tuple((course + 1, who[course], rng.randrange(11, 48)) for course in range(6))
