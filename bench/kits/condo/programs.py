"""The registry of this kit's question programs, and what several of them use."""

from __future__ import annotations

from datetime import date

from bench.kits.base import Programs
from bench.kits.condo.ledger import Building

PROGRAMS = Programs()


def in_force(b: Building, family: int, day: date, ignore_vote: bool = False) -> int:
    """0 for the older, 1 for the newer edition: carried by the general meeting and used for this day."""
    start = b.starts[family]
    return int(ignore_vote or (start is not None and day >= start))


def minutes(b: Building, family: int) -> tuple[str, str]:
    """The evidence that says whether and from when the newer edition is used."""
    return f"minutes/{b.key}/2025", f"item:{family}"
