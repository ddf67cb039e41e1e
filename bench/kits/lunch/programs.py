"""The registry of this kit's question programs, and what several of them use."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from bench.kits.base import Programs
from bench.kits.days import DAY
from bench.kits.lunch.ledger import Certificate, Ledger, Month, Pupil, School

PROGRAMS = Programs()
ORDER = "order/all/2023"
ABSENCES, FEES, CARRIER, CERTIFICATES, SUBSTITUTES = range(5)
"""Families of rules, in the order of the order's rows."""

Spans = tuple[tuple[str, str], ...]


def start(ledger: Ledger, i: int, family: int, no_agreement: bool = False) -> date:
    """First day of the newer edition at a school: as agreed there, else as ordered for the town."""
    local = dict(ledger.schools[i].local)
    if family in local and not no_agreement:
        return local[family]
    return ledger.orders[1].starts[family]


def in_force(
    ledger: Ledger,
    i: int,
    family: int,
    day: date,
    other_edition: bool = False,
    no_agreement: bool = False,
    one_edition: int | None = None,
) -> int:
    """0 for the older, 1 for the newer edition of a school's rules; the switches are slips."""
    if one_edition is not None:
        return one_edition
    return int((day >= start(ledger, i, family, no_agreement)) != other_edition)


def starts(ledger: Ledger, i: int, family: int) -> Spans:
    """The evidence that says which edition holds."""
    s = ledger.schools[i]
    return (
        (ORDER, f"start:{family}"),
        (ORDER, f"decides:{family}"),
        (ORDER, "rule"),
        (f"agreement/{s.key}/2023", f"local:{family}" if family in dict(s.local) else "rest"),
    )


def weekday_after(day: date, count: int) -> date:
    """The `count`th day after `day` that is from Monday to Friday."""
    while count:
        day += DAY
        count -= day.weekday() < 5
    return day


def months_of(s: School, first: date, last: date) -> list[Month]:
    return [m for m in s.months if m.first <= last and first <= m.menus[-1].day]


def away(month: Month, pupil: Pupil, day: date) -> bool:
    """Whether the pupil's year is on a trip."""
    return any(trip.day == day and trip.year == pupil.year for trip in month.trips)


def absent(month: Month, pupil: Pupil, day: date) -> bool:
    return any(row.pupil == pupil.number and row.first <= day <= row.last for row in month.absences)


def certificates_of(s: School, pupil: Pupil) -> Iterator[Certificate]:
    return (c for c in s.certificates if c.pupil == pupil.number)
