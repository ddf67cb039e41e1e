"""The facts of one maker of machine parts. Every value that a document states comes from here.

`plan(ledger)` lists its documents; drawing.py draws it and guarantees:
- two editions of each rule per works; tolerances and costs go by the order, sampling by the inspection, concessions by
  the agreement, gauges by the day of the check; every works has change notices of its own;
- sampling changes on the first of a month, since each month begins anew with normal inspection;
- keys (lots, concessions, gauges) are unique in the whole ledger, values recur in the twins.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from bench.kits.base import Doc, Name, Text

MEETINGS = tuple(date(2025, month, 1) for month in (4, 6, 8, 10, 12))


@dataclass(frozen=True)
class Tolerances:
    edition: int
    adopted: date
    bounds: tuple[int, ...]  # mm, between the ranges
    upper_in: bool  # a bound belongs to the range below it
    values: tuple[tuple[int, ...], ...]  # micrometres, by range and names.PRODUCTS


@dataclass(frozen=True)
class SamplingPlan:
    edition: int
    adopted: date
    bounds: tuple[int, ...]  # largest lots of the ranges but the last
    normal: tuple[tuple[int, int], ...]  # sample and acceptance number, by range
    tight: tuple[tuple[int, int], ...]
    next_lots: int  # lots that are inspected tightened after a rejection; 0: all later ones after the second


@dataclass(frozen=True)
class CostRules:
    edition: int
    adopted: date
    inspect: tuple[int, ...]  # yen a piece of the sample, by names.PRODUCTS
    sort: tuple[int, ...]  # yen a piece of the rest of a rejected lot
    least: int  # yen for sorting a lot
    certified: int  # percent of the cost of inspecting, with a certificate


@dataclass(frozen=True)
class ConcessionRules:
    edition: int
    adopted: date
    steps: tuple[int, int]  # percent of the tolerance
    closed: bool  # exactly at a step: the lower reduction
    reductions: tuple[int, int, int]  # percent of the price
    rounding: str  # "up", "down" or "half", to ten yen
    most: int  # yen


@dataclass(frozen=True)
class GaugeRules:
    edition: int
    adopted: date
    months: tuple[int, ...]  # by names.GAUGES
    grace: int  # days
    adjusted: bool  # a calibration after which the gauge was adjusted counts


@dataclass(frozen=True)
class FaultCosts:
    year: int
    adopted: date
    prices: tuple[int, ...]  # yen a piece, by names.PRODUCTS
    customer: int  # percent more where the customer found it
    trifle: int  # pieces; fewer are not counted


@dataclass(frozen=True)
class Lot:
    ref: str
    day: date  # of the inspection
    product: int
    supplier: Text
    ordered: date
    size: int
    found: int
    certified: bool


@dataclass(frozen=True)
class Concession:
    ref: str
    agreed: date
    supplier: Text
    product: int
    ordered: date
    nominal: int  # mm
    measured: int  # micrometres
    pieces: int
    price: int


@dataclass(frozen=True)
class Concessions:
    first: date  # of the first of two months
    rows: tuple[Concession, ...]


@dataclass(frozen=True)
class Fault:
    ref: str
    day: date
    product: int
    what: Text
    cls: int
    pieces: int
    customer: bool


@dataclass(frozen=True)
class Faults:
    first: date
    rows: tuple[Fault, ...]


@dataclass(frozen=True)
class Gauge:
    code: str
    kind: int


@dataclass(frozen=True)
class Calibration:
    day: date
    gauge: str
    result: str  # "passed", "adjusted" or "failed"


@dataclass(frozen=True)
class Check:
    day: date
    rows: tuple[Calibration, ...]
    withdrawn: tuple[str, ...]


@dataclass(frozen=True)
class Works:
    key: str
    name: Name
    extension: int
    inspector: Name
    head: Name
    starts: tuple[tuple[date, ...], tuple[date, ...]]  # per year (2022, 2025), by programs: tolerances to gauges
    announced: tuple[date, date]
    change: tuple[int, int]  # numbers of the change notices
    tolerances: tuple[Tolerances, Tolerances]
    sampling: tuple[SamplingPlan, SamplingPlan]
    costs: tuple[CostRules, CostRules]
    conceding: tuple[ConcessionRules, ConcessionRules]
    calibrating: tuple[GaugeRules, GaugeRules]
    fault_costs: tuple[FaultCosts, FaultCosts]
    lots: tuple[tuple[Lot, ...], ...]  # per month
    concessions: tuple[Concessions, ...]
    faults: tuple[Faults, ...]
    gauges: tuple[Gauge, ...]
    checks: tuple[Check, ...]


@dataclass(frozen=True)
class Manual:
    year: int
    issue: int
    day: date


@dataclass(frozen=True)
class Ledger:
    firm: Name
    works: tuple[Works, ...]
    manuals: tuple[Manual, Manual]


def plan(ledger: Ledger) -> list[Doc]:
    """Every document of the world, in a fixed order. The id is kind/works/period."""
    docs = [Doc(f"manual/all/{m.year}", "manual", (("m", m), ("i", i))) for i, m in enumerate(ledger.manuals)]
    for b in ledger.works:

        def add(kind: str, period: object, b: Works = b, **facts: object) -> None:
            docs.append(Doc(f"{kind}/{b.key}/{period}", kind, (("b", b), *facts.items())))

        for i, year in enumerate((2022, 2025)):
            add("change", year, year=year, i=i)
            add("tolerances", b.tolerances[i].edition, rules=b.tolerances[i])
            add("sampling", b.sampling[i].edition, rules=b.sampling[i])
            add("costs", b.costs[i].edition, rules=b.costs[i])
            add("conceding", b.conceding[i].edition, rules=b.conceding[i])
            add("calibrating", b.calibrating[i].edition, rules=b.calibrating[i])
            add("fault_costs", b.fault_costs[i].year, rules=b.fault_costs[i])
        for lots in b.lots:
            add("lots", f"{lots[0].day:%Y-%m}", rows=lots, month=lots[0].day.replace(day=1))
        for concessions in b.concessions:
            add("concessions", f"{concessions.first:%Y-%m}", concessions=concessions)
        for faults in b.faults:
            add("faults", f"{faults.first:%Y-%m}", faults=faults)
        for check in b.checks:
            add("gauges", f"{check.day:%Y-%m}", check=check)
            add("calibrations", f"{check.day:%Y-%m}", check=check)
        for first in MEETINGS:
            add("minutes", f"{first:%Y-%m}", first=first)
    return docs
