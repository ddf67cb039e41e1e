"""Rice that is too moist and has to be dried again; the edition follows the crop, not the day of receipt."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from bench.kits.base import Question
from bench.kits.ledgers import swap
from bench.kits.questions import ask, both, outcome, slips_of, subject
from bench.kits.sake.ledger import Brewery, DryRules, Ledger, Lot, Receipts
from bench.kits.sake.programs import PROGRAMS
from bench.kits.shapes import number

BAGS = number("俵", "bags", "bag")


def too_moist(rules: DryRules, lot: Lot, other_side: bool = False, trial_too: bool = False) -> bool:
    reached = lot.moisture > rules.limit or (lot.moisture == rules.limit and rules.closed != other_side)
    return reached and (trial_too or not lot.trial)


def bags(b: Brewery, receipts: Receipts, other_edition: bool = False, **slip: bool) -> int:
    """The bags of one month that have to be dried again."""
    rules = b.dry_rules[(receipts.crop - 2024) ^ other_edition]
    return sum(lot.bags for lot in receipts.lots if too_moist(rules, lot, **slip))


@PROGRAMS.add(2, "markdown", "numerical_inclusion", hops=2)
def dried_again(ledger: Ledger, rng: Random) -> Question:
    slips = slips_of(
        bags,
        {
            "range_end": {"other_side": True},
            "other_edition": {"other_edition": True},
            "forgot_the_exception": {"trial_too": True},
        },
    )
    cases = [(b, receipts) for b in ledger.breweries for receipts in b.receipts]
    case = b, receipts = subject(rng, cases, lambda c: bags(*c), slips, lambda c: c[1].crop == 2024)
    rules = b.dry_rules[receipts.crop - 2024]
    doc = f"rice/{b.key}/{receipts.first:%Y-%m}"
    moist = [lot for lot in receipts.lots if too_moist(rules, lot)]
    lot, beside = rng.choice(moist), rng.choice([lot for lot in receipts.lots if lot not in moist])
    shift = rng.randrange(2, 9)
    return Question(
        ask=ask(
            """
            How many bags of the rice that the {b} brewery received in {m} have to be dried again?
            Of the bags received by the {b} brewery in {m}, how many must go back to the dryer?
            The {b} brewery received rice throughout {m}. How many bags of it are to be dried once more?""",
            """
            {b}蔵が{m}に受け入れた米のうち、再乾燥を要するものは何俵か。
            {m}の{b}蔵の入荷分で、再乾燥に回さなければならない米は全部で何俵になりますか。
            {b}蔵では{m}に原料米を受け入れました。このうち乾燥し直すものは、合わせて何俵ですか。""",
            b=b.name,
            m=both("m", receipts.first),
        ),
        evidence=(
            (doc, "table"),
            (f"dry_rules/{b.key}/{receipts.crop}", "limit"),
            (f"dry_rules/{b.key}/{receipts.crop}", "trial"),
        ),
        copied=doc,
        rival=swap(ledger, lot, replace(lot, bags=lot.bags + shift)),
        harmless=swap(ledger, beside, replace(beside, bags=beside.bags + shift)),
        cut=(doc, f"lot:{rng.choice(receipts.lots[8:]).ref}"),
        older=receipts.crop == 2024,
        rows=len(receipts.lots),
        **outcome(
            BAGS,
            bags(*case),
            {name: slip(case) for name, slip in slips.items()} | {"all_bags": sum(lot.bags for lot in receipts.lots)},
            bags(*case) + shift,
        ),
    )
