"""The registry of this kit's question programs, and what several of them use."""

from __future__ import annotations

from datetime import date

from bench.kits.base import Programs
from bench.kits.care.ledger import Office

PROGRAMS = Programs()
UNITS, ADDITIONS, ESCORT, INCIDENTS = range(4)
"""Families of rules, in the order of `Office.start`."""
UNIT_NOTICE, PRIVATE_NOTICE = "notice_units/all/2025", "notice_private/all/2025"


def in_force(o: Office, family: int, day: date, other: bool = False) -> int:
    """0 for the older, 1 for the newer edition of an office's rules; `other` is the slip."""
    return int((day >= o.start[family]) != other)


def starts(o: Office, family: int) -> tuple[tuple[str, str], ...]:
    """The evidence that says which edition holds: the first day of the new one, and the day that decides."""
    notice = UNIT_NOTICE if family in (UNITS, ADDITIONS) else PRIVATE_NOTICE
    return (notice, f"start:{family}:{o.key}"), (notice, f"decides:{family}")
