"""What a kilogram earns: size, sugar and period in one table, each at a limit."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from fractions import Fraction
from functools import partial
from random import Random
from typing import Any

from bench.kits.base import Question
from bench.kits.days import DAY
from bench.kits.fruit.ledger import Ledger, Rates
from bench.kits.fruit.programs import PROGRAMS, RATES, Spans, in_force, start, starts
from bench.kits.ledgers import swap
from bench.kits.questions import ask, both, outcome, slips_of, subject
from bench.kits.shapes import yen

Case = tuple[int, int, int, date]
"""Station, millimetres, tenths of a degree of sugar, day of sorting."""


def cell(
    rules: Rates,
    mm: int,
    sugar: int,
    day: date,
    other_side: bool = False,
    other_sugar: bool = False,
    other_period: bool = False,
) -> tuple[int, int]:
    """Row and column of the table."""
    closed = rules.upper_closed != other_side
    row = sum(mm > bound or (mm == bound and not closed) for bound in rules.bounds)
    column = sum(sugar > limit or (sugar == limit and not other_sugar) for limit in rules.sugar)
    turn = (rules.turn.month, rules.turn.day)
    later = (day.month < 9 or (day.month, day.day) > turn) != other_period
    return row, column + 3 * later


def rate(
    ledger: Ledger,
    i: int,
    mm: int,
    sugar: int,
    day: date,
    other_edition: bool = False,
    uncorrected: bool = False,
    **slip: bool,
) -> int:
    """Yen per kilogram, before anything is taken off for acid."""
    rules = ledger.stations[i].rates[in_force(ledger, i, RATES, day, other_edition, uncorrected)]
    row, column = cell(rules, mm, sugar, day, **slip)
    return rules.table[row][column]


SLIPS: dict[str, dict[str, Any]] = {
    "other_edition": {"other_edition": True},
    "neighbouring_row": {"other_side": True},
    "neighbouring_column": {"other_sugar": True},
    "other_period": {"other_period": True},
}
UNCORRECTED: dict[str, dict[str, Any]] = {"without_the_correction": {"uncorrected": True}}


def draw_case(ledger: Ledger, rng: Random) -> Case:
    """A fruit on a limit of both editions' kinds, sorted within 18 days of the start of the newer one."""
    cases = [
        (i, mm, sugar, start(ledger, i, RATES) + DAY * shift)
        for i, s in enumerate(ledger.stations)
        for mm in {b: None for rules in s.rates for b in rules.bounds}
        for sugar in {b: None for rules in s.rates for b in rules.sugar}
        for shift in range(-18, 18)
    ]
    solve = partial(rate, ledger)
    slips = slips_of(solve, SLIPS)
    fixed = any(fix.family == RATES for fix in ledger.notices[1].corrections)
    if fixed and rng.random() < 0.4:  # where the day was corrected, take one on which the correction decides
        slips |= slips_of(solve, UNCORRECTED)
    return subject(rng, cases, lambda c: solve(*c), slips, lambda c: c[3] < start(ledger, c[0], RATES), 0.36)


def edition_of(ledger: Ledger, case: Case) -> Rates:
    i, _, _, day = case
    return ledger.stations[i].rates[in_force(ledger, i, RATES, day)]


def with_rate(ledger: Ledger, rules: Rates, row: int, column: int, shift: int) -> Ledger:
    """The ledger with one rate changed. The cell is found by row and column: values recur."""
    table = [list(line) for line in rules.table]
    table[row][column] += shift
    return swap(ledger, rules, replace(rules, table=tuple(map(tuple, table))))


def evidence(ledger: Ledger, case: Case) -> Spans:
    rules = edition_of(ledger, case)
    row, _ = cell(rules, *case[1:])
    doc = f"rates/{ledger.stations[case[0]].key}/{rules.edition}"
    return (doc, f"band:{row}"), (doc, "columns"), *starts(ledger, case[0], RATES)


@PROGRAMS.add(1, "html_merged", "numerical_inclusion", hops=3)
def kilogram_rate(ledger: Ledger, rng: Random) -> Question:
    case = i, mm, sugar, day = draw_case(ledger, rng)
    rules, s = edition_of(ledger, case), ledger.stations[i]
    row, column = cell(rules, mm, sugar, day)
    doc, shift = f"rates/{s.key}/{rules.edition}", rng.choice((-1, 1)) * rng.randrange(3, 9)
    results = {name: slip(case) for name, slip in slips_of(partial(rate, ledger), SLIPS | UNCORRECTED).items()}
    return Question(
        ask=ask(
            """
            Mandarins {mm} mm across with {sugar} degrees of sugar and {acid}% acid are sorted at the {s} station on {day}. How many yen per kilogram is the advance?
            What advance per kilogram, in yen, is due for fruit of {mm} mm and {sugar} degrees (acid {acid}%) that the {s} station sorts on {day}?
            On {day} the {s} station sorts fruit that measures {mm} mm, {sugar} degrees of sugar and {acid}% acid. State the advance in yen for one kilogram.""",
            """
            {s}選果場で{day}に選果された、果径{mm}mm、糖度{sugar}度、酸{acid}％のみかんについて、概算金は１kg当たり何円か。
            果径{mm}mm、糖度{sugar}度（酸{acid}％）の果実が{day}に{s}選果場で選果されました。１kg当たりの概算金はいくらですか。
            {day}に{s}選果場で選果した果実は、果径{mm}mm、糖度{sugar}度、酸{acid}％でした。概算金の単価（円／kg）を答えてください。""",
            mm=mm,
            sugar=both("dec", Fraction(sugar, 10), 1),
            acid=both("dec", Fraction(rng.randrange(80, 99), 100), 2),
            s=s.name,
            day=both("d", day),
        ),
        evidence=(*evidence(ledger, case), (doc, "acid")),
        copied=doc,
        rival=with_rate(ledger, rules, row, column, shift),
        harmless=with_rate(ledger, rules, row - 1, column, shift),
        cut=(doc, f"band:{row}"),
        older=rules is s.rates[0],
        **outcome(yen, rate(ledger, *case), results, rate(ledger, *case) + shift),
    )
