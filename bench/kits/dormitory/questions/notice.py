"""Until when rent is owed after notice: the hour of the office at the very minute, the day of entry, weekends."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from random import Random
from typing import Any

from bench.kits.base import Question
from bench.kits.days import DAY
from bench.kits.dormitory.ledger import Hall, Ledger, NoticeRules
from bench.kits.dormitory.programs import NOTICE, PROGRAMS, Spans, in_force, starts
from bench.kits.dormitory.terms import last_day
from bench.kits.ledgers import swap
from bench.kits.questions import ask, both, outcome, slips_of, subject
from bench.kits.shapes import day

Case = tuple[Hall, date, date, int]
"""Hall, day of entry, day and time of the notice."""
SPANS = ("office", "days", "first", "weekend")


def until(
    h: Hall, entered: date, given: date, at: int, by_notice: bool = False, other_edition: bool = False, **slip: bool
) -> date:
    edition = in_force(h, NOTICE, given if by_notice else entered, other_edition)
    return last_day(h.notice[edition], given, at, **slip)


SLIPS: dict[str, dict[str, Any]] = {
    "other_edition": {"other_edition": True},
    "range_end": {"other_side": True},
    "counted_from_the_wrong_day": {"other_count": True},
    "forgot_the_weekend": {"not_moved": True},
    "moved_the_other_way": {"moved_the_other_way": True},
}


def draw_case(ledger: Ledger, rng: Random) -> Case:
    """Notice at the very minute that decides, by somebody who entered near the first day of the new edition."""
    cases = []
    for h in ledger.halls:
        for _ in range(90):
            entered = h.start[NOTICE] + DAY * rng.choice((-23, -17, -12, -8, -5, -3, 3, 5, 8, 12, 17, 23))
            given = date(2025, 5, 8) + DAY * rng.randrange(255)
            cases.append((h, entered, given, h.notice[in_force(h, NOTICE, entered)].office))
    slips = slips_of(until, SLIPS)
    telling = {name: slips[name] for name in ("other_edition", "range_end", "counted_from_the_wrong_day")}
    return subject(rng, cases, lambda c: until(*c), telling, lambda c: c[1] < c[0].start[NOTICE], 0.5)


def rules_of(case: Case) -> NoticeRules:
    return case[0].notice[in_force(case[0], NOTICE, case[1])]


def evidence(case: Case) -> Spans:
    h = case[0]
    return *((f"notice_rules/{h.key}/{rules_of(case).edition}", span) for span in SPANS), *starts(h, NOTICE)


def facts(case: Case) -> dict[str, Any]:
    h, entered, given, at = case
    return {
        "h": h.name,
        "entered": both("d", entered),
        "given": both("d", given),
        "w": both("wd", given),
        "at": both("tj", at),
    }


def other_deposit(rng: Random, rules: NoticeRules) -> NoticeRules:
    return replace(rules, deposit=rng.choice([n for n in (14, 20, 30, 40) if n != rules.deposit]))


@PROGRAMS.add(1, "multi_source", "numerical_inclusion", hops=2)
def rent_until(ledger: Ledger, rng: Random) -> Question:
    case = h, _, given, at = draw_case(ledger, rng)
    rules = rules_of(case)
    changed = [replace(rules, days=rules.days + n) for n in (-9, -6, -5, 5, 6, 9)]
    other = rng.choice([r for r in changed if last_day(r, given, at) != until(*case)])
    doc = f"notice_rules/{h.key}/{rules.edition}"
    return Question(
        ask=ask(
            """
            A resident who entered the {h} hall on {entered} hands in notice to leave at {at} on {given} ({w}). What is the last day for which rent is owed?
            On {w}, {given}, at {at}, somebody who has lived in the {h} hall since {entered} gives notice. Until what day does the rent run?
            Until which day, that day included, does a resident of the {h} hall owe rent who entered on {entered} and gave notice on {given} ({w}) at {at}?""",
            """
            {entered}に{h}寮に入寮した寮生が、{given}（{w}）の{at}に退寮届を出した。寮費を支払うのはいつの分までか。
            {h}寮に{entered}から住んでいる寮生の退寮届が、{given}（{w}）{at}に受け付けられました。寮費は何年何月何日の分まで必要ですか。
            {given}（{w}）の{at}に{h}寮の退寮届を提出した寮生（{entered}入寮）が寮費を負担する最後の日はいつですか。""",
            **facts(case),
        ),
        evidence=evidence(case),
        copied=doc,
        rival=swap(ledger, rules, other),
        harmless=swap(ledger, rules, other_deposit(rng, rules)),
        cut=(doc, "weekend"),
        older=rules is h.notice[0],
        **outcome(
            day,
            until(*case),
            {name: slip(case) for name, slip in slips_of(until, SLIPS).items()},
            last_day(other, given, at),
        ),
    )
