"""The largest or smallest size that a part may have: a table by ranges, a nominal size at the border of two."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from fractions import Fraction
from random import Random
from typing import Any

from bench.kits.base import Question
from bench.kits.days import DAY
from bench.kits.ledgers import swap
from bench.kits.quality import names
from bench.kits.quality.ledger import Ledger, Tolerances, Works
from bench.kits.quality.programs import PROGRAMS, TOLERANCES, in_force, starts, tolerance
from bench.kits.questions import ask, both, outcome, slips_of, subject
from bench.kits.shapes import measure

Case = tuple[Works, int, int, date, int]
"""Works, product, nominal size in millimetres, day of the order, 1 for the largest and -1 for the smallest size."""
SHAPE = measure("mm", "㎜", 3)


def solve(
    b: Works,
    product: int,
    nominal: int,
    ordered: date,
    side: int,
    other_edition: bool = False,
    other_side: bool = False,
    next_product: bool = False,
    other_limit: bool = False,
) -> Fraction:
    """The permitted size, in millimetres."""
    rules = b.tolerances[in_force(b, TOLERANCES, ordered, other_edition)]
    value = tolerance(rules, nominal, (product + next_product) % 4, other_side)
    return nominal + Fraction(value * (-side if other_limit else side), 1000)


SLIPS: Mapping[str, Mapping[str, Any]] = {
    "other_edition": {"other_edition": True},
    "range_end": {"other_side": True},
    "neighbouring_column": {"next_product": True},
    "the_other_limit": {"other_limit": True},
}


def draw_case(ledger: Ledger, rng: Random) -> Case:
    """Ordered within six weeks of the first day of the new edition; the nominal size ends a range."""
    cases: list[Case] = []
    for b in ledger.works:
        for _ in range(40):
            ordered = b.starts[1][TOLERANCES] + DAY * rng.randrange(-42, 43)
            nominal = rng.choice(b.tolerances[0].bounds)
            cases.append((b, rng.randrange(4), nominal, ordered, rng.choice((1, -1))))
    telling = slips_of(solve, {name: SLIPS[name] for name in ("other_edition", "range_end")})
    return subject(rng, cases, lambda c: solve(*c), telling, lambda c: c[3] < c[0].starts[1][TOLERANCES], rate=0.42)


def rules_of(case: Case) -> Tolerances:
    return case[0].tolerances[in_force(case[0], TOLERANCES, case[3])]


def evidence(case: Case) -> tuple[tuple[str, str], ...]:
    b = case[0]
    doc = f"tolerances/{b.key}/{rules_of(case).edition}"
    return (doc, "table"), (doc, "bounds"), *starts(b, TOLERANCES)


def facts(case: Case) -> dict[str, Any]:
    b, product, nominal, ordered, side = case
    return {
        "b": b.name,
        "product": names.PRODUCTS[product],
        "nominal": nominal,
        "d": both("d", ordered),
        "most": {"en": "largest" if side > 0 else "smallest", "ja": "最大" if side > 0 else "最小"},
    }


def changed_rules(rng: Random, case: Case) -> tuple[Tolerances, Tolerances]:
    """The table with another value where the case looks, and with another one for the neighbouring product."""
    rules, product, nominal = rules_of(case), case[1], case[2]
    at = sum(nominal > bound or (nominal == bound and not rules.upper_in) for bound in rules.bounds)

    def with_value(column: int) -> Tolerances:
        low = rules.values[at - 1][column] if at else 4
        high = rules.values[at + 1][column] if at < len(rules.bounds) else rules.values[at][column] + 6
        here = rules.values[at][column]
        allowed = [n for n in range(here - 4, here + 5) if n != here and (low < n < high or abs(n - here) == 1)]
        other = rng.choice(allowed)
        rows = [list(row) for row in rules.values]
        rows[at][column] = other
        return replace(rules, values=tuple(map(tuple, rows)))

    return with_value(product), with_value((product + rng.randrange(1, 4)) % 4)


@PROGRAMS.add(1, "markdown", "numerical_inclusion", hops=2)
def size_limit(ledger: Ledger, rng: Random) -> Question:
    case = draw_case(ledger, rng)
    b, rules = case[0], rules_of(case)
    changed, same = changed_rules(rng, case)
    rival = swap(ledger, rules, changed)
    other = next(works for works in rival.works if works.key == b.key)
    doc = f"tolerances/{b.key}/{rules.edition}"
    return Question(
        ask=ask(
            """
            The {b} works orders a {product} with a nominal size of {nominal} mm on {d}. What is the {most} permitted size in mm, to three decimal places?
            On {d} an order goes out from the {b} works for a {product} of {nominal} mm (nominal). Which is the {most} size, in mm with three decimal places, at which the part is still good?
            What is the {most} size, in mm to three places, that a {product} ordered by the {b} works on {d} may have if its nominal size is {nominal} mm?""",
            """
            {b}工場が{d}に発注した{product}（呼び寸法{nominal}㎜）の{most}許容寸法は何㎜か。小数第３位まで答えよ。
            {d}に{b}工場から呼び寸法{nominal}㎜の{product}を発注しました。良品とされる{most}の寸法は何㎜ですか。小数第３位まで答えてください。
            呼び寸法が{nominal}㎜の{product}を{b}工場が{d}に発注した場合、許される{most}の寸法は何㎜ですか（小数第３位まで）。""",
            **facts(case),
        ),
        evidence=evidence(case),
        copied=doc,
        rival=rival,
        harmless=swap(ledger, rules, same),
        cut=(doc, "bounds"),
        older=rules is b.tolerances[0],
        **outcome(
            SHAPE,
            solve(*case),
            {name: slip(case) for name, slip in slips_of(solve, SLIPS).items()},
            solve(other, *case[1:]),
        ),
    )
