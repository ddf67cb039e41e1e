"""Drawing the ledger: random numbers -> the facts of one operator, within what ledger.py guarantees."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from random import Random

from bench.kits.base import Name
from bench.kits.days import DAY, add_months, fiscal_year, month_days
from bench.kits.ferry import names
from bench.kits.ferry.ledger import (
    APART,
    FARES,
    MEETINGS,
    Article,
    Booking,
    Branch,
    Check,
    Circular,
    Count,
    Found,
    GroupRules,
    Half,
    Ledger,
    LostRules,
    Meeting,
    Month,
    Outage,
    Sailing,
    StatRules,
    Stop,
    Tariff,
)


def draw(rng: Random) -> Ledger:
    ports, ships, people = (rng.sample(pool, len(pool)) for pool in (names.PORTS, names.SHIPS, names.PEOPLE))
    extensions = rng.sample(range(210, 890), 40)
    branches = tuple(
        _branch(
            rng,
            number,
            ports[number * 4 : number * 4 + 4],
            ships[number * 4 : number * 4 + 4],
            people[number],
            extensions[number],
        )
        for number in range(4)
    )
    docks: list[tuple[date, tuple[tuple[str, Name, int], ...]]] = []
    for half in (date(2024, 10, 1), date(2025, 4, 1), date(2025, 10, 1)):
        heads: list[Name] = []
        for i in range(6):  # nobody keeps a group for two half-years, so that editions differ
            before = docks[-1][1][i][1] if docks else None
            heads.append(rng.choice([p for p in people[4:] if p not in heads and p is not before]))
        docks.append((half, tuple((g, h, rng.randrange(210, 890)) for g, h in zip("ABCDEF", heads, strict=True))))
    starts = {2023: tuple(_starts(rng, 2023) for _ in branches), 2025: tuple(b.starts for b in branches)}
    numbers = rng.sample(range(11, 39), len(starts))
    circulars = tuple(
        Circular(number, date(year, 3, rng.randrange(10, 28)), starts[year])
        for number, year in zip(numbers, starts, strict=True)
    )
    return Ledger(rng.choice(names.OPERATORS), branches, tuple(docks), circulars)


def _branch(
    rng: Random, number: int, ports: Sequence[Name], ships: Sequence[Name], clerk: Name, extension: int
) -> Branch:
    starts = _starts(rng, 2025)
    stops = _stops(rng, number)
    found = (starts[1].replace(day=1), *(date(2025, month, 1) for month in sorted(rng.sample((10, 11, 12), 2))))
    before = rng.choice((date(2024, 10, 1), date(2024, 11, 1), date(2024, 12, 1), date(2025, 1, 1)))
    after = (starts[0] + 50 * DAY).replace(day=1)  # groups travel in these months
    firsts = [add_months(first, i) for first in (before, after) for i in range(3)]
    old = _stat_rules(rng, 2024)
    rules = old, _stat_rules(rng, 2025, old)
    return Branch(
        key=ports[0].en.lower(),
        name=ports[0],
        extension=extension,
        clerk=clerk,
        ports=(ports[1], ports[2]),
        starts=starts,
        group=_group(rng),
        lost=_lost(rng),
        tariff=_tariff(rng),
        bookings=(_bookings(rng, number, 0, starts[0], ports), _bookings(rng, number, 1, starts[0], ports)),
        found=tuple(_found(rng, number, i, first, starts[1], ships) for i, first in enumerate(found)),
        stops=stops,
        halves=tuple(_half(rng, start, stops) for start in (date(2024, 4, 1), date(2024, 10, 1), date(2025, 4, 1))),
        stat_rules=rules,
        months=tuple(_month(rng, first, rules[fiscal_year(first) - 2024], number) for first in firsts),
        meetings=tuple(
            Meeting(first + DAY * rng.randrange(3, 26), rng.randrange(16 * 60, 19 * 60, 5)) for first in MEETINGS
        ),
        ships=tuple(
            (ship, group, rng.randrange(90, 480), rng.randrange(80, 300, 2))
            for ship, group in zip(ships, rng.sample("ABCDEF", 4), strict=True)
        ),
    )


def _starts(rng: Random, year: int) -> tuple[date, date, date]:
    first, second, third = (date(year, month, rng.choice((1, 11, 16, 21))) for month in rng.sample((6, 7, 8), 3))
    return first, second, third


def _adopted(rng: Random, year: int) -> date:
    return date(year, rng.choice((1, 2)), rng.randrange(5, 28))


def _group(rng: Random) -> tuple[GroupRules, GroupRules]:
    old_from, new_from = rng.sample((14, 15, 20, 21), 2)
    old = ((old_from, 0), (8, rng.choice((10, 15))), (2, rng.choice((20, 25))), (0, 50))
    new = ((new_from, 0), (10, rng.choice((20, 25, 30))), (4, rng.choice((35, 40))), (0, 60))
    edition = rng.randrange(3, 8)
    return GroupRules(edition, _adopted(rng, 2023), old), GroupRules(edition + 1, _adopted(rng, 2025), new)


def _lost(rng: Random) -> tuple[LostRules, LostRules]:
    old = tuple(rng.sample((21, 28, 35, 45, 60, 75, 90), 6))
    new: list[int] = []
    for days in old:
        new.append(rng.choice([n for n in (14, 20, 30, 40, 50, 70, 100) if abs(n - days) > 2 and n not in new]))
    edition, first = rng.randrange(2, 6), rng.random() < 0.5
    return (
        LostRules(edition, _adopted(rng, 2023), old, first),
        LostRules(edition + 1, _adopted(rng, 2025), tuple(new), not first),
    )


def _tariff(rng: Random) -> tuple[Tariff, Tariff]:
    closed, edition = rng.random() < 0.5, rng.randrange(8, 15)
    peak = date(2025, 8, rng.choice((8, 9)))
    base = rng.randrange(160, 260) * 10

    def fares(add: int, factor: int) -> tuple[tuple[int, ...], ...]:
        rows = []
        for step in range(5):
            near = base + add + step * rng.randrange(58, 75) * 10
            far = near + 640 + rng.randrange(0, 30) * 10
            rows.append((near, far, near * factor // 1000 * 10, far * factor // 1000 * 10))
        return tuple(rows)

    return (
        Tariff(edition, _adopted(rng, 2023), (3, 4, 5, 6), closed, (peak, peak + 8 * DAY), fares(0, 115)),
        Tariff(
            edition + 1,
            _adopted(rng, 2025),
            (3, 4, 5, 6),
            not closed,
            (peak + 2 * DAY, peak + 7 * DAY),
            fares(rng.randrange(17, 39) * 10, 120),
        ),
    )


def _stat_rules(rng: Random, year: int, other: StatRules | None = None) -> StatRules:
    late, outage = (
        rng.choice([n for n in choices if not other or n not in (other.late_from, other.outage)])
        for choices in ((3, 4, 5, 6), (20, 30, 40))
    )
    return StatRules(year, date(year, 3, rng.randrange(8, 28)), late, outage, rng.random() < 0.5)


def _bookings(rng: Random, number: int, season: int, start: date, ports: Sequence[Name]) -> tuple[Booking, ...]:
    first, days = (start - 40 * DAY, 48) if season == 0 else (start + 8 * DAY, 38)
    numbers = sorted(rng.sample(range(100, 999), 30))
    accepted = sorted(first + DAY * rng.randrange(days) for _ in numbers)
    rows = []
    for ref, day in zip(numbers, accepted, strict=True):
        travel = day + DAY * rng.randrange(24, 70)
        cancelled = travel - DAY * rng.randrange(1, 24) if rng.random() < 0.6 else None
        note = (
            rng.choice(("off", "invoice", "", "", "", "", "")) if cancelled else rng.choice(("invoice", "", "", "", ""))
        )
        if note == "off":
            cancelled = travel - DAY * rng.randrange(2)
        persons = rng.randrange(15, 64)
        rows.append(
            Booking(
                f"{'GKNR'[number]}{season + 1}-{ref}",
                rng.choice(names.PARTIES),
                rng.choice(ports),
                day,
                travel,
                persons,
                persons * rng.choice(FARES),
                cancelled,
                note,
            )
        )
    return tuple(rows)


def _found(rng: Random, number: int, index: int, first: date, start: date, ships: Sequence[Name]) -> Found:
    days = sorted(rng.choices(month_days(first), k=30))
    if index == 0 and start.day == 1:  # the month before, so that both editions stand in one ledger
        first = (start - DAY).replace(day=1)
        days = sorted(rng.choices([start + DAY * i for i in range(-16, 14)], k=30))
    services = [(number + 1) * 100 + n for n in (1, 2, 3, 5, 7, 11, 12, 14)]
    slip = 1000 + 700 * (3 * number + index) + rng.randrange(590)
    articles = []
    for day in days:
        slip += rng.randrange(1, 4)
        what, cls = rng.choice(names.ARTICLES)
        articles.append(
            Article(str(slip), day, rng.choice(services), what, cls, day + DAY * rng.choice((0, 0, 1, 1, 2, 4)))
        )
    table = []
    for service in services:
        one, two, three = rng.sample(list(ships), 3)
        table.append((service, (one, two, three if rng.random() < 0.6 else two)))
    return Found(first, tuple(articles), tuple(table))


def _stops(rng: Random, number: int) -> tuple[Stop, ...]:
    chosen = rng.sample(names.STOPS, rng.randrange(34, 39))
    areas = sorted(rng.randrange(3) for _ in chosen)
    codes = sorted(rng.sample(range(11, 99), len(chosen)))
    return tuple(
        Stop(f"{'GKNR'[number]}{code}", name, area, rng.random() < 0.65)
        for code, name, area in zip(codes, chosen, areas, strict=True)
    )


def _half(rng: Random, start: date, stops: Sequence[Stop]) -> Half:
    """Two shelters and a post are exempt, two or three shelters are never logged, one or two are only put off,
    three are put off once and inspected later."""
    shelters, posts = ([s.code for s in stops if s.shelter is kind] for kind in (True, False))
    rng.shuffle(shelters)
    rng.shuffle(posts)
    exempt, put_off, done = shelters[:2] + posts[:1], shelters[4 : 5 + rng.randrange(2)], shelters[6:] + posts[1:]
    again = shelters[6:9]
    rows = [(code, True) for code in put_off + again] + [(code, False) for code in done]
    rng.shuffle(rows)
    for code in again:
        first, second = sorted((rows.index((code, True)), rows.index((code, False))))
        rows[first], rows[second] = (code, True), (code, False)
    days = sorted(start + DAY * rng.randrange(8, 165) for _ in rows)
    log = tuple(Check(day, code, deferred) for day, (code, deferred) in zip(days, rows, strict=True))
    return Half(start, log, tuple(sorted(exempt)))


def _month(rng: Random, first: date, rules: StatRules, number: int) -> Month:
    services = [(number + 1) * 100 + n for n in (1, 3, 5, 7)]
    times = sorted(rng.sample(range(6 * 60, 19 * 60, 5), 4))
    sailings = []
    for day in month_days(first)[:10]:
        for service, time in zip(services, times, strict=True):
            delay = rng.choice((0, 0, 0, 1, 2, 3, 4, 5, 6, 9, 14))
            cancelled, held = rng.random() < 0.08, delay >= 3 and rng.random() < 0.2
            sailings.append(Sailing(day, service, time, None if cancelled else time + delay, held and not cancelled))
    counts = []
    for day in month_days(first):
        gate = rng.randrange(180, 720)
        counts.append(Count(day, gate, gate + rng.choice(APART)))
    outages = []
    for i, day in enumerate(sorted(rng.sample(month_days(first), 8))):
        begin = rng.randrange(7 * 60, 17 * 60)
        length = rules.outage if i % 4 == 1 else rng.choice((12, 17, 20, 24, 26, 30, 33, 36, 40, 47))
        outages.append(Outage(day, begin, begin + length, rng.choice(names.CAUSES)))
    return Month(first, rules, tuple(sailings), tuple(counts), tuple(outages))
