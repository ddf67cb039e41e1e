"""Days that several rules go by: the lessons of a contract, the last day on which a lesson is made up."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from bench.kits.days import DAY
from bench.kits.school.ledger import Absence, Contract, Makeups


def in_break(breaks: Iterable[tuple[date, date]], day: date) -> bool:
    return any(first <= day <= last for first, last in breaks)


def lesson_days(contract: Contract, breaks: Iterable[tuple[date, date]]) -> list[date]:
    """The days of all lessons of a contract: one a week, none in a break."""
    days: list[date] = []
    day = contract.first
    while len(days) < contract.lessons:
        if not in_break(breaks, day):
            days.append(day)
        day += DAY * 7
    return days


def until(
    rules: Makeups,
    closed: int,
    absence: Absence,
    other_side: bool = False,
    other_count: bool = False,
    not_moved: bool = False,
    forgot_note: bool = False,
) -> date:
    """The last day on which a lesson that was missed with notice can be made up."""
    eve = absence.day - DAY
    early = absence.told < eve or (
        absence.told == eve
        and (absence.told_at < rules.by or (absence.told_at == rules.by and rules.closed != other_side))
    )
    days = (rules.long if early else rules.short) + (rules.sick if absence.sick and not forgot_note else 0)
    last = absence.day + DAY * (days - (rules.first != other_count))
    if last.weekday() == closed and not not_moved:
        last += DAY if rules.later else -DAY
    return last
