"""What the damage to one part of the machines cost in a month; the part is not named in the list."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from bench.kits.base import Question
from bench.kits.days import fiscal_year
from bench.kits.ledgers import swap
from bench.kits.questions import ask, both, outcome, slips_of, subject
from bench.kits.rental import names
from bench.kits.rental.ledger import Branch, Damage, DamageRules, Damages, Ledger
from bench.kits.rental.programs import PROGRAMS
from bench.kits.shapes import yen


def rules_of(b: Branch, damages: Damages, other_edition: bool = False) -> DamageRules:
    return b.damage_rules[(fiscal_year(damages.first) - 2024) ^ other_edition]


def charged(rules: DamageRules, row: Damage, no_cover: bool = False, trifles: bool = False) -> int:
    if row.cost < rules.trifle and not trifles:
        return 0
    return row.cost * (100 - (rules.cover if row.cover and not no_cover else 0)) // 100


def total(b: Branch, damages: Damages, part: int, other_edition: bool = False, **slip: bool) -> int:
    rules = rules_of(b, damages, other_edition)
    return sum(charged(rules, row, **slip) for row in damages.rows if row.part == part)


@PROGRAMS.add(2, "csv", "conceptual_inclusion", hops=2)
def damage_charged(ledger: Ledger, rng: Random) -> Question:
    slips = slips_of(
        total,
        {
            "other_edition": {"other_edition": True},
            "forgot_the_cover": {"no_cover": True},
            "trifles_too": {"trifles": True},
        },
    )
    telling = {name: slips[name] for name in ("other_edition", "forgot_the_cover")}
    cases = [
        (b, damages, part)
        for b in ledger.branches
        for damages in b.damages
        for part in range(4)
        if sum(row.part == part for row in damages.rows) > 2
    ]
    case = b, damages, part = subject(
        rng, cases, lambda c: total(*c), telling, lambda c: rules_of(c[0], c[1]) is c[0].damage_rules[0]
    )
    rules = rules_of(b, damages)
    doc = f"damage/{b.key}/{damages.first:%Y-%m}"
    row = rng.choice([r for r in damages.rows if r.part == part and charged(rules, r)])
    beside = rng.choice([r for r in damages.rows if r.part != part])
    costs = [c for c in range(2400, 16_100, 100) if c >= rules.trifle and 0 < abs(c - row.cost) <= 2500]
    other = replace(row, cost=rng.choice(costs))
    shifted = replace(beside, cost=beside.cost + rng.choice((200, 400, 700)))
    results = {name: slip(case) for name, slip in slips.items()} | {"other_part": total(b, damages, (part + 1) % 4)}
    return Question(
        ask=ask(
            """
            How much, in yen, does the {b} branch charge in all for the damage to {part} that it recorded in {m}?
            What does the damage to {part} that the {b} branch recorded in {m} come to in yen, as charged to the customers?
            Add up, in yen, what the {b} branch charges for damage to {part} recorded in {m}.""",
            """
            {b}営業所が{m}の損傷のうち{part}に係るものについて請求する額は、合わせて何円か。
            {m}に{b}営業所で記録された{part}の損傷について、客先に請求する額は全部でいくらになりますか。
            {b}営業所の{m}の損傷記録から{part}のものを選び、請求する額を合計すると何円ですか。""",
            b=b.name,
            part={
                "en": ("the undercarriage", "glass and lights", "the hydraulics", "the bodywork")[part],
                "ja": names.PARTS[part].ja,
            },
            m=both("m", damages.first),
        ),
        evidence=(
            (doc, "table"),
            *((f"damage_rules/{b.key}/{rules.year}", span) for span in ("trifle", "cover")),
        ),
        copied=doc,
        rival=swap(ledger, row, other),
        harmless=swap(ledger, beside, shifted),
        cut=(doc, f"damage:{rng.choice(damages.rows[7:]).ref}"),
        older=rules is b.damage_rules[0],
        rows=len(damages.rows),
        **outcome(yen, total(*case), results, total(*case) - charged(rules, row) + charged(rules, other)),
    )
