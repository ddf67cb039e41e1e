"""The registry of this kit's question programs, and what several of them use."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from bench.kits.base import Programs
from bench.kits.travel.ledger import Branch, Claim, Rate, Trip

PROGRAMS = Programs()
DAILY, HOTELS, EXCHANGE, SETTLEMENT = range(4)
"""Chapters of the rules, in the order of `Branch.starts` and `Branch.deciding`."""


def in_force(b: Branch, chapter: int, day: date, other: bool = False) -> int:
    """0 for the older, 1 for the newer edition of a chapter; `other` is the slip."""
    return int((day >= b.starts[1][chapter]) != other)


def deciding(b: Branch, chapter: int, first: date, second: date, other: bool = False) -> date:
    """Of the two days that can decide in a chapter, the one that does at this branch."""
    return (first, second)[b.deciding[1][chapter] != other]


def starts(b: Branch, chapter: int) -> tuple[tuple[str, str], ...]:
    """The evidence that says which edition holds: the first day of the new one, and the day that decides."""
    doc = f"supplement/{b.key}/2025"
    return (doc, f"start:{chapter}"), (doc, "rule")


def grade_on(b: Branch, number: str, day: date, as_listed: bool = False) -> int:
    """The grade of a member of the staff on a day. `as_listed`: the slip that forgets the promotions."""
    grade = next(one.grade for one in b.staff if one.number == number)
    later = [row for row in b.promotions if row.number == number and row.day <= day]
    return max(later, key=lambda row: row.day).grade if later and not as_listed else grade


def trip_doc(b: Branch, trip: Trip) -> str:
    return f"trips/{b.key}/{trip.back:%Y-%m}"


def trip_docs(b: Branch, first: date, last: date) -> list[str]:
    """The lists of all months that a period touches, also of one in which nobody came back on its days."""
    months = range(first.year * 12 + first.month - 1, last.year * 12 + last.month)
    return [f"trips/{b.key}/{n // 12}-{n % 12 + 1:02}" for n in months]


def claim_doc(b: Branch, claim: Claim) -> str:
    first = next(sheet.first for sheet in b.claims if claim in sheet.rows)
    return f"claims/{b.key}/{first:%Y-%m}"


def published(rates: Sequence[Sequence[Rate]], day: date, next_day: bool) -> Rate:
    """The rate of a day; where none was published, the next one or the last one before."""
    rows = [rate for month in rates for rate in month]
    if next_day:
        return next(rate for rate in rows if rate.day >= day)
    return next(rate for rate in reversed(rows) if rate.day <= day)
