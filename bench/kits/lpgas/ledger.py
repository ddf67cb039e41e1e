"""The facts of one supplier. Every value that a document states comes from here.

`plan(ledger)` lists its documents; drawing.py draws it and guarantees:
- two editions of each rule per branch, decided in five ways: tariffs by the day of the reading (not for customers whose
  prices are fixed by contract), deliveries by the haulier's contract and the day of the order, the quantity handed out
  by the day of delivery, call-outs by the day of the call, regulators by the month in which they were made;
- what a meter shows at the end of one month is what it shows at the beginning of the next;
- keys (customer, slip) are unique in the whole ledger, values recur in the twins.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from bench.kits.base import Doc, Name, Text

MEETINGS = tuple(date(2025, month, 1) for month in (4, 6, 7, 9, 10, 12))


@dataclass(frozen=True)
class Tariff:
    edition: int
    adopted: date
    basic: tuple[int, int]  # yen a month: households, businesses
    bounds: tuple[int, int]  # m³; the ends of the first and the second step
    prices: tuple[tuple[int, int, int], tuple[int, int, int]]  # yen a m³
    whole: bool  # tenths of a m³ that a meter shows are left out, else they count
    plans: tuple[int, int]  # percent off, by names.PLANS
    tens: bool  # rounded down to 10 yen, else to 1 yen


@dataclass(frozen=True)
class DeliveryRules:
    edition: int
    adopted: date
    rates: tuple[int, int, int]  # yen a cylinder, by names.SIZES
    floor: int  # from this floor on
    stairs: int  # yen a cylinder and floor, from that one on
    least: int  # yen a delivery
    urgent: int  # percent more
    taken_back: int  # percent of it for cylinders taken back
    up: bool  # rounded up to 10 yen, else down


@dataclass(frozen=True)
class StockRules:
    edition: int
    adopted: date
    small: bool  # the smallest cylinders count
    negative: bool  # what is taken back is subtracted, else left out
    percent: int  # of the rated content, with which a cylinder counts


@dataclass(frozen=True)
class CallRules:
    edition: int
    adopted: date
    base: int  # yen
    included: int  # minutes
    unit: int  # minutes
    more: int  # yen for each unit begun
    night: int  # minutes after midnight; until 6:00
    closed: bool  # arrival at exactly that time is by night
    addition: int  # yen by night
    wait: int  # hours within which the customer is rung up afterwards


@dataclass(frozen=True)
class RegulatorRules:
    edition: int
    adopted: date
    years: tuple[int, int]  # by names.TYPES
    business: int  # years less
    within: bool  # may be used to the end of the month in which the years are over, else to the end of the one before


@dataclass(frozen=True)
class Customer:
    number: str
    trade: Text
    cls: int  # of names.CLASSES; -1 for households
    plan: int  # of names.PLANS; -1 for none
    since: date


@dataclass(frozen=True)
class Fixed:
    """Prices fixed by contract up to and including a day."""

    customer: str
    until: date


@dataclass(frozen=True)
class Reading:
    customer: str
    day: date
    before: int  # tenths of a m³
    value: int
    estimated: bool


@dataclass(frozen=True)
class Round:
    first: date
    rows: tuple[Reading, ...]


@dataclass(frozen=True)
class Haulier:
    name: Text
    renewed: date


@dataclass(frozen=True)
class Delivery:
    slip: str
    ordered: date
    day: date
    haulier: Text
    counts: tuple[int, int, int]  # by names.SIZES
    floor: int
    note: str  # "urgent", "back" or empty


@dataclass(frozen=True)
class Regulator:
    customer: str
    type: int
    made: date  # first day of the month


@dataclass(frozen=True)
class Exchange:
    customer: str
    day: date


@dataclass(frozen=True)
class Branch:
    key: str
    name: Name
    extension: int
    clerk: Name
    fitter: Name
    start: tuple[date, date, date, date]  # of the new tariff, quantity rules, call-out rules; month for regulators
    tariff: tuple[Tariff, Tariff]
    delivery: tuple[DeliveryRules, DeliveryRules]
    stock: tuple[StockRules, StockRules]
    calls: tuple[CallRules, CallRules]
    regulator_rules: tuple[RegulatorRules, RegulatorRules]
    customers: tuple[Customer, ...]
    fixed: tuple[Fixed, ...]
    rounds: tuple[Round, ...]
    hauliers: tuple[Haulier, ...]
    deliveries: tuple[tuple[Delivery, ...], ...]
    regulators: tuple[Regulator, ...]
    shut: tuple[str, ...]
    exchanges: tuple[tuple[Exchange, ...], ...]


@dataclass(frozen=True)
class Adjustments:
    """Tenths of a yen a m³, by the months of one fiscal year."""

    year: int
    months: tuple[tuple[date, int], ...]


@dataclass(frozen=True)
class Circular:
    number: int
    day: date
    year: int
    starts: tuple[tuple[date, date, date, date], ...]  # per branch


@dataclass(frozen=True)
class Ledger:
    firm: Name
    branches: tuple[Branch, ...]
    adjustments: tuple[Adjustments, Adjustments]
    circulars: tuple[Circular, ...]


def plan(ledger: Ledger) -> list[Doc]:
    """Every document of the world, in a fixed order. The id is kind/branch/period."""
    docs = [Doc(f"circular/all/{c.year}", "circular", (("circular", c),)) for c in ledger.circulars]
    docs += [Doc(f"adjustments/all/{a.year}", "adjustments", (("sheet", a),)) for a in ledger.adjustments]
    for b in ledger.branches:

        def add(kind: str, period: object, b: Branch = b, **facts: object) -> None:
            docs.append(Doc(f"{kind}/{b.key}/{period}", kind, (("b", b), *facts.items())))

        for i in (0, 1):
            add("tariff", b.tariff[i].edition, rules=b.tariff[i])
            add("delivery_rules", b.delivery[i].edition, rules=b.delivery[i])
            add("stock_rules", b.stock[i].edition, rules=b.stock[i])
            add("call_rules", b.calls[i].edition, rules=b.calls[i])
            add("regulator_rules", b.regulator_rules[i].edition, rules=b.regulator_rules[i])
        add("customers", "2025", rows=b.customers)
        add("fixed", "2025", rows=b.fixed)
        add("hauliers", "2025", rows=b.hauliers)
        for r in b.rounds:
            add("readings", f"{r.first:%Y-%m}", rows=r.rows, first=r.first)
        for deliveries in b.deliveries:
            first = deliveries[0].day.replace(day=1)
            add("deliveries", f"{first:%Y-%m}", rows=deliveries, first=first)
        add("regulators", "2025", rows=b.regulators)
        for i, exchanges in enumerate(b.exchanges):
            add("exchanges", i + 1, rows=exchanges, sheet=i + 1)
        for first in MEETINGS:
            add("minutes", f"{first:%Y-%m}", first=first)
    return docs
