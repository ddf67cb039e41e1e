"""The facts of a union of towns that runs cleaning centres. Every value that a document states comes from here.

Each centre has rules of its own. `plan(ledger)` lists the documents; drawing.py draws them and guarantees:
- two editions of each family of rules per centre; what decides between them is another thing for each family: for
  bulky waste the days of acceptance and of collection (there is a transition), for deliveries the day and the agreement
  of the customer, for rewards the dealer's receipt, for ash the day of the fire;
- for one centre of each family the notice gives no first day, and a later notice does;
- keys (receipt, ticket, slip, manifest) are unique in the whole ledger, values recur in the twins.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from bench.kits.base import Doc, Name, Text

BULKY, HAUL, REWARD, ASH = 0, 1, 2, 3
"""Families of rules, in the order of `Centre.starts`."""
INCOMBUSTIBLE = 1
"""The class of names.WASTE that goes into no pit."""


@dataclass(frozen=True)
class BulkyRules:
    edition: int
    adopted: date
    bounds: tuple[int, int]  # longest edge, cm
    upper_closed: bool
    fees: tuple[tuple[int, int, int], ...]  # per names.BULKY, by band
    up: bool  # is half the fee rounded up to 10 yen (else down)


@dataclass(frozen=True)
class HaulRules:
    edition: int
    adopted: date
    together: bool  # are the loads of one class, customer and day taken together (else each by itself)
    unit: int  # kg
    rates: tuple[tuple[int, int], ...]  # yen per started unit, per names.WASTE: household, business
    free: int  # kg, of a household's charge
    minimum: int  # yen, of a business's charge
    cap: int  # yen, of a household's charge


@dataclass(frozen=True)
class RewardRules:
    edition: int
    adopted: date
    step: int  # kg; what is left over is dropped, for each material
    rates: tuple[int, ...]  # yen per kg, per names.MATERIALS
    bonus_from: int  # kg of all materials
    bonus_closed: bool  # exactly that much is enough
    bonus: int  # percent
    cap: int  # yen for one slip


@dataclass(frozen=True)
class AshRules:
    edition: int
    adopted: date
    days: int  # of cooling, from the day after the fire


@dataclass(frozen=True)
class Item:
    """One application for bulky waste."""

    receipt: str
    accepted: date
    collected: date
    town: Name
    what: Text
    cls: int
    edge: int
    note: str  # "half": reduced household; "absent": not put out; or empty


@dataclass(frozen=True)
class Ticket:
    """One load over the weighbridge."""

    number: str
    day: date
    customer: str
    what: Text
    cls: int
    pit: int  # from 1; 0 for what is not burnt
    gross: int
    tare: int
    void: bool

    @property
    def net(self) -> int:
        return self.gross - self.tare


@dataclass(frozen=True)
class Slip:
    """One group collection of an association."""

    number: str
    day: date
    association: str
    receipt: date  # of the dealer
    kg: tuple[int, ...]  # per names.MATERIALS


@dataclass(frozen=True)
class Shipment:
    manifest: str
    day: date
    furnace: int
    tonnes: int  # tenths


@dataclass(frozen=True)
class Customer:
    number: str
    trade: Text | None  # None: a household
    agreed: date | None


@dataclass(frozen=True)
class Association:
    code: str
    name: Text
    town: Name
    households: int


@dataclass(frozen=True)
class Month:
    first: date
    items: tuple[Item, ...]
    tickets: tuple[Ticket, ...]
    plan: tuple[tuple[int, ...], ...]  # per third of the month: the furnace that each pit feeds
    shipments: tuple[Shipment, ...]
    stoppages: tuple[tuple[date, int, int, Text], ...]  # day, furnace, minutes, why


@dataclass(frozen=True)
class Days:
    """Collection days. `table`: per town and names.COLLECTED, weekday and which of the month (0: every week)."""

    edition: int
    adopted: date
    table: tuple[tuple[Name, tuple[tuple[int, int], ...]], ...]


@dataclass(frozen=True)
class Quota:
    """Per town: recyclables wanted in the fiscal year and the one before, tonnes."""

    year: int
    rows: tuple[tuple[Name, int, int], ...]


@dataclass(frozen=True)
class Centre:
    key: str
    name: Name
    clerk: Name
    extension: int
    starts: tuple[date, date, date, date]
    grace: date  # last day of the transition for bulky waste
    until: date  # last day of the older edition for customers with an agreement
    deferred: tuple[bool, bool, bool, bool]  # is the first day left to a later notice, per family
    bulky: tuple[BulkyRules, BulkyRules]
    haul: tuple[HaulRules, HaulRules]
    reward: tuple[RewardRules, RewardRules]
    ash: tuple[AshRules, AshRules]
    months: tuple[Month, ...]
    sheets: tuple[tuple[Slip, ...], tuple[Slip, ...]]
    customers: tuple[tuple[int, tuple[Customer, ...]], ...]  # by fiscal year
    associations: tuple[tuple[int, tuple[Association, ...]], ...]
    days: tuple[Days, Days]
    quotas: tuple[Quota, ...]
    crews: tuple[tuple[date, tuple[tuple[int, Name, int], ...]], ...]  # month -> (course, foreman, vehicle)


@dataclass(frozen=True)
class Start:
    """What a notice says of one centre."""

    starts: tuple[date, date, date, date]
    grace: date
    until: date
    deferred: tuple[bool, bool, bool, bool]


@dataclass(frozen=True)
class Notice:
    number: int
    day: date
    rows: tuple[Start, ...]


@dataclass(frozen=True)
class Ledger:
    union: Name
    centres: tuple[Centre, ...]
    notices: tuple[Notice, ...]


SHEETS = ((date(2025, 6, 1), date(2025, 7, 31)), (date(2025, 8, 1), date(2025, 9, 30)))
"""First and last day of collection of the slips on each sheet."""


def plan(ledger: Ledger) -> list[Doc]:
    """Every document of the world, in a fixed order. The id is kind/centre/period."""
    docs = [Doc(f"notice/all/{n.day.year}", "notice", (("notice", n),)) for n in ledger.notices]
    for c in ledger.centres:

        def add(kind: str, period: object, c: Centre = c, **facts: object) -> None:
            docs.append(Doc(f"{kind}/{c.key}/{period}", kind, (("c", c), *facts.items())))

        for family, deferred in enumerate(c.deferred):
            if deferred:
                add("deferral", family, family=family, notice=ledger.notices[-1])
        for i in (0, 1):
            add("bulky_rules", c.bulky[i].edition, rules=c.bulky[i])
            add("haul_rules", c.haul[i].edition, rules=c.haul[i])
            add("reward_rules", c.reward[i].edition, rules=c.reward[i])
            add("ash_rules", c.ash[i].edition, rules=c.ash[i])
            add("days", c.days[i].edition, rules=c.days[i])
            add("slips", i + 1, rows=c.sheets[i], sheet=i, span=SHEETS[i])
            add("customers", c.customers[i][0], year=c.customers[i][0], rows=c.customers[i][1])
            add("associations", c.associations[i][0], year=c.associations[i][0], rows=c.associations[i][1])
        for quota in c.quotas:
            add("quota", quota.year, quota=quota)
        for month in c.months:
            for kind in ("bulky_log", "scale_log", "furnaces", "ash_log"):
                add(kind, f"{month.first:%Y-%m}", month=month)
        for first, rows in c.crews:
            add("crews", f"{first:%Y-%m}", first=first, rows=rows)
    return docs
