"""Questions that take for granted what the documents refute: a charge, a day. The answer is the correction."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from bench.kits.base import Question
from bench.kits.days import DAY
from bench.kits.ledgers import swap
from bench.kits.questions import ask, both, premise
from bench.kits.shapes import day_western, yen
from bench.kits.water import names
from bench.kits.water.ledger import Ledger
from bench.kits.water.programs import PROGRAMS, TARIFF, in_force, start, starts


@PROGRAMS.add(2, "markdown", "numerical_inclusion", hops=2, kind="false_premise")
def basic_said(ledger: Ledger, rng: Random) -> Question:
    """The basic charge that the question names is that of the other edition or of another diameter."""
    i = rng.randrange(len(ledger.districts))
    d = ledger.districts[i]
    begun = start(ledger, i, TARIFF, no_resolution=True) + DAY * rng.choice([*range(-9, 0), *range(9)])
    edition, size = in_force(ledger, i, TARIFF, begun), rng.randrange(len(names.DIAMETERS))
    rules, other = d.tariff[edition], d.tariff[1 - edition]
    right = rules.basic[size]
    wrong = rng.choice([n for n in (other.basic[size], rules.basic[size - 1]) if n != right])
    basic = list(rules.basic)
    basic[size - 1] += rng.choice((-1, 1)) * rng.randrange(3, 9) * 10
    facts = {"d": d.name, "size": names.DIAMETERS[size], "day": both("d", begun)}
    return Question(
        ask=ask(
            """
            For a meter of {size} mm in the {d} district the basic charge is {wrong} for the period that began with the reading of {day}, tax not included. Which edition of the charges sets this sum?
            Why does a period that began with the reading of {day} cost {wrong} as basic charge before tax for a {size} mm meter in the {d} district?
            A {size} mm meter in the {d} district was read on {day}. The basic charge of {wrong}, without tax, applies to the period that begins with it. In which edition is this sum laid down?""",
            """
            {d}給水区の口径{size}mmのメーターについて、{day}の検針に始まる期間の基本料金は税抜{wrong}であるが、これはどの版の料金表によるものか。
            {d}給水区で口径{size}mmのメーターを使用する場合、{day}の検針に始まる期間の基本料金（税抜）が{wrong}となるのは、なぜですか。
            {day}に検針を受けた{d}給水区の口径{size}mmのメーターには、その日に始まる期間の基本料金として税抜{wrong}が適用されます。この額を定めているのはどの版ですか。""",
            wrong=yen(wrong),
            **facts,
        ),
        evidence=((f"tariff/{d.key}/{rules.edition}", f"basic:{size}"), *starts(ledger, i, TARIFF)),
        copied=f"tariff/{d.key}/{rules.edition}",
        harmless=swap(ledger, rules, replace(rules, basic=tuple(basic))),
        **premise(
            yen,
            right,
            wrong,
            "The basic charge for a {size} mm meter in the {d} district is {right} without tax for the period begun on {day}, not {refuted}.",
            "{d}給水区の口径{size}mmのメーターの{day}に始まる期間の基本料金は税抜{right}であり、{refuted}ではない。",
            **facts,
        ),
    )


@PROGRAMS.add(3, "multi_hop", "csv", hops=1, kind="false_premise")
def exchange_said(ledger: Ledger, rng: Random) -> Question:
    """The day that the question names is that on which the meter before or after it in the list was exchanged."""
    d = rng.choice(ledger.districts)
    half = rng.choice(d.halves)
    at = rng.randrange(1, len(half.exchanges) - 1)
    x = half.exchanges[at]
    near = [row for row in (half.exchanges[at - 1], half.exchanges[at + 1]) if row.day != x.day]
    while not near:
        at = rng.randrange(1, len(half.exchanges) - 1)
        x = half.exchanges[at]
        near = [row for row in (half.exchanges[at - 1], half.exchanges[at + 1]) if row.day != x.day]
    wrong = rng.choice(near).day
    beside = rng.choice([row for row in half.exchanges if row is not x])
    doc = f"exchanges/{d.key}/{half.start:%Y-%m}"
    return Question(
        ask=ask(
            """
            Meter {old} was taken out on {wrong}. What is the number of the meter that was put in on that day in its place?
            When meter {old} was exchanged on {wrong}, which new meter took its place?
            On {wrong} the fitter took out meter {old}. Which meter did he put in instead that day?""",
            """
            メーター{old}は、{wrong}に取り外された。同じ日に代わりに取り付けられたメーターの番号は何か。
            {wrong}にメーター{old}を取り替えた際、新しく取り付けたメーターはどれですか。
            メーター{old}の取替えは{wrong}に行われました。その日に付けた新メーターの番号を答えてください。""",
            old=x.old,
            wrong=both("dw", wrong),
        ),
        evidence=((doc, f"exchange:{x.customer}"),),
        copied=doc,
        harmless=swap(ledger, beside, replace(beside, start=(beside.start + 1) % 4)),
        **premise(
            day_western,
            x.day,
            wrong,
            "Meter {old} was exchanged on {right}, not on {refuted}.",
            "メーター{old}が取り替えられたのは{right}であり、{refuted}ではない。",
            old=x.old,
        ),
    )
