"""The monthly instalment of the repair reserve of a flat whose floor area lies on a border."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from fractions import Fraction
from random import Random

from bench.kits.base import Ledger as AnyLedger
from bench.kits.base import Question
from bench.kits.condo.ledger import FEE, Building, FeeRules, Ledger
from bench.kits.condo.programs import PROGRAMS, in_force, minutes
from bench.kits.days import add_months
from bench.kits.ledgers import swap
from bench.kits.questions import ask, both, outcome, slips_of, subject
from bench.kits.shapes import yen

Case = tuple[Building, int, date]
"""Building, hundredths of a square metre, first day of the month of the instalment."""


def row_of(rules: FeeRules, area: int, other_side: bool = False) -> int:
    closed = rules.upper_closed != other_side
    return sum(area > bound or (area == bound and not closed) for bound in rules.bounds)


def instalment(
    b: Building,
    area: int,
    month: date,
    other_edition: bool = False,
    other_side: bool = False,
    next_row: bool = False,
    unrounded: bool = False,
    other_rounding: bool = False,
) -> int | Fraction:
    """What a flat pays a month, in yen."""
    rules = b.fee[in_force(b, FEE, month) != other_edition]
    row = (row_of(rules, area, other_side) + next_row) % len(rules.rates)
    amount = Fraction(area * rules.rates[row], 100)
    if unrounded:
        return amount
    rounding = {"down": "up", "up": "down", "half": "down"}[rules.rounding] if other_rounding else rules.rounding
    if rounding == "half":
        return int((amount + 5) // 10 * 10)
    return int(-(-amount // 10) * 10 if rounding == "up" else amount // 10 * 10)


SLIPS = {
    "other_edition": {"other_edition": True},
    "range_end": {"other_side": True},
    "neighbouring_row": {"next_row": True},
    "rounded_the_other_way": {"other_rounding": True},
    "not_rounded": {"unrounded": True},
}


def draw_case(ledger: Ledger, rng: Random) -> Case:
    """Half of the areas lie on a border; months from three before to three after the first month of the new edition."""
    cases = []
    for b in ledger.buildings:
        first = b.starts[FEE] or date(2025, 8, 1)
        for shift in (n for n in range(-3, 3) if add_months(first, n) > b.meetings[0].day):
            for bound in b.fee[0].bounds:
                area = bound if rng.random() < 0.5 else bound + rng.choice((-1, 1)) * rng.randrange(30, 590)
                cases.append((b, area, add_months(first, shift)))
    slips = slips_of(instalment, {name: SLIPS[name] for name in ("other_edition", "neighbouring_row")})
    return subject(rng, cases, lambda c: instalment(*c), slips, lambda c: in_force(c[0], FEE, c[2]) == 0, 0.38)


def with_rate(ledger: Ledger, rules: FeeRules, row: int, shift: int) -> AnyLedger:
    """The ledger with one rate changed; the rates still fall from class to class."""
    return swap(ledger, rules, changed_rate(rules, row, shift))


def changed_rate(rules: FeeRules, row: int, shift: int) -> FeeRules:
    rates = [rate + shift * (i == row) for i, rate in enumerate(rules.rates)]
    return replace(rules, rates=(rates[0], rates[1], rates[2], rates[3]))


def evidence(case: Case) -> tuple[tuple[str, str], ...]:
    b, area, month = case
    rules = b.fee[in_force(b, FEE, month)]
    doc = f"fee_rules/{b.key}/{rules.edition}"
    return (doc, f"class:{row_of(rules, area)}"), (doc, "round"), minutes(b, FEE)


@PROGRAMS.add(1, "multi_source", "numerical_inclusion", hops=2)
def reserve_instalment(ledger: Ledger, rng: Random) -> Question:
    case = b, area, month = draw_case(ledger, rng)
    rules = b.fee[in_force(b, FEE, month)]
    doc, row, shift = f"fee_rules/{b.key}/{rules.edition}", row_of(rules, area), rng.choice((-5, -4, -3, 3, 4, 5))
    other = b.fee.index(rules)
    changed = changed_rate(rules, row, shift)
    rival = instalment(replace(b, fee=(changed, changed)), area, month)
    beside = row - 1 if row else 1
    return Question(
        ask=ask(
            """
            What does a flat of {area} m² in {b} Court pay into the repair reserve for {m}, in yen?
            How many yen is the instalment of the repair reserve for {m} of a flat in {b} Court whose floor area is {area} m²?
            A flat in {b} Court has a floor area of {area} m². What is its instalment of the repair reserve for {m}, in yen?""",
            """
            {b}コートの専有面積{area}㎡の住戸が納める{m}分の修繕積立金は何円か。
            {b}コートで専有面積が{area}㎡の住戸の、{m}分の修繕積立金はいくらですか。
            専有面積{area}㎡の住戸が{b}コートにあります。{m}分の修繕積立金の額は何円ですか。""",
            b=b.name,
            area=f"{area // 100}.{area % 100:02}",
            m=both("m", month),
        ),
        evidence=evidence(case),
        copied=doc,
        rival=with_rate(ledger, rules, row, shift),
        harmless=with_rate(ledger, rules, beside, rng.choice((-4, -3, 3, 4))),
        cut=(doc, f"class:{row}"),
        older=other == 0,
        **outcome(yen, instalment(*case), {n: slip(case) for n, slip in slips_of(instalment, SLIPS).items()}, rival),
    )
