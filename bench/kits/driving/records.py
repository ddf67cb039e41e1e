"""Drawing instructors, pupils, cancelled lessons, duties, slips of the counter and attendance at refresher courses."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from random import Random

from bench.kits.days import DAY, add_months, month_days
from bench.kits.driving import names
from bench.kits.driving.ledger import Attendance, Cancel, Counter, Duties, Duty, Instructor, Pupil, Review, Slip

MONTHS = tuple(date(2025, month, 1) for month in (1, 2, 3, 5, 7, 9, 11))
LESSONS = tuple(date(2025, month, 1) for month in (4, 5, 6, 7, 8))
HALVES = tuple(date(2025, month, day) for month in (6, 7) for day in (1, 16))
REVIEWS = (date(2025, 3, 1), date(2025, 6, 1), date(2025, 9, 1), date(2025, 12, 1))
TEACHING = 8
"""Instructors of a school who have pupils of their own; they come first in the list."""


def instructors(rng: Random, number: int) -> tuple[Instructor, ...]:
    codes = rng.sample(range(11, 99), 18)
    made = []
    for n, code in enumerate(codes):
        recent = date(2025, 1, 5) - DAY * rng.randrange(0, 700) if n >= TEACHING else date(2023, 12, 1)
        appointed = recent - DAY * rng.choice((0, 0, 200, 700, 1200, 1500, 1900, 3000))
        own = n % 5
        courses = sorted((own, rng.choice([course for course in range(5) if course != own])))
        made.append(Instructor(f"{'BDFHN'[number]}-{code}", appointed, (courses[0], courses[1])))
    return tuple(made)


def pupils(rng: Random, number: int, start: date, staff: Sequence[Instructor]) -> tuple[tuple[Pupil, ...], ...]:
    """Two sheets by number, half of them enrolled before the new prices; each has an instructor who teaches the course."""
    days = sorted(start + DAY * rng.randrange(-75, 42) for _ in range(72))
    numbers = sorted(rng.sample(range(100, 999), len(days)))
    rows = []
    for n, day in zip(numbers, days, strict=True):
        course = rng.choice((0, 1, 1, 2, 3, 4))
        able = [one.code for one in staff[:TEACHING] if course in one.courses]
        rows.append(Pupil(f"{number + 2}0{n}", course, day, rng.choice(able)))
    return tuple(rows[:36]), tuple(rows[36:])


def cancels(rng: Random, number: int, sheets: Sequence[Sequence[Pupil]]) -> tuple[tuple[Cancel, ...], ...]:
    """Per month of the lessons; called at the very hours that decide, and never after the lesson has begun.

    Nobody has lessons before the month after the enrolment.
    """
    enrolled = {pupil.number: pupil.enrolled for sheet in sheets for pupil in sheet}
    often = rng.sample(list(enrolled), 40)
    made, ref = [], 40_000 + 5000 * number + rng.randrange(300)
    for first in LESSONS:
        rows: list[Cancel] = []
        taken: set[tuple[str, date]] = set()
        days = [day for day in month_days(first) if day.weekday() != 0]
        learning = [pupil for pupil in often if enrolled[pupil] < first]
        while len(rows) < 30:
            pupil, day = rng.choice(learning), rng.choice(days)
            if (pupil, day) in taken:
                continue
            taken.add((pupil, day))
            time = rng.choice(
                (9 * 60, 10 * 60, 11 * 60, 13 * 60, 14 * 60, 15 * 60, 16 * 60, 17 * 60 + 10, 18 * 60 + 20)
            )
            called, at = _call(rng, day, time)
            reason = rng.choice(("bus", "doctor", "doctor", "work", "work", *[""] * 7))
            rows.append(Cancel("", pupil, day, time, called, at, reason))
        rows.sort(key=lambda row: (row.day, row.time, row.pupil))
        numbered = []
        for row in rows:
            ref += rng.randrange(2, 23)
            numbered.append(Cancel(str(ref), row.pupil, row.day, row.time, row.called, row.called_at, row.reason))
        made.append(tuple(numbered))
    return tuple(made)


def _call(rng: Random, day: date, time: int) -> tuple[date, int]:
    """On the day itself, on the day before or earlier; the office has nobody on Mondays, but the machine takes calls."""
    hours = (
        8 * 60,
        9 * 60,
        9 * 60,
        10 * 60,
        11 * 60 + 30,
        13 * 60,
        14 * 60,
        15 * 60,
        16 * 60,
        17 * 60,
        17 * 60,
        18 * 60,
        19 * 60,
    )
    back = rng.choice((0, 0, 0, 1, 1, 1, 1, 2, 2, 3))
    if back:
        return day - DAY * back, rng.choice((*hours, time))
    before = [hour for hour in (8 * 60 - 20, *hours, time - 180, time - 240, time - 300) if 7 * 60 <= hour < time]
    return day, rng.choice(before)


def duties(rng: Random, staff: Sequence[Instructor]) -> tuple[Duties, ...]:
    made = []
    for first in HALVES:
        days = [day for day in month_days(first.replace(day=1)) if (day.day > 15) == (first.day > 15)]
        rows = []
        for day in days:
            if day.weekday() == 0:
                continue
            codes = [one.code for one in staff[:TEACHING]]
            for code in sorted(rng.sample(codes, 5)):
                lessons = rng.randrange(4, 12)
                rows.append(Duty(day, code, lessons, min(lessons, rng.choice((0, 1, 2, 3, 4))), rng.random() < 0.2))
        made.append(Duties(days[0], days[-1], tuple(rows)))
    return tuple(made)


def counters(rng: Random, number: int) -> tuple[Counter, ...]:
    ref, made = 6000 + 700 * number + rng.randrange(100), []
    for first in MONTHS:
        rows = []
        for day in sorted(rng.choices([day for day in month_days(first) if day.weekday() != 0], k=24)):
            ref += rng.randrange(1, 4)
            cls = rng.randrange(4)
            count = rng.choice((1, 1, 2, 2, 3, 4, 5, 6, 7))
            rows.append(Slip(str(ref), day, cls, rng.randrange(len(names.ITEMS[cls])), count, rng.random() < 0.4))
        made.append(Counter(first, tuple(rows)))
    return tuple(made)


def reviews(rng: Random, staff: Sequence[Instructor]) -> tuple[Review, ...]:
    """Attendance of the last fifteen months, of which the reviews count twelve."""
    made = []
    for month in REVIEWS:
        day = month + DAY * rng.randrange(9, 27)
        begin = add_months(day, -15)
        rows = []
        for one in staff:
            since = max(begin, one.appointed)
            span = (day - since).days
            for _ in range(rng.choice((2, 3, 3, 4, 4)) if span > 40 else 0):
                subject = rng.choice((0, 0, 1, 1, 2, 3))
                hours = rng.choice((2, 3, 4)) if subject < 3 else rng.choice((2, 4, 6))
                rows.append(
                    Attendance(since + DAY * rng.randrange(3, span), one.code, subject, hours, rng.random() < 0.1)
                )
        rows.sort(key=lambda row: (row.day, row.instructor, row.subject, row.hours))
        codes = [one.code for one in staff if one.appointed < begin]
        made.append(Review(day, tuple(rows), tuple(sorted(rng.sample(codes, 2)))))
    return tuple(made)
