"""Times and days that several rules go by: the curfew of an evening, the deadline of a turn, the last day of notice.

And how tenths are written."""

from __future__ import annotations

from datetime import date

from bench.kits.days import DAY
from bench.kits.dormitory.ledger import CurfewRules, NoticeRules, TurnRules

MIDNIGHT = 24 * 60
MORNING = 5 * 60
"""What is written down before this time belongs to the evening of the day before."""


def curfew(rules: CurfewRules, evening: date) -> int:
    """Minutes after the midnight with which the evening's day begins."""
    return rules.weekend if evening.weekday() in (4, 5) else rules.usual


def deadline(rules: TurnRules, day: date, task: int, no_weekend: bool = False) -> int:
    return rules.by[task] + (rules.weekend if day.weekday() > 4 and not no_weekend else 0)


def last_day(
    rules: NoticeRules,
    day: date,
    at: int,
    other_side: bool = False,
    other_count: bool = False,
    not_moved: bool = False,
    moved_the_other_way: bool = False,
) -> date:
    """The last day for which rent is owed after notice."""
    if at > rules.office or (at == rules.office and rules.closed == other_side):
        day += DAY
    last = day + DAY * (rules.days - (rules.first != other_count))
    while last.weekday() > 4 and not not_moved:
        last += DAY if rules.later != moved_the_other_way else -DAY
    return last


def tenths(value: int) -> str:
    """253 -> 25.3."""
    return f"{value // 10}.{value % 10}"
