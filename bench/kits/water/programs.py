"""The registry of this kit's question programs, and what several of them use."""

from __future__ import annotations

from datetime import date

from bench.kits.base import Programs
from bench.kits.water.ledger import Ledger

PROGRAMS = Programs()
PROCLAMATION, RESOLUTION = "proclamation/all/2025", "resolution/all/2025"
TARIFF, LEAK, OUTAGE, INTAKE = 0, 1, 2, 3
"""Families of rules, in the order of the proclamation's rows."""

Spans = tuple[tuple[str, str], ...]


def put_off(ledger: Ledger, i: int, family: int) -> bool:
    return (family, i) in ledger.proclamations[1].put_off


def start(ledger: Ledger, i: int, family: int, no_resolution: bool = False) -> date:
    """First day of the newer edition in a district: as proclaimed, unless the council has put it off."""
    proclamation = ledger.proclamations[1]
    if put_off(ledger, i, family) and not no_resolution:
        return proclamation.until
    return proclamation.starts[i][family]


def in_force(
    ledger: Ledger,
    i: int,
    family: int,
    day: date,
    other_edition: bool = False,
    no_resolution: bool = False,
    one_edition: int | None = None,
) -> int:
    """0 for the older, 1 for the newer edition of a district's rules; the switches are slips."""
    if one_edition is not None:
        return one_edition
    return int((day >= start(ledger, i, family, no_resolution)) != other_edition)


def starts(ledger: Ledger, i: int, family: int) -> Spans:
    """The evidence that says which edition holds."""
    return (
        (PROCLAMATION, f"start:{family}:{i}"),
        (PROCLAMATION, f"decides:{family}"),
        (PROCLAMATION, "rule"),
        (RESOLUTION, f"off:{family}:{i}" if put_off(ledger, i, family) else "rest"),
    )
