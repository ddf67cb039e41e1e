"""Drawing the ledger: random numbers -> the facts of one co-operative, within what ledger.py guarantees."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from fractions import Fraction
from random import Random

from bench.kits.base import Name
from bench.kits.days import DAY, add_months, month_days
from bench.kits.fruit import names
from bench.kits.fruit.ledger import (
    Calendar,
    Correction,
    Fees,
    Grower,
    Ledger,
    Load,
    Lot,
    Month,
    Notice,
    Rates,
    RejectRules,
    Return,
    Spraying,
    Station,
    StoreRules,
)

LETTERS = "KMTW"
FIRST = date(2025, 9, 1)
MONTHS = 4


def draw(rng: Random) -> Ledger:
    places = rng.sample(names.STATIONS, len(LETTERS))
    notices = tuple(_notice(rng, year) for year in (2023, 2025))
    stations = tuple(_station(rng, number, place) for number, place in enumerate(places))
    advisers = []
    for half in (date(2025, 4, 1), date(2025, 10, 1)):
        heads = rng.sample(names.PEOPLE, len(LETTERS) * len(names.DISTRICTS))
        advisers.append((half, tuple((head, rng.randrange(210, 890)) for head in heads)))
    return Ledger(rng.choice(names.COOPERATIVES), stations, notices, tuple(advisers))


def _notice(rng: Random, year: int) -> Notice:
    """Rates and rejects start in the season, fees before it; a third of the printed days is corrected."""
    starts = []
    for _ in LETTERS:
        rates = date(year, 10, 14) + DAY * rng.randrange(32)
        rejects = date(year, 10, 10) + DAY * rng.randrange(36)
        fees = date(year, rng.choice((6, 7)), rng.choice((1, 10, 16, 21)))
        starts.append((rates, rejects, fees))
    cells = sorted(rng.sample([(f, i) for f in range(3) for i in range(len(LETTERS))], 4))
    corrections = tuple(
        Correction(family, i, starts[i][family] + DAY * rng.choice((-1, 1)) * rng.randrange(8, 15))
        for family, i in cells
    )
    day = date(year, 4, rng.randrange(10, 28))
    return Notice(rng.randrange(11, 39), day, tuple(starts), day + DAY * rng.randrange(12, 25), corrections)


def _station(rng: Random, number: int, place: Name) -> Station:
    people = rng.sample(names.PEOPLE, 12)
    letter = LETTERS[number]
    growers = tuple(
        Grower(
            f"{letter}{code}",
            person,
            rng.randrange(3),
            date(2025, 5, 16) + DAY * rng.randrange(85),
            rng.randrange(40, 260),
        )
        for code, person in zip(sorted(rng.sample(range(11, 99), 11)), people[1:], strict=True)
    )
    rates = _rates(rng)
    numbers = sorted(rng.sample(range(1000, 1999), 40 * MONTHS))
    months = [
        _lots(rng, letter, add_months(FIRST, i), numbers[40 * i : 40 * i + 40], growers, rates) for i in range(MONTHS)
    ]
    loads = _loads(rng, letter, [lot for lots in months for lot in lots])
    return Station(
        key=place.en.lower(),
        name=place,
        letter=letter,
        clerk=people[0],
        extension=rng.randrange(210, 890),
        rates=rates,
        rejects=_reject_rules(rng),
        fees=_fees(rng),
        store=StoreRules(
            date(2025, 3, rng.randrange(5, 28)), rng.random() < 0.5, rng.random() < 0.5, rng.randrange(30, 80)
        ),
        calendar=_calendars(rng),
        growers=growers,
        months=tuple(_month(rng, letter, add_months(FIRST, i), lots, loads) for i, lots in enumerate(months)),
    )


def _adopted(rng: Random, year: int) -> date:
    return date(year, rng.choice((2, 3)), rng.randrange(5, 28))


def _rates(rng: Random) -> tuple[Rates, Rates]:
    edition, closed, half_up = rng.randrange(11, 19), rng.random() < 0.5, rng.random() < 0.5
    base = rng.randrange(84, 131)

    def table(add: int) -> tuple[tuple[int, ...], ...]:
        rows = []
        for worth in (8, 34, 29, 15, 0):  # S, M, L, 2L, 3L
            first = base + add + worth + rng.randrange(-3, 4)
            low, high = rng.randrange(17, 27), rng.randrange(40, 58)
            later = rng.randrange(9, 19)
            rows.append(
                (first, first + low, first + high, first - later, first - later + low + 3, first - later + high + 5)
            )
        return tuple(rows)

    acid = rng.sample((105, 110, 115, 120), 2)
    less = rng.sample((6, 7, 8, 9, 11, 12), 2)
    old = Rates(
        edition,
        _adopted(rng, 2023),
        (55, 61, 67, 73),
        closed,
        (100, 115),
        date(2023, 11, rng.randrange(4, 27)),
        acid[0],
        not closed,
        less[0],
        half_up,
        table(0),
    )
    new = Rates(
        edition + 1,
        _adopted(rng, 2025),
        (56, 61, 68, 73),
        not closed,
        (102, 115),
        date(2025, 11, rng.randrange(4, 27)),
        acid[1],
        closed,
        less[1],
        not half_up,
        table(rng.choice((-1, 1)) * rng.randrange(6, 14)),
    )
    return old, new


def _reject_rules(rng: Random) -> tuple[RejectRules, RejectRules]:
    edition, up = rng.randrange(3, 8), rng.random() < 0.5
    halves = rng.sample(range(9, 38, 2), 8)
    return (
        RejectRules(edition, _adopted(rng, 2023), tuple(Fraction(n, 2) for n in halves[:4]), up),
        RejectRules(edition + 1, _adopted(rng, 2025), tuple(Fraction(n, 2) for n in halves[4:]), not up),
    )


def _fees(rng: Random) -> tuple[Fees, Fees]:
    edition, sorting = rng.randrange(5, 10), rng.sample([n for n in range(86, 134) if n % 10], 2)
    least, free, levy = (
        rng.sample((2400, 2600, 2800, 3100), 2),
        rng.sample((2, 3, 4, 5), 2),
        rng.sample((12, 15, 18, 22), 2),
    )
    haulage = [tuple(rng.sample(range(28, 76), 3)) for _ in range(2)]
    old, new = (
        Fees(edition + i, _adopted(rng, (2023, 2025)[i]), sorting[i], least[i], haulage[i], free[i], levy[i])
        for i in range(2)
    )
    return old, new


def _calendars(rng: Random) -> tuple[Calendar, Calendar]:
    edition = rng.randrange(20, 30)
    old, new = (
        Calendar(
            edition + i,
            date(2024 + i, 1, rng.randrange(10, 28)),
            tuple((rng.choice((3, 7, 10, 14, 21, 30, 45)), rng.randrange(1, 5)) for _ in names.SPRAYS),
        )
        for i in range(2)
    )
    return old, new


def _lots(
    rng: Random, letter: str, first: date, numbers: Sequence[int], growers: Sequence[Grower], rates: tuple[Rates, Rates]
) -> tuple[Lot, ...]:
    """40 lots; sizes, sugar and acid often lie exactly on a limit of one edition."""
    days = [day for day in month_days(first) if day.day <= 26 and day.weekday() < 6]
    delivered = sorted(rng.choices(days, k=len(numbers)))
    lots = []
    for number, day in zip(numbers, delivered, strict=True):
        containers = rng.randrange(8, 41)
        kg = containers * 18 + rng.randrange(containers * 2)
        rules = rng.choice(rates)
        cause, fault = rng.choice(names.CAUSES)
        lots.append(
            Lot(
                f"{letter}-{number}",
                day,
                rng.choice(growers).code,
                containers,
                kg,
                day + DAY * rng.choice((0, 1, 1, 2, 3)),
                rng.choice(rules.bounds) if rng.random() < 0.45 else rng.randrange(52, 79),
                rng.choice(rules.sugar) if rng.random() < 0.4 else rng.randrange(92, 128),
                rules.acid if rng.random() < 0.25 else rng.randrange(78, 124),
                rng.random() < 0.08,
                max(kg * rng.randrange(2, 10) // 100, 3) if rng.random() < 0.7 else 0,
                cause,
                fault,
            )
        )
    return tuple(lots)


def _loads(rng: Random, letter: str, lots: Sequence[Lot]) -> tuple[Load, ...]:
    """One or two loads of each lot, the second one often after the end of the month; some were not loaded."""
    rows: list[tuple[date, str, int, Name, bool]] = []
    for lot in lots:
        left = max(lot.kg - lot.rejects - rng.randrange(60), 20)
        day = lot.sorted + DAY * rng.randrange(1, 4)
        part = left if rng.random() < 0.4 else max(left * rng.randrange(35, 75) // 1000 * 10, 10)
        if rng.random() < 0.08:
            rows.append((day, lot.code, part, rng.choice(names.MARKETS), True))
            day += DAY * rng.randrange(1, 3)
        rows.append((day, lot.code, part, rng.choice(names.MARKETS), False))
        if part < left:
            later = add_months(lot.sorted.replace(day=1), 1) + DAY * rng.randrange(6)
            day = later if rng.random() < 0.6 else day + DAY * rng.randrange(1, 5)
            rows.append((day, lot.code, left - part, rng.choice(names.MARKETS), False))
    rows.sort(key=lambda row: (row[0], row[1]))
    number, loads = rng.randrange(200, 300), []
    for day, code, kg, market, held in rows:
        number += rng.randrange(1, 4)
        loads.append(Load(f"{letter}L{number}", day, code, kg, market, held))
    return tuple(loads)


def _month(rng: Random, letter: str, first: date, lots: tuple[Lot, ...], loads: Sequence[Load]) -> Month:
    last = month_days(first)[-1]
    own = tuple(load for load in loads if first <= load.day <= last)
    sent = [load for load in own if not load.held and load.day <= last - 4 * DAY and load.kg > 60]
    returns = [
        Return(
            load.day + DAY * rng.randrange(2, 5),
            load.number,
            load.lot,
            load.kg * rng.randrange(20, 60) // 100,
            rng.random() < 0.6,
            rng.choice(names.REFUSALS),
        )
        for load in rng.sample(sent, 11)
    ]
    blocks = [f"{letter}B{n:02}" for n in rng.sample(range(1, 60), 18)]
    sprayings = sorted(
        (
            rng.choice(month_days(first)),
            rng.choice(blocks),
            rng.randrange(len(names.SPRAYS)),
            rng.randrange(18, 90) * 10,
        )
        for _ in range(22)
    )
    return Month(
        first,
        lots,
        own,
        tuple(sorted(returns, key=lambda r: (r.day, r.load))),
        tuple(Spraying(block, day, product, litres) for day, block, product, litres in sprayings),
    )
