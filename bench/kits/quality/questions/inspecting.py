"""What the inspection of lots cost: samples by size, normal or tightened by what came before, sorting of the rejected."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from functools import partial
from random import Random
from typing import Any

from bench.kits.base import Question
from bench.kits.days import DAY, add_months
from bench.kits.ledgers import swap
from bench.kits.quality.ledger import Ledger, Lot, SamplingPlan, Works
from bench.kits.quality.programs import COSTS, PROGRAMS, SAMPLING, in_force, starts
from bench.kits.questions import ask, both, outcome, subject
from bench.kits.shapes import yen

Table = dict[str, int]
"""Lot -> yen."""


def _is_tight(plan: SamplingPlan, results: Sequence[bool]) -> bool:
    """Whether the next lot of a product is inspected tightened, by which of its lots of the month were rejected."""
    if plan.next_lots:
        return any(results[-plan.next_lots :])
    return sum(results) >= 2


def costs(
    b: Works,
    one_plan: int | None = None,
    one_costs: int | None = None,
    costs_by_inspection: bool = False,
    never_tight: bool = False,
    all_products: bool = False,
    through_months: bool = False,
    other_side: bool = False,
    sort_all: bool = False,
    no_certificate: bool = False,
    no_least: bool = False,
) -> Table:
    """What every lot of a works costs; the lots of a product and month belong together, in the order of the log."""
    made: Table = {}
    results: dict[int, list[bool]] = {}
    for month in b.lots:
        if not through_months:
            results = {}
        for lot in month:
            edition = in_force(b, SAMPLING, lot.day)
            plan = b.sampling[edition if one_plan is None else one_plan]
            before = results.setdefault(0 if all_products else lot.product, [])
            tight = _is_tight(plan, before) and not never_tight
            at = sum(lot.size > bound or (lot.size == bound and other_side) for bound in plan.bounds)
            sample, accept = (plan.tight if tight else plan.normal)[at]
            rejected = lot.found > accept
            before.append(rejected)
            edition = in_force(b, COSTS, lot.day if costs_by_inspection else lot.ordered)
            rules = b.costs[edition if one_costs is None else one_costs]
            share = rules.certified if lot.certified and not no_certificate else 100
            amount = sample * rules.inspect[lot.product] * share // 100
            if rejected:
                rest = (lot.size if sort_all else lot.size - sample) * rules.sort[lot.product]
                amount += rest if no_least else max(rest, rules.least)
            made[lot.ref] = amount
    return made


SLIPS: Mapping[str, Mapping[str, Any]] = {
    "never_tightened": {"never_tight": True},
    "costs_by_inspection": {"costs_by_inspection": True},
    "newer_plan_for_all": {"one_plan": 1},
    "older_plan_for_all": {"one_plan": 0},
    "newer_costs_for_all": {"one_costs": 1},
    "older_costs_for_all": {"one_costs": 0},
    "range_end": {"other_side": True},
    "tightened_for_all_products": {"all_products": True},
    "months_run_on": {"through_months": True},
    "sorted_the_sample_too": {"sort_all": True},
    "forgot_the_certificate": {"no_certificate": True},
    "forgot_the_least_charge": {"no_least": True},
}


def tables_of(b: Works) -> dict[str, Table]:
    return {"": costs(b)} | {name: costs(b, **slip) for name, slip in SLIPS.items()}


def swept(b: Works, first: date, last: date) -> list[Lot]:
    return [lot for month in b.lots for lot in month if first <= lot.day <= last]


def log_of(b: Works, day: date) -> str:
    return f"lots/{b.key}/{day:%Y-%m}"


def evidence(b: Works, rows: Sequence[Lot]) -> tuple[tuple[str, str], ...]:
    """The logs of the months, the plans and the costs that these lots go by."""
    logs = sorted({log_of(b, lot.day) for lot in rows})
    plans = sorted({in_force(b, SAMPLING, lot.day) for lot in rows})
    rules = sorted({in_force(b, COSTS, lot.ordered) for lot in rows})
    return (
        *((log, "table") for log in logs),
        *((f"sampling/{b.key}/{b.sampling[e].edition}", span) for e in plans for span in ("table", "reject", "switch")),
        *((f"costs/{b.key}/{b.costs[e].edition}", span) for e in rules for span in ("table", "sort", "certificate")),
        *starts(b, SAMPLING),
        *starts(b, COSTS)[:2],
    )


def periods(b: Works) -> Iterator[tuple[date, date]]:
    """From a day of the month before the new plan to a day of its first month: 44 to 62 lots, 12 under each plan."""
    turn = b.starts[1][SAMPLING]
    for first in (add_months(turn, -1) + DAY * n for n in range(11)):
        for last in (turn + DAY * n for n in range(15, 30)):
            rows = swept(b, first, last)
            old = sum(lot.day < turn for lot in rows)
            if 44 <= len(rows) <= 62 and 12 <= old <= len(rows) - 12:
                yield first, last


def works_in(ledger: Ledger, key: str) -> Works:
    return next(works for works in ledger.works if works.key == key)


def change(
    rng: Random, ledger: Ledger, b: Works, rows: Sequence[Lot], worth: Callable[[Table], int], differs: bool
) -> tuple[Lot, Ledger, int]:
    """One of these lots with another number of defective pieces, by which what is asked is another or the same."""
    before = worth(costs(b))
    for lot in rng.sample(list(rows), len(rows)):
        for found in rng.sample(range(6), 6):
            if found != lot.found:
                changed = swap(ledger, lot, replace(lot, found=found))
                after = worth(costs(works_in(changed, b.key)))
                if (after != before) == differs:
                    return lot, changed, after
    raise ValueError("no lot can be changed")


@PROGRAMS.add(5, "multi_source", "calculation", hops=5)
def inspection_costs(ledger: Ledger, rng: Random) -> Question:
    tables = {b.key: tables_of(b) for b in rng.sample(ledger.works, 3)}

    def total(case: Any, name: str = "") -> int:
        b, first, last = case
        return sum(tables[b.key][name][lot.ref] for lot in swept(b, first, last))

    telling: dict[str, Callable[[Any], int]] = {
        name: partial(total, name=name)
        for name in ("never_tightened", "costs_by_inspection", "range_end", "months_run_on")
    }
    cases = [(b, *period) for b in ledger.works if b.key in tables for period in periods(b)]
    case = b, first, last = subject(rng, cases, total, telling)
    inside = swept(*case)
    refs = {lot.ref for lot in inside}

    def worth(table: Table) -> int:
        return sum(cost for ref, cost in table.items() if ref in refs)

    lot, rival, after = change(rng, ledger, b, inside, worth, True)
    month = next(rows for rows in b.lots if lot in rows)
    _, harmless, _ = change(rng, ledger, b, [row for row in month if row is not lot], worth, False)
    doc = log_of(b, lot.day)
    return Question(
        ask=ask(
            """
            What does the {b} works spend, in yen, on judging what it looked through from {first} to {last}, both days included? Going through the rest of what it turned down counts too.
            Add up, in yen, what it costs the {b} works to look at a part of each delivery that was judged from {first} to {last} inclusive and, where that did not do, to go through all that was left.
            How many yen does it cost the {b} works to judge what was dealt with between {first} and {last}, both days included? What has to be picked over after a refusal counts too.""",
            """
            {b}工場が{first}から{last}まで（初日及び末日を含む。）に調べたものについて、抜き取って調べる費用と、不合格となったものの残りを選別する費用の合計は何円か。
            {first}から{last}まで（初日及び末日を含む。）に{b}工場で合否を決めたもののすべてについて、かかった費用は全部でいくらですか。合格しなかったものの残りを調べる分も含みます。
            {b}工場で{first}から{last}まで（初日及び末日を含む。）に合否を見たものの費用を、不合格のものの残りを選り分ける費用も含めて合計すると、何円ですか。""",
            b=b.name,
            first=both("d", first),
            last=both("d", last),
        ),
        evidence=evidence(b, inside),
        copied=doc,
        rival=rival,
        harmless=harmless,
        cut=(doc, f"lot:{rng.choice([row for row in month[5:] if row in inside]).ref}"),
        rows=len(inside),
        **outcome(yen, total(case), {name: total(case, name) for name in SLIPS}, after),
    )
