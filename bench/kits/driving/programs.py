"""The registry of this kit's question programs, and what several of them use."""

from __future__ import annotations

from datetime import date

from bench.kits.base import Programs
from bench.kits.driving.ledger import Pupil, School

PROGRAMS = Programs()
RESOLUTION = "resolution/all/2025"
PRICES, TERMS, CANCELLING, ALLOWANCE, REFRESHER = range(5)
"""Families of rules, in the order of `School.starts`. The resolution fixes the first days of the first two."""


def in_force(b: School, family: int, day: date, other: bool = False) -> int:
    """0 for the older, 1 for the newer edition of a school's rules; `other` is the slip."""
    return int((day >= b.starts[1][family]) != other)


def starts(b: School, family: int) -> tuple[tuple[str, str], ...]:
    """The evidence that says which edition holds: the first day of the new one, and the day that decides."""
    fixed = (RESOLUTION, f"start:{family}:{b.key}") if family <= TERMS else (f"notice/{b.key}/2025", f"start:{family}")
    return fixed, (RESOLUTION, f"decides:{family}"), (RESOLUTION, "rule")


def pupil_of(b: School, number: str) -> Pupil:
    return next(pupil for sheet in b.pupils for pupil in sheet if pupil.number == number)


def sheet_of(b: School, number: str) -> str:
    """The document that lists a pupil."""
    return next(
        f"pupils/{b.key}/{n + 1}" for n, sheet in enumerate(b.pupils) if any(pupil.number == number for pupil in sheet)
    )
