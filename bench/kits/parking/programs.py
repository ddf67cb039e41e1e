"""The registry of this kit's question programs, and what several of them use."""

from __future__ import annotations

from datetime import date

from bench.kits.base import Programs
from bench.kits.parking.ledger import Ledger, Park

PROGRAMS = Programs()
CIRCULAR = "circular/all/2025"
SEASONS, BLOCKS, DUTIES, TARIFF = range(4)
"""Families of rules; the first three in the order of `Park.start` and of the circular's columns."""

Spans = tuple[tuple[str, str], ...]


def in_force(p: Park, family: int, day: date, other_edition: bool = False, one_edition: int | None = None) -> int:
    """0 for the older, 1 for the newer edition of a car park's rules; the switches are slips."""
    if one_edition is not None:
        return one_edition
    return int((day >= (p.gates if family == TARIFF else p.start[family])) != other_edition)


def starts(p: Park, family: int) -> Spans:
    """The evidence that says which edition holds: the first day of the new one, and the day that decides."""
    first = (f"gates/{p.key}/2025", "day") if family == TARIFF else (CIRCULAR, f"start:{family}:{p.key}")
    return first, (CIRCULAR, f"decides:{family}"), (CIRCULAR, "rule")


def park(ledger: Ledger, key: str) -> Park:
    return next(p for p in ledger.parks if p.key == key)
