"""What residents are charged for broken things of one use in a month; the list names things, not their use."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from bench.kits.base import Question
from bench.kits.days import fiscal_year
from bench.kits.dormitory import names
from bench.kits.dormitory.ledger import BreakageRules, Broken, Hall, Ledger
from bench.kits.dormitory.programs import PROGRAMS
from bench.kits.ledgers import swap
from bench.kits.questions import ask, both, outcome, slips_of, subject
from bench.kits.shapes import yen

Rows = tuple[Broken, ...]


def rules_of(h: Hall, rows: Rows, other_edition: bool = False) -> BreakageRules:
    return h.breakage_rules[(fiscal_year(rows[0].day) - 2024) ^ other_edition]


def charged(
    rules: BreakageRules, row: Broken, no_age: bool = False, no_least: bool = False, trifles: bool = False
) -> int:
    percent = 100 - (0 if no_age else rules.yearly * row.age)
    percent = max(percent, 0 if no_least else rules.least)
    amount = row.price * percent // 100
    return 0 if amount < rules.trifle and not trifles else amount


def total(h: Hall, rows: Rows, cls: int, other_edition: bool = False, **slip: bool) -> int:
    rules = rules_of(h, rows, other_edition)
    return sum(charged(rules, row, **slip) for row in rows if row.cls == cls)


@PROGRAMS.add(2, "csv", "conceptual_inclusion", hops=2)
def broken_charged(ledger: Ledger, rng: Random) -> Question:
    slips = slips_of(
        total,
        {
            "other_edition": {"other_edition": True},
            "forgot_the_age": {"no_age": True},
            "forgot_the_least_share": {"no_least": True},
            "trifles_too": {"trifles": True},
        },
    )
    telling = {name: slips[name] for name in ("other_edition", "forgot_the_age")}
    cases = [
        (h, rows, cls)
        for h in ledger.halls
        for rows in h.broken
        for cls in range(4)
        if sum(row.cls == cls for row in rows) > 2
    ]
    case = h, rows, cls = subject(
        rng, cases, lambda c: total(*c), telling, lambda c: rules_of(c[0], c[1]) is c[0].breakage_rules[0], 0.52
    )
    rules = rules_of(h, rows)
    doc = f"breakage/{h.key}/{rows[0].day:%Y-%m}"
    row = rng.choice([r for r in rows if r.cls == cls and charged(rules, r)])
    others = [replace(row, age=n) for n in range(9) if n != row.age]
    other = rng.choice(
        [r for r in others if charged(rules, r) not in (0, charged(rules, row))]
        or [replace(row, price=row.price + 300)]
    )
    beside = rng.choice([r for r in rows if r.cls != cls])
    results = {name: slip(case) for name, slip in slips.items()} | {"other_things": total(h, rows, (cls + 1) % 4)}
    return Question(
        ask=ask(
            """
            How much, in yen, does the {h} hall charge in all for the things broken in {m} that serve for {cls}?
            What do the things for {cls} that were broken at the {h} hall in {m} come to, in yen, as charged to the residents?
            Add up, in yen, what the {h} hall charges for things used for {cls} that were entered as broken in {m}.""",
            """
            {h}寮で{m}に壊れたもののうち、{cls}に使うものについて寮生が負担する額は、合わせて何円か。
            {m}に{h}寮で壊れたと記録された{cls}用のものについて、寮生の負担額は全部でいくらになりますか。
            {h}寮の{m}の破損簿から{cls}に用いるものを選び、寮生の負担する額を合計すると何円ですか。""",
            h=h.name,
            cls=names.CLASSES[cls],
            m=both("m", rows[0].day),
        ),
        evidence=(
            (doc, "table"),
            *((f"breakage_rules/{h.key}/{rules.year}", span) for span in ("age", "least", "trifle")),
        ),
        copied=doc,
        rival=swap(ledger, row, other),
        harmless=swap(ledger, beside, replace(beside, age=beside.age + 1 if beside.age < 8 else beside.age - 1)),
        cut=(doc, f"broken:{rng.choice(rows[8:]).ref}"),
        older=rules is h.breakage_rules[0],
        rows=len(rows),
        **outcome(yen, total(*case), results, total(*case) - charged(rules, row) + charged(rules, other)),
    )
