"""Demurrage of a lot: free time by the landing, steps by the day it leaves, tons by weight or measure; and the sum."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from fractions import Fraction
from functools import partial
from random import Random
from typing import Any

from bench.kits.base import Question
from bench.kits.days import DAY
from bench.kits.ledgers import swap
from bench.kits.questions import ask, both, outcome, slips_of, subject
from bench.kits.shapes import yen
from bench.kits.warehouse.ledger import DemurrageRules, Ledger, Lot, Shed
from bench.kits.warehouse.programs import (
    DEMURRAGE,
    FREE,
    PROGRAMS,
    delivery_doc,
    delivery_docs,
    in_force,
    landing_docs,
    sheet_of,
    starts,
)
from bench.kits.warehouse.questions.free import CLOSINGS, free_end

Table = dict[str, int]
"""Lot -> yen."""


def tons(rules: DemurrageRules, lot: Lot, weight_only: bool = False, whole_volume: bool = False) -> Fraction:
    """The greater of weight and measure, rounded up to whole or half tons."""
    measure = Fraction(lot.volume * 10, 1000 if whole_volume else rules.measure)
    most = max(Fraction(lot.kg, 1000), Fraction(0) if weight_only else measure)
    unit = 2 if rules.halves else 1
    return Fraction(-(-most * unit // 1), unit)


def demurrage(
    b: Shed,
    lot: Lot,
    one_rates: int | None = None,
    rates_by_landing: bool = False,
    one_step: bool = False,
    other_side: bool = False,
    no_hold: bool = False,
    no_least: bool = False,
    weight_only: bool = False,
    whole_volume: bool = False,
    **free: Any,
) -> int:
    """What one lot owes, in yen; nothing where it left within the free time."""
    edition = in_force(b, DEMURRAGE, lot.landed if rates_by_landing else lot.left)
    rules = b.demurrage[edition if one_rates is None else one_rates]
    early = lot.time < rules.leave_by or (lot.time == rules.leave_by and rules.by_closed != other_side)
    over = (lot.left - free_end(b, lot.landed, lot.cls, **free)).days - early - (0 if no_hold else lot.held)
    if over <= 0:
        return 0
    first, second = rules.bounds
    steps = [min(over, first), min(max(over - first, 0), second - first), max(over - second, 0)]
    if one_step:
        steps = [over if n == (over > first) + (over > second) else 0 for n in range(3)]
    rate = sum(days * each for days, each in zip(steps, rules.rates, strict=True))
    amount = int(tons(rules, lot, weight_only, whole_volume) * rate // 10) * 10
    return amount if no_least else max(amount, rules.least)


SLIPS: Mapping[str, Mapping[str, Any]] = {
    "rates_by_day_of_landing": {"rates_by_landing": True},
    "newer_rates_for_all": {"one_rates": 1},
    "older_rates_for_all": {"one_rates": 0},
    "newer_free_time_for_all": {"one_free": 1},
    "older_free_time_for_all": {"one_free": 0},
    "all_days_at_the_step_reached": {"one_step": True},
    "forgot_the_hold": {"no_hold": True},
    "weight_only": {"weight_only": True},
    "one_cubic_metre_a_ton": {"whole_volume": True},
    "range_end": {"other_side": True},
    "forgot_the_closing_days": {"no_closings": True},
    "forgot_the_least_charge": {"no_least": True},
}


def table(b: Shed, **slip: Any) -> Table:
    return {lot.ref: demurrage(b, lot, **slip) for lot in b.lots}


def evidence(b: Shed, lots: Sequence[Lot]) -> tuple[tuple[str, str], ...]:
    """The rules by which these lots are charged."""
    free = sorted({in_force(b, FREE, lot.landed) for lot in lots})
    rates = sorted({in_force(b, DEMURRAGE, lot.left) for lot in lots})
    spans = ("steps", "tons", "leave", "hold", "least")
    return (
        *((f"free/{b.key}/{b.free[e].edition}", span) for e in free for span in ("days", "landing", "closed")),
        *((f"demurrage/{b.key}/{b.demurrage[e].edition}", span) for e in rates for span in spans),
        (f"closings/{b.key}/{CLOSINGS}", "table"),
        *starts(b, FREE),
        *starts(b, DEMURRAGE)[:2],
    )


def other_size(rng: Random, b: Shed, lot: Lot, effect: Callable[[Shed, Lot], int] = demurrage) -> Lot:
    """The lot with another weight or measure, whichever leads to another charge; the lot itself where none does."""
    found = []
    for share in (-22, -17, -13, -9, 8, 12, 16, 21):
        found += [
            replace(lot, kg=lot.kg + lot.kg * share // 10_000 * 100),
            replace(lot, volume=lot.volume + lot.volume * share // 100),
        ]
    found = [
        other for other in found if effect(b, other) != effect(b, lot) and 45 <= other.volume * 1000 // other.kg <= 160
    ]
    return rng.choice(found) if found else lot


def other_pieces(rng: Random, lot: Lot) -> Lot:
    return replace(lot, pieces=rng.choice([n for n in (4, 6, 8, 10, 12, 16, 20, 24, 30, 36) if n != lot.pieces]))


@PROGRAMS.add(3, "multi_source", "calculation", hops=4)
def lot_demurrage(ledger: Ledger, rng: Random) -> Question:
    telling: dict[str, Callable[[Any], Any]] = {
        "all_days_at_the_step_reached": lambda c: demurrage(c[0], c[1], one_step=True),
        "other_free_time": lambda c: demurrage(c[0], c[1], other_edition=True),
        "other_rates": lambda c: demurrage(c[0], c[1], one_rates=1 - in_force(c[0], DEMURRAGE, c[1].left)),
    }
    cases = [
        (b, lot)
        for b in ledger.sheds
        for rows in b.landings
        for lot in rows[3:]
        if demurrage(b, lot) and other_size(Random(0), b, lot) is not lot
    ]
    case = b, lot = subject(
        rng, cases, lambda c: demurrage(*c), telling, lambda c: c[1].left < c[0].starts[1][DEMURRAGE], rate=0.3
    )
    rows = b.landings[sheet_of(b, lot)]
    other, beside = other_size(rng, b, lot), rng.choice([row for row in rows if row is not lot])
    doc = f"landings/{b.key}/{sheet_of(b, lot) + 1}"
    results = {name: slip(case) for name, slip in (telling | slips_of(demurrage, SLIPS)).items()}
    return Question(
        ask=ask(
            """
            How many yen did {ref} have to pay because it had lain too long when it was taken away?
            {ref} was not fetched in time. What is owed for that, in yen?
            What sum in yen is charged because {ref} stayed longer than it may without payment?""",
            """
            {ref}は、引き取られるまでに所定の日数を超えて置かれていた。これについて支払う額は何円か。
            {ref}は期限までに引き取られませんでした。そのために請求される額はいくらですか。
            無料で置ける日数を過ぎた{ref}について、超えた分として請求される金額は何円ですか。""",
            ref=lot.ref,
        ),
        evidence=((doc, f"lot:{lot.ref}"), (delivery_doc(b, lot.left), f"left:{lot.ref}"), *evidence(b, [lot])),
        copied=doc,
        rival=swap(ledger, lot, other),
        harmless=swap(ledger, beside, other_pieces(rng, beside)),
        cut=(doc, f"lot:{lot.ref}"),
        older=lot.left < b.starts[1][DEMURRAGE],
        **outcome(yen, demurrage(*case), results, demurrage(b, other)),
    )


def swept(b: Shed, first: date, last: date) -> list[Lot]:
    return [lot for lot in b.lots if first <= lot.left <= last]


def periods(b: Shed) -> Iterator[tuple[date, date]]:
    """40 to 60 lots that left, eight or more under each edition of free time and of rates."""
    begin = min(lot.left for lot in b.lots)
    days = [begin + DAY * n for n in range(6, 96, 3)]
    for first in days:
        for last in (day for day in days if 24 <= (day - first).days <= 50):
            rows = swept(b, first, last)
            free = sum(lot.landed < b.starts[1][FREE] for lot in rows)
            rates = sum(lot.left < b.starts[1][DEMURRAGE] for lot in rows)
            if 40 <= len(rows) <= 60 and all(8 <= n <= len(rows) - 8 for n in (free, rates)):
                yield first, last


@PROGRAMS.add(5, "multi_source", "calculation", hops=5)
def demurrage_of_period(ledger: Ledger, rng: Random) -> Question:
    cases = [(b, *period) for b in rng.sample(ledger.sheds, 3) for period in periods(b)]
    tables: dict[tuple[str, str], Table] = {}

    def total(case: Any, slip: str = "") -> int:
        b, first, last = case
        if (b.key, slip) not in tables:
            tables[b.key, slip] = table(b, **SLIPS.get(slip, {}))
        return sum(tables[b.key, slip][lot.ref] for lot in swept(b, first, last))

    def slips(names: Iterable[str]) -> dict[str, Callable[[Any], int]]:
        return {name: partial(total, slip=name) for name in names}

    case = b, first, last = subject(
        rng, cases, total, slips(("rates_by_day_of_landing", "range_end", "forgot_the_hold"))
    )
    inside = swept(b, first, last)
    late = {row.ref for rows in b.landings for row in rows[4:] if row in inside}
    cuttable = [rows for rows in b.landings if any(row.ref in late for row in rows)]
    pairs = [(lot, other_size(rng, b, lot)) for rows in cuttable for lot in rows if lot in inside and demurrage(b, lot)]
    lot, other = rng.choice([pair for pair in pairs if pair[0] is not pair[1]])
    rows = b.landings[sheet_of(b, lot)]
    doc = f"landings/{b.key}/{sheet_of(b, lot) + 1}"
    beside = rng.choice([row for row in rows if row is not lot])
    return Question(
        ask=ask(
            """
            What does everything that was taken away from the {b} shed from {first} to {last}, both days included, owe together, in yen, for having lain too long?
            Add up, in yen, what is charged for staying beyond the free days to all that left the {b} shed from {first} to {last} inclusive.
            How many yen does the {b} shed take in because what was fetched there between {first} and {last}, both days included, had not been fetched in time?""",
            """
            {b}上屋から{first}から{last}まで（初日及び末日を含む。）に搬出されたものについて、無料の日数を超えて置かれたために支払う額の合計は何円か。
            {first}から{last}まで（初日及び末日を含む。）に{b}上屋から引き取られたものは、置きすぎた分として全部でいくら請求されますか。
            期限を過ぎて置かれたことにより請求する額を、{first}から{last}まで（初日及び末日を含む。）に{b}上屋を出たものすべてについて合計すると、何円ですか。""",
            b=b.name,
            first=both("d", first),
            last=both("d", last),
        ),
        evidence=(
            *((sheet, "table") for sheet in landing_docs(b, inside)),
            *((sheet, "table") for sheet in delivery_docs(b, first, last)),
            *evidence(b, inside),
        ),
        copied=doc,
        rival=swap(ledger, lot, other),
        harmless=swap(ledger, beside, other_pieces(rng, beside)),
        cut=(doc, f"lot:{rng.choice([row for row in rows if row.ref in late]).ref}"),
        rows=len(inside),
        **outcome(
            yen,
            total(case),
            {name: slip(case) for name, slip in slips(SLIPS).items()},
            total(case) - demurrage(b, lot) + demurrage(b, other),
        ),
    )
