"""The facts of one firm's business trips. Every value that a document states comes from here.

`plan(ledger)` lists its documents; drawing.py draws it and guarantees:
- two editions of each chapter per branch; the supplementary provisions of a branch say from when the newer is used and
  which day of a trip decides, and the branches do not agree on the latter;
- a traveller is never on two trips at one time; exchange rates are published on working days only;
- keys (trips, claims, receipts) are unique in the whole ledger, values recur in the twins.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from bench.kits.base import Doc, Name, Text

MEETINGS = tuple(date(2025, month, 1) for month in (4, 6, 8, 10, 12))


@dataclass(frozen=True)
class DailyRules:
    edition: int
    adopted: date
    rates: tuple[int, ...]  # yen a day, by names.GRADES
    out_from: int  # minutes after midnight; left then or later: half a day
    back_by: int  # minutes after midnight
    by_closed: bool  # back at exactly that time: half a day
    long_days: int  # days beyond are paid less
    long_share: int  # percent
    near: int  # km; nearer trips are paid half
    near_closed: bool  # exactly that distance is near
    meal: int  # yen off for each meal that was provided


@dataclass(frozen=True)
class HotelRules:
    edition: int
    adopted: date
    limits: tuple[tuple[int, int], ...]  # yen a night in cities of class 1 and of class 2, by names.GRADES


@dataclass(frozen=True)
class ExchangeRules:
    edition: int
    adopted: date
    of_payment: bool  # rate of the day of payment, else of the day of departure
    next_day: bool  # where none was published: the next one, else the last one before
    rounding: str  # "up", "down" or "half", to whole yen


@dataclass(frozen=True)
class SettlementRules:
    edition: int
    adopted: date
    with_advance: int  # working days
    without: int


@dataclass(frozen=True)
class ReceiptRules:
    year: int
    adopted: date
    limits: tuple[int, ...]  # yen a receipt, by class of names.ITEMS
    share: int  # percent without a receipt
    alone: int  # yen; above it nothing is paid without a receipt


@dataclass(frozen=True)
class Traveller:
    number: str
    grade: int  # on 1 April 2025


@dataclass(frozen=True)
class Promotion:
    day: date
    number: str
    grade: int


@dataclass(frozen=True)
class Trip:
    ref: str
    traveller: str
    ordered: date
    left: date
    left_at: int
    back: date
    back_at: int
    km: int
    meals: int
    private: int  # days


@dataclass(frozen=True)
class Claim:
    ref: str
    traveller: str
    ordered: date
    left: date
    city: int
    nights: int
    paid: date
    amount: int  # hundredths of the currency of the city


@dataclass(frozen=True)
class Claims:
    first: date  # of the first of two months
    rows: tuple[Claim, ...]


@dataclass(frozen=True)
class Receipt:
    ref: str
    day: date
    what: Text
    cls: int
    amount: int
    receipt: bool


@dataclass(frozen=True)
class Receipts:
    first: date
    rows: tuple[Receipt, ...]


@dataclass(frozen=True)
class Returned:
    ref: str
    left: date
    back: date
    advance: bool


@dataclass(frozen=True)
class Entry:
    day: date
    ref: str
    accepted: bool


@dataclass(frozen=True)
class Check:
    day: date
    rows: tuple[Returned, ...]
    entries: tuple[Entry, ...]
    extended: tuple[str, ...]


@dataclass(frozen=True)
class Branch:
    key: str
    name: Name
    extension: int
    clerk: Name
    head: Name
    starts: tuple[tuple[date, ...], tuple[date, ...]]  # per year (2022, 2025): daily, hotels, exchange, settlement
    deciding: tuple[tuple[int, ...], tuple[int, ...]]  # per year: 0 or 1, which of two days decides
    signed: tuple[date, date]
    daily: tuple[DailyRules, DailyRules]
    hotels: tuple[HotelRules, HotelRules]
    exchange: tuple[ExchangeRules, ExchangeRules]
    settlement: tuple[SettlementRules, SettlementRules]
    receipt_rules: tuple[ReceiptRules, ReceiptRules]
    staff: tuple[Traveller, ...]
    promotions: tuple[Promotion, ...]
    trips: tuple[tuple[Trip, ...], ...]  # per month of return
    claims: tuple[Claims, ...]
    receipts: tuple[Receipts, ...]
    checks: tuple[Check, ...]


@dataclass(frozen=True)
class Rate:
    day: date
    values: tuple[int, ...]  # hundredths of a yen, by names.CURRENCIES


@dataclass(frozen=True)
class Holidays:
    year: int
    days: tuple[date, ...]


@dataclass(frozen=True)
class Ledger:
    firm: Name
    branches: tuple[Branch, ...]
    rates: tuple[tuple[Rate, ...], ...]  # per month
    holidays: tuple[Holidays, ...]


def plan(ledger: Ledger) -> list[Doc]:
    """Every document of the world, in a fixed order. The id is kind/branch/period."""
    docs = [
        Doc(f"rates/all/{m[0].day:%Y-%m}", "rates", (("rows", m), ("month", m[0].day.replace(day=1))))
        for m in ledger.rates
    ]
    docs += [Doc(f"holidays/all/{h.year}", "holidays", (("holidays", h),)) for h in ledger.holidays]
    for b in ledger.branches:

        def add(kind: str, period: object, b: Branch = b, **facts: object) -> None:
            docs.append(Doc(f"{kind}/{b.key}/{period}", kind, (("b", b), *facts.items())))

        for i, year in enumerate((2022, 2025)):
            add("supplement", year, year=year, i=i)
            add("daily", b.daily[i].edition, rules=b.daily[i])
            add("hotels", b.hotels[i].edition, rules=b.hotels[i])
            add("exchange", b.exchange[i].edition, rules=b.exchange[i])
            add("settlement", b.settlement[i].edition, rules=b.settlement[i])
            add("receipt_rules", b.receipt_rules[i].year, rules=b.receipt_rules[i])
        add("staff", "2025", rows=b.staff)
        add("promotions", "2025", rows=b.promotions)
        for trips in b.trips:
            add("trips", f"{trips[0].back:%Y-%m}", rows=trips, month=trips[0].back.replace(day=1))
        for claims in b.claims:
            add("claims", f"{claims.first:%Y-%m}", claims=claims)
        for receipts in b.receipts:
            add("receipts", f"{receipts.first:%Y-%m}", receipts=receipts)
        for check in b.checks:
            add("returned", f"{check.day:%Y-%m}", check=check)
            add("settled", f"{check.day:%Y-%m}", check=check)
        for first in MEETINGS:
            add("minutes", f"{first:%Y-%m}", first=first)
    return docs
