"""Questions that take for granted what the documents refute: a last day, an instructor. The answer is the correction."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from bench.kits.base import Question
from bench.kits.driving.ledger import Ledger
from bench.kits.driving.programs import PROGRAMS, pupil_of, sheet_of
from bench.kits.driving.questions.cancelling import log_of
from bench.kits.driving.questions.terms import SLIPS, changed_rules, draw_case, evidence, facts, rules_of, solve
from bench.kits.ledgers import swap
from bench.kits.questions import ask, both, premise, slips_of
from bench.kits.shapes import code, day


@PROGRAMS.add(2, "multi_source", "numerical_inclusion", hops=2, kind="false_premise")
def term_said(ledger: Ledger, rng: Random) -> Question:
    """The last day that the question names is that of another edition, or of the other side of a border."""
    case = draw_case(ledger, rng)
    b, rules, right = case[0], rules_of(case), solve(*case)
    wrong = rng.choice([at for slip in slips_of(solve, SLIPS).values() if (at := slip(case)) != right])
    _, same = changed_rules(rng, case)
    return Question(
        ask=ask(
            """
            Somebody who enrolled at the {b} school for the course “{course}” on {e}, had the first lesson on {f} and was on leave of absence from {a1} to {a2} may train until {wrong}. How many days of leave have been added to reach this day?
            Why does the term of training end on {wrong} for a pupil of the {b} school who enrolled for “{course}” on {e}, had the first lesson on {f} and took leave of absence from {a1} to {a2}?
            The term of training of a pupil of the {b} school (course “{course}”, enrolled {e}, first lesson {f}, leave of absence from {a1} to {a2}) ends on {wrong}. By which edition of the rules is that?""",
            """
            {b}校の{course}のコースに{e}に入校し、{f}に最初の教習を受け、{a1}から{a2}まで休学した者の教習期間は{wrong}までであるが、これには休学の何日分が加えられているか。
            {e}に{b}校へ入校した{course}の教習生（最初の教習は{f}、休学は{a1}から{a2}まで）の教習期間が{wrong}に終わるのはなぜですか。
            {b}校で{course}の教習を受ける人が、{e}入校、{f}に初回の教習、{a1}から{a2}まで休学という場合、{wrong}まで教習を受けることができます。これは第何版の規程によるものですか。""",
            wrong=both("d", wrong),
            **facts(case),
        ),
        evidence=evidence(case),
        copied=f"terms/{b.key}/{rules.edition}",
        harmless=swap(ledger, rules, same),
        **premise(
            day,
            right,
            wrong,
            "The term of training of this pupil of the {b} school ends on {right}, not on {refuted}.",
            "{b}校のこの教習生の教習期間は{right}までであり、{refuted}までではない。",
            b=b.name,
        ),
    )


@PROGRAMS.add(3, "csv", "multi_hop", hops=2, kind="false_premise")
def instructor_said(ledger: Ledger, rng: Random) -> Question:
    """The instructor that the question names is that of a neighbouring row of the list of pupils."""
    b = rng.choice(ledger.schools)
    row = rng.choice(rng.choice(b.cancels))
    pupil, doc = pupil_of(b, row.pupil), sheet_of(b, row.pupil)
    sheet = next(sheet for sheet in b.pupils if pupil in sheet)
    at = sheet.index(pupil)
    near = [other.instructor for other in sheet[max(at - 4, 0) : at + 5] if other.instructor != pupil.instructor]
    wrong = rng.choice(near)
    beside = rng.choice([other for other in sheet if other is not pupil])
    return Question(
        ask=ask(
            """
            Entry {ref} of the {b} school concerns a pupil of instructor {wrong}. Which course has this instructor's pupil booked?
            Instructor {wrong} teaches the pupil who is named in entry {ref} of the {b} school. On which day did this pupil of {wrong} enrol?
            The pupil in entry {ref} of the {b} school is taught by {wrong}. When had the pupil come to this instructor?""",
            """
            {b}校の記録{ref}は指導員{wrong}の教習生に関するものであるが、この指導員が受け持つその教習生のコースは何か。
            {b}校の記録{ref}にある教習生は、指導員{wrong}が受け持っています。{wrong}のこの教習生が入校したのはいつですか。
            {b}校の記録{ref}の教習生を教えているのは{wrong}です。この指導員に付いたのはいつの入校からですか。""",
            b=b.name,
            ref=row.ref,
            wrong=wrong,
        ),
        evidence=((log_of(b, row.day), f"entry:{row.ref}"), (doc, f"pupil:{pupil.number}")),
        copied=doc,
        harmless=swap(ledger, beside, replace(beside, course=(beside.course + rng.randrange(1, 5)) % 5)),
        **premise(
            code,
            pupil.instructor,
            wrong,
            "The pupil in entry {ref} of the {b} school is taught by {right}, not by {refuted}.",
            "{b}校の記録{ref}の教習生を受け持つ指導員は{right}であり、{refuted}ではない。",
            b=b.name,
            ref=row.ref,
        ),
    )
