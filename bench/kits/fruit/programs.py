"""The registry of this kit's question programs, and what several of them use."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date
from random import Random

from bench.kits.base import Programs
from bench.kits.fruit.ledger import Grower, Ledger, Lot, Month, Station
from bench.kits.ledgers import swap

PROGRAMS = Programs()
NOTICE, CORRECTIONS = "notice/all/2025", "corrections/all/2025"
RATES, REJECTS, FEES = 0, 1, 2
"""Families of rules, in the order of the notice's rows."""

Spans = tuple[tuple[str, str], ...]


def start(ledger: Ledger, i: int, family: int, uncorrected: bool = False) -> date:
    """First day of the newer edition at a station: the notice, as corrected."""
    notice = ledger.notices[1]
    for fix in notice.corrections:
        if (fix.family, fix.station) == (family, i) and not uncorrected:
            return fix.start
    return notice.starts[i][family]


def in_force(
    ledger: Ledger,
    i: int,
    family: int,
    day: date,
    other_edition: bool = False,
    uncorrected: bool = False,
    one_edition: int | None = None,
) -> int:
    """0 for the older, 1 for the newer edition of a station's rules; the switches are slips."""
    if one_edition is not None:
        return one_edition
    return int((day >= start(ledger, i, family, uncorrected)) != other_edition)


def starts(ledger: Ledger, i: int, family: int) -> Spans:
    """The evidence that says which edition holds."""
    fixed = any((fix.family, fix.station) == (family, i) for fix in ledger.notices[1].corrections)
    return (
        (NOTICE, f"start:{family}:{i}"),
        (NOTICE, f"decides:{family}"),
        (NOTICE, "rule"),
        (CORRECTIONS, f"fix:{family}:{i}" if fixed else "rest"),
    )


def lots(ledger: Ledger) -> Iterator[tuple[int, Month, Lot]]:
    for i, s in enumerate(ledger.stations):
        for month in s.months:
            for lot in month.lots:
                yield i, month, lot


def grower_of(s: Station, code: str) -> Grower:
    return next(g for g in s.growers if g.code == code)


def movable(s: Station) -> dict[str, tuple[int, list[int]]]:
    """Lot -> kilograms of it that were never loaded, and the weights that it could have had as well.

    Changed copies keep what was never loaded as small as it is elsewhere, and containers as full.
    """
    loaded: dict[str, int] = {}
    for month in s.months:
        for load in month.loads:
            loaded[load.lot] = loaded.get(load.lot, 0) + (0 if load.held else load.kg)
    found = {}
    for month in s.months:
        for lot in month.lots:
            moved = loaded.get(lot.code, 0) + lot.rejects
            fit = range(max(lot.containers * 18, moved), min(lot.containers * 20, moved + 60))
            found[lot.code] = lot.kg - moved, [kg for kg in fit if abs(kg - lot.kg) > 7]
    return found


def with_weight(ledger: Ledger, i: int, rng: Random, among: Sequence[Lot]) -> tuple[Lot, Ledger]:
    """One of these lots, and the ledger in which it has another weight."""
    weights = movable(ledger.stations[i])
    lot = rng.choice([lot for lot in among if weights[lot.code][1]])
    return lot, swap(ledger, lot, replace(lot, kg=rng.choice(weights[lot.code][1])))
