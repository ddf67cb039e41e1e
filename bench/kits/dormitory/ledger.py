"""The facts of one foundation's student halls. Every value that a document states comes from here.

`plan(ledger)` lists its documents; drawing.py draws it and guarantees:
- two editions of each rule per hall: notice goes by the day of entry, electricity by the day on which the room got its
  new meter, returns by the evening to which they belong (and some assemblies have put the new rules off), turns by
  their day;
- every resident lives in one room of the list, and every room has the number of persons that the list says;
- keys (resident, room, broken thing) are unique in the whole ledger, values recur in the twins.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from bench.kits.base import Doc, Name, Text

MEETINGS = tuple(date(2025, month, 1) for month in (4, 6, 7, 9, 10, 12))


@dataclass(frozen=True)
class NoticeRules:
    edition: int
    adopted: date
    days: int
    office: int  # minutes after midnight; notice after that time is of the next day
    closed: bool  # at exactly that time it is of the same day
    first: bool  # the day of the notice is the first of the days
    later: bool  # a last day at the weekend is moved to Monday, else to Friday
    deposit: int  # days within which the deposit is returned


@dataclass(frozen=True)
class PowerRules:
    edition: int
    adopted: date
    basic: int  # yen a room
    free: int  # kWh a person
    bound: int  # kWh beyond the free ones, at the first price
    prices: tuple[int, int]  # tenths of a yen a kWh
    least: int  # yen a room
    up: bool  # shares are rounded up to full yen, else down
    pay_by: int  # day of the next month


@dataclass(frozen=True)
class CurfewRules:
    edition: int
    adopted: date
    usual: int  # minutes after midnight of the evening's day
    weekend: int  # on Fridays and Saturdays
    unit: int  # minutes
    points: int  # for each unit begun
    call: int  # minutes later after a call
    long: int  # minutes
    extra: int  # points where it was later than that


@dataclass(frozen=True)
class TurnRules:
    edition: int
    adopted: date
    by: tuple[int, int, int, int]  # minutes after midnight, by names.TASKS
    closed: bool  # checked at exactly that time is in time
    weekend: int  # minutes later on Saturdays and Sundays
    reminder: int  # days


@dataclass(frozen=True)
class BreakageRules:
    year: int
    adopted: date
    yearly: int  # percent less for each full year of age
    least: int  # percent that are charged at any age
    trifle: int  # yen; less is not charged


@dataclass(frozen=True)
class Room:
    code: str
    wing: int
    floor: int
    mats: int
    beds: int
    persons: int


@dataclass(frozen=True)
class Resident:
    number: str
    name: Name
    room: str
    entered: date


@dataclass(frozen=True)
class Fitted:
    room: str
    day: date


@dataclass(frozen=True)
class Reading:
    room: str
    day: date
    before: int
    value: int
    away: bool


@dataclass(frozen=True)
class Return:
    day: date
    at: int
    resident: str
    note: str  # "call", "train" or empty


@dataclass(frozen=True)
class Turn:
    day: date
    task: int
    resident: str


@dataclass(frozen=True)
class Swap:
    day: date
    task: int
    resident: str


@dataclass(frozen=True)
class Rota:
    first: date
    rows: tuple[Turn, ...]
    swaps: tuple[Swap, ...]
    off: tuple[date, ...]


@dataclass(frozen=True)
class Check:
    day: date
    task: int
    at: int


@dataclass(frozen=True)
class Broken:
    ref: str
    day: date
    what: Text
    cls: int
    age: int
    price: int


@dataclass(frozen=True)
class Hall:
    key: str
    name: Name
    extension: int
    warden: Name
    cook: Name
    start: tuple[date, date, date]  # of the new rules on notice, on returns (as the circular has it), on turns
    put_off: date | None  # to which the assembly has put off the rules on returns
    assembly: date
    notice: tuple[NoticeRules, NoticeRules]
    power: tuple[PowerRules, PowerRules]
    curfew: tuple[CurfewRules, CurfewRules]
    turns: tuple[TurnRules, TurnRules]
    breakage_rules: tuple[BreakageRules, BreakageRules]
    rooms: tuple[Room, ...]
    residents: tuple[Resident, ...]
    fitted: tuple[Fitted, ...]
    readings: tuple[tuple[Reading, ...], ...]
    returns: tuple[tuple[Return, ...], ...]
    rotas: tuple[Rota, ...]
    checks: tuple[tuple[Check, ...], ...]
    broken: tuple[tuple[Broken, ...], ...]


@dataclass(frozen=True)
class Circular:
    number: int
    day: date
    year: int
    starts: tuple[tuple[date, date, date], ...]  # per hall


@dataclass(frozen=True)
class Ledger:
    firm: Name
    halls: tuple[Hall, ...]
    circulars: tuple[Circular, ...]


def plan(ledger: Ledger) -> list[Doc]:
    """Every document of the world, in a fixed order. The id is kind/hall/period."""
    docs = [Doc(f"circular/all/{c.year}", "circular", (("circular", c),)) for c in ledger.circulars]
    for h in ledger.halls:

        def add(kind: str, period: object, h: Hall = h, **facts: object) -> None:
            docs.append(Doc(f"{kind}/{h.key}/{period}", kind, (("h", h), *facts.items())))

        add("assembly", f"{h.assembly:%Y-%m}")
        for i in (0, 1):
            add("notice_rules", h.notice[i].edition, rules=h.notice[i])
            add("power_rules", h.power[i].edition, rules=h.power[i])
            add("curfew_rules", h.curfew[i].edition, rules=h.curfew[i])
            add("turn_rules", h.turns[i].edition, rules=h.turns[i])
            add("breakage_rules", h.breakage_rules[i].year, rules=h.breakage_rules[i])
        add("rooms", "2025", rows=h.rooms)
        add("residents", "2025", rows=h.residents)
        add("meters", "2025", rows=h.fitted)
        for readings in h.readings:
            add("readings", f"{readings[0].day:%Y-%m}", rows=readings, first=readings[0].day.replace(day=1))
        for returns in h.returns:
            add("returns", f"{returns[9].day:%Y-%m}", rows=returns, first=returns[9].day.replace(day=1))
        for rota, checks in zip(h.rotas, h.checks, strict=True):
            add("rota", f"{rota.first:%Y-%m}", rota=rota)
            add("checks", f"{rota.first:%Y-%m}", rows=checks, first=rota.first)
        for broken in h.broken:
            add("breakage", f"{broken[0].day:%Y-%m}", rows=broken, first=broken[0].day.replace(day=1))
        for first in MEETINGS:
            add("minutes", f"{first:%Y-%m}", first=first)
    return docs
