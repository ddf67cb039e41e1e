"""Drawing the ledger: random numbers -> the facts of one language school, within what ledger.py guarantees."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from random import Random

from bench.kits.base import Name
from bench.kits.days import DAY
from bench.kits.school import names
from bench.kits.school.ledger import (
    Circular,
    Correction,
    Corrections,
    Course,
    Fees,
    Ledger,
    Makeups,
    Pay,
    Refunds,
    School,
    Teacher,
)
from bench.kits.school.records import absences, cancellations, clash, contracts, lessons, made

SCHOOLS = 6
WEEKDAY = (600, 660, 840, 990, 1015, 1020, 1045, 1050, 1075, 1080, 1080, 1140, 1165, 1170, 1200, 1215)
WEEKEND = (570, 600, 660, 780, 840, 900)
CORRECTED = 7


def draw(rng: Random) -> Ledger:
    places, people, teachers = (rng.sample(pool, len(pool)) for pool in (names.PLACES, names.PEOPLE, names.TEACHERS))
    printed = [_starts(rng, 2025) for _ in range(SCHOOLS)]
    cells = rng.sample([(family, i) for family in range(4) for i in range(SCHOOLS)], CORRECTED)
    rows = tuple(
        Correction(family, i, printed[i][family] + DAY * rng.choice((-14, -9, 8, 12, 17)))
        for family, i in sorted(cells)
    )
    schools = tuple(
        _school(
            rng, i, places[i], people[2 * i : 2 * i + 2], people[12:], teachers[8 * i : 8 * i + 8], printed[i], rows
        )
        for i in range(SCHOOLS)
    )
    circulars = tuple(
        Circular(
            number, date(year, 3, rng.randrange(10, 28)) if year < 2026 else date(2025, 11, rng.randrange(10, 28)), s
        )
        for number, year, s in (
            (rng.randrange(11, 40), 2023, tuple(_starts(rng, 2023) for _ in schools)),
            (rng.randrange(41, 69), 2025, tuple(printed)),
            (rng.randrange(71, 89), 2026, tuple(_starts(rng, 2026) for _ in schools)),
        )
    )
    old = [(family, i) for family in range(4) for i in range(SCHOOLS)]
    return Ledger(
        firm=rng.choice(names.FIRMS),
        schools=schools,
        circulars=circulars,
        corrections=(
            Corrections(
                circulars[0].number,
                date(2023, 4, rng.randrange(10, 28)),
                tuple(
                    Correction(family, i, circulars[0].starts[i][family] + DAY * rng.choice((-14, -9, 8, 12, 17)))
                    for family, i in sorted(rng.sample(old, CORRECTED - 1))
                ),
            ),
            Corrections(circulars[1].number, date(2025, 4, rng.randrange(10, 28)), rows),
        ),
    )


def _starts(rng: Random, year: int) -> tuple[date, date, date, date]:
    """Of fees, refunds, make-up lessons, pay."""
    fees = date(year, 6, rng.choice((11, 16, 21, 26)))
    refunds = fees + DAY * rng.choice((-8, 9, 13, 18))
    return fees, refunds, date(year, 7, rng.choice((5, 9, 12, 16))), date(year, 7, rng.choice((8, 11, 16, 19)))


def _school(
    rng: Random,
    number: int,
    name: Name,
    staff: Sequence[Name],
    students: Sequence[Name],
    teaching: Sequence[Name],
    printed: tuple[date, date, date, date],
    corrections: Sequence[Correction],
) -> School:
    start = list(printed)
    for row in corrections:
        if row.school == number:
            start[row.family] = row.day
    closed = rng.randrange(5)
    breaks = (
        (date(2025, 4, 29), date(2025, 5, rng.choice((5, 6)))),
        (date(2025, 8, rng.choice((9, 10, 11))), date(2025, 8, rng.choice((16, 17, 18)))),
        (date(2025, 12, 28), date(2026, 1, rng.choice((4, 5)))),
    )
    rules = _makeups(rng)
    teachers = _teachers(rng, number, teaching)
    courses = _courses(rng, number, closed, teachers)
    signed = contracts(rng, number, start, courses, breaks, students)
    missed = absences(rng, number, start[2], closed, rules, students)
    return School(
        key=name.en.lower(),
        name=name,
        extension=rng.randrange(210, 890),
        clerk=staff[0],
        head=staff[1],
        closed=closed,
        breaks=breaks,
        start=printed,
        fees=_fees(rng),
        refunds=_refunds(rng),
        makeups=rules,
        pay=_pay(rng),
        teachers=teachers,
        courses=courses,
        contracts=signed,
        cancellations=cancellations(rng, signed, breaks),
        lessons=lessons(rng, courses, teachers, breaks),
        absences=missed,
        made=made(rng, missed, rules, start[2], closed, breaks),
    )


def _adopted(rng: Random, year: int) -> date:
    return date(year, rng.choice((1, 2)), rng.randrange(5, 28))


def _fees(rng: Random) -> tuple[Fees, Fees]:
    edition, before, up = rng.randrange(5, 12), rng.random() < 0.5, rng.random() < 0.5
    evening, entry = rng.sample((17 * 60, 17 * 60 + 30, 18 * 60), 2), rng.sample((3000, 4000, 5000, 6500), 2)
    steps = rng.sample((((16, 4), (36, 9)), ((20, 5), (40, 12)), ((12, 3), (30, 8)), ((24, 6), (48, 15))), 2)
    family = rng.sample((1500, 2000, 2500, 3500), 2)
    base = [rng.randrange(*span) * 50 for span in ((38, 46), (52, 62), (74, 90), (108, 130), (34, 42))]

    def table(add: int) -> tuple[tuple[int, int, int], ...]:
        rows = []
        for day in base:
            evening_price = day + add + rng.randrange(3, 9) * 50
            rows.append((day + add, evening_price, evening_price + rng.randrange(1, 6) * 50))
        return tuple(rows)

    return (
        Fees(edition, _adopted(rng, 2023), evening[0], steps[0], family[0], before, up, entry[0], table(0)),
        Fees(
            edition + 1,
            _adopted(rng, 2025),
            evening[1],
            steps[1],
            family[1],
            not before,
            not up,
            entry[1],
            table(rng.randrange(2, 5) * 50),
        ),
    )


def _refunds(rng: Random) -> tuple[Refunds, Refunds]:
    edition, inclusive = rng.randrange(3, 9), rng.random() < 0.5
    cooling, percent = rng.sample((8, 10, 12, 14), 2), rng.sample((10, 15, 20, 25), 2)
    cap = rng.sample((5000, 6000, 8000, 10_000, 12_000), 2)
    return (
        Refunds(edition, _adopted(rng, 2023), cooling[0], inclusive, percent[0], cap[0]),
        Refunds(edition + 1, _adopted(rng, 2025), cooling[1], not inclusive, percent[1], cap[1]),
    )


def _makeups(rng: Random) -> tuple[Makeups, Makeups]:
    edition, closed, first, later = rng.randrange(2, 8), *(rng.random() < 0.5 for _ in range(3))
    by, long = rng.sample((17 * 60, 18 * 60, 19 * 60, 20 * 60), 2), rng.sample(range(31, 64), 2)
    short, sick, most = rng.sample(range(9, 27), 2), rng.sample((7, 10, 14, 15), 2), rng.sample((3, 4, 5, 6), 2)
    return (
        Makeups(edition, _adopted(rng, 2023), by[0], closed, long[0], short[0], first, later, sick[0], most[0]),
        Makeups(
            edition + 1,
            _adopted(rng, 2025),
            by[1],
            not closed,
            long[1],
            short[1],
            not first,
            not later,
            sick[1],
            most[1],
        ),
    )


def _pay(rng: Random) -> tuple[Pay, Pay]:
    edition, started = rng.randrange(4, 10), rng.random() < 0.5
    unit, late_from = rng.sample((15, 20, 30), 2), rng.sample((19 * 60, 19 * 60 + 30, 20 * 60), 2)
    late, sunday = rng.sample((200, 250, 300, 400), 2), rng.sample((10, 15, 20, 25), 2)
    cancelled, substitute = rng.sample((40, 50, 60, 70), 2), rng.sample((300, 350, 500, 600), 2)

    def rates(minutes: int, add: int) -> tuple[int, int, int, int]:
        hour = 1860 + add + rng.randrange(4) * 60
        low, mid, high = (hour * minutes // 60 + rng.randrange(9, 14) * minutes * n // 2 for n in (0, 1, 2))
        return low, mid, high, high + rng.randrange(3, 6) * minutes

    return (
        Pay(
            edition, _adopted(rng, 2023), unit[0], started, rates(unit[0], 0), late_from[0], late[0], sunday[0],
            cancelled[0], substitute[0],
        ),
        Pay(
            edition + 1, _adopted(rng, 2025), unit[1], not started, rates(unit[1], 120), late_from[1], late[1], sunday[1],
            cancelled[1], substitute[1],
        ),
    )  # fmt: skip


def _teachers(rng: Random, number: int, pool: Sequence[Name]) -> tuple[Teacher, ...]:
    numbers = sorted(rng.sample(range(101, 999), len(pool)))
    ranks = [0, 1, 1, 2, 2, 3, rng.randrange(4), rng.randrange(1, 4)]
    rng.shuffle(ranks)
    return tuple(
        Teacher(
            f"{'JKQUXZ'[number]}{n}",
            name,
            rank,
            date(rng.randrange(2008, 2024), rng.choice((4, 9)), rng.choice((1, 16))),
        )
        for n, name, rank in zip(numbers, pool, ranks, strict=True)
    )


def _courses(rng: Random, number: int, closed: int, teachers: Sequence[Teacher]) -> tuple[Course, ...]:
    """Twenty-four courses, three or more of each family of languages; each teacher has two or more."""
    families = [0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, *(rng.randrange(5) for _ in range(7)), 4, 4, 4, 4, 4]
    rng.shuffle(families)
    codes = sorted(rng.sample(range(11, 99), len(families)))
    order = [t.number for t in teachers for _ in range(2)] + [rng.choice(teachers).number for _ in range(8)]
    rng.shuffle(order)
    made: list[Course] = []
    for code, family, teacher in zip(codes, families, order, strict=True):
        language = rng.choice([text for text, group in names.LANGUAGES if group == family])
        minutes = rng.choice((40, 45, 50, 55, 70, 75, 80, 95))
        weekday, hour = rng.choice(
            [
                (day, at)
                for day in (0, 1, 2, 3, 4, 5, 5, 6, 6)
                for at in (WEEKEND if day > 4 else WEEKDAY)
                if day != closed and not any(c.teacher == teacher and clash(c, day, at, minutes) for c in made)
            ]
        )
        made.append(
            Course(
                f"{'BDFHLN'[number]}{code}",
                language,
                family,
                rng.randrange(5),
                weekday,
                hour,
                minutes,
                teacher,
            )
        )
    return tuple(made)
