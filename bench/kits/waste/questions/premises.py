"""Questions that take for granted what the documents refute: a charge, a fee. The answer is the correction."""

from __future__ import annotations

from random import Random

from bench.kits.base import Question
from bench.kits.ledgers import swap
from bench.kits.questions import ask, both, premise, slips_of
from bench.kits.shapes import yen
from bench.kits.waste import names
from bench.kits.waste.ledger import Ledger
from bench.kits.waste.programs import PROGRAMS
from bench.kits.waste.questions import bulky, deliveries


@PROGRAMS.add(2, "multi_source", "numerical_inclusion", hops=2, kind="false_premise")
def charge_said(ledger: Ledger, rng: Random) -> Question:
    """The charge that the question names is that of another edition, class, kind of customer or way of counting."""
    case = c, house, cls, kg, day = deliveries.draw_case(ledger, rng)
    right = deliveries.delivery(*case)
    results = [slip(case) for slip in slips_of(deliveries.delivery, deliveries.SLIPS).values()]
    wrong = rng.choice([result for result in results if result not in (right, 0)])
    rules = c.haul[deliveries.in_force(c, day)]
    facts = {
        "c": c.name,
        "kind": {"en": deliveries.KINDS[house][0], "ja": deliveries.KINDS[house][1]},
        "what": {"en": names.WASTE[cls].en.lower(), "ja": names.WASTE[cls].ja},
        "kg": kg,
        "day": both("dn", day),
    }
    return Question(
        ask=ask(
            """
            On {day} a {kind} delivers {kg} kg of {what} to the {c} Centre, in one load and as the only load of that day, and is charged {wrong}. How many units were counted for this, and at which rate?
            Why does a {kind} pay {wrong} at the {c} Centre for {kg} kg of {what}, its only load of {day}?
            The charge at the {c} Centre for {kg} kg of {what}, the only load of a {kind} on {day}, is {wrong}. By which edition of the rules is that worked out?""",
            """
            {day}に{kind}が{c}クリーンセンターへ{what}{kg}kgを１回だけ搬入すると{wrong}かかるが、これはどの単価で何単位分を数えたものか。
            {c}クリーンセンターに{kind}が{day}に{what}を{kg}kg持ち込んだときの手数料が{wrong}となるのは、なぜですか（同じ日の搬入はこの１回のみ）。
            {kind}が{day}に１回搬入した{kg}kgの{what}について、{c}クリーンセンターの手数料は{wrong}です。これは何版の要綱により計算したものですか。""",
            wrong=yen(wrong),
            **facts,
        ),
        evidence=deliveries.evidence(case),
        copied=f"haul_rules/{c.key}/{rules.edition}",
        harmless=deliveries.with_rate(
            ledger, rules, (cls + 1) % 3, not house, deliveries.rate_shift(rng, rules, not house)
        ),
        **premise(
            yen,
            right,
            wrong,
            "The charge for {kg} kg of {what} that a {kind} brings to the {c} Centre on {day} is {right}, not {refuted}.",
            "{kind}が{day}に{c}クリーンセンターへ搬入する{what}{kg}kgの手数料は{right}であり、{refuted}ではない。",
            **facts,
        ),
    )


@PROGRAMS.add(3, "conceptual_inclusion", "html_merged", hops=3, kind="false_premise")
def bulky_said(ledger: Ledger, rng: Random) -> Question:
    """The fee that the question names is that of another edition, kind, band or reduction."""
    case = c, item = bulky.draw_case(ledger, rng)
    right = bulky.cost(*case)
    results = [slip(case) for slip in slips_of(bulky.cost, bulky.SLIPS).values()]
    wrong = rng.choice([result for result in results if result not in (right, 0)])
    rows = next(m.items for m in c.months if item in m.items)
    beside = rows[rows.index(item) - 1]
    return Question(
        ask=ask(
            """
            Receipt {n} costs the household {wrong}. To which kind of item and to which length of edge does this fee belong?
            Why does the household pay {wrong} for the item of receipt {n}?
            The fee for receipt {n} is {wrong}. By which edition, and from which row of its table, is that?""",
            """
            受付番号{n}の手数料は{wrong}であるが、これはどの区分の、最長辺がどの範囲のものの額か。
            受付番号{n}の品物の手数料が{wrong}となるのは、なぜですか。
            {n}の手数料は{wrong}です。これは第何版の、表のどの欄の額ですか。""",
            n=item.receipt,
            wrong=yen(wrong),
        ),
        evidence=bulky.evidence(case),
        copied=bulky.sheet_of(c, item),
        harmless=swap(ledger, beside, bulky.other_edge(rng, c, beside)),
        **premise(
            yen,
            right,
            wrong,
            "The fee for receipt {n} is {right}, not {refuted}.",
            "受付番号{n}の手数料は{right}であり、{refuted}ではない。",
            n=item.receipt,
        ),
    )
