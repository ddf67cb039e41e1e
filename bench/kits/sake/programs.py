"""The registry of this kit's question programs, and what several of them use."""

from __future__ import annotations

from datetime import date

from bench.kits.base import Programs
from bench.kits.sake.ledger import Brewery

PROGRAMS = Programs()
CIRCULAR = "circular/all/2025"
MILLING, CASKS, RATES = 0, 1, 2
"""Families of rules, in the order of `Brewery.starts` and of the circular's columns."""


def in_force(b: Brewery, family: int, day: date, other: bool = False) -> int:
    """0 for the older, 1 for the newer edition of a brewery's rules; `other` is the slip."""
    return int((day >= b.starts[family]) != other)


def starts(b: Brewery, family: int) -> tuple[tuple[str, str], ...]:
    """The evidence that says which edition holds: the first day of the new one, and the day that decides."""
    return (CIRCULAR, f"start:{family}:{b.key}"), (CIRCULAR, f"decides:{family}")
