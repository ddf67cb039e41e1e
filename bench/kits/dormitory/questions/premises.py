"""Questions that take for granted what the documents refute: a last day, the day of a new meter."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from bench.kits.base import Question
from bench.kits.days import DAY
from bench.kits.dormitory.ledger import Ledger
from bench.kits.dormitory.programs import PROGRAMS
from bench.kits.dormitory.questions.notice import SLIPS, draw_case, evidence, facts, other_deposit, rules_of, until
from bench.kits.ledgers import swap
from bench.kits.questions import ask, both, premise, slips_of
from bench.kits.shapes import day


@PROGRAMS.add(2, "multi_source", "numerical_inclusion", hops=2, kind="false_premise")
def until_said(ledger: Ledger, rng: Random) -> Question:
    """The last day that the question names is that of another edition, or of another way of counting."""
    case = draw_case(ledger, rng)
    h, rules, right = case[0], rules_of(case), until(*case)
    wrong = rng.choice([d for slip in slips_of(until, SLIPS).values() if (d := slip(case)) != right])
    return Question(
        ask=ask(
            """
            A resident who entered the {h} hall on {entered} gave notice at {at} on {given} ({w}) and owes rent until {wrong}. Why until that day?
            For somebody who has lived in the {h} hall since {entered} and handed in notice on {given} ({w}) at {at}, the rent ends with {wrong}. Which article of the rules leads to that day?
            Rent is owed until {wrong} by a resident of the {h} hall who entered on {entered} and gave notice at {at} on {given} ({w}). By which edition of the rules is that?""",
            """
            {h}寮に{entered}に入寮し、{given}（{w}）の{at}に退寮届を出した寮生が、{wrong}の分まで寮費を支払うのはなぜか。
            {entered}から{h}寮に住み、{given}（{w}）{at}に退寮届を出した人の寮費は{wrong}の分までです。これは規程のどの条によるものですか。
            {given}（{w}）の{at}に{h}寮の退寮届を出した寮生（{entered}入寮）は、{wrong}の分まで寮費を負担します。これは第何版の規程によるものですか。""",
            wrong=day(wrong),
            **facts(case),
        ),
        evidence=evidence(case),
        copied=f"notice_rules/{h.key}/{rules.edition}",
        harmless=swap(ledger, rules, other_deposit(rng, rules)),
        **premise(
            day,
            right,
            wrong,
            "A resident who entered the {h} hall on {entered} and gave notice at {at} on {given} owes rent until {right}, not until {refuted}.",
            "{h}寮に{entered}に入寮し{given}の{at}に退寮届を出した寮生が寮費を支払うのは{right}の分までであり、{refuted}の分までではない。",
            **facts(case),
        ),
    )


@PROGRAMS.add(3, "multi_source", "multi_hop", hops=2, kind="false_premise")
def meter_said(ledger: Ledger, rng: Random) -> Question:
    """The day that the question names is that of the room in a neighbouring row."""
    h = rng.choice(ledger.halls)
    who = rng.choice(h.residents)
    place = next(n for n, row in enumerate(h.fitted) if row.room == who.room)
    row = h.fitted[place]
    wrong = rng.choice([r for r in h.fitted[max(place - 3, 0) : place + 4] if r.day != row.day]).day
    beside = rng.choice([r for r in h.fitted if r is not row])
    return Question(
        ask=ask(
            """
            In the room of resident {who} of the {h} hall the new meter was put in on {wrong}. Why on that day?
            The new meter in the room where resident {who} of the {h} hall lives dates from {wrong}. For what reason was it put in then?
            On {wrong} the room of resident {who} of the {h} hall got its new meter. What was the reason for choosing that day?""",
            """
            {h}寮の寮生{who}の部屋に新しいメーターが付いたのは{wrong}であるが、その日としたのはなぜか。
            {h}寮の寮生{who}が住む部屋のメーターは{wrong}に新しくなりました。この日に取り付けた理由は何ですか。
            {wrong}に、{h}寮の寮生{who}の部屋のメーターが新しいものに替わりました。この日が選ばれたのはどうしてですか。""",
            h=h.name,
            who=who.number,
            wrong=both("d", wrong),
        ),
        evidence=(
            (f"residents/{h.key}/2025", f"resident:{who.number}"),
            (f"meters/{h.key}/2025", f"fitted:{who.room}"),
        ),
        copied=f"meters/{h.key}/2025",
        harmless=swap(ledger, beside, replace(beside, day=beside.day + DAY * rng.choice((-3, -2, 2, 3)))),
        **premise(
            day,
            row.day,
            wrong,
            "In the room of resident {who} of the {h} hall the new meter was put in on {right}, not on {refuted}.",
            "{h}寮の寮生{who}の部屋に新しいメーターが付いたのは{right}であり、{refuted}ではない。",
            h=h.name,
            who=who.number,
        ),
    )
