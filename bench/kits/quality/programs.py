"""The registry of this kit's question programs, and what several of them use."""

from __future__ import annotations

from datetime import date

from bench.kits.base import Programs
from bench.kits.quality.ledger import Concession, Tolerances, Works

PROGRAMS = Programs()
MANUAL = "manual/all/2025"
TOLERANCES, SAMPLING, COSTS, CONCEDING, CALIBRATING = range(5)
"""Families of rules, in the order of `Works.starts`."""


def in_force(b: Works, family: int, day: date, other: bool = False) -> int:
    """0 for the older, 1 for the newer edition of a works' rules; `other` is the slip."""
    return int((day >= b.starts[1][family]) != other)


def starts(b: Works, family: int) -> tuple[tuple[str, str], ...]:
    """The evidence that says which edition holds: the first day of the new one, and the day that decides."""
    return (f"change/{b.key}/2025", f"start:{family}"), (MANUAL, f"decides:{family}"), (MANUAL, "rule")


def tolerance(rules: Tolerances, nominal: int, product: int, other_side: bool = False) -> int:
    """Micrometres that a part may be off its nominal size."""
    at = sum(nominal > bound or (nominal == bound and rules.upper_in == other_side) for bound in rules.bounds)
    return rules.values[at][product]


def concession_doc(b: Works, row: Concession) -> str:
    first = next(sheet.first for sheet in b.concessions if row in sheet.rows)
    return f"concessions/{b.key}/{first:%Y-%m}"
