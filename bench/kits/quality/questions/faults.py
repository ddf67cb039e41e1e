"""What the faults of one class cost in a month; the class is not named in the log."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from bench.kits.base import Question
from bench.kits.days import fiscal_year
from bench.kits.ledgers import swap
from bench.kits.quality.ledger import Fault, FaultCosts, Faults, Ledger, Works
from bench.kits.quality.programs import PROGRAMS
from bench.kits.questions import ask, both, outcome, slips_of, subject
from bench.kits.shapes import yen


def costs_of(b: Works, faults: Faults, other_edition: bool = False) -> FaultCosts:
    return b.fault_costs[(fiscal_year(faults.first) - 2024) ^ other_edition]


def cost(rules: FaultCosts, fault: Fault, no_customer: bool = False, trifles: bool = False) -> int:
    if fault.pieces < rules.trifle and not trifles:
        return 0
    more = rules.customer if fault.customer and not no_customer else 0
    return fault.pieces * rules.prices[fault.product] * (100 + more) // 100


def total(b: Works, faults: Faults, cls: int, other_edition: bool = False, **switch: bool) -> int:
    rules = costs_of(b, faults, other_edition)
    return sum(cost(rules, fault, **switch) for fault in faults.rows if fault.cls == cls)


@PROGRAMS.add(2, "csv", "conceptual_inclusion", hops=2)
def faults_of_class(ledger: Ledger, rng: Random) -> Question:
    slips = slips_of(
        total,
        {
            "other_edition": {"other_edition": True},
            "forgot_the_customers": {"no_customer": True},
            "trifles_too": {"trifles": True},
        },
    )
    telling = {name: slips[name] for name in ("other_edition", "trifles_too")}
    cases = [
        (b, faults, cls)
        for b in ledger.works
        for faults in b.faults
        for cls in range(4)
        if sum(cost(costs_of(b, faults), fault) > 0 for fault in faults.rows if fault.cls == cls) > 2
    ]
    case = b, faults, cls = subject(
        rng, cases, lambda c: total(*c), telling, lambda c: costs_of(c[0], c[1]) is c[0].fault_costs[0], rate=0.42
    )
    rules = costs_of(b, faults)
    doc = f"faults/{b.key}/{faults.first:%Y-%m}"
    row = rng.choice([fault for fault in faults.rows if fault.cls == cls and cost(rules, fault)])
    beside = rng.choice([fault for fault in faults.rows if fault.cls != cls])
    counts = [n for n in range(rules.trifle, 17) if 0 < abs(n - row.pieces) < 5]
    other = replace(row, pieces=rng.choice(counts))
    shifted = replace(beside, pieces=beside.pieces + rng.choice((1, 2, 3)))
    results = {name: slip(case) for name, slip in slips.items()} | {"other_class": total(b, faults, (cls + 1) % 4)}
    return Question(
        ask=ask(
            """
            What did the faults of {cls} that the {b} works recorded in {m} cost in all, in yen?
            How many yen are put down at the {b} works for faults of {cls} recorded in {m}?
            Add up, in yen, the cost of all the faults of {cls} in the {b} works' records of {m}.""",
            """
            {b}工場が{m}に記録した不良のうち、{cls}に係るものの損失は合わせて何円か。
            {m}の{b}工場の不良のうち{cls}に関するものは、全部でいくらの損失となりますか。
            {b}工場の{m}の不良記録から{cls}に関するものを選び、その損失を合計すると何円ですか。""",
            b=b.name,
            cls={
                "en": ("dimension", "surface", "material", "marking and packing")[cls],
                "ja": ("寸法", "外観", "材質", "表示・包装")[cls],
            },
            m=both("m", faults.first),
        ),
        evidence=(
            (doc, "table"),
            *((f"fault_costs/{b.key}/{rules.year}", s) for s in ("prices", "customer", "trifle")),
        ),
        copied=doc,
        rival=swap(ledger, row, other),
        harmless=swap(ledger, beside, shifted),
        cut=(doc, f"fault:{rng.choice(faults.rows[8:]).ref}"),
        older=rules is b.fault_costs[0],
        rows=len(faults.rows),
        **outcome(yen, total(*case), results, total(*case) - cost(rules, row) + cost(rules, other)),
    )
