"""What is paid back for the small expenses of one class in a month; the class is not named in the list."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from bench.kits.base import Question
from bench.kits.days import fiscal_year
from bench.kits.ledgers import swap
from bench.kits.questions import ask, both, outcome, slips_of, subject
from bench.kits.shapes import yen
from bench.kits.travel.ledger import Branch, Ledger, Receipt, ReceiptRules, Receipts
from bench.kits.travel.programs import PROGRAMS


def rules_of(b: Branch, receipts: Receipts, other_edition: bool = False) -> ReceiptRules:
    return b.receipt_rules[(fiscal_year(receipts.first) - 2024) ^ other_edition]


def paid(rules: ReceiptRules, row: Receipt, no_limit: bool = False, no_share: bool = False) -> int:
    if not row.receipt and row.amount > rules.alone and not no_share:
        return 0
    least = row.amount if no_limit else min(row.amount, rules.limits[row.cls])
    return least if row.receipt or no_share else least * rules.share // 100


def total(b: Branch, receipts: Receipts, cls: int, other_edition: bool = False, **switch: bool) -> int:
    rules = rules_of(b, receipts, other_edition)
    return sum(paid(rules, row, **switch) for row in receipts.rows if row.cls == cls)


@PROGRAMS.add(2, "csv", "conceptual_inclusion", hops=2)
def small_expenses(ledger: Ledger, rng: Random) -> Question:
    slips = slips_of(
        total,
        {
            "other_edition": {"other_edition": True},
            "forgot_the_missing_receipts": {"no_share": True},
            "forgot_the_limit": {"no_limit": True},
        },
    )
    telling = {name: slips[name] for name in ("other_edition", "forgot_the_missing_receipts")}
    cases = [
        (b, receipts, cls)
        for b in ledger.branches
        for receipts in b.receipts
        for cls in range(4)
        if sum(row.cls == cls for row in receipts.rows) > 3
    ]
    case = b, receipts, cls = subject(
        rng, cases, lambda c: total(*c), telling, lambda c: rules_of(c[0], c[1]) is c[0].receipt_rules[0], rate=0.42
    )
    rules = rules_of(b, receipts)
    doc = f"receipts/{b.key}/{receipts.first:%Y-%m}"
    pairs = [
        (row, other)
        for row in receipts.rows
        for shift in (-410, -270, -150, 130, 260, 390)
        if row.cls == cls and row.amount + shift > 300
        for other in [replace(row, amount=row.amount + shift)]
        if paid(rules, other) != paid(rules, row)
    ]
    row, other = rng.choice(pairs)
    beside = rng.choice([row for row in receipts.rows if row.cls != cls])
    shifted = replace(beside, amount=beside.amount + rng.choice((120, 180, 240)))
    results = {name: slip(case) for name, slip in slips.items()} | {"other_class": total(b, receipts, (cls + 1) % 4)}
    return Question(
        ask=ask(
            """
            How much, in yen, does the {b} branch pay back in all for {cls} of {m}?
            What comes back to those who had expenses for {cls} in {m} at the {b} branch, in yen?
            Add up, in yen, what the {b} branch refunds of the small expenses of {m} that were for {cls}.""",
            """
            {b}支店の{m}の小口の立替えのうち、{cls}に係るものとして精算する額は、合わせて何円か。
            {m}の{b}支店の小口立替えのうち、{cls}の分として全部でいくら払い戻されますか。
            {b}支店の{m}の小口立替えから{cls}に当たるものを選び、払い戻す額を合計すると何円ですか。""",
            b=b.name,
            cls={
                "en": ("getting about", "communication", "hospitality", "supplies")[cls],
                "ja": ("移動", "通信", "接待", "消耗品")[cls],
            },
            m=both("m", receipts.first),
        ),
        evidence=((doc, "table"), *((f"receipt_rules/{b.key}/{rules.year}", span) for span in ("limits", "share"))),
        copied=doc,
        rival=swap(ledger, row, other),
        harmless=swap(ledger, beside, shifted),
        cut=(doc, f"receipt:{rng.choice(receipts.rows[8:]).ref}"),
        older=rules is b.receipt_rules[0],
        rows=len(receipts.rows),
        **outcome(yen, total(*case), results, total(*case) - paid(rules, row) + paid(rules, other)),
    )
