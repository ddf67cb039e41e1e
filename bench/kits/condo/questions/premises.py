"""Questions that take for granted what the documents refute: an instalment, a charge. The answer is the correction."""

from __future__ import annotations

from random import Random

from bench.kits.base import Question
from bench.kits.condo.ledger import FEE, Ledger
from bench.kits.condo.programs import PROGRAMS, in_force
from bench.kits.condo.questions import reserve, visits
from bench.kits.ledgers import swap
from bench.kits.questions import ask, both, premise, slips_of
from bench.kits.shapes import yen


@PROGRAMS.add(2, "multi_source", "numerical_inclusion", hops=2, kind="false_premise")
def reserve_said(ledger: Ledger, rng: Random) -> Question:
    """The instalment that the question names is that of another edition, class or rounding."""
    case = b, area, month = reserve.draw_case(ledger, rng)
    right = reserve.instalment(*case)
    switches = {name: slip for name, slip in reserve.SLIPS.items() if name != "not_rounded"}
    results = [slip(case) for slip in slips_of(reserve.instalment, switches).values()]
    wrong = rng.choice([result for result in results if result != right])
    rules = b.fee[in_force(b, FEE, month)]
    row = reserve.row_of(rules, area)
    facts = {"b": b.name, "area": f"{area // 100}.{area % 100:02}", "m": both("m", month)}
    return Question(
        ask=ask(
            """
            A flat of {area} m² in {b} Court pays {wrong} into the repair reserve for {m}. Which rate per square metre is that, and of which edition?
            Why does a flat of {area} m² in {b} Court pay an instalment of {wrong} to the repair reserve for {m}?
            The instalment of the repair reserve for {m} of a flat of {area} m² in {b} Court is {wrong}. From which row of the table does it follow?""",
            """
            {b}コートの専有面積{area}㎡の住戸が納める{m}分の修繕積立金は{wrong}であるが、これは第何版の、１㎡いくらの単価によるものか。
            {b}コートで専有面積が{area}㎡の住戸の{m}分の修繕積立金が{wrong}となるのは、なぜですか。
            {b}コートの専有面積{area}㎡の住戸の{m}分の修繕積立金は{wrong}です。これは表のどの区分によるものですか。""",
            wrong=yen(wrong),
            **facts,
        ),
        evidence=reserve.evidence(case),
        copied=f"fee_rules/{b.key}/{rules.edition}",
        harmless=reserve.with_rate(ledger, rules, row - 1 if row else 1, rng.choice((-4, -3, 3, 4))),
        **premise(
            yen,
            right,
            wrong,
            "The instalment of the repair reserve for {m} of a flat of {area} m² in {b} Court is {right}, not {refuted}.",
            "{b}コートの専有面積{area}㎡の住戸の{m}分の修繕積立金は{right}であり、{refuted}ではない。",
            **facts,
        ),
    )


@PROGRAMS.add(3, "conceptual_inclusion", "csv", hops=3, kind="false_premise")
def visit_said(ledger: Ledger, rng: Random) -> Question:
    """The charge that the question names is that of another edition, class or way of counting."""
    case = b, stay = visits.draw_case(ledger, rng)
    right = visits.charge(*case)
    results = [slip(case) for slip in slips_of(visits.charge, visits.SLIPS).values()]
    wrong = rng.choice([result for result in results if result not in (right, 0)])
    rows = next(m.stays for m in b.months if stay in m.stays)
    beside = rows[rows.index(stay) - 1]
    return Question(
        ask=ask(
            """
            The flat is charged {wrong} for the visitor's vehicle of number {n}. How many units of time were counted for it, and at which rate?
            Why does the visitor's vehicle entered under {n} cost the flat {wrong}?
            For number {n} in the record of visitors' vehicles the flat pays {wrong}. Is an addition for late leaving part of this amount?""",
            """
            来客車両の番号{n}について住戸から{wrong}を徴収するが、これは何単位分を、どの単価で数えたものか。
            番号{n}の来客車両の分として住戸が支払う額が{wrong}となるのは、なぜですか。
            来客車両{n}について住戸に請求する額は{wrong}です。この額には、遅い退場の加算が含まれていますか。""",
            n=stay.number,
            wrong=yen(wrong),
        ),
        evidence=visits.evidence(case),
        copied=visits.sheet_of(b, stay),
        harmless=swap(ledger, beside, visits.other_end(rng, b, beside)),
        **premise(
            yen,
            right,
            wrong,
            "The charge for the visitor's vehicle of number {n} is {right}, not {refuted}.",
            "来客車両の番号{n}について徴収する額は{right}であり、{refuted}ではない。",
            n=stay.number,
        ),
    )
