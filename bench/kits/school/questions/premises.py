"""Questions that take for granted what the documents refute: a last day, a teacher. The answer is the correction."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from random import Random

from bench.kits.base import Question
from bench.kits.ledgers import swap
from bench.kits.questions import ask, premise, slips_of
from bench.kits.school.ledger import Ledger
from bench.kits.school.programs import PROGRAMS, course, teacher
from bench.kits.school.questions import fees
from bench.kits.school.questions.makeups import SLIPS, draw_case, evidence, facts, last_day, rules_of
from bench.kits.shapes import day, person


@PROGRAMS.add(2, "multi_source", "numerical_inclusion", hops=2, kind="false_premise")
def until_said(ledger: Ledger, rng: Random) -> Question:
    """The last day that the question names is that of another edition, or of the other side of the border."""
    case = draw_case(ledger, rng)
    rules, right = rules_of(ledger, case), last_day(ledger, *case)
    slips = slips_of(partial(last_day, ledger), SLIPS)
    wrong = rng.choice([d for slip in slips.values() if (d := slip(case)) != right])
    given = facts(ledger, case) | {"wrong": day(wrong)}
    return Question(
        ask=ask(
            """
            A student of the {s} school gave notice at {at} on {told} that the lesson of {d} ({w}) would be missed; there was no doctor's note. Why can it be made up until {wrong}?
            For the lesson of {w}, {d}, at the {s} school, notice was given on {told} at {at}, without a doctor's note, so that {wrong} is the last day for making it up. Which article of the rules leads to that day?
            Notice of the missed lesson of {d} ({w}) came to the {s} school at {at} on {told}, without a doctor's note. It can be made up until {wrong}: by which edition of the rules is that?""",
            """
            {s}校の受講生が{d}（{w}）のレッスンを欠席すると{told}の{at}に連絡した（診断書なし）。このレッスンの振替の期限が{wrong}となるのはなぜか。
            {s}校の{d}（{w}）のレッスンを休むという連絡が{told}の{at}にあり、診断書は出ていません。振替の期限が{wrong}になるのは、規程のどの条によるものですか。
            {told}の{at}に{s}校へ{d}（{w}）のレッスンを休む旨の連絡がありました（診断書なし）。振替の期限は{wrong}ですが、これは第何版の規程によるものですか。""",
            **given,
        ),
        evidence=evidence(ledger, case),
        copied=f"makeup_rules/{ledger.schools[case[0]].key}/{rules.edition}",
        harmless=swap(ledger, rules, replace(rules, most=rng.choice([n for n in (3, 4, 5, 6) if n != rules.most]))),
        **premise(
            day,
            right,
            wrong,
            "The lesson of {d} at the {s} school, of which notice was given at {at} on {told}, can be made up until {right}, not until {refuted}.",
            "{told}の{at}に連絡のあった{s}校の{d}のレッスンの振替の期限は{right}であり、{refuted}ではない。",
            **facts(ledger, case),
        ),
    )


@PROGRAMS.add(3, "markdown", "multi_hop", hops=3, kind="false_premise")
def teacher_said(ledger: Ledger, rng: Random) -> Question:
    """The teacher that the question names has the course in the neighbouring row."""
    s = rng.choice(ledger.schools)
    contracts = [c for rows in s.contracts for c in rows]
    contract = rng.choice(contracts)
    taught = course(s, contract.course)
    place = s.courses.index(taught)
    near = [c.teacher for c in s.courses[max(place - 2, 0) : place + 3] if c.teacher != taught.teacher]
    right, wrong = teacher(s, taught.teacher).name, teacher(s, rng.choice(near)).name
    beside = rng.choice([c for c in s.courses if c is not taught])
    doc = f"courses/{s.key}/2025"
    return Question(
        ask=ask(
            """
            By the course list of the {s} school, {wrong} teaches the course of contract {ref}. Since when has {wrong} been teaching that course?
            The course for which contract {ref} was made at the {s} school is in the hands of {wrong}. For what reason?
            Contract {ref} of the {s} school is for a course that {wrong} teaches. Why does {wrong} teach it?""",
            """
            {s}校のコース一覧によると、契約{ref}のコースの担当は{wrong}講師である。{wrong}講師がこのコースを受け持っているのはいつからか。
            {s}校の契約{ref}のコースを{wrong}講師が担当しているのはなぜですか。
            {s}校の契約{ref}のコースは{wrong}講師の担当です。{wrong}講師が担当している理由は何ですか。""",
            s=s.name,
            ref=contract.ref,
            wrong=wrong,
        ),
        evidence=(
            (f"contracts/{s.key}/{fees.sheet_of(s, contract) + 1}", f"contract:{contract.ref}"),
            (doc, f"course:{taught.code}"),
            (f"teachers/{s.key}/2025", f"teacher:{taught.teacher}"),
        ),
        copied=doc,
        harmless=swap(
            ledger,
            beside,
            replace(beside, minutes=rng.choice([n for n in (40, 45, 50, 55, 70, 75, 80, 95) if n != beside.minutes])),
        ),
        **premise(
            person("teacher", "講師"),
            right,
            wrong,
            "The course of contract {ref} is taught by {right}, not by {refuted}.",
            "契約{ref}のコースの担当は{right}講師であり、{refuted}講師ではない。",
            ref=contract.ref,
        ),
    )
