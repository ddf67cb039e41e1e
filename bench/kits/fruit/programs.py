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


def residual(s: Station, lot: Lot) -> int:
    """Kilograms of a lot that were never loaded; changed copies keep it as small as it is elsewhere."""
    return lot.kg - lot.rejects - sum(load.kg for m in s.months for load in m.loads if load.lot == lot.code and not load.held)


def other_weights(s: Station, lot: Lot) -> list[int]:
    """Weights that the lot could have had as well, given its containers and its loads."""
    moved = lot.kg - residual(s, lot)
    return [kg for kg in range(lot.containers * 18, lot.containers * 20) if 0 <= kg - moved < 60 and abs(kg - lot.kg) > 7]


def with_weight(ledger: Ledger, i: int, rng: Random, among: Sequence[Lot]) -> tuple[Lot, Ledger]:
    """One of these lots, and the ledger in which it has another weight."""
    lot = rng.choice([lot for lot in among if other_weights(ledger.stations[i], lot)])
    return lot, swap(ledger, lot, replace(lot, kg=rng.choice(other_weights(ledger.stations[i], lot))))
