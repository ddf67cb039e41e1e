"""Drawing holidays, exchange rates, staff, trips, claims, receipts and settlements."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from random import Random

from bench.kits.days import DAY, add_months, month_days, workdays
from bench.kits.travel import names
from bench.kits.travel.ledger import (
    Check,
    Claim,
    Claims,
    Entry,
    Holidays,
    Promotion,
    Rate,
    Receipt,
    Receipts,
    Returned,
    Traveller,
    Trip,
)

BACK = tuple(date(2025, month, 1) for month in (4, 5, 6, 7, 8))
PAID = tuple(date(2025, month, 1) for month in (4, 6, 8))
RATED = tuple(date(2025, month, 1) for month in range(2, 11))
MONTHS = tuple(date(2025, month, 1) for month in (1, 2, 3, 5, 7, 9, 11))
CHECKS = (date(2025, 3, 1), date(2025, 6, 1), date(2025, 9, 1), date(2025, 12, 1))
TRAVELLING = 10
"""Members of the staff of a branch who go abroad and far; they come first in the list."""


def holidays(rng: Random) -> tuple[Holidays, ...]:
    """Holidays of the firm that fall on weekdays, two in most months."""
    made = []
    for year in (2024, 2025):
        days = []
        for month in range(12 if year == 2024 else 10):
            first = add_months(date(year, 4, 1), month)
            days += sorted(rng.sample([day for day in month_days(first) if day.weekday() < 5], rng.choice((1, 2, 2))))
        made.append(Holidays(year, tuple(days)))
    return tuple(made)


def days_off(free: Sequence[Holidays]) -> frozenset[date]:
    return frozenset(day for year in free for day in year.days)


def rates(rng: Random, free: Sequence[Holidays]) -> tuple[tuple[Rate, ...], ...]:
    """Published on working days only."""
    values, off, made = (
        [
            rng.randrange(14_400, 15_300),
            rng.randrange(16_100, 16_900),
            rng.randrange(19_100, 19_900),
            rng.randrange(17_000, 17_900),
        ],
        days_off(free),
        [],
    )
    for first in RATED:
        rows = []
        for day in month_days(first):
            if day.weekday() < 5 and day not in off:
                values = [value + rng.choice((-95, -60, -35, -15, 20, 40, 70, 105)) for value in values]
                rows.append(Rate(day, tuple(values)))
        made.append(tuple(rows))
    return tuple(made)


def staff(rng: Random, number: int) -> tuple[Traveller, ...]:
    numbers = rng.sample(range(101, 999), 20)
    return tuple(Traveller(f"{'AEIOU'[number]}{n}", rng.choice((0, 1, 1, 2, 2, 3, 3, 3))) for n in numbers)


def promotions(rng: Random, people: Sequence[Traveller], start: date) -> tuple[Promotion, ...]:
    """Of the staff below the highest grade, half of the travellers among them; spread over the months of the trips."""
    able = [one for one in people[:TRAVELLING] if one.grade], [one for one in people[TRAVELLING:] if one.grade]
    chosen = rng.sample(able[0], min(4, len(able[0]))) + rng.sample(able[1], min(8, len(able[1])))
    days = [start + DAY * shift for shift in rng.sample(range(-40, 50, 4), len(chosen))]
    rows = [Promotion(day, one.number, one.grade - 1) for day, one in zip(days, chosen, strict=True)]
    return tuple(sorted(rows, key=lambda row: (row.day, row.number)))


Busy = dict[str, list[tuple[date, date]]]
"""Traveller -> first and last days of trips."""


def _free(busy: Mapping[str, Sequence[tuple[date, date]]], first: date, last: date) -> list[str]:
    """Those who are on no trip on any of these days."""
    return [who for who, spans in busy.items() if all(last < begin or end < first for begin, end in spans)]


def _rated_in_month(day: date, off: frozenset[date]) -> bool:
    """Whether the rate of a day, or the ones before and after it where it has none, are of its own month."""
    around = []
    for step in (-DAY, DAY):
        at = day
        while at.weekday() > 4 or at in off:
            at += step
        around.append(at.month)
    return around == [day.month, day.month]


def claims(
    rng: Random, number: int, people: Sequence[Traveller], holidays: Sequence[Holidays]
) -> tuple[tuple[Claims, ...], Busy]:
    """Hotels abroad, two months of payment a sheet, and who is away when; days with and without a published rate."""
    off = days_off(holidays)
    ref, made = 50_000 + 8000 * number + rng.randrange(300), []
    busy: Busy = {one.number: [] for one in people[:TRAVELLING]}
    per_night = ((19_000, 24_500), (15_500, 20_500), (12_500, 16_000), (14_500, 19_000))
    for first in PAID:
        days = [day for n in (0, 1) for day in month_days(add_months(first, n))]
        rows = []
        for paid in sorted(rng.choices(days, k=38)):
            nights = rng.choice((1, 2, 2, 3, 3, 4, 5))
            left = paid - DAY * (nights + rng.choice((0, 1, 1)))
            free = _free(busy, left, paid)
            if not (free and _rated_in_month(left, off) and _rated_in_month(paid, off)):
                continue
            who = rng.choice(free)
            busy[who].append((left, paid))
            ref += rng.randrange(3, 29)
            city = rng.randrange(len(names.CITIES))
            low, high = per_night[names.CITY_CURRENCY[city]]
            amount = nights * rng.randrange(low, high) * rng.choice((50, 62, 70, 80)) // 100
            rows.append(Claim(str(ref), who, left - DAY * rng.randrange(5, 30), left, city, nights, paid, amount))
        made.append(Claims(first, tuple(rows)))
    return tuple(made), busy


def trips(rng: Random, number: int, busy: Busy) -> tuple[tuple[Trip, ...], ...]:
    """Domestic trips per month of return, in its order, of those who are not on another trip."""
    made = []
    for n, first in enumerate(BACK):
        rows = []
        for day in sorted(rng.choices(month_days(first), k=32)):
            for nights in (rng.choice((1, 1, 2, 2, 3, 3, 4, 4, 5, 6, 7, 9, 10)), 3, 2, 1):
                left = day - DAY * nights
                if free := _free(busy, left, day):
                    break
            else:
                continue
            who = rng.choice(free)
            busy[who].append((left, day))
            rows.append(
                Trip(
                    "",
                    who,
                    left - DAY * rng.randrange(2, 20),
                    left,
                    rng.choice((420, 510, 600, 660, 660, 690, 720, 720, 780, 780, 840, 840, 905)),
                    day,
                    rng.choice((540, 540, 570, 600, 600, 700, 720, 720, 750, 780, 780, 930, 1110, 1200)),
                    rng.choice((60, 80, 80, 95, 100, 100, 120, 120, 140, 150, 150, 210, 330, 460, 640, 810)),
                    rng.choice((0, 0, 0, 0, 1, 1, 2, 3)),
                    rng.choice((1, 1, 2)) if nights > 3 and rng.random() < 0.4 else 0,
                )
            )
        rows.sort(key=lambda row: (row.back, row.back_at, row.traveller))
        refs = sorted(rng.sample(range(100, 999), len(rows)))
        made.append(
            tuple(replace(row, ref=f"{'CGKNS'[number]}{n + 4}-{ref}") for ref, row in zip(refs, rows, strict=True))
        )
    return tuple(made)


def receipts(rng: Random, number: int) -> tuple[Receipts, ...]:
    ref, made = 3000 + 1100 * number + rng.randrange(100), []
    for first in MONTHS:
        rows = []
        for day in sorted(rng.choices(month_days(first), k=25)):
            ref += rng.randrange(1, 6)
            what, cls = rng.choice(names.ITEMS)
            rows.append(Receipt(str(ref), day, what, cls, rng.randrange(38, 520) * 10, rng.random() < 0.65))
        made.append(Receipts(first, tuple(rows)))
    return tuple(made)


def checks(rng: Random, number: int, free: Sequence[Holidays]) -> tuple[Check, ...]:
    """Trips of the last seven weeks, and what has been handed in for them."""
    off, made = days_off(free), []
    for n, month in enumerate(CHECKS):
        day = workdays(month + DAY * rng.randrange(8, 25), 1, off)
        refs = sorted(rng.sample(range(100, 999), 28))
        rows, entries = [], []
        for ref in refs:
            back = day - DAY * rng.choice(
                (3, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 24, 28, 33, 40, 47)
            )
            row = Returned(
                f"{'CGKNS'[number]}R{n + 1}-{ref}", back - DAY * rng.randrange(1, 9), back, rng.random() < 0.5
            )
            rows.append(row)
            at = workdays(back, rng.randrange(1, 7), off)
            for accepted in rng.choice(((True,), (True,), (False,), (False, True), (), ())):
                if at <= day:
                    entries.append(Entry(at, row.ref, accepted))
                at = workdays(at, rng.randrange(2, 7), off)
        rows.sort(key=lambda row: (row.back, row.ref))
        entries.sort(key=lambda entry: (entry.day, entry.ref))
        extended = tuple(sorted(rng.sample([row.ref for row in rows], 3)))
        made.append(Check(day, tuple(rows), tuple(entries), extended))
    return tuple(made)
