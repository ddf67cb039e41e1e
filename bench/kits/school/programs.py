"""The registry of this kit's question programs, and what several of them use."""

from __future__ import annotations

from datetime import date

from bench.kits.base import Programs
from bench.kits.school.ledger import Correction, Course, Ledger, School, Teacher

PROGRAMS = Programs()
CIRCULAR, CORRECTIONS = "circular/all/2025", "corrections/all/2025"
FEES, REFUNDS, MAKEUPS, PAY = range(4)
"""Families of rules, in the order of `School.start` and of the circular's columns."""

Spans = tuple[tuple[str, str], ...]


def correction(ledger: Ledger, i: int, family: int) -> Correction | None:
    return next((row for row in ledger.corrections[1].rows if (row.school, row.family) == (i, family)), None)


def start(ledger: Ledger, i: int, family: int, uncorrected: bool = False) -> date:
    """First day of the newer edition at a school: as the circular has it, unless that was corrected."""
    corrected = correction(ledger, i, family)
    if corrected and not uncorrected:
        return corrected.day
    return ledger.schools[i].start[family]


def in_force(
    ledger: Ledger,
    i: int,
    family: int,
    day: date,
    other_edition: bool = False,
    uncorrected: bool = False,
    one_edition: int | None = None,
) -> int:
    """0 for the older, 1 for the newer edition of a school's rules; the switches are slips."""
    if one_edition is not None:
        return one_edition
    return int((day >= start(ledger, i, family, uncorrected)) != other_edition)


def starts(ledger: Ledger, i: int, family: int) -> Spans:
    """The evidence that says which edition holds."""
    return (
        (CIRCULAR, f"start:{family}:{i}"),
        (CIRCULAR, f"decides:{family}"),
        (CIRCULAR, "rule"),
        (CORRECTIONS, f"row:{family}:{i}" if correction(ledger, i, family) else "rest"),
    )


def course(s: School, code: str) -> Course:
    return next(c for c in s.courses if c.code == code)


def teacher(s: School, number: str) -> Teacher:
    return next(t for t in s.teachers if t.number == number)
