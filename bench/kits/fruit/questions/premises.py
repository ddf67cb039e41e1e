"""Questions that take for granted what the documents refute: a rate, a cause. The answer is the correction."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import partial
from random import Random

from bench.kits.base import Question
from bench.kits.fruit.ledger import Ledger
from bench.kits.fruit.programs import PROGRAMS
from bench.kits.fruit.questions.rates import SLIPS, cell, draw_case, edition_of, evidence, rate, with_rate
from bench.kits.fruit.questions.rejects import other_rejects
from bench.kits.ledgers import swap
from bench.kits.questions import ask, both, premise, slips_of
from bench.kits.shapes import words, yen


@PROGRAMS.add(2, "html_merged", "numerical_inclusion", hops=3, kind="false_premise")
def rate_said(ledger: Ledger, rng: Random) -> Question:
    """The rate that the question names is that of another edition, class, sugar column or period."""
    case = i, mm, sugar, day = draw_case(ledger, rng)
    rules, s = edition_of(ledger, case), ledger.stations[i]
    row, column = cell(rules, mm, sugar, day)
    wrong = rng.choice([slip(case) for slip in slips_of(partial(rate, ledger), SLIPS).values()])
    facts = {
        "mm": mm,
        "sugar": both("dec", Fraction(sugar, 10), 1),
        "acid": both("dec", Fraction(rng.randrange(80, 99), 100), 2),
        "s": s.name,
        "day": both("d", day),
    }
    return Question(
        ask=ask(
            """
            Fruit of {mm} mm, {sugar} degrees and {acid}% acid, sorted at {s} on {day}, earns an advance of {wrong} per kilogram. Which size class and which sugar column does this rate belong to?
            Why is the advance {wrong} per kilogram for mandarins of {mm} mm and {sugar} degrees (acid {acid}%) that the {s} station sorted on {day}?
            The {s} station sorted mandarins of {mm} mm, {sugar} degrees and {acid}% acid on {day}, at an advance of {wrong} per kilogram. In which edition of the rates is this figure, and for which period?""",
            """
            {s}選果場で{day}に選果した果径{mm}mm、糖度{sugar}度、酸{acid}％の果実の概算金は１kg当たり{wrong}であるが、これはどの階級のどの糖度区分の単価か。
            {day}に{s}選果場で選果された果径{mm}mm、糖度{sugar}度（酸{acid}％）のみかんの概算金が１kg当たり{wrong}となるのは、なぜですか。
            {s}選果場が{day}に選果した果径{mm}mm、糖度{sugar}度、酸{acid}％のみかんには、１kg当たり{wrong}の概算金が支払われます。これはどの版の、どの時期の単価ですか。""",
            wrong=yen(wrong),
            **facts,
        ),
        evidence=evidence(ledger, case),
        copied=f"rates/{s.key}/{rules.edition}",
        harmless=with_rate(ledger, rules, row - 1, column, rng.choice((-1, 1)) * rng.randrange(3, 9)),
        **premise(
            yen,
            rate(ledger, *case),
            wrong,
            "The advance for fruit of {mm} mm and {sugar} degrees sorted at {s} on {day} is {right} per kilogram, not {refuted}.",
            "{s}選果場で{day}に選果した果径{mm}mm、糖度{sugar}度の果実の概算金は１kg当たり{right}であり、{refuted}ではない。",
            **facts,
        ),
    )


@PROGRAMS.add(3, "multi_hop", "csv", hops=1, kind="false_premise")
def cause_said(ledger: Ledger, rng: Random) -> Question:
    """The cause that the question names is that of the lot before or after it in the log."""
    cases = []
    others = {code: kg for s in ledger.stations for code, kg in other_rejects(s).items()}
    for i, s in enumerate(ledger.stations):
        for month in s.months:
            listed = [lot for lot in month.lots if lot.rejects]
            for at, lot in enumerate(listed[1:-1], 1):
                near = [other for other in (listed[at - 1], listed[at + 1]) if other.cause != lot.cause]
                spare = [r for r in listed if r is not lot and others[r.code]]
                if near and spare:
                    cases.append((i, month, lot, near, spare))
    i, month, lot, near, spare = rng.choice(cases)
    s, wrong, beside = ledger.stations[i], rng.choice(near).cause, rng.choice(spare)
    doc = f"rejects/{s.key}/{month.first:%Y-%m}"
    return Question(
        ask=ask(
            """
            Lot {lot} lost fruit because of one fault: {wrong}. How many kilograms was it?
            How many kilograms of lot {lot} were rejected for the fault “{wrong}”?
            The rejects of lot {lot} were put down to this fault: {wrong}. What did they weigh, in kilograms?""",
            """
            ロット{lot}の格外品は、{wrong}によるものである。その量は何kgか。
            「{wrong}」を理由に、ロット{lot}から何kgが格外とされましたか。
            ロット{lot}の格外の原因は{wrong}でした。格外となった重量（kg）を答えてください。""",
            lot=lot.code,
            wrong=wrong,
        ),
        evidence=((doc, f"reject:{lot.code}"),),
        copied=doc,
        harmless=swap(ledger, beside, replace(beside, rejects=rng.choice(others[beside.code]))),
        **premise(
            words,
            lot.cause,
            wrong,
            "The fault for which fruit of lot {lot} was rejected is {right}, not {refuted}.",
            "ロット{lot}の格外の原因は{right}であり、{refuted}ではない。",
            lot=lot.code,
        ),
    )
