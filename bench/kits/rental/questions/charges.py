"""The charge for a hire: days by the terms of the pick-up, steps of rates by the contract, deductions; and their sum."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import date
from random import Random
from typing import Any

from bench.kits.base import Question
from bench.kits.days import DAY
from bench.kits.ledgers import swap
from bench.kits.questions import ask, both, outcome, slips_of, subject
from bench.kits.rental.ledger import Branch, Hire, Ledger
from bench.kits.rental.programs import CIRCULAR, PROGRAMS, RATES, TERMS, in_force, machine, starts
from bench.kits.rental.questions.days import charged_days
from bench.kits.shapes import yen


def charge(
    b: Branch,
    hire: Hire,
    one_rates: int | None = None,
    rates_by_out: bool = False,
    one_terms: int | None = None,
    terms_by_contract: bool = False,
    other_way: bool = False,
    demo_too: bool = False,
    no_breakdown: bool = False,
    **days: Any,
) -> int:
    """What one hire costs, in yen, without fuel and damage."""
    edition = in_force(b, RATES, hire.out if rates_by_out else hire.contracted)
    rules = b.rates[edition if one_rates is None else one_rates]
    if hire.note == "demo" and not demo_too:
        return 0
    count = charged_days(
        (b, hire.out, hire.out_time, hire.back, hire.back_time),
        one_edition=one_terms,
        by_contract=hire.contracted if terms_by_contract else None,
        **days,
    )
    rates = rules.rates[machine(b, hire.machine).cls]
    second, third = rules.bounds
    if rules.each_day != other_way:
        steps = (min(count, second - 1), max(min(count, third - 1) - second + 1, 0), max(count - third + 1, 0))
        amount = sum(n * rate for n, rate in zip(steps, rates, strict=True))
    else:
        amount = count * rates[(count >= second) + (count >= third)]
    if hire.note == "breakdown" and not no_breakdown:
        amount = amount * (100 - rules.breakdown) // 10_000 * 100
    return amount


SLIPS: dict[str, dict[str, Any]] = {
    "rates_by_day_of_pick_up": {"rates_by_out": True},
    "newer_rates_for_all": {"one_rates": 1},
    "older_rates_for_all": {"one_rates": 0},
    "terms_by_contract": {"terms_by_contract": True},
    "steps_the_other_way": {"other_way": True},
    "newer_terms_for_all": {"one_terms": 1},
    "older_terms_for_all": {"one_terms": 0},
    "range_end": {"other_side": True},
    "counted_both_ends": {"both_ends": True},
    "counted_sundays": {"all_sundays": True},
    "forgot_the_exception": {"demo_too": True},
    "forgot_the_breakdown": {"no_breakdown": True},
}


def evidence(b: Branch, rates: Sequence[int] = (0, 1), terms: Sequence[int] = (0, 1)) -> tuple[tuple[str, str], ...]:
    tables = [f"rates/{b.key}/{b.rates[edition].edition}" for edition in rates]
    rules = [f"terms/{b.key}/{b.terms[edition].edition}" for edition in terms]
    return (
        *((doc, span) for doc in tables for span in ("table", "steps", "notes")),
        *((doc, span) for doc in rules for span in ("back", "out", "sundays", "least")),
        (f"machines/{b.key}/2025", "table"),
        *starts(b, RATES),
        *starts(b, TERMS),
        (CIRCULAR, "rule"),
    )


def other_back(rng: Random, b: Branch, hire: Hire, first: date = date.min, last: date = date(2026, 1, 20)) -> Hire:
    """The hire returned on another day, at another charge; the hire itself where no day leads there."""
    days = [hire.back + DAY * n for n in (*range(-5, 0), *range(1, 7))]
    hires = [replace(hire, back=day) for day in days if max(hire.out + DAY, first) <= day <= last]
    hires = [other for other in hires if charge(b, other) != charge(b, hire)]
    return rng.choice(hires) if hires else hire


def sheet_of(b: Branch, hire: Hire) -> int:
    return next(i for i, rows in enumerate(b.hires) if hire in rows)


@PROGRAMS.add(3, "multi_source", "calculation", hops=4)
def hire_charge(ledger: Ledger, rng: Random) -> Question:
    telling: dict[str, Callable[[Any], Any]] = {
        "steps_the_other_way": lambda c: charge(c[0], c[1], other_way=True),
        "other_rates": lambda c: charge(c[0], c[1], one_rates=1 - in_force(c[0], RATES, c[1].contracted)),
    }
    cases = [
        (b, hire)
        for b in ledger.branches
        for rows in b.hires
        for hire in rows[1:]
        if charge(b, hire) and other_back(Random(0), b, hire) is not hire
    ]
    moved = [c for c in cases if c[1].contracted < c[0].start[RATES] <= c[1].out]
    cases = moved if moved and rng.random() < 0.25 else cases
    case = b, hire = subject(
        rng, cases, lambda c: charge(*c), telling, lambda c: c[1].contracted < c[0].start[RATES], rate=0.3
    )
    sheet = sheet_of(b, hire)
    doc, other = f"hires/{b.key}/{sheet + 1}", other_back(rng, b, hire)
    beside = rng.choice([h for h in b.hires[sheet] if h is not hire and other_back(Random(0), b, h) is not h])
    results = {name: slip(case) for name, slip in telling.items()} | {
        name: slip(case) for name, slip in slips_of(charge, SLIPS).items()
    }
    return Question(
        ask=ask(
            """
            How many yen does {ref} come to, leaving fuel and damage aside?
            What is owed for {ref}, in yen, if neither fuel nor damage is counted?
            Without fuel and damage, what sum in yen goes on the invoice for {ref}?""",
            """
            {ref}について、燃料及び損傷の分を除き、請求する額は何円か。
            {ref}の代金は、燃料と損傷の分を別にすると、いくらになりますか。
            燃料代と損傷の分を除いて、{ref}の請求書に載る金額は何円ですか。""",
            ref=hire.ref,
        ),
        evidence=(
            (doc, f"hire:{hire.ref}"),
            *evidence(b, [in_force(b, RATES, hire.contracted)], [in_force(b, TERMS, hire.out)]),
        ),
        copied=doc,
        rival=swap(ledger, hire, other),
        harmless=swap(ledger, beside, other_back(rng, b, beside)),
        cut=(doc, f"hire:{hire.ref}"),
        older=hire.contracted < b.start[RATES],
        **outcome(yen, charge(*case), results, charge(b, other)),
    )


def swept(b: Branch, first: date, last: date, by_out: bool = False) -> list[Hire]:
    return [h for rows in b.hires for h in rows if first <= (h.out if by_out else h.back) <= last]


def total(b: Branch, first: date, last: date, by_out: bool = False, **slip: Any) -> int:
    return sum(charge(b, h, **slip) for h in swept(b, first, last, by_out))


def periods(b: Branch) -> Iterator[tuple[date, date]]:
    """40 to 60 hires returned, ten or more under each edition of rates and of terms."""
    first = min(h.back for rows in b.hires for h in rows)
    days = [first + DAY * n for n in range(0, 120, 4)]
    for begin in days:
        for end in (day for day in days if 24 <= (day - begin).days <= 64):
            rows = swept(b, begin, end)
            rates, terms = sum(h.contracted < b.start[RATES] for h in rows), sum(h.out < b.start[TERMS] for h in rows)
            if 40 <= len(rows) <= 60 and all(10 <= n <= len(rows) - 10 for n in (rates, terms)):
                yield begin, end


def sheets_in(b: Branch, hires: Sequence[Hire]) -> list[int]:
    return [i for i, rows in enumerate(b.hires) if any(h in hires for h in rows)]


@PROGRAMS.add(5, "multi_source", "calculation", hops=5)
def charges_of_period(ledger: Ledger, rng: Random) -> Question:
    slips = slips_of(total, SLIPS) | {"by_day_of_pick_up": lambda c: total(c[0], c[1], c[2], by_out=True)}
    telling = {name: slips[name] for name in ("rates_by_day_of_pick_up", "terms_by_contract", "range_end")}
    cases = [(b, *period) for b in ledger.branches for period in periods(b)]
    case = b, first, last = subject(rng, cases, lambda c: total(*c), telling)
    inside = swept(*case)
    pairs = [(h, other_back(rng, b, h, first, last)) for h in inside if charge(b, h)]
    hire, other = rng.choice([pair for pair in pairs if pair[0] is not pair[1]])
    sheet = sheet_of(b, hire)
    doc = f"hires/{b.key}/{sheet + 1}"
    beside = rng.choice([h for h in b.hires[sheet] if h not in inside] or [h for h in b.hires[sheet] if h is not hire])
    return Question(
        ask=ask(
            """
            Leaving fuel and damage aside, what does everything that came back to the {b} branch from {first} to {last} bring in, in yen? Both days are included.
            How many yen does the {b} branch earn, without fuel and damage, with what was brought back from {first} to {last} inclusive?
            Add up, in yen and without fuel and damage, what goes on the invoices for all that came back to the {b} branch between {first} and {last}, both days included.""",
            """
            {b}営業所に{first}から{last}まで（初日及び末日を含む。）に戻ったものについて、燃料及び損傷の分を除き、請求する額の合計は何円か。
            {first}から{last}まで（初日及び末日を含む。）に{b}営業所へ戻ってきた分の売上げは、燃料と損傷の分を別にすると、全部でいくらになりますか。
            {b}営業所へ{first}から{last}まで（初日及び末日を含む。）に戻されたすべてのものの請求額を、燃料代と損傷の分を除いて合計すると、何円ですか。""",
            b=b.name,
            first=both("d", first),
            last=both("d", last),
        ),
        evidence=(*((f"hires/{b.key}/{n + 1}", "table") for n in range(len(b.hires))), *evidence(b)),
        copied=doc,
        rival=swap(ledger, hire, other),
        harmless=swap(
            ledger, beside, replace(beside, level=beside.level - 1 if beside.level > 4 else beside.level + 1)
        ),
        cut=(doc, f"hire:{rng.choice(b.hires[sheet][6:]).ref}"),
        rows=len(inside),
        **outcome(
            yen,
            total(*case),
            {name: slip(case) for name, slip in slips.items()},
            total(*case) - charge(b, hire) + charge(b, other),
        ),
    )
