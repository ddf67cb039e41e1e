"""The facts of a city's car parks. Every value that a document states comes from here.

`plan(ledger)` lists its documents; drawing.py draws it and guarantees:
- two editions of each rule per car park: charges change with the new gates and go by the entry, season tickets by the
  application (renewals by their first day), unpaid ones by the month that is to be paid for, duties by their first day;
- every day has one attendant for each duty, nobody two duties in a row;
- keys (ticket, season ticket) are unique in the whole ledger, values recur in the twins.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from bench.kits.base import Doc, Name, Text

MEETINGS = tuple(date(2025, month, 1) for month in (4, 5, 7, 9, 10, 12))


@dataclass(frozen=True)
class Tariff:
    edition: int
    adopted: date
    free: int  # minutes; a stay no longer than that is free
    deducted: bool  # they are taken off longer stays, else such stays are charged from the entry on
    day: tuple[int, int]  # minutes after midnight between which the day lies
    unit: tuple[int, int]  # minutes, by day and by night
    price: tuple[int, int]  # yen a unit
    cap: int  # yen for 24 hours
    stamp: int  # yen that a stamp is worth
    badge: int  # percent off with a badge
    up: bool  # rounded up to 10 yen, else down


@dataclass(frozen=True)
class SeasonRules:
    edition: int
    adopted: date
    steps: tuple[tuple[int, int], tuple[int, int]]  # full months, percent off
    part_too: bool  # the first, partial month is reduced too
    resident: int  # percent off
    card: int  # yen
    up: bool  # the partial month is rounded up to 10 yen, else down
    prices: tuple[tuple[int, int, int], ...]  # yen a month, by names.KINDS and names.SIZES


@dataclass(frozen=True)
class BlockRules:
    edition: int
    adopted: date
    due: int  # day of the month before
    grace: int  # working days
    first: bool  # the month in which a ticket begins is exempt
    letter: int  # days after which a letter is sent


@dataclass(frozen=True)
class DutyRules:
    edition: int
    adopted: date
    pay: tuple[int, int, int]  # yen, by names.DUTIES
    sunday: int  # percent more
    event: int  # yen more
    saturday: int  # yen more for a night that begins on a Saturday


@dataclass(frozen=True)
class Agreement:
    year: int
    adopted: date
    price: int  # yen for 30 minutes
    many: int  # from so many stamps in a month on
    off: int  # percent


@dataclass(frozen=True)
class Season:
    ref: str
    applied: date
    first: date
    last: date
    holder: Name
    kind: int
    size: int
    monthly: bool  # paid month by month, else in advance
    note: str  # "resident", "renewal" or empty


@dataclass(frozen=True)
class Payment:
    ref: str
    day: date


@dataclass(frozen=True)
class Payments:
    month: date
    rows: tuple[Payment, ...]


@dataclass(frozen=True)
class Stay:
    ticket: str
    entry: date
    entry_at: int
    exit: date
    exit_at: int
    stamps: int
    note: str  # "badge", "season" or empty


@dataclass(frozen=True)
class Shop:
    name: Text
    trade: Text
    cls: int
    stamps: tuple[int, int, int]  # of 30, 60 and 120 minutes


@dataclass(frozen=True)
class Stamps:
    first: date
    rows: tuple[Shop, ...]


@dataclass(frozen=True)
class Day:
    day: date
    on: tuple[Name, Name, Name]  # by names.DUTIES
    event: bool


@dataclass(frozen=True)
class Park:
    key: str
    name: Name
    extension: int
    clerk: Name
    gates: date  # day on which the new gates were taken into use
    start: tuple[date, date, date]  # of the rules on season tickets, on unpaid ones (a month), on duties
    tariff: tuple[Tariff, Tariff]
    season_rules: tuple[SeasonRules, SeasonRules]
    block_rules: tuple[BlockRules, BlockRules]
    duty_rules: tuple[DutyRules, DutyRules]
    agreements: tuple[Agreement, Agreement]
    seasons: tuple[tuple[Season, ...], ...]
    payments: tuple[Payments, ...]
    stays: tuple[tuple[Stay, ...], ...]
    stamps: tuple[Stamps, ...]
    rosters: tuple[tuple[Day, ...], ...]


@dataclass(frozen=True)
class Circular:
    number: int
    day: date
    year: int
    starts: tuple[tuple[date, date, date], ...]  # per car park


@dataclass(frozen=True)
class Ledger:
    city: Name
    parks: tuple[Park, ...]
    circulars: tuple[Circular, ...]


def plan(ledger: Ledger) -> list[Doc]:
    """Every document of the world, in a fixed order. The id is kind/car park/period."""
    docs = [Doc(f"circular/all/{c.year}", "circular", (("circular", c),)) for c in ledger.circulars]
    for p in ledger.parks:

        def add(kind: str, period: object, p: Park = p, **facts: object) -> None:
            docs.append(Doc(f"{kind}/{p.key}/{period}", kind, (("p", p), *facts.items())))

        add("gates", "2025")
        for i in (0, 1):
            add("tariff", p.tariff[i].edition, rules=p.tariff[i])
            add("season_rules", p.season_rules[i].edition, rules=p.season_rules[i])
            add("block_rules", p.block_rules[i].edition, rules=p.block_rules[i])
            add("duty_rules", p.duty_rules[i].edition, rules=p.duty_rules[i])
            add("agreement", p.agreements[i].year, rules=p.agreements[i])
        for i, seasons in enumerate(p.seasons):
            add("seasons", i + 1, rows=seasons, sheet=i + 1)
        for payments in p.payments:
            add("payments", f"{payments.month:%Y-%m}", payments=payments)
        for i, stays in enumerate(p.stays):
            add("stays", i + 1, rows=stays, sheet=i + 1)
        for stamps in p.stamps:
            add("stamps", f"{stamps.first:%Y-%m}", stamps=stamps)
        for days in p.rosters:
            add("roster", f"{days[0].day:%Y-%m}", rows=days, first=days[0].day)
        for first in MEETINGS:
            add("minutes", f"{first:%Y-%m}", first=first)
    return docs
