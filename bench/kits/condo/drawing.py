"""Drawing the ledger: random numbers -> the facts of one manager's buildings, within what ledger.py guarantees."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from random import Random

from bench.kits.base import Name, Text
from bench.kits.condo import names
from bench.kits.condo.ledger import (
    SHEETS,
    Building,
    Check,
    FeeRules,
    Flat,
    LateRules,
    Ledger,
    Meeting,
    Month,
    Payment,
    Stay,
    VisitRules,
    Vote,
    VoteRules,
    due_day,
)
from bench.kits.days import DAY, add_months, month_days

MONTHS = tuple(date(2025, month, 1) for month in (6, 7, 8, 9, 10, 11))
NIGHT = 22 * 60


def draw(rng: Random) -> Ledger:
    places, people = (rng.sample(pool, len(pool)) for pool in (names.BUILDINGS, names.PEOPLE))
    down = [rng.randrange(8) for _ in range(4)]  # per family the building where it was voted down, if any
    buildings = tuple(
        _building(rng, i, places[i], people, tuple(family for family in range(4) if down[family] == i))
        for i in range(5)
    )
    return Ledger(rng.choice(names.FIRMS), buildings)


def _building(rng: Random, number: int, name: Name, people: Sequence[Name], down: tuple[int, ...]) -> Building:
    meeting = _weekend(rng, date(2025, 5, rng.randrange(14, 22)))
    extra = [_weekend(rng, date(2025, month, rng.randrange(8, 20))) for month in (9, 11)]
    starts = tuple(None if family in down else day for family, day in enumerate(_starts(rng, 2025, meeting)))
    before = _weekend(rng, date(2023, 5, rng.randrange(14, 27)))
    flats = _flats(rng, number, people[5:])
    late, visit = _late(rng), _visit(rng)
    return Building(
        key=name.en.lower(),
        name=name,
        caretaker=people[number],
        extension=rng.randrange(210, 890),
        starts=starts,
        fee=_fee(rng),
        visit=visit,
        late=late,
        vote=_vote(rng),
        flats=flats,
        months=tuple(_month(rng, number, first, flats, visit) for first in MONTHS),
        sheets=(_payments(rng, number, 0, flats, late), _payments(rng, number, 1, flats, late)),
        meetings=(_meeting(rng, meeting, True, flats), *(_meeting(rng, day, False, flats) for day in extra)),
        before=(before, _starts(rng, 2023, before)),
        bays=tuple((year, _bays(rng, flats)) for year in (2024, 2025)),
        checks=tuple((date(2025, month, 1), _checks(rng, date(2025, month, 1))) for month in (5, 7, 9, 11)),
        works=tuple((year, _works(rng, year)) for year in (2020, 2025)),
    )


def _weekend(rng: Random, day: date) -> date:
    return day + DAY * (5 + rng.randrange(2) - day.weekday())


def _starts(rng: Random, year: int, meeting: date) -> tuple[date, date, date, date]:
    fee = date(year, rng.choice((7, 8, 9, 10)), 1)
    visit = date(year, *rng.choice(((7, 16), (8, 1), (8, 16), (9, 1), (9, 11))))
    late = date(year, *rng.choice(((6, 27), (7, 1), (7, 28), (8, 1), (8, 27), (9, 1))))
    return fee, visit, late, rng.choice((meeting, meeting, date(year + 1, 1, 1)))


def _settled(rng: Random, year: int) -> date:
    return date(year, rng.choice((2, 3)), rng.randrange(3, 28))


def _fee(rng: Random) -> tuple[FeeRules, FeeRules]:
    edition, closed, made = rng.randrange(3, 9), rng.random() < 0.5, []
    roundings = rng.sample(("down", "up", "half"), 2)
    for i in (0, 1):
        base = rng.randrange(148, 196) + 26 * i
        rates = (base + 36, base + 22, base + 9, base)
        bounds = (5500, 7000, 8500)
        made.append(FeeRules(edition + i, _settled(rng, 2023 + 2 * i), bounds, closed == bool(i), rates, roundings[i]))
    return made[0], made[1]


def _visit(rng: Random) -> tuple[VisitRules, VisitRules]:
    edition, closed, within = rng.randrange(2, 8), rng.random() < 0.5, rng.random() < 0.5
    units, frees, nights = rng.sample((20, 30, 60), 2), rng.sample((30, 45, 60, 90), 2), rng.sample((300, 400, 500), 2)
    made = []
    for i in (0, 1):
        car = rng.randrange(11, 19) * units[i] // 3
        rates = (car // 10 * 10, car * 3 // 20 * 10 + 20, car // 20 * 10 + 10, 0)
        cap = rng.choice((800, 900, 1000, 1100)) + 200 * i
        made.append(
            VisitRules(
                edition + i,
                _settled(rng, 2023 + 2 * i),
                frees[i],
                units[i],
                rates,
                nights[i],
                closed == bool(i),
                cap,
                within == bool(i),
            )
        )
    return made[0], made[1]


def _late(rng: Random) -> tuple[LateRules, LateRules]:
    edition, end = rng.randrange(2, 8), rng.random() < 0.5
    graces, rates, leasts = (
        rng.sample((5, 7, 10, 14), 2),
        rng.sample((73, 96, 120, 146), 2),
        rng.sample((30, 50, 80), 2),
    )
    old, new = (
        LateRules(edition + i, _settled(rng, 2023 + 2 * i), graces[i], rates[i], end == bool(i), leasts[i])
        for i in (0, 1)
    )
    return old, new


def _vote(rng: Random) -> tuple[VoteRules, VoteRules]:
    edition, unsigned = rng.randrange(2, 7), rng.random() < 0.5
    forms, proxies = rng.choice(((1, 3), (3, 1), (2, 4))), rng.choice(((0, 1), (1, 0), (0, 2)))
    old, new = (
        VoteRules(edition + i, _settled(rng, 2023 + 2 * i), forms[i], proxies[i], unsigned == bool(i)) for i in (0, 1)
    )
    return old, new


def _flats(rng: Random, number: int, people: Sequence[Name]) -> tuple[Flat, ...]:
    """Forty-eight flats on eight floors; the letter of the number tells the building."""
    letter, rows = "ABCDE"[number], []
    for floor in range(1, 9):
        for line in range(1, 7):
            area = rng.choice((5500, 7000, 8500)) if rng.random() < 0.2 else rng.randrange(4610, 9480, 7)
            rows.append(Flat(f"{letter}{floor}{line:02}", floor, area, rng.choice(people)))
    return tuple(rows)


def _month(rng: Random, number: int, first: date, flats: Sequence[Flat], rules: Sequence[VisitRules]) -> Month:
    """A third of the stays last a whole number of units, some end at 22:00; ten flats have most of the visitors."""
    key = 1000 * (number + 1) + 160 * (first.month - 6) + rng.randrange(1, 12)
    often, rows = [flats[i] for i in range(3, 48, 5)], []
    for day in sorted(rng.choices(month_days(first), k=50)):
        key += rng.randrange(1, 4)
        what, cls = rng.choice(names.VEHICLES[:10] if rng.random() < 0.9 else names.VEHICLES)
        start = rng.randrange(8 * 60, 20 * 60 + 30, 5)
        if rng.random() < 0.35:
            terms = rng.choice(list(rules))
            end = start + terms.free + terms.unit * rng.randrange(6)
        else:
            end = start + rng.randrange(20, 330)
        end = NIGHT if rng.random() < 0.06 and start > 17 * 60 else min(end, 23 * 60 + 20)
        flat = rng.choice(often if rng.random() < 0.75 else list(flats)).number
        rows.append(Stay(f"V{key}", day, start, end, flat, what, cls, rng.random() < 0.08))
    return Month(first, tuple(rows))


def _payments(
    rng: Random, number: int, sheet: int, flats: Sequence[Flat], rules: Sequence[LateRules]
) -> tuple[Payment, ...]:
    """Forty rows by the day of payment, four for each of the ten flats that have many visitors."""
    first = SHEETS[sheet][0]
    months = [add_months(first, i) for i in range(4)]
    often, rows = [flats[i] for i in range(3, 48, 5)][:9], []
    others = [flat for flat in flats if flat not in often]
    rate = {flat.number: flat.area * rng.randrange(36, 45) // 100 * 10 for flat in flats}
    for i in range(40):
        month = months[i % 4]
        flat = often[i // 4] if i < 36 else others.pop(rng.randrange(len(others)))
        border = rng.choice(list(rules)).grace
        paid = due_day(month) + DAY * rng.choice((border, border + 1, 3, 6, 9, 12, 18, 25, 31, 38, 44, 57))
        while paid.weekday() >= 5:
            paid += DAY
        amount = rate[flat.number] + rng.randrange(120, 460) * 10  # with water, which differs from month to month
        rows.append((paid, flat.number, month, amount, rng.random() < 0.08))
    rows.sort(key=lambda row: (row[0], row[1]))
    key = 1000 * (2 * number + sheet + 1) + rng.randrange(100, 700)
    made = []
    for paid, flat_number, month, amount, agreed in rows:
        key += rng.randrange(1, 6)
        made.append(Payment(f"R{key}", flat_number, month, amount, paid, agreed))
    return tuple(made)


def _meeting(rng: Random, day: date, ordinary: bool, flats: Sequence[Flat]) -> Meeting:
    """Two flats have no vote, three or four send nothing, the rest a form, a proxy or themselves, some of it too late."""
    numbers = [flat.number for flat in flats]
    rng.shuffle(numbers)
    quiet = 5 + rng.randrange(2)
    rows = []
    for i, flat in enumerate(numbers[quiet:]):
        if i < 14:
            rows.append(Vote("present", flat, None, True))
            continue
        kind = "form" if i % 2 else "proxy"
        early = rng.choice((0, 1, 2, 3, 4)) if i < 21 else rng.choice((5, 6, 8, 9))
        rows.append(Vote(kind, flat, day - DAY * early, rng.random() > (0.14 if kind == "proxy" else 0.04)))
        if i in (17, 18, 19):  # a late or unsigned paper, and its owner comes all the same
            rows.append(Vote("present", flat, None, True))
    rng.shuffle(rows)
    return Meeting(day, ordinary, tuple(rows), tuple(sorted(numbers[:2])))


def _bays(rng: Random, flats: Sequence[Flat]) -> tuple[tuple[int, str, str, int], ...]:
    holders = sorted(rng.sample([flat.number for flat in flats], 18))
    return tuple(
        (bay + 1, flat, f"{rng.randrange(10, 99)}-{rng.randrange(10, 99)}", rng.randrange(70, 140) * 100)
        for bay, flat in enumerate(holders)
    )


def _checks(rng: Random, first: date) -> tuple[Check, ...]:
    days = sorted(rng.choices(month_days(first), k=24))
    return tuple(
        Check(day, rng.choice(names.EQUIPMENT), rng.choice(names.FINDINGS), rng.randrange(15, 150, 5)) for day in days
    )


def _works(rng: Random, year: int) -> tuple[tuple[int, Text, int], ...]:
    return tuple(
        (year + 1 + 2 * i + rng.randrange(2), work, rng.randrange(80, 6400, 10))
        for i, work in enumerate(rng.sample(names.WORKS, 10))
    )
