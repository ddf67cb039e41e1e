"""The reward for one slip of a group collection; the edition follows the dealer's receipt."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from random import Random

from bench.kits.base import Question
from bench.kits.ledgers import swap
from bench.kits.questions import ask, outcome, slips_of, subject
from bench.kits.shapes import yen
from bench.kits.waste.ledger import REWARD, Centre, Ledger, Slip
from bench.kits.waste.programs import PROGRAMS, starts

Case = tuple[Centre, Slip]


def in_force(c: Centre, slip: Slip, by_collection: bool = False) -> int:
    """0 for the older, 1 for the newer edition."""
    return int((slip.day if by_collection else slip.receipt) >= c.starts[REWARD])


def reward(
    c: Centre,
    slip: Slip,
    other_edition: bool = False,
    one_edition: int | None = None,
    by_collection: bool = False,
    no_step: bool = False,
    step_once: bool = False,
    other_side: bool = False,
    no_bonus: bool = False,
    no_cap: bool = False,
    other_column: bool = False,
) -> int:
    """What an association gets for a slip, in yen."""
    which = int(in_force(c, slip, by_collection) != other_edition)
    rules = c.reward[which if one_edition is None else one_edition]
    step = 1 if no_step else rules.step
    rates = (*rules.rates[1:], rules.rates[0]) if other_column else rules.rates
    amount = sum(kg // step * step * rate for kg, rate in zip(slip.kg, rates, strict=True))
    total = sum(slip.kg)
    if step_once:  # the dropped kilograms of all materials are missing from the border too
        total = sum(kg // step * step for kg in slip.kg)
    closed = rules.bonus_closed != other_side
    if not no_bonus and (total > rules.bonus_from or (total == rules.bonus_from and closed)):
        amount = int(Fraction(amount * (100 + rules.bonus), 100))
    return amount if no_cap else min(amount, rules.cap)


SLIPS: dict[str, dict[str, bool]] = {
    "edition_by_day_of_collection": {"by_collection": True},
    "other_edition": {"other_edition": True},
    "kilograms_not_dropped": {"no_step": True},
    "border_by_dropped_weight": {"step_once": True},
    "range_end": {"other_side": True},
    "forgot_the_bonus": {"no_bonus": True},
    "forgot_the_limit": {"no_cap": True},
    "neighbouring_column": {"other_column": True},
}


def sheet_of(c: Centre, slip: Slip) -> str:
    return f"slips/{c.key}/{next(i for i, rows in enumerate(c.sheets) if slip in rows) + 1}"


def other_weight(rng: Random, c: Centre, slip: Slip) -> Slip:
    """The slip with another weight of paper, at another reward where one can be had."""
    made = [replace(slip, kg=(n, *slip.kg[1:])) for n in range(262, 638, 3) if abs(n - slip.kg[0]) > 24]
    return rng.choice([s for s in made if reward(c, s) != reward(c, slip)] or made)


def rule_spans(c: Centre, which: int) -> tuple[tuple[str, str], ...]:
    doc = f"reward_rules/{c.key}/{c.reward[which].edition}"
    return tuple((doc, span) for span in ("rates", "step", "bonus", "fraction", "cap"))


@PROGRAMS.add(3, "multi_source", "calculation", hops=3)
def slip_reward(ledger: Ledger, rng: Random) -> Question:
    needed = slips_of(reward, {name: SLIPS[name] for name in ("other_edition", "kilograms_not_dropped")})
    cases = [(c, slip) for c in ledger.centres for rows in c.sheets for slip in rows]
    across = [c for c in cases if in_force(*c) != in_force(*c, by_collection=True)]
    if rng.random() < 0.5:  # collected before the first day, received by the dealer after it
        cases = across or cases
    wanted = rng.random() < 0.45
    cases = [c for c in cases if (in_force(*c) == 0) == wanted or c in across] or cases
    case = c, slip = subject(rng, cases, lambda c: reward(*c), needed)
    rows = next(rows for rows in c.sheets if slip in rows)
    beside, other, which = rows[rows.index(slip) - 1], other_weight(rng, c, slip), in_force(*case)
    return Question(
        ask=ask(
            """
            How many yen were transferred on account of number {n}?
            What does {n} bring in for those who gathered the things, in yen?
            Of {n}, only the kilograms have been entered so far. What sum in yen has to be paid out for it?""",
            """
            番号{n}について振り込まれる額は何円か。
            {n}により、品物を集めた人たちが受け取る額は何円ですか。
            {n}については、まだ重さしか記入されていません。支払うべき額はいくらですか。""",
            n=slip.number,
        ),
        evidence=((sheet_of(c, slip), f"slip:{slip.number}"), *rule_spans(c, which), *starts(c, REWARD)),
        copied=sheet_of(c, slip),
        rival=swap(ledger, slip, other),
        harmless=swap(ledger, beside, other_weight(rng, c, beside)),
        cut=(sheet_of(c, slip), f"slip:{slip.number}"),
        older=which == 0,
        **outcome(
            yen, reward(*case), {name: wrong(case) for name, wrong in slips_of(reward, SLIPS).items()}, reward(c, other)
        ),
    )
