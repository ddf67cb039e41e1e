"""What the juice plant pays for rejects: the cause has a class, and the day of delivery decides the edition."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from fractions import Fraction
from functools import partial
from math import ceil, floor
from random import Random

from bench.kits.base import Question
from bench.kits.fruit.ledger import Ledger, Lot, Station
from bench.kits.fruit.programs import PROGRAMS, REJECTS, in_force, lots, movable, start, starts
from bench.kits.ledgers import swap
from bench.kits.questions import ask, outcome, slips_of, subject
from bench.kits.shapes import yen


def reject_pay(
    ledger: Ledger,
    i: int,
    lot: Lot,
    other_edition: bool = False,
    uncorrected: bool = False,
    by_sorting: bool = False,
    other_class: bool = False,
    other_rounding: bool = False,
) -> int:
    """Yen for the rejects of a lot."""
    day: date = lot.sorted if by_sorting else lot.delivered
    rules = ledger.stations[i].rejects[in_force(ledger, i, REJECTS, day, other_edition, uncorrected)]
    amount: Fraction = rules.rates[(lot.fault + other_class) % len(rules.rates)] * lot.rejects
    return ceil(amount) if rules.round_up != other_rounding else floor(amount)


def other_rejects(s: Station) -> dict[str, list[int]]:
    """Lot -> weights of rejects that it could have had as well."""
    weights = movable(s)
    return {
        lot.code: [
            kg
            for kg in range(max(lot.kg * 2 // 100, 3), lot.kg // 10)
            if 0 <= weights[lot.code][0] + lot.rejects - kg < 60 and abs(kg - lot.rejects) > 2
        ]
        for month in s.months
        for lot in month.lots
        if lot.rejects
    }


@PROGRAMS.add(2, "conceptual_inclusion", "csv", hops=3)
def rejects_paid(ledger: Ledger, rng: Random) -> Question:
    switches = {
        "other_edition": {"other_edition": True},
        "neighbouring_row": {"other_class": True},
        "by_day_of_sorting": {"by_sorting": True},
        "without_the_correction": {"uncorrected": True},
        "rounded_the_other_way": {"other_rounding": True},
    }
    solve = partial(reject_pay, ledger)
    slips = slips_of(solve, switches)
    others = {code: kg for s in ledger.stations for code, kg in other_rejects(s).items()}
    cases = [
        (i, lot)
        for i, _, lot in lots(ledger)
        if others.get(lot.code) and abs((lot.delivered - start(ledger, i, REJECTS)).days) < 30
    ]
    if rng.random() < 0.3:  # lots on which the correction, or the day of sorting, decides
        telling = (slips["without_the_correction"], slips["by_day_of_sorting"])
        cases = [c for c in cases if any(slip(c) != solve(*c) for slip in telling)] or cases
    needed = {name: slips[name] for name in ("other_edition", "neighbouring_row")}
    case = i, lot = subject(
        rng, cases, lambda c: solve(*c), needed, lambda c: c[1].delivered < start(ledger, c[0], REJECTS), 0.36
    )
    s = ledger.stations[i]
    month = next(m for m in s.months if lot in m.lots)
    edition = in_force(ledger, i, REJECTS, lot.delivered)
    doc, rules = f"rejects/{s.key}/{month.first:%Y-%m}", f"reject_rules/{s.key}/{s.rejects[edition].edition}"
    other = replace(lot, rejects=rng.choice(others[lot.code]))
    listed = [row for row in month.lots if row.rejects]
    beside = rng.choice([row for row in listed if row is not lot and others[row.code]])
    changed = replace(beside, rejects=rng.choice(others[beside.code]))
    neighbour = listed[listed.index(lot) - 1]
    results = {name: slip(case) for name, slip in slips.items()} | {"next_lot": solve(i, neighbour)}
    return Question(
        ask=ask(
            """
            How many yen are paid for the rejects of lot {lot}?
            What does the grower of lot {lot} get for the fruit of it that was rejected, in yen?
            Fruit of lot {lot} was rejected. What sum in yen is paid for it?""",
            """
            ロット{lot}の格外品に支払われる代金は何円か。
            ロット{lot}から出た格外品について、生産者が受け取る額はいくらですか。
            ロット{lot}には格外となった果実がありました。その代金は何円になりますか。""",
            lot=lot.code,
        ),
        evidence=(
            (doc, f"reject:{lot.code}"),
            (rules, f"fault:{lot.fault}"),
            (rules, "round"),
            *starts(ledger, i, REJECTS),
        ),
        copied=doc,
        rival=swap(ledger, lot, other),
        harmless=swap(ledger, beside, changed),
        cut=(doc, f"reject:{lot.code}"),
        older=edition == 0,
        **outcome(yen, solve(*case), results, solve(i, other)),
    )
