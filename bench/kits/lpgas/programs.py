"""The registry of this kit's question programs, and what several of them use."""

from __future__ import annotations

from datetime import date

from bench.kits.base import Programs
from bench.kits.lpgas.ledger import Branch, Customer, Haulier

PROGRAMS = Programs()
CIRCULAR = "circular/all/2025"
TARIFF, STOCK, CALLS, REGULATORS, DELIVERY = range(5)
"""Families of rules; the first four in the order of `Branch.start` and of the circular's columns."""

Spans = tuple[tuple[str, str], ...]


def in_force(b: Branch, family: int, day: date, other_edition: bool = False, one_edition: int | None = None) -> int:
    """0 for the older, 1 for the newer edition of a branch's rules; the switches are slips."""
    if one_edition is not None:
        return one_edition
    return int((day >= b.start[family]) != other_edition)


def starts(b: Branch, family: int) -> Spans:
    """The evidence that says which edition holds: the first day of the new one, and the day that decides."""
    start = ((CIRCULAR, f"start:{family}:{b.key}"),) if family != DELIVERY else ()
    return *start, (CIRCULAR, f"decides:{family}"), (CIRCULAR, "rule")


def customer(b: Branch, number: str) -> Customer:
    return next(c for c in b.customers if c.number == number)


def haulier(b: Branch, name: object) -> Haulier:
    return next(h for h in b.hauliers if h.name == name)
