"""Questions that take for granted what the documents refute: a charge, a last day. The answer is the correction."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from bench.kits.base import Question
from bench.kits.ledgers import swap
from bench.kits.lpgas.ledger import Ledger
from bench.kits.lpgas.programs import PROGRAMS
from bench.kits.lpgas.questions.calls import SLIPS, charge, draw_case, evidence, facts, rules_of
from bench.kits.questions import ask, both, premise, slips_of
from bench.kits.shapes import day, yen


@PROGRAMS.add(2, "multi_source", "numerical_inclusion", hops=2, kind="false_premise")
def charge_said(ledger: Ledger, rng: Random) -> Question:
    """The charge that the question names is that of another edition, or of the other side of the border."""
    case = draw_case(ledger, rng)
    b, rules, right = case[0], rules_of(case), charge(*case)
    wrong = rng.choice([n for slip in slips_of(charge, SLIPS).values() if (n := slip(case)) != right])
    return Question(
        ask=ask(
            """
            Called at {t1} on {d1}, a fitter of the {b} branch was with the customer from {t2} on {d2} to {t3} on {d3}. Why does the call-out cost {wrong}?
            The {b} branch charges {wrong} for a call-out that was asked for at {t1} on {d1}, with a fitter there from {t2} on {d2} to {t3} on {d3}. By which edition of the rules is that?
            For a call received by the {b} branch at {t1} on {d1}, and a fitter on the spot from {t2} ({d2}) to {t3} ({d3}), {wrong} are charged. Which articles lead to that sum?""",
            """
            {d1}の{t1}に連絡を受けた{b}営業所の保安員が、{d2}の{t2}から{d3}の{t3}まで客先にいた。この出動料が{wrong}となるのはなぜか。
            {b}営業所に{d1}{t1}に連絡があり、保安員が{d2}{t2}から{d3}{t3}まで現地にいた件の出動料は{wrong}です。これは第何版の規程によるものですか。
            {b}営業所が{d1}の{t1}に連絡を受け、保安員が{d2}の{t2}に着いて{d3}の{t3}に引き揚げた件では、出動料が{wrong}になります。どの条によってこの額になるのですか。""",
            wrong=yen(wrong),
            **facts(case),
        ),
        evidence=evidence(case),
        copied=f"call_rules/{b.key}/{rules.edition}",
        harmless=swap(ledger, rules, replace(rules, wait=rng.choice([n for n in (24, 36, 48, 72) if n != rules.wait]))),
        **premise(
            yen,
            right,
            wrong,
            "For the call that the {b} branch received at {t1} on {d1} the charge is {right}, not {refuted}.",
            "{b}営業所が{d1}の{t1}に受けた連絡による出動料は{right}であり、{refuted}ではない。",
            **facts(case),
        ),
    )


@PROGRAMS.add(3, "multi_source", "multi_hop", hops=2, kind="false_premise")
def renewed_said(ledger: Ledger, rng: Random) -> Question:
    """The day of renewal that the question names is that of another haulier, or of another branch."""
    b = rng.choice(ledger.branches)
    row = rng.choice([row for rows in b.deliveries for row in rows])
    haulier = next(h for h in b.hauliers if h.name == row.haulier)
    wrong = rng.choice([h.renewed for h in b.hauliers if h is not haulier])
    beside = rng.choice([h for h in b.hauliers if h is not haulier])
    taken = {h.renewed for h in b.hauliers}
    free = [n for n in range(1, 29) if beside.renewed.replace(day=n) not in taken]
    return Question(
        ask=ask(
            """
            The contract of the {b} branch with the haulier of slip {ref} was renewed on {wrong}. Why was that day chosen?
            On {wrong} the {b} branch renewed its contract with the firm that carried slip {ref}. What was the reason for that day?
            The firm that carried slip {ref} has had its renewed contract with the {b} branch since {wrong}. Why since that day?""",
            """
            {b}営業所が伝票{ref}の運送業者との契約を更新したのは{wrong}であるが、その日としたのはなぜか。
            伝票{ref}を運んだ業者と{b}営業所の契約は{wrong}に更新されました。この日に更新された理由は何ですか。
            {b}営業所と伝票{ref}の運送業者の更新後の契約は、{wrong}から始まっています。この日からとされたのはなぜですか。""",
            b=b.name,
            ref=row.slip,
            wrong=both("d", wrong),
        ),
        evidence=(
            (f"deliveries/{b.key}/{row.day:%Y-%m}", f"delivery:{row.slip}"),
            (f"hauliers/{b.key}/2025", f"haulier:{b.hauliers.index(haulier)}"),
        ),
        copied=f"hauliers/{b.key}/2025",
        harmless=swap(ledger, beside, replace(beside, renewed=beside.renewed.replace(day=rng.choice(free)))),
        **premise(
            day,
            haulier.renewed,
            wrong,
            "The contract of the {b} branch with the haulier of slip {ref} was renewed on {right}, not on {refuted}.",
            "{b}営業所が伝票{ref}の運送業者との契約を更新したのは{right}であり、{refuted}ではない。",
            b=b.name,
            ref=row.slip,
        ),
    )
