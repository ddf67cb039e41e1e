"""The registry of this kit's question programs, and what several of them use."""

from __future__ import annotations

from bench.kits.base import Programs
from bench.kits.waste.ledger import Centre

PROGRAMS = Programs()
NOTICE = "notice/all/2025"
YEAR = 1
"""Fiscal 2025, by its place in `Centre.customers` and `Centre.associations`."""


def starts(c: Centre, family: int) -> tuple[tuple[str, str], ...]:
    """The evidence that says which edition holds: the notice, and the later one where the day was put off."""
    later = ((f"deferral/{c.key}/{family}", "start"),) if c.deferred[family] else ()
    return (NOTICE, f"start:{family}:{c.key}"), (NOTICE, f"rule:{family}"), *later
