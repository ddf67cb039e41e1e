"""The registry of this kit's question programs, and what several of them use."""

from __future__ import annotations

from datetime import date

from bench.kits.base import Programs
from bench.kits.library.ledger import Library

PROGRAMS = Programs()
NOTICE = "notice/all/2025"


def edition(b: Library, family: int, earlier: date, later: date, other: bool = False, other_day: bool = False) -> int:
    """0 for the older, 1 for the newer edition of a library's rules.

    `earlier` and `later` are the two days of a case of which one decides; `other` and `other_day` are slips.
    """
    day = later if b.later[family] != other_day else earlier
    return int((day >= b.starts[family]) != other)


def starts(b: Library, family: int) -> tuple[tuple[str, str], ...]:
    """The evidence that says which edition holds: the first day of the new one, the day that decides, the rule."""
    return (NOTICE, f"start:{family}:{b.key}"), (NOTICE, f"decides:{family}:{b.key}"), (NOTICE, "rule")
