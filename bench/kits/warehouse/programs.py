"""The registry of this kit's question programs, and what several of them use."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from bench.kits.base import Programs
from bench.kits.warehouse.ledger import Lot, Shed

PROGRAMS = Programs()
CIRCULAR = "circular/all/2025"
FREE, DEMURRAGE, HANDLING, REMINDING = range(4)
"""Families of rules, in the order of `Shed.starts` and of the announcements."""


def in_force(b: Shed, family: int, day: date, other: bool = False) -> int:
    """0 for the older, 1 for the newer edition of a shed's rules; `other` is the slip."""
    return int((day >= b.starts[1][family]) != other)


def starts(b: Shed, family: int) -> tuple[tuple[str, str], ...]:
    """The evidence that says which edition holds: the first day of the new one, and the day that decides."""
    return (f"start/{b.key}/2025", f"start:{family}"), (CIRCULAR, f"decides:{family}"), (CIRCULAR, "rule")


def sheet_of(b: Shed, lot: Lot) -> int:
    return next(i for i, rows in enumerate(b.landings) if lot in rows)


def landing_docs(b: Shed, lots: Iterable[Lot]) -> list[str]:
    """The landing sheets that hold these lots."""
    return [f"landings/{b.key}/{n + 1}" for n in sorted({sheet_of(b, lot) for lot in lots})]


def delivery_doc(b: Shed, day: date) -> str:
    return f"deliveries/{b.key}/{day:%Y-%m}"


def delivery_docs(b: Shed, first: date, last: date) -> list[str]:
    """The delivery lists of the months of a period."""
    months = {lot.left.replace(day=1) for lot in b.lots if first.replace(day=1) <= lot.left.replace(day=1) <= last}
    return [delivery_doc(b, month) for month in sorted(months)]
