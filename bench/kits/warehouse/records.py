"""Drawing closing days, lots, extra jobs and stocktakings."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from random import Random

from bench.kits.days import DAY, half_end, month_days
from bench.kits.warehouse import names
from bench.kits.warehouse.ledger import Closing, Closings, Job, Jobs, Lot, Reminder, Stocktaking, Stored

MONTHS = tuple(date(2025, month, 1) for month in (1, 2, 3, 5, 7, 9, 11))
TAKEN = (date(2025, 6, 1), date(2025, 7, 1), date(2025, 8, 1), date(2025, 11, 1))
HALVES = (date(2024, 10, 1), date(2025, 4, 1), date(2025, 10, 1))


def closings(rng: Random) -> tuple[Closings, ...]:
    """About three days a month, half of them until an hour only; never two on one day."""
    made = []
    for first in HALVES:
        days = [first + DAY * n for n in range((half_end(first) - first).days + 1)]
        days = sorted(rng.sample([day for day in days if day <= date(2026, 1, 31)], 17))
        rows = [
            Closing(day, rng.choice((0, 0, 0, 10 * 60, 12 * 60, 15 * 60)), rng.choice(names.CLOSED)) for day in days
        ]
        made.append(Closings(first, tuple(rows)))
    return tuple(made)


def landings(rng: Random, number: int, start: date, closed: Sequence[Closings]) -> tuple[tuple[Lot, ...], ...]:
    """Four sheets in the order of landing, half of them before the new free time.

    No lot lands on a day on which the shed is closed all day, and none leaves on one with a closure of any length.
    """
    shut = [row.day for part in closed for row in part.rows if not row.until]
    partly = [row.day for part in closed for row in part.rows]
    consignees, ships = rng.sample(names.CONSIGNEES, 7), rng.sample(names.SHIPS, 6)
    sheets = []
    for sheet, first in enumerate((-46, -23, 0, 23)):
        refs = sorted(rng.sample(range(100, 999), 30))
        window = [day for n in range(23) if (day := start + DAY * (first + n)) not in shut]
        days = sorted(rng.choices(window, k=len(refs)))
        calls = {day: rng.choice(ships) for day in days}
        rows = []
        for ref, landed in zip(refs, days, strict=True):
            goods, cls = rng.choice(names.GOODS)
            kg, pieces = rng.randrange(24, 290) * 100, rng.choice((4, 6, 8, 10, 12, 16, 20, 24, 30, 36))
            volume = kg * rng.choice((60, 75, 90, 98, 102, 105, 108, 112, 125, 150)) // 1000 + rng.randrange(1, 60)
            left = landed + DAY * rng.choice((5, 7, 9, 11, 12, 13, 14, 15, 16, 18, 19, 21, 23, 26, 29))
            while left in partly:
                left += DAY
            ordered = max(left - DAY * rng.choice((1, 2, 3, 4, 6, 8)), landed)
            time = rng.choice(
                (540, 585, 600, 600, 640, 660, 660, 705, 720, 720, 780, 780, 830, 960, 990, 1000, 1020, 1065)
            )
            held = rng.choice((2, 3, 4, *[0] * 7))
            rows.append(
                Lot(
                    f"{'CEGMR'[number]}{sheet + 1}-{ref}",
                    calls[landed],
                    landed,
                    rng.choice(consignees),
                    goods,
                    cls,
                    pieces,
                    kg,
                    volume,
                    ordered,
                    left,
                    time,
                    held,
                )
            )
        sheets.append(tuple(rows))
    return tuple(sheets)


def jobs(rng: Random, number: int) -> tuple[Jobs, ...]:
    ref, made = 3000 + 1100 * number + rng.randrange(100), []
    for first in MONTHS:
        rows = []
        for day in sorted(rng.choices(month_days(first), k=20)):
            ref += rng.randrange(1, 6)
            goods, cls = rng.choice(names.GOODS)
            rows.append(Job(str(ref), day, goods, cls, rng.choice((*range(3, 13), 15, 18, 20, 24)), rng.random() < 0.3))
        made.append(Jobs(first, tuple(rows)))
    return tuple(made)


def stock(rng: Random, number: int) -> tuple[Stocktaking, ...]:
    """Lots that stay long: other numbers than those of the landing sheets, and reminders of the last ten weeks."""
    made = []
    for n, month in enumerate(TAKEN):
        day = month + DAY * rng.randrange(9, 27)
        refs = sorted(rng.sample(range(100, 999), 26))
        bays = rng.sample([f"{row}{bay}" for row in "ABCD" for bay in range(1, 16)], len(refs))
        rows = []
        for ref, bay in zip(refs, bays, strict=True):
            goods, cls = rng.choice(names.GOODS)
            age = rng.choice((28, 34, 38, 43, 47, 49, 52, 54, 57, 59, 61, 64, 66, 69, 72, 76, 80, 84, 90, 97))
            rows.append(Stored(f"{'CEGMR'[number]}L{n + 1}-{ref}", goods, cls, day - DAY * age, bay))
        rows.sort(key=lambda row: (row.landed, row.ref))
        letters = []
        for row in rows:
            if rng.random() < 0.55:
                ages = [
                    age
                    for age in (4, 9, 13, 17, 19, 21, 23, 26, 28, 31, 33, 37, 44)
                    if age < (day - row.landed).days - 10
                ]
                letters.append(Reminder(row.ref, day - DAY * rng.choice(ages)))
        letters.sort(key=lambda letter: (letter.day, letter.ref))
        held = tuple(sorted(rng.sample([row.ref for row in rows], 3)))
        made.append(Stocktaking(day, tuple(rows), held, tuple(letters)))
    return tuple(made)
