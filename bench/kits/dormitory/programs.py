"""The registry of this kit's question programs, and what several of them use."""

from __future__ import annotations

from datetime import date

from bench.kits.base import Programs
from bench.kits.dormitory.ledger import Hall, Ledger, Resident, Room

PROGRAMS = Programs()
CIRCULAR = "circular/all/2025"
NOTICE, CURFEW, TURNS, POWER = range(4)
"""Families of rules; the first three in the order of `Hall.start` and of the circular's columns."""

Spans = tuple[tuple[str, str], ...]


def start(h: Hall, family: int, not_put_off: bool = False) -> date:
    """First day of the newer edition: as the circular has it, unless the assembly has put it off."""
    if family == CURFEW and h.put_off and not not_put_off:
        return h.put_off
    return h.start[family]


def in_force(
    h: Hall,
    family: int,
    day: date,
    other_edition: bool = False,
    not_put_off: bool = False,
    one_edition: int | None = None,
) -> int:
    """0 for the older, 1 for the newer edition of a hall's rules; the switches are slips."""
    if one_edition is not None:
        return one_edition
    return int((day >= start(h, family, not_put_off)) != other_edition)


def starts(h: Hall, family: int) -> Spans:
    """The evidence that says which edition holds."""
    assembly = ((f"assembly/{h.key}/{h.assembly:%Y-%m}", "returns"),) if family == CURFEW else ()
    first = ((CIRCULAR, f"start:{family}:{h.key}"),) if family != POWER else ()
    return *first, *assembly, (CIRCULAR, f"decides:{family}"), (CIRCULAR, "rule")


def hall(ledger: Ledger, key: str) -> Hall:
    return next(h for h in ledger.halls if h.key == key)


def room(h: Hall, code: str) -> Room:
    return next(r for r in h.rooms if r.code == code)


def resident(h: Hall, number: str) -> Resident:
    return next(r for r in h.residents if r.number == number)
