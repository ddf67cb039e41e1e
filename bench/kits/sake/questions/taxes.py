"""What a brewery sets aside for liquor tax: a sweep over the slips of goods removed in a period."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from fractions import Fraction
from random import Random
from typing import Any

from bench.kits.base import Question
from bench.kits.days import DAY
from bench.kits.ledgers import swap
from bench.kits.questions import ask, both, outcome, slips_of, subject
from bench.kits.sake.ledger import Brewery, Ledger, Rates, Slip
from bench.kits.sake.programs import PROGRAMS, RATES, in_force, starts
from bench.kits.shapes import yen

SLIPS: dict[str, dict[str, Any]] = {
    "newer_edition_for_all": {"one_edition": 1},
    "older_edition_for_all": {"one_edition": 0},
    "edition_by_day_ordered": {"by_ordered": True},
    "range_end": {"other_side": True},
    "forgot_the_exception": {"exempt_too": True},
    "forgot_the_correction": {"as_written": True},
}


def corrected(b: Brewery) -> list[Slip]:
    """All slips as they should read."""
    right = {c.ref: c for sheet in b.shipments for c in sheet.corrections}
    slips = []
    for sheet in b.shipments:
        for slip in sheet.slips:
            if c := right.get(slip.ref):
                slip = replace(slip, cases=c.cases or slip.cases, removed=c.removed or slip.removed)
            slips.append(slip)
    return slips


def rounded(rules: Rates, millilitres: int) -> int:
    """Whole litres of one slip, by the rule of the edition."""
    return (millilitres + {"down": 0, "up": 999, "half": 500}[rules.rounding]) // 1000


def set_aside(
    b: Brewery,
    slip: Slip,
    one_edition: int | None = None,
    by_ordered: bool = False,
    other_side: bool = False,
    exempt_too: bool = False,
    unrounded: bool = False,
) -> Fraction:
    """What one slip costs, in yen."""
    edition = in_force(b, RATES, slip.ordered if by_ordered else slip.removed)
    rules = b.rates[edition if one_edition is None else one_edition]
    if not exempt_too and (slip.note == "export" or (slip.note == "sample" and rules.samples_free)):
        return Fraction(0)
    made = slip.product
    closed = rules.upper_closed != other_side
    row = sum(made.ratio > bound or (made.ratio == bound and not closed) for bound in rules.bounds)
    millilitres = (slip.cases * made.per_case + slip.loose) * made.ml
    litres = Fraction(millilitres, 1000) if unrounded else rounded(rules, millilitres)
    return litres * Fraction(rules.rates[row][made.spirit])


def swept(b: Brewery, first: date, last: date, as_written: bool = False, by_ordered: bool = False) -> list[Slip]:
    """The slips of goods removed in a period, both days included."""
    slips = [s for sheet in b.shipments for s in sheet.slips] if as_written else corrected(b)
    return [s for s in slips if first <= (s.ordered if by_ordered else s.removed) <= last]


def total(
    b: Brewery, first: date, last: date, as_written: bool = False, period_by_ordered: bool = False, **slip: Any
) -> int:
    rows = swept(b, first, last, as_written, period_by_ordered)
    return int(sum((set_aside(b, s, **slip) for s in rows), Fraction(0)))


def periods(b: Brewery) -> Iterator[tuple[date, date]]:
    """From a first or sixteenth to a fifteenth or last day: 40 to 62 slips, twelve or more under each edition."""
    days = [date(2025, month, day) for month in range(4, 12) for day in (1, 16)]
    for i, first in enumerate(days):
        for last in (day - DAY for day in days[i + 2 :]):
            rows = swept(b, first, last)
            old = sum(s.removed < b.starts[RATES] for s in rows)
            sheets = [any(s.ref in [r.ref for r in sheet.slips] for s in rows) for sheet in b.shipments]
            if 40 <= len(rows) <= 62 and 12 <= old <= len(rows) - 12 and all(sheets):
                yield first, last


def evidence(b: Brewery) -> tuple[tuple[str, str], ...]:
    rules = [f"rates/{b.key}/{edition.edition}" for edition in b.rates]
    spans = [*(f"band:{row}" for row in range(4)), "round", "exempt"]
    return (
        *((f"shipments/{b.key}/{sheet}", "table") for sheet in (1, 2, 3)),
        *((f"corrections/{b.key}/{sheet}", "table") for sheet in (1, 2, 3)),
        (f"products/{b.key}/2025", "table"),
        *((doc, span) for doc in rules for span in spans),
        *starts(b, RATES),
    )


def other_cases(rng: Random, slip: Slip) -> Slip:
    """The slip with another number of cases, near the one that it has."""
    return replace(
        slip, cases=rng.choice([n for n in range(max(slip.cases - 3, 1), slip.cases + 4) if n != slip.cases])
    )


@PROGRAMS.add(5, "multi_source", "calculation", hops=5)
def tax_set_aside(ledger: Ledger, rng: Random) -> Question:
    slips = slips_of(total, SLIPS)
    cases = [(b, *period) for b in ledger.breweries for period in periods(b)]
    case = b, first, last = subject(rng, cases, lambda c: total(*c), slips)
    refs = [c.ref for sheet in b.shipments for c in sheet.corrections]
    inside = [s.ref for s in swept(*case)]
    plain = [[s for s in sheet.slips if s.ref not in refs] for sheet in b.shipments]
    counted, others = (
        [[s for s in rows if (s.ref in inside and set_aside(b, s) > 0) == wanted] for rows in plain]
        for wanted in (True, False)
    )
    sheet = rng.choice([n for n in range(3) if counted[n] and others[n]])
    slip, beside = rng.choice(counted[sheet]), rng.choice(others[sheet])
    other = other_cases(rng, slip)
    doc = f"shipments/{b.key}/{sheet + 1}"
    return Question(
        ask=ask(
            """
            How much, in yen, does the {b} brewery put by in its books against duty for what left it from {first} to {last}, both days included?
            Goods left the {b} brewery from {first} to {last} inclusive. What do the amounts put by for them against duty come to, in yen?
            Add up, in yen, what the {b} brewery puts by against duty for everything that went out between {first} and {last}, both days included.""",
            """
            {b}蔵から{first}から{last}まで（初日及び末日を含む。）に出荷されたものについて、納税に備えて帳簿に計上する額の合計は何円か。
            {first}から{last}までの間（初日及び末日を含む。）に{b}蔵が出荷した分について、納税に備えて計上する額は、全部でいくらになりますか。
            {b}蔵が{first}から{last}まで（初日及び末日を含む。）に出荷したすべてのものについて、納税に備えて計上する額を合計すると、何円ですか。""",
            b=b.name,
            first=both("d", first),
            last=both("d", last),
        ),
        evidence=evidence(b),
        copied=doc,
        rival=swap(ledger, slip, other),
        harmless=swap(ledger, beside, other_cases(rng, beside)),
        cut=(doc, f"slip:{rng.choice(b.shipments[sheet].slips[8:]).ref}"),
        rows=len(swept(*case)),
        **outcome(
            yen,
            total(*case),
            {name: wrong(case) for name, wrong in slips.items()}
            | {
                "period_by_day_ordered": total(*case, period_by_ordered=True),
                "not_rounded": total(*case, unrounded=True),
            },
            total(*case) + int(set_aside(b, other) - set_aside(b, slip)),
        ),
    )
