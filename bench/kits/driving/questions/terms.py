"""The last day of the training: months by course, from the enrolment or the first lesson, leave of absence added."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from random import Random
from typing import Any

from bench.kits.base import Question
from bench.kits.days import DAY, add_months
from bench.kits.driving import names
from bench.kits.driving.ledger import Ledger, School, TermRules
from bench.kits.driving.programs import PROGRAMS, TERMS, in_force, starts
from bench.kits.ledgers import swap
from bench.kits.questions import ask, both, outcome, slips_of, subject
from bench.kits.shapes import day

Case = tuple[School, int, date, date, date, int]
"""School, course, enrolment, first lesson, first day of the leave of absence, days of leave."""


def solve(
    b: School,
    course: int,
    enrolled: date,
    lesson: date,
    away: date,  # noqa: ARG001
    days: int,
    other_edition: bool = False,
    by_enrolment: bool = False,
    other_begin: bool = False,
    other_side: bool = False,
    no_leave: bool = False,
    one_end: bool = False,
    same_day: bool = False,
) -> date:
    """The last day on which the training can be finished."""
    rules = b.terms[in_force(b, TERMS, enrolled if by_enrolment else lesson, other_edition)]
    begin = lesson if rules.from_lesson != other_begin else enrolled
    end = add_months(begin, rules.months[course]) - DAY * (rules.day_before != same_day)
    if no_leave or days < rules.leave or (days == rules.leave and other_side):
        return end
    return end + DAY * (days - one_end)


SLIPS: Mapping[str, Mapping[str, Any]] = {
    "other_edition": {"other_edition": True},
    "edition_by_the_enrolment": {"by_enrolment": True},
    "counted_from_the_other_day": {"other_begin": True},
    "range_end": {"other_side": True},
    "forgot_the_leave": {"no_leave": True},
    "counted_one_end": {"one_end": True},
    "last_day_the_other_way": {"same_day": True},
}


def draw_case(ledger: Ledger, rng: Random) -> Case:
    """Enrolled shortly before the first lesson, near the first day of the new edition; leave at the very border."""
    cases = []
    for b in ledger.schools:
        for _ in range(40):
            lesson = b.starts[1][TERMS] + DAY * rng.randrange(-25, 25)
            enrolled, days = lesson - DAY * rng.randrange(3, 16), rng.choice([rules.leave for rules in b.terms])
            away = lesson + DAY * rng.randrange(20, 70)
            if enrolled.day < 28 and lesson.day < 28:
                cases.append((b, rng.randrange(5), enrolled, lesson, away, days + rng.choice((-1, 0, 0, 3))))
    telling = slips_of(solve, {name: SLIPS[name] for name in ("other_edition", "counted_from_the_other_day")})
    return subject(rng, cases, lambda c: solve(*c), telling, lambda c: c[3] < c[0].starts[1][TERMS])


def rules_of(case: Case) -> TermRules:
    return case[0].terms[in_force(case[0], TERMS, case[3])]


def evidence(case: Case) -> tuple[tuple[str, str], ...]:
    b = case[0]
    doc = f"terms/{b.key}/{rules_of(case).edition}"
    return *((doc, span) for span in ("months", "begin", "leave")), *starts(b, TERMS)


def facts(case: Case) -> dict[str, Any]:
    b, course, enrolled, lesson, away, days = case
    dates = {"e": enrolled, "f": lesson, "a1": away, "a2": away + DAY * (days - 1)}
    return {"b": b.name, "course": names.COURSES[course]} | {name: both("d", at) for name, at in dates.items()}


def changed_rules(rng: Random, case: Case) -> tuple[TermRules, TermRules]:
    """The rules with another number of months for the course of the case, and for another course."""
    rules, course = rules_of(case), case[1]

    def with_months(which: int) -> TermRules:
        other = rng.choice([n for n in (5, 6, 7, 8, 9, 10) if abs(n - rules.months[which]) == 1])
        return replace(rules, months=tuple(other if n == which else old for n, old in enumerate(rules.months)))

    return with_months(course), with_months(rng.choice([n for n in range(5) if n != course]))


@PROGRAMS.add(1, "multi_source", "numerical_inclusion", hops=2)
def last_day(ledger: Ledger, rng: Random) -> Question:
    case = draw_case(ledger, rng)
    b, rules = case[0], rules_of(case)
    changed, same = changed_rules(rng, case)
    rival = swap(ledger, rules, changed)
    other = next(school for school in rival.schools if school.key == b.key)
    doc = f"terms/{b.key}/{rules.edition}"
    return Question(
        ask=ask(
            """
            Somebody enrols at the {b} school for the course “{course}” on {e}, has the first lesson on {f} and takes leave of absence from {a1} to {a2}. On which day does the term of training end?
            At the {b} school a pupil of the course “{course}”, enrolled on {e} and with a first lesson on {f}, is on leave of absence from {a1} to {a2}. What is the last day on which the training can be finished?
            Until which day, that day included, may a pupil of the {b} school train who enrolled for “{course}” on {e}, had the first lesson on {f} and was on leave of absence from {a1} to {a2}?""",
            """
            {b}校の{course}のコースに{e}に入校し、{f}に最初の教習を受けた者が、{a1}から{a2}まで休学した。教習期間はいつまでか。
            {e}に{b}校へ入校した{course}の教習生は、最初の教習が{f}で、{a1}から{a2}まで休学しました。教習を終えなければならない最終日はいつですか。
            {b}校で{course}の教習を受ける人が、{e}入校、{f}に初回の教習、{a1}から{a2}まで休学という場合、何日まで（その日を含む。）教習を受けることができますか。""",
            **facts(case),
        ),
        evidence=evidence(case),
        copied=doc,
        rival=rival,
        harmless=swap(ledger, rules, same),
        cut=(doc, "leave"),
        older=rules is b.terms[0],
        **outcome(
            day,
            solve(*case),
            {name: slip(case) for name, slip in slips_of(solve, SLIPS).items()},
            solve(other, *case[1:]),
        ),
    )
