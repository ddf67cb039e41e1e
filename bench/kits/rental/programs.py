"""The registry of this kit's question programs, and what several of them use."""

from __future__ import annotations

from datetime import date

from bench.kits.base import Programs
from bench.kits.rental.ledger import Branch, Machine

PROGRAMS = Programs()
CIRCULAR = "circular/all/2025"
RATES, TERMS, FUEL, INSPECTION = range(4)
"""Families of rules, in the order of `Branch.start` and of the circular's columns."""


def in_force(b: Branch, family: int, day: date, other: bool = False) -> int:
    """0 for the older, 1 for the newer edition of a branch's rules; `other` is the slip."""
    return int((day >= b.start[family]) != other)


def starts(b: Branch, family: int) -> tuple[tuple[str, str], ...]:
    """The evidence that says which edition holds: the first day of the new one, and the day that decides."""
    return (CIRCULAR, f"start:{family}:{b.key}"), (CIRCULAR, f"decides:{family}")


def machine(b: Branch, code: str) -> Machine:
    return next(m for m in b.machines if m.code == code)
