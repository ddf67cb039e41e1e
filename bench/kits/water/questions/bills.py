"""What a metered period costs: one customer, or all customers read in some days."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from functools import partial
from random import Random
from typing import Any

from bench.kits.base import Question
from bench.kits.ledgers import swap
from bench.kits.questions import ask, both, outcome, slips_of, subject
from bench.kits.shapes import yen
from bench.kits.water.ledger import Customer, District, Exchange, Half, Ledger, Reading, Round, Tariff
from bench.kits.water.programs import PROGRAMS, TARIFF, Spans, in_force, start, starts

TAX = 10
SIZES = ((0, 1), (1, 2, 3), (2, 3))
"""Diameters (by index) that occur in each class of use."""
WIDE = 2
"""From this diameter (by index) on, meters may be used for fewer years."""


def exchanged(d: District, reading: Reading) -> Exchange | None:
    """The exchange of the meter between the two readings, if there was one."""
    for half in d.halves:
        for x in half.exchanges:
            if x.customer == reading.customer and reading.before < x.day <= reading.day:
                return x
    return None


def usage(d: District, reading: Reading, new_meter_only: bool = False) -> int:
    """Cubic metres of the metered period."""
    x = exchanged(d, reading)
    if x is None:
        return reading.value - reading.value_before
    return reading.value - x.start + (0 if new_meter_only else x.final - reading.value_before)


def customer_of(d: District, number: str) -> Customer:
    return next(c for c in d.customers if c.number == number)


def water(rules: Tariff, use: int, used: int, all_from_zero: bool = False) -> int:
    """Yen for what goes beyond the basic charge, tier by tier."""
    lower, total = 0 if all_from_zero else rules.included, 0
    for upper, price in zip((*rules.bounds, used), rules.prices[use], strict=True):
        total += max(min(used, upper) - lower, 0) * price
        lower = max(lower, upper)
    return total


def bill(
    ledger: Ledger,
    i: int,
    reading: Reading,
    by_reading: bool = False,
    new_meter_only: bool = False,
    household_for_all: bool = False,
    none_included: bool = False,
    no_relief: bool = False,
    no_half: bool = False,
    other_rounding: bool = False,
    no_tax: bool = False,
    **edition: Any,
) -> int:
    """Yen with tax for one metered period."""
    d = ledger.districts[i]
    customer = customer_of(d, reading.customer)
    day = reading.day if by_reading else reading.before
    rules = d.tariff[in_force(ledger, i, TARIFF, day, **edition)]
    used, basic = usage(d, reading, new_meter_only), rules.basic[customer.diameter]
    if used == 0:
        basic = basic if no_half else basic // 2
    elif customer.relieved and not no_relief:
        basic -= rules.relief
    total = basic + water(rules, 0 if household_for_all else customer.use, used, none_included)
    unit = 10 if rules.tens != other_rounding else 1
    return total * (100 if no_tax else 100 + TAX) // (100 * unit) * unit


SLIPS: dict[str, dict[str, Any]] = {
    "newer_edition_for_all": {"one_edition": 1},
    "older_edition_for_all": {"one_edition": 0},
    "edition_by_day_of_reading": {"by_reading": True},
    "overlooked_the_resolution": {"no_resolution": True},
    "forgot_the_old_meter": {"new_meter_only": True},
    "household_prices_for_all": {"household_for_all": True},
    "forgot_what_is_included": {"none_included": True},
    "forgot_the_relief": {"no_relief": True},
    "forgot_the_unused": {"no_half": True},
    "rounded_the_other_way": {"other_rounding": True},
}


def other_diameter(rng: Random, customer: Customer) -> Customer:
    """The customer with another meter; one that may be used for as many years, where the class of use has such."""
    sizes = [n for n in SIZES[customer.use] if n != customer.diameter]
    alike = [n for n in sizes if (n >= WIDE) == (customer.diameter >= WIDE)]
    return replace(customer, diameter=rng.choice(alike or sizes))


def rules_evidence(ledger: Ledger, i: int, editions: tuple[int, ...] = (0, 1)) -> Spans:
    """The tariffs, whole: a sweep needs every row of them."""
    d = ledger.districts[i]
    spans = (*(f"basic:{n}" for n in range(4)), *(f"use:{n}" for n in range(3)), "tiers", "charge", "unused", "relief")
    return (
        *((f"tariff/{d.key}/{d.tariff[edition].edition}", span) for edition in editions for span in (*spans, "round")),
        *starts(ledger, i, TARIFF),
    )


def table_evidence(d: District, round_: Round) -> Spans:
    return (
        (f"readings/{d.key}/{round_.first:%Y-%m}", "table"),
        (f"customers/{d.key}/2025", "table"),
        *((f"exchanges/{d.key}/{half.start:%Y-%m}", "table") for half in _halves(d, round_)),
    )


def _halves(d: District, round_: Round) -> list[Half]:
    """The half-years in which meters may have been exchanged between the readings of a round and those before."""
    last = max(r.day for r in round_.readings)
    first = min(r.before for r in round_.readings)
    starts_of = [half.start for half in d.halves[1:]] + [date.max]
    return [half for half, end in zip(d.halves, starts_of, strict=True) if half.start <= last and first < end]


@PROGRAMS.add(3, "multi_source", "calculation", hops=6)
def two_months(ledger: Ledger, rng: Random) -> Question:
    solve = partial(bill, ledger)
    slips = slips_of(
        solve,
        {
            "other_edition": {"other_edition": True},
            **{name: switch for name, switch in SLIPS.items() if "for_all" not in name},
            "household_prices": {"household_for_all": True},
            "forgot_the_tax": {"no_tax": True},
        },
    )
    cases = [(i, reading) for i, d in enumerate(ledger.districts) for r in d.rounds for reading in r.readings]
    cases = [(i, r) for i, r in cases if abs((r.before - start(ledger, i, TARIFF, True)).days) < 70]
    chance = rng.random()
    if chance < 0.3:
        cases = [c for c in cases if exchanged(ledger.districts[c[0]], c[1])]
    elif chance < 0.6:
        cases = [c for c in cases if slips["household_prices"](c) != solve(*c)]
    needed = {name: slips[name] for name in ("other_edition", "forgot_what_is_included")}
    case = i, reading = subject(
        rng, cases, lambda c: solve(*c), needed, lambda c: not in_force(ledger, c[0], TARIFF, c[1].before), 0.4
    )
    d = ledger.districts[i]
    round_ = next(r for r in d.rounds if reading in r.readings)
    customer = customer_of(d, reading.customer)
    edition = in_force(ledger, i, TARIFF, reading.before)
    rival = swap(ledger, customer, other_diameter(rng, customer))
    beside = rng.choice([c for c in d.customers if c is not customer])
    doc = f"readings/{d.key}/{round_.first:%Y-%m}"
    tariff = f"tariff/{d.key}/{d.tariff[edition].edition}"
    return Question(
        ask=ask(
            """
            {person} of the {d} district had the meter read in {m}. What is owed, in yen, for the two months up to that reading, leaks and outages left aside?
            How many yen does {person} of the {d} district have to pay for the two months that ended with the reading in {m}? Leaks and outages are left aside.
            Leaving leaks and outages aside, what sum in yen falls due from {person} in the {d} district for the two months that were read in {m}?""",
            """
            {d}給水区の{person}さんの水道は、{m}に検針された。この検針までの２か月分として支払う額は何円か。漏水及び断水に伴う調整は考慮しない。
            {m}の検針で終わる２か月分について、{d}給水区の{person}さんが支払う額はいくらになりますか。漏水や断水による調整はないものとします。
            {d}給水区の{person}さん宛てに、{m}の検針に基づいて請求される２か月分の額は何円ですか（漏水・断水に伴う調整を除く。）。""",
            person=customer.name,
            d=d.name,
            m=both("m", round_.first),
        ),
        evidence=(
            (f"customers/{d.key}/2025", f"customer:{customer.number}"),
            (doc, f"reading:{customer.number}"),
            *((f"exchanges/{d.key}/{half.start:%Y-%m}", span_of(half, customer)) for half in _halves(d, round_)),
            (tariff, f"basic:{customer.diameter}"),
            (tariff, f"use:{customer.use}"),
            *((tariff, span) for span in ("tiers", "charge", "unused", "relief", "round")),
            *starts(ledger, i, TARIFF),
        ),
        copied=f"customers/{d.key}/2025",
        rival=rival,
        harmless=swap(ledger, beside, other_diameter(rng, beside)),
        cut=(doc, f"reading:{customer.number}"),
        older=edition == 0,
        **outcome(yen, solve(*case), {name: slip(case) for name, slip in slips.items()}, bill(rival, *case)),
    )


def span_of(half: Half, customer: Customer) -> str:
    """The customer's row where it is in this half-year's list, else that no other meter was exchanged."""
    return f"exchange:{customer.number}" if customer.number in [x.customer for x in half.exchanges] else "rest"


def swept(d: District, first: date, last: date) -> list[Reading]:
    return [reading for r in d.rounds for reading in r.readings if first <= reading.day <= last]


def total(ledger: Ledger, i: int, first: date, last: date, **slip: Any) -> int:
    """The bills of all customers read in a period."""
    return sum(bill(ledger, i, reading, **slip) for reading in swept(ledger.districts[i], first, last))


def periods(ledger: Ledger, i: int) -> Iterator[tuple[int, date, date]]:
    """Days of the round of November: 40 readings or more, not all, eight or more under each edition."""
    d = ledger.districts[i]
    round_ = next(r for r in d.rounds if r.first == date(2025, 11, 1))
    days = sorted({reading.day for reading in round_.readings})
    for first in days:
        for last in days:
            rows = swept(d, first, last) if first < last else []
            old = sum(reading.before < start(ledger, i, TARIFF) for reading in rows)
            if 40 <= len(rows) < len(round_.readings) and 8 <= old <= len(rows) - 8:
                yield i, first, last


@PROGRAMS.add(5, "multi_source", "calculation", hops=6)
def all_bills(ledger: Ledger, rng: Random) -> Question:
    solve = partial(total, ledger)
    slips = slips_of(solve, SLIPS)
    open_to = [i for i in range(len(ledger.districts)) if next(periods(ledger, i), None)]
    cases = list(periods(ledger, rng.choice(open_to)))
    needed = {name: slips[name] for name in ("newer_edition_for_all", "older_edition_for_all", "forgot_the_relief")}
    case = i, first, last = subject(rng, cases, lambda c: solve(*c), needed)
    d = ledger.districts[i]
    rows = swept(d, first, last)
    round_ = next(r for r in d.rounds if rows[0] in r.readings)
    inside = {reading.customer for reading in rows}
    customer = rng.choice([c for c in d.customers if c.number in inside])
    beside = rng.choice([c for c in d.customers if c.number not in inside])
    rival = swap(ledger, customer, other_diameter(rng, customer))
    doc = f"readings/{d.key}/{round_.first:%Y-%m}"
    return Question(
        ask=ask(
            """
            What do the sums due from all customers of the {d} district whose meters were read from {first} to {last}, both days included, come to in yen, leaks and outages left aside?
            Add up, in yen, what the customers of the {d} district owe for the two months, counting those who were read from {first} to {last} inclusive. Leaks and outages are left aside.
            From {first} to {last} inclusive the reader made the round of the {d} district. Leaving leaks and outages aside, how many yen in all are billed on these readings?""",
            """
            {d}給水区で{first}から{last}まで（初日及び末日を含む。）に検針したすべての使用者に請求する額の合計は何円か。漏水及び断水に伴う調整は考慮しない。
            {first}から{last}までの間（初日及び末日を含む。）に検針を受けた{d}給水区の使用者について、２か月分の請求額は全部でいくらになりますか。漏水や断水による調整はないものとします。
            {d}給水区における{first}から{last}まで（初日及び末日を含む。）の検針に基づく請求額を合計すると、何円ですか（漏水・断水に伴う調整を除く。）。""",
            d=d.name,
            first=both("d", first),
            last=both("d", last),
        ),
        evidence=(*table_evidence(d, round_), *rules_evidence(ledger, i)),
        copied=f"customers/{d.key}/2025",
        rival=rival,
        harmless=swap(ledger, beside, other_diameter(rng, beside)),
        cut=(doc, f"reading:{rng.choice(rows[8:]).customer}"),
        rows=len(rows),
        **outcome(yen, solve(*case), {name: slip(case) for name, slip in slips.items()}, total(rival, *case)),
    )
