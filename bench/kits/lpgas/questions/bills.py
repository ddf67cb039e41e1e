"""What all customers read in a period are billed: tariffs by the day of reading, fixed prices, steps, adjustment."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from fractions import Fraction
from functools import partial
from random import Random
from typing import Any

from bench.kits.base import Question
from bench.kits.days import DAY
from bench.kits.ledgers import swap
from bench.kits.lpgas.ledger import Branch, Customer, Ledger, Reading
from bench.kits.lpgas.programs import PROGRAMS, TARIFF, Spans, customer, in_force, starts
from bench.kits.lpgas.questions.use import other_trade
from bench.kits.questions import ask, both, outcome, slips_of, subject
from bench.kits.shapes import yen

SPANS = ("table", "steps", "tenths", "plans", "adjust", "round")


def is_fixed(b: Branch, row: Reading) -> bool:
    """Whether the customer's prices are fixed by contract on the day of the reading."""
    return any(f.customer == row.customer and row.day <= f.until for f in b.fixed)


def metered(prices: tuple[int, int, int], bounds: tuple[int, int], used: Fraction, one_price: bool) -> Fraction:
    """Yen for the gas itself: each step at its own price."""
    if one_price:
        return used * prices[(used > bounds[0]) + (used > bounds[1])]
    first, second = min(used, Fraction(bounds[0])), min(used, Fraction(bounds[1]))
    return first * prices[0] + (second - first) * prices[1] + (used - second) * prices[2]


def bill(
    ledger: Ledger,
    key: str,
    row: Reading,
    ignore_fixed: bool = False,
    adjust_all: bool = False,
    no_adjustment: bool = False,
    one_price: bool = False,
    other_tenths: bool = False,
    households: bool = False,
    no_plan: bool = False,
    plan_on_all: bool = False,
    other_rounding: bool = False,
    last_month: bool = False,
    **edition: Any,
) -> int:
    """Yen for one month of one customer."""
    b = next(branch for branch in ledger.branches if branch.key == key)
    fixed = is_fixed(b, row) and not ignore_fixed
    rules = b.tariff[0 if fixed else in_force(b, TARIFF, row.day, **edition)]
    c = customer(b, row.customer)
    use = 0 if households or c.cls < 0 else 1
    if rules.whole != other_tenths:
        used = Fraction(row.value // 10 - row.before // 10)
    else:
        used = Fraction(row.value - row.before, 10)
    gas = metered(rules.prices[use], rules.bounds, used, one_price)
    percent = 0 if c.plan < 0 or no_plan else rules.plans[c.plan]
    month = row.day.replace(day=1) - DAY if last_month else row.day
    extra = used * Fraction(adjustment(ledger, month), 10)
    extra = Fraction(0) if no_adjustment or (fixed and not adjust_all) else extra
    amount = rules.basic[use] + gas + extra - (gas + (rules.basic[use] if plan_on_all else 0)) * percent / 100
    unit = 10 if rules.tens != other_rounding else 1
    return int(amount // unit) * unit


def adjustment(ledger: Ledger, day: date) -> int:
    return next(n for sheet in ledger.adjustments for month, n in sheet.months if month == day.replace(day=1))


SLIPS: dict[str, dict[str, Any]] = {
    "newer_tariff_for_all": {"one_edition": 1},
    "older_tariff_for_all": {"one_edition": 0},
    "forgot_the_fixed_prices": {"ignore_fixed": True},
    "adjusted_fixed_prices_too": {"adjust_all": True},
    "forgot_the_adjustment": {"no_adjustment": True},
    "adjustment_of_the_month_before": {"last_month": True},
    "one_price_for_all_of_it": {"one_price": True},
    "tenths_the_other_way": {"other_tenths": True},
    "household_prices_for_all": {"households": True},
    "forgot_the_plans": {"no_plan": True},
    "plans_on_the_basic_charge_too": {"plan_on_all": True},
    "rounded_the_other_way": {"other_rounding": True},
}


def swept(b: Branch, first: date, last: date) -> list[Reading]:
    return [row for r in b.rounds for row in r.rows if first <= row.day <= last]


def total(ledger: Ledger, key: str, first: date, last: date, **slip: Any) -> int:
    b = next(branch for branch in ledger.branches if branch.key == key)
    return sum(bill(ledger, key, row, **slip) for row in swept(b, first, last))


def periods(b: Branch) -> Iterator[tuple[str, date, date]]:
    """40 to 60 readings of July or of July and August, ten or more under each edition, four or more at fixed prices."""
    for first in (date(2025, 7, n) for n in range(4, 14)):
        for last in (first + DAY * n for n in range(12, 40)):
            rows = swept(b, first, last)
            old = sum(row.day < b.start[TARIFF] for row in rows)
            fixed = sum(is_fixed(b, row) for row in rows if row.day >= b.start[TARIFF])
            if 40 <= len(rows) <= 60 and 10 <= old <= len(rows) - 10 and fixed >= 4:
                yield b.key, first, last


def other_plan(rng: Random, c: Customer) -> Customer:
    return replace(c, plan=rng.choice([n for n in (-1, 0, 1) if n != c.plan]))


def evidence(b: Branch, first: date, last: date) -> Spans:
    """The sheets of both months count even if no meter was read on the days of one: only the sheet shows that."""
    months = sorted({day.replace(day=1) for day in (first, last)})
    return (
        *((f"readings/{b.key}/{month:%Y-%m}", "table") for month in months),
        *((f"tariff/{b.key}/{rules.edition}", span) for rules in b.tariff for span in SPANS),
        (f"customers/{b.key}/2025", "table"),
        (f"fixed/{b.key}/2025", "table"),
        (f"fixed/{b.key}/2025", "rule"),
        ("adjustments/all/2025", "table"),
        *starts(b, TARIFF),
    )


@PROGRAMS.add(5, "multi_source", "calculation", hops=6)
def bills_of_period(ledger: Ledger, rng: Random) -> Question:
    solve = partial(total, ledger)
    slips = slips_of(solve, SLIPS)
    branches = [b for b in ledger.branches if next(periods(b), None)]
    b = rng.choice(branches)
    telling = {
        name: slips[name] for name in ("forgot_the_fixed_prices", "adjusted_fixed_prices_too", "tenths_the_other_way")
    }
    case = _, first, last = subject(rng, list(periods(b)), lambda c: solve(*c), telling)
    rows = swept(b, first, last)
    inside = {row.customer for row in rows}
    one = rng.choice([c for c in b.customers if c.number in inside])
    outside = [c for c in b.customers if c.number not in inside]
    rival = swap(ledger, one, other_plan(rng, one))
    doc = f"readings/{b.key}/{rows[-1].day:%Y-%m}"
    listed = next(r.rows for r in b.rounds if rows[-1] in r.rows)
    return Question(
        ask=ask(
            """
            What do the sums due to the {b} branch from all customers whose meters were read from {first} to {last}, both days included, come to in yen?
            Add up, in yen, what the {b} branch charges on all meters that were read from {first} to {last} inclusive. Estimated meters are charged like the others.
            From {first} to {last} inclusive the {b} branch made its rounds. How many yen in all does it charge on what was read?""",
            """
            {b}営業所が{first}から{last}まで（初日及び末日を含む。）に検針したすべての客先に請求する額の合計は何円か。
            {first}から{last}まで（初日及び末日を含む。）に{b}営業所が検針した分の請求額は、推定のものも含めて全部でいくらになりますか。
            {b}営業所の{first}から{last}まで（初日及び末日を含む。）の検針に基づく請求額を合計すると、何円ですか。""",
            b=b.name,
            first=both("d", first),
            last=both("d", last),
        ),
        evidence=evidence(b, first, last),
        copied=f"customers/{b.key}/2025",
        rival=rival,
        harmless=_harmless(rng, ledger, b, outside),
        cut=(doc, f"reading:{rng.choice(listed[2:]).customer}"),
        rows=len(rows),
        **outcome(yen, solve(*case), {name: slip(case) for name, slip in slips.items()}, total(rival, *case)),
    )


def _harmless(rng: Random, ledger: Ledger, b: Branch, outside: list[Customer]) -> Ledger:
    """Another trade of the same sort, or another plan of a customer who was not read."""
    if outside:
        one = rng.choice(outside)
        return swap(ledger, one, other_plan(rng, one))
    one = rng.choice([c for c in b.customers if c.cls >= 0])
    return swap(ledger, one, other_trade(rng, one, [one.cls]))
