"""The reduction for parts that are accepted though out of tolerance: by the excess in percent, rounded by the edition."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from bench.kits.base import Question
from bench.kits.ledgers import swap
from bench.kits.quality.ledger import Concession, Ledger, Works
from bench.kits.quality.programs import (
    CONCEDING,
    PROGRAMS,
    TOLERANCES,
    concession_doc,
    in_force,
    starts,
    tolerance,
)
from bench.kits.questions import ask, outcome, slips_of, subject
from bench.kits.shapes import yen


def reduction(
    b: Works,
    row: Concession,
    one_tolerances: int | None = None,
    tolerances_by_agreement: bool = False,
    one_rules: int | None = None,
    rules_by_order: bool = False,
    other_side: bool = False,
    other_step: bool = False,
    rounded_down: bool = False,
    no_most: bool = False,
) -> int:
    """What the supplier's price is reduced by for one concession, in yen."""
    edition = in_force(b, TOLERANCES, row.agreed if tolerances_by_agreement else row.ordered)
    table = b.tolerances[edition if one_tolerances is None else one_tolerances]
    allowed = tolerance(table, row.nominal, row.product, other_side)
    excess = abs(row.measured - row.nominal * 1000) - allowed
    if excess <= 0:
        return 0
    edition = in_force(b, CONCEDING, row.ordered if rules_by_order else row.agreed)
    rules = b.conceding[edition if one_rules is None else one_rules]
    at = sum(
        excess * 100 > allowed * step or (excess * 100 == allowed * step and rules.closed == other_step)
        for step in rules.steps
    )
    hundredths = row.pieces * row.price * rules.reductions[at]
    add = {"up": 999, "half": 500, "down": 0}["down" if rounded_down else rules.rounding]
    amount = (hundredths + add) // 1000 * 10
    return amount if no_most else min(amount, rules.most)


SLIPS: Mapping[str, Mapping[str, Any]] = {
    "tolerances_by_agreement": {"tolerances_by_agreement": True},
    "newer_tolerances_for_all": {"one_tolerances": 1},
    "older_tolerances_for_all": {"one_tolerances": 0},
    "rules_by_order": {"rules_by_order": True},
    "newer_rules_for_all": {"one_rules": 1},
    "older_rules_for_all": {"one_rules": 0},
    "range_end": {"other_side": True},
    "step_end": {"other_step": True},
    "rounded_down": {"rounded_down": True},
    "forgot_the_limit": {"no_most": True},
}


def evidence(b: Works, rows: Sequence[Concession]) -> tuple[tuple[str, str], ...]:
    """The tables and rules that these concessions go by."""
    tables = sorted({in_force(b, TOLERANCES, row.ordered) for row in rows})
    rules = sorted({in_force(b, CONCEDING, row.agreed) for row in rows if reduction(b, row)})
    return (
        *((f"tolerances/{b.key}/{b.tolerances[e].edition}", span) for e in tables for span in ("table", "bounds")),
        *(
            (f"conceding/{b.key}/{b.conceding[e].edition}", span)
            for e in rules
            for span in ("steps", "rounding", "most")
        ),
        *starts(b, TOLERANCES),
        *starts(b, CONCEDING)[:2],
    )


def other_pieces(rng: Random, b: Works, row: Concession) -> Concession:
    """The concession for another number of pieces, with another reduction; the row itself where none leads there."""
    counts = (24, 30, 36, 40, 48, 60, 75, 80, 96, 120)
    found = [replace(row, pieces=n) for n in counts]
    found = [other for other in found if reduction(b, other) != reduction(b, row)]
    return rng.choice(found) if found else row


@PROGRAMS.add(3, "multi_source", "calculation", hops=4)
def concession_reduction(ledger: Ledger, rng: Random) -> Question:
    telling: dict[str, Callable[[Any], Any]] = {
        "other_tolerances": lambda c: reduction(
            c[0], c[1], one_tolerances=1 - in_force(c[0], TOLERANCES, c[1].ordered)
        ),
        "other_rules": lambda c: reduction(c[0], c[1], one_rules=1 - in_force(c[0], CONCEDING, c[1].agreed)),
    }
    cases = [
        (b, row)
        for b in ledger.works
        for sheet in b.concessions
        for row in sheet.rows[4:]
        if reduction(b, row) and other_pieces(Random(0), b, row) is not row
    ]
    case = b, row = subject(
        rng, cases, lambda c: reduction(*c), telling, lambda c: c[1].agreed < c[0].starts[1][CONCEDING], rate=0.42
    )
    sheet = next(sheet for sheet in b.concessions if row in sheet.rows)
    others = [other for other in sheet.rows if other is not row and other_pieces(Random(0), b, other) is not other]
    beside, other, doc = rng.choice(others), other_pieces(rng, b, row), concession_doc(b, row)
    results = {name: slip(case) for name, slip in (telling | slips_of(reduction, SLIPS)).items()}
    return Question(
        ask=ask(
            """
            By how many yen is the bill lowered for what was let pass under No. {ref}?
            Parts that were not as they should be were taken all the same under No. {ref}. How much less is paid for them, in yen?
            What is taken off the supplier's bill, in yen, on account of No. {ref}?""",
            """
            番号{ref}により、本来の寸法でないまま受け入れたものについて、代金から差し引く額は何円か。
            番号{ref}では、寸法の合わない部品をそのまま引き取ることにしました。支払はいくら減りますか。
            番号{ref}に関し、取引先の請求額から引かれる金額は何円ですか。""",
            ref=row.ref,
        ),
        evidence=((doc, f"concession:{row.ref}"), *evidence(b, [row])),
        copied=doc,
        rival=swap(ledger, row, other),
        harmless=swap(ledger, beside, other_pieces(rng, b, beside)),
        cut=(doc, f"concession:{row.ref}"),
        older=row.agreed < b.starts[1][CONCEDING],
        **outcome(yen, reduction(*case), results, reduction(b, other)),
    )
