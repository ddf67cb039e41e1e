"""The fare of a vehicle whose length lies on the border of two classes."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from random import Random
from typing import Any

from bench.kits.base import Ledger as AnyLedger
from bench.kits.base import Question
from bench.kits.days import DAY
from bench.kits.ferry.ledger import Branch, Ledger, Tariff
from bench.kits.ferry.programs import PROGRAMS, TARIFF, in_force, starts
from bench.kits.ledgers import swap
from bench.kits.questions import ask, both, outcome, slips_of, subject
from bench.kits.shapes import yen

Case = tuple[Branch, int, int, date]
"""Branch, length in centimetres, section (0 near, 1 far), day of sailing."""


def fare_cell(
    b: Branch,
    centimetres: int,
    section: int,
    sailing: date,
    other_edition: bool = False,
    other_side: bool = False,
    other_season: bool = False,
    other_port: bool = False,
) -> tuple[Tariff, int, int]:
    """Tariff, row and column."""
    rules = b.tariff[in_force(b, TARIFF, sailing, other_edition)]
    closed = rules.upper_closed != other_side
    row = sum(centimetres > bound * 100 or (centimetres == bound * 100 and not closed) for bound in rules.bounds)
    peak = (rules.peak[0] <= sailing <= rules.peak[1]) != other_season
    return rules, row, 2 * peak + (section != other_port)


def fare(*case: Any, **slip: Any) -> int:
    rules, row, column = fare_cell(*case, **slip)
    return rules.fares[row][column]


SLIPS = {
    "other_edition": {"other_edition": True},
    "neighbouring_row": {"other_side": True},
    "other_season": {"other_season": True},
    "neighbouring_column": {"other_port": True},
}


def draw_case(ledger: Ledger, rng: Random) -> Case:
    days = range(-24, 24)
    return subject(
        rng,
        [
            (b, cm, section, b.starts[TARIFF] + DAY * shift)
            for b in ledger.branches
            for cm in (300, 400, 500, 600)
            for section in (0, 1)
            for shift in days
        ],
        lambda c: fare(*c),
        slips_of(fare, SLIPS),
        lambda c: c[3] < c[0].starts[TARIFF],
    )


def with_fare(ledger: Ledger, rules: Tariff, row: int, column: int, shift: int) -> AnyLedger:
    """The ledger with one fare changed. The cell is found by row and column: values recur."""
    fares = [list(line) for line in rules.fares]
    fares[row][column] += shift
    return swap(ledger, rules, replace(rules, fares=tuple(map(tuple, fares))))


def evidence(case: Case) -> tuple[tuple[str, str], ...]:
    b = case[0]
    rules, row, _ = fare_cell(*case)
    doc = f"tariff/{b.key}/{rules.edition}"
    return (doc, f"class:{row}"), (doc, "peak"), *starts(b, TARIFF)


@PROGRAMS.add(1, "html_merged", "numerical_inclusion", hops=2)
def vehicle_fare(ledger: Ledger, rng: Random) -> Question:
    case = b, cm, section, sailing = draw_case(ledger, rng)
    rules, row, column = fare_cell(*case)
    doc, shift = f"tariff/{b.key}/{rules.edition}", rng.choice((-1, 1)) * rng.randrange(3, 9) * 10
    slips = {name: slip(case) for name, slip in slips_of(fare, SLIPS).items()}
    return Question(
        ask=ask(
            """
            A car whose certificate gives a length of {cm} cm sails from {here} to {there} on {day}. What is the fare in yen?
            How many yen does the crossing from {here} to {there} on {day} cost for a van of {cm} cm, driver included?
            What is charged, in yen, for a vehicle {cm} cm long that crosses from {here} to {there} on {day}?""",
            """
            車検証の長さが{cm}cmの自動車を{day}に{here}から{there}まで航送する。運賃は何円か。
            {day}の{here}発{there}行きの便に長さ{cm}cmの車両を載せると、運賃はいくらになりますか。
            長さ{cm}cmのワゴン車で{day}に{here}から{there}へ渡る場合の航送運賃は何円ですか。""",
            cm=cm,
            here=b.name,
            there=b.ports[section],
            day=both("d", sailing),
        ),
        evidence=evidence(case),
        copied=doc,
        rival=with_fare(ledger, rules, row, column, shift),
        harmless=with_fare(ledger, rules, row - 1, column, shift),
        cut=(doc, f"class:{row}"),
        older=rules is b.tariff[0],
        **outcome(yen, fare(*case), slips, fare(*case) + shift),
    )
