"""Drawing what the schools write down: contracts, cancellations, lessons, absences, make-up lessons."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from random import Random

from bench.kits.base import Name
from bench.kits.days import DAY, month_days
from bench.kits.school.ledger import Absence, Cancellation, Contract, Course, Lesson, Makeup, Makeups, Teacher
from bench.kits.school.terms import in_break, lesson_days, until

Breaks = tuple[tuple[date, date], ...]
MONTHS = tuple(date(2025, month, 1) for month in (6, 7, 8, 9))
MISSED = (date(2025, 6, 1), date(2025, 7, 1), date(2025, 9, 1))
SIZES = (8, 4, 2, 1, 8)
"""Most students, by names.CLASSES."""


def clash(course: Course, weekday: int, hour: int, minutes: int) -> bool:
    """Whether a course and a time of the week overlap, with a quarter of an hour between them."""
    return course.weekday == weekday and course.hour < hour + minutes + 15 and hour < course.hour + course.minutes + 15


def contracts(
    rng: Random, number: int, start: Sequence[date], courses: Sequence[Course], breaks: Breaks, students: Sequence[Name]
) -> tuple[tuple[Contract, ...], ...]:
    """Four sheets in the order of application, about half of them before the new fees."""
    sheets = []
    for sheet, first, span in ((0, -62, 34), (1, -28, 28), (2, 0, 26), (3, 26, 34)):
        refs = sorted(rng.sample(range(100, 999), 28))
        days = sorted(start[0] + DAY * (first + rng.randrange(span)) for _ in refs)
        rows = []
        for ref, applied in zip(refs, days, strict=True):
            signed = applied + DAY * rng.choice((0, 1, 2, 4, 6, 7, 9, 11, 13))
            course = rng.choice(courses)
            day = signed + DAY * rng.randrange(4, 15)
            while day.weekday() != course.weekday or in_break(breaks, day):
                day += DAY
            rows.append(
                Contract(
                    f"{'BDFHLN'[number]}{sheet + 1}-{ref}",
                    applied,
                    signed,
                    rng.choice(students),
                    course.code,
                    rng.choice((10, 12, 12, 16, 20, 20, 24, 24, 30, 36, 40, 48)),
                    day,
                    rng.choice(("family", "family", "renewal", "renewal", "renewal", *[""] * 5)),
                )
            )
        sheets.append(tuple(rows))
    return tuple(sheets)


def cancellations(
    rng: Random, sheets: Sequence[Sequence[Contract]], breaks: Breaks
) -> tuple[tuple[Cancellation, ...], ...]:
    """Two sheets in the order of receipt: soon after the signature, on the day of a lesson, or between lessons."""
    rows = []
    for contract in rng.sample([c for sheet in sheets for c in sheet], 72):
        days = lesson_days(contract, breaks)
        if rng.random() < 0.22:
            received = contract.signed + DAY * rng.choice((5, 7, 8, 9, 10, 11, 12, 13, 14))
        else:
            received = rng.choice(days[2 : max(len(days) - 4, 6)]) + DAY * rng.choice((0, 0, 0, 1, 3, 5))
        rows.append(Cancellation(contract.ref, min(received, date(2026, 1, 20))))
    rows.sort(key=lambda row: (row.received, row.contract))
    return tuple(rows[:36]), tuple(rows[36:])


def lessons(
    rng: Random, courses: Sequence[Course], teachers: Sequence[Teacher], breaks: Breaks
) -> tuple[tuple[Lesson, ...], ...]:
    """Half of what is held in a month: the log of one corridor. In the order of days and hours."""
    code = {c.code: c for c in courses}
    sheets = []
    for first in MONTHS:
        rows: list[Lesson] = []
        days = [day for day in month_days(first) if not in_break(breaks, day)]
        held = [(day, c) for day in days for c in courses if c.weekday == day.weekday()]
        for day, course in sorted(rng.sample(held, min(len(held), 42)), key=lambda x: (x[0], x[1].hour, x[1].code)):
            note = rng.choice(("cancelled", "substitute", "substitute", *[""] * 9))
            there = {row.teacher for row in rows if row.day == day}
            busy = {c.teacher for c in courses if clash(c, day.weekday(), course.hour, course.minutes)}
            free = [t.number for t in teachers if t.number not in there | busy | {course.teacher}]
            note = note if free or note != "substitute" else ""
            teacher = rng.choice(free) if note == "substitute" else course.teacher
            present = 0 if note == "cancelled" else rng.randrange(1, SIZES[code[course.code].cls] + 1)
            extra = rng.choice((0, 0, 0, rng.randrange(3, 20))) if present else 0
            rows.append(Lesson(day, course.code, teacher, present, extra, note))
        sheets.append(tuple(rows))
    return tuple(sheets)


def absences(
    rng: Random, number: int, start: date, closed: int, rules: Sequence[Makeups], students: Sequence[Name]
) -> tuple[tuple[Absence, ...], ...]:
    """Three months; notice is given at the very minute that decides, earlier, later, or not at all."""
    sheets = []
    for month, first in enumerate(MISSED):
        refs = sorted(rng.sample(range(100, 999), 30))
        open_days = [day for day in month_days(first) if day.weekday() != closed]
        days = sorted(rng.choice(open_days) for _ in refs)
        rows = []
        for ref, day in zip(refs, days, strict=True):
            told = day - DAY * rng.choice((0, 1, 1, 1, 1, 2, 3, 4, 5, 6, 8))
            by = rules[told >= start].by
            at = rng.choice((540, 615, 765, 905, 990)) if told == day else by + rng.choice((-95, -40, 0, 0, 0, 25, 50))
            at = -1 if rng.random() < 0.1 else at
            rows.append(
                Absence(
                    f"{'RSTVWY'[number]}{month + 1}-{ref}",
                    rng.choice(students),
                    day,
                    day if at < 0 else told,
                    at,
                    at >= 0 and rng.random() < 0.25,
                )
            )
        sheets.append(tuple(rows))
    return tuple(sheets)


def made(
    rng: Random,
    sheets: Sequence[Sequence[Absence]],
    rules: tuple[Makeups, Makeups],
    start: date,
    closed: int,
    breaks: Breaks,
) -> tuple[tuple[Makeup, ...], ...]:
    """Three sheets in the order of the days: on the last day, just after it, well before it; none for a quarter."""
    rows = []
    for absence in (a for sheet in sheets for a in sheet if a.told_at >= 0):
        last = until(rules[absence.told >= start], closed, absence)
        day = last + DAY * rng.choice((0, 0, 0, 1, 2, -1, -2, -3, -5, -7, -9, -12))
        while day.weekday() == closed or in_break(breaks, day) or day <= absence.day:
            day += DAY
        if rng.random() < 0.84:
            rows.append(Makeup(absence.ref, day, rng.randrange(1, 7)))
    rows.sort(key=lambda row: (row.day, row.absence))
    third = -(-len(rows) // 3)
    return tuple(tuple(rows[n : n + third]) for n in range(0, len(rows), third))
