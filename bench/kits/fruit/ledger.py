"""The facts of one co-operative. Every value that a document states comes from here.

`plan(ledger)` lists its documents; drawing.py draws it and guarantees:
- two editions of each family of rules per station; the start of the new one is in a notice, and a correction sheet
  changes some of those days: only both together tell which edition holds;
- lots are delivered and sorted within one month; rejects, loads and returns of a lot never exceed its weight;
- codes of lots, growers and loads are unique in the whole ledger; surnames recur at other stations.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from bench.kits.base import Doc, Name, Text


@dataclass(frozen=True)
class Rates:
    """Advances in yen per kilogram."""

    edition: int
    adopted: date
    bounds: tuple[int, ...]  # millimetres, between the five size classes
    upper_closed: bool  # exactly 61 mm belongs to the class that ends at 61 mm
    sugar: tuple[int, int]  # tenths of a degree; the lower limit always belongs to the column
    turn: date  # last day of the first period
    acid: int  # hundredths of a percent
    acid_closed: bool  # exactly that much is enough
    less: int  # yen per kilogram taken off for acid
    half_up: bool  # to the nearest 10 yen, else down to 10 yen
    table: tuple[tuple[int, ...], ...]  # per size class: three columns of the first period, three of the second


@dataclass(frozen=True)
class RejectRules:
    edition: int
    adopted: date
    rates: tuple[Fraction, ...]  # yen per kilogram, one per names.FAULTS
    round_up: bool


@dataclass(frozen=True)
class Fees:
    edition: int
    adopted: date
    sorting: int  # tenths of a yen per kilogram delivered
    least: int  # yen, per lot
    haulage: tuple[int, ...]  # yen per container, one per names.DISTRICTS
    free: int  # containers of a lot that are carried free
    levy: int  # thousandths of what is left


@dataclass(frozen=True)
class StoreRules:
    adopted: date
    rejects_leave: bool  # on the day of sorting, else they are stock until the next month
    returns_count: bool  # fruit that is taken back is stock again
    limit: int  # tonnes


@dataclass(frozen=True)
class Calendar:
    """Spraying: days before picking and times a season, one pair per names.SPRAYS."""

    edition: int
    adopted: date
    rows: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Grower:
    code: str
    name: Name
    district: int
    contract: date
    hectares: int  # hundredths


@dataclass(frozen=True)
class Lot:
    code: str
    delivered: date
    grower: str
    containers: int
    kg: int
    sorted: date
    mm: int
    sugar: int  # tenths of a degree
    acid: int  # hundredths of a percent
    trial: bool
    rejects: int  # kilograms
    cause: Text
    fault: int


@dataclass(frozen=True)
class Load:
    number: str
    day: date
    lot: str
    kg: int
    market: Name
    held: bool  # entered, but not loaded


@dataclass(frozen=True)
class Return:
    day: date
    load: str
    lot: str
    kg: int
    back: bool  # taken back, else disposed of at the market
    reason: Text


@dataclass(frozen=True)
class Spraying:
    block: str
    day: date
    product: int
    litres: int


@dataclass(frozen=True)
class Month:
    first: date
    lots: tuple[Lot, ...]
    loads: tuple[Load, ...]
    returns: tuple[Return, ...]
    sprayings: tuple[Spraying, ...]


@dataclass(frozen=True)
class Station:
    key: str
    name: Name
    letter: str
    clerk: Name
    extension: int
    rates: tuple[Rates, Rates]
    rejects: tuple[RejectRules, RejectRules]
    fees: tuple[Fees, Fees]
    store: StoreRules
    calendar: tuple[Calendar, Calendar]
    growers: tuple[Grower, ...]
    months: tuple[Month, ...]


@dataclass(frozen=True)
class Correction:
    family: int
    station: int
    start: date


@dataclass(frozen=True)
class Notice:
    number: int
    day: date
    starts: tuple[tuple[date, date, date], ...]  # as printed, per station: rates, rejects, fees
    corrected: date
    corrections: tuple[Correction, ...]


@dataclass(frozen=True)
class Ledger:
    cooperative: Name
    stations: tuple[Station, ...]
    notices: tuple[Notice, ...]
    advisers: tuple[tuple[date, tuple[tuple[Name, int], ...]], ...]  # half-year -> per station and district


def plan(ledger: Ledger) -> list[Doc]:
    """Every document of the world, in a fixed order. The id is kind/station/period; templates get the facts by name."""
    docs = [Doc(f"notice/all/{n.day.year}", "notice", (("notice", n),)) for n in ledger.notices]
    docs += [Doc(f"corrections/all/{n.day.year}", "corrections", (("notice", n),)) for n in ledger.notices]
    docs += [
        Doc(f"advisers/all/{half:%Y-%m}", "advisers", (("half", half), ("rows", rows)))
        for half, rows in ledger.advisers
    ]
    for s in ledger.stations:

        def add(kind: str, period: object, s: Station = s, **facts: object) -> None:
            docs.append(Doc(f"{kind}/{s.key}/{period}", kind, (("s", s), *facts.items())))

        for i in (0, 1):
            add("rates", s.rates[i].edition, rules=s.rates[i])
            add("reject_rules", s.rejects[i].edition, rules=s.rejects[i])
            add("fees", s.fees[i].edition, rules=s.fees[i])
            add("calendar", s.calendar[i].edition, rules=s.calendar[i])
        add("store_rules", "2025", rules=s.store)
        add("growers", "2025")
        for month in s.months:
            for kind in ("receipts", "sorting", "rejects", "loads", "returns", "sprayings"):
                add(kind, f"{month.first:%Y-%m}", month=month)
        for first in (s.months[0].first, s.months[3].first):
            add("minutes", f"{first:%Y-%m}", first=first)
    return docs
