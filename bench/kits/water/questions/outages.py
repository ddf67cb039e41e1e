"""What a household is credited for an outage: the cause has a class, begun hours count, some are free, some too many."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from random import Random

from bench.kits.base import Question
from bench.kits.ledgers import swap
from bench.kits.questions import ask, outcome, slips_of, subject
from bench.kits.shapes import yen
from bench.kits.water.ledger import Ledger, Outage
from bench.kits.water.programs import OUTAGE, PROGRAMS, in_force, starts


def credit(
    ledger: Ledger,
    i: int,
    outage: Outage,
    other_edition: bool = False,
    no_resolution: bool = False,
    other_class: bool = False,
    none_free: bool = False,
    full_hours: bool = False,
    no_cap: bool = False,
) -> int:
    """Yen for each household."""
    rules = ledger.districts[i].outage[in_force(ledger, i, OUTAGE, outage.day, other_edition, no_resolution)]
    minutes = max(outage.length - (0 if none_free else rules.free * 60), 0)
    hours = minutes // 60 if full_hours else -(-minutes // 60)
    if not no_cap:
        hours = min(hours, rules.cap)
    return hours * rules.rates[(outage.fault + other_class) % len(rules.rates)]


def other_length(rng: Random, outage: Outage) -> Outage:
    shift = rng.choice((-1, 1)) * rng.randrange(70, 150)
    return replace(outage, length=outage.length + (shift if outage.length + shift > 60 else -shift))


@PROGRAMS.add(2, "conceptual_inclusion", "csv", hops=3)
def outage_credit(ledger: Ledger, rng: Random) -> Question:
    solve = partial(credit, ledger)
    slips = slips_of(
        solve,
        {
            "other_edition": {"other_edition": True},
            "neighbouring_row": {"other_class": True},
            "forgot_the_free_hours": {"none_free": True},
            "full_hours_only": {"full_hours": True},
            "overlooked_the_resolution": {"no_resolution": True},
            "forgot_the_limit": {"no_cap": True},
        },
    )
    cases = [
        (i, outage)
        for i, d in enumerate(ledger.districts)
        for month in d.months
        for outage in month.outages
        if solve(i, outage) and solve(i, outage) != solve(i, replace(outage, length=outage.length + 60))
    ]
    needed = {name: slips[name] for name in ("other_edition", "neighbouring_row", "forgot_the_free_hours")}
    case = i, outage = subject(
        rng, cases, lambda c: solve(*c), needed, lambda c: not in_force(ledger, c[0], OUTAGE, c[1].day), 0.4
    )
    d = ledger.districts[i]
    month = next(m for m in d.months if outage in m.outages)
    edition = in_force(ledger, i, OUTAGE, outage.day)
    rules = d.outage[edition]
    doc, rule_doc = f"outages/{d.key}/{month.first:%Y-%m}", f"outage_rules/{d.key}/{rules.edition}"
    other = other_length(rng, outage)
    while solve(i, other) == solve(*case):
        other = other_length(rng, outage)
    beside = rng.choice([row for row in month.outages if row is not outage])
    neighbour = month.outages[month.outages.index(outage) - 1]
    results = {name: slip(case) for name, slip in slips.items()} | {"next_row": solve(i, neighbour)}
    return Question(
        ask=ask(
            """
            How many yen is each household credited for outage {number}?
            Outage {number} cut off several households. What sum in yen does each of them get back?
            What is the credit per household, in yen, for the outage with the number {number}?""",
            """
            断水番号{number}の断水について、１世帯当たりの減額は何円か。
            断水{number}の影響を受けた世帯は、１世帯につきいくら減額されますか。
            断水番号{number}では複数の世帯が断水しました。各世帯に適用される減額は何円ですか。""",
            number=outage.number,
        ),
        evidence=(
            (doc, f"outage:{outage.number}"),
            (rule_doc, f"fault:{outage.fault}"),
            (rule_doc, "hours"),
            (rule_doc, "cap"),
            *starts(ledger, i, OUTAGE),
        ),
        copied=doc,
        rival=swap(ledger, outage, other),
        harmless=swap(ledger, beside, other_length(rng, beside)),
        cut=(doc, f"outage:{outage.number}"),
        older=edition == 0,
        **outcome(yen, solve(*case), results, solve(i, other)),
    )
