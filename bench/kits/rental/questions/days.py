"""How many days of a hire are charged: times of pick-up and return at the border, Sundays, a least number."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from random import Random
from typing import Any

from bench.kits.base import Question
from bench.kits.days import DAY
from bench.kits.ledgers import swap
from bench.kits.questions import ask, both, outcome, slips_of, subject
from bench.kits.rental.ledger import Branch, Ledger, Terms
from bench.kits.rental.programs import PROGRAMS, TERMS, in_force, starts
from bench.kits.shapes import number

SHAPE = number("日", "days", "day")
Case = tuple[Branch, date, int, date, int]
"""Branch, day and time of pick-up, day and time of return."""


def terms_of(b: Branch, out: date, other_edition: bool = False) -> Terms:
    return b.terms[in_force(b, TERMS, out, other_edition)]


def charged_days(
    case: Any,
    other_edition: bool = False,
    one_edition: int | None = None,
    other_side: bool = False,
    both_ends: bool = False,
    all_sundays: bool = False,
    by_contract: date | None = None,
) -> int:
    b, out, out_time, back, back_time = case
    terms = terms_of(b, by_contract or out, other_edition) if one_edition is None else b.terms[one_edition]
    days = [out + DAY * n for n in range((back - out).days + 1)]
    in_time = back_time < terms.back_by or (back_time == terms.back_by and terms.by_closed != other_side)
    if in_time and back > out and not both_ends:
        days = days[:-1]
    if out_time >= terms.out_from and not both_ends:
        days = days[1:]
    if not terms.sundays and not all_sundays:
        days = [day for day in days if day.weekday() != 6]
    return max(len(days), terms.least)


def solve(*case: Any, **slip: Any) -> int:
    return charged_days(case, **slip)


SLIPS = {
    "other_edition": {"other_edition": True},
    "range_end": {"other_side": True},
    "counted_both_ends": {"both_ends": True},
    "counted_sundays": {"all_sundays": True},
}


def draw_case(ledger: Ledger, rng: Random) -> Case:
    """Back at the very minute that decides; picked up near the first day of the new edition."""
    cases = []
    for b in ledger.branches:
        for _ in range(60):
            out = b.start[TERMS] + DAY * rng.randrange(-25, 25)
            back, terms = out + DAY * rng.randrange(6, 48), terms_of(b, out)
            cases.append((b, out, rng.choice((480, 600, 780, 840)), back, terms.back_by))
    telling = slips_of(solve, {name: SLIPS[name] for name in ("other_edition", "range_end")})
    return subject(rng, cases, lambda c: solve(*c), telling, lambda c: c[1] < c[0].start[TERMS])


def evidence(case: Case) -> tuple[tuple[str, str], ...]:
    b, out, *_ = case
    doc = f"terms/{b.key}/{terms_of(b, out).edition}"
    return *((doc, span) for span in ("back", "out", "sundays", "least")), *starts(b, TERMS)


def facts(case: Case) -> dict[str, Any]:
    b, out, out_time, back, back_time = case
    times = {"t1": both("tj", out_time), "t2": both("tj", back_time)}
    return {
        "b": b.name,
        "d1": both("d", out),
        "d2": both("d", back),
        "w1": both("wd", out),
        "w2": both("wd", back),
        **times,
    }


def changed_terms(rng: Random, case: Case) -> tuple[Terms, Terms]:
    """The terms with another hour for the return, which changes the days; and with another one for the pick-up."""
    b, out, *_ = case
    terms = terms_of(b, out)
    in_time = terms.by_closed
    hours = [h for h in range(8 * 60, 13 * 60 + 1, 60) if (h < terms.back_by) == in_time and h != terms.back_by]
    others = [h for h in (15 * 60, 16 * 60, 17 * 60, 18 * 60) if h != terms.out_from]
    return replace(terms, back_by=rng.choice(hours)), replace(terms, out_from=rng.choice(others))


@PROGRAMS.add(1, "multi_source", "numerical_inclusion", hops=2)
def days_charged(ledger: Ledger, rng: Random) -> Question:
    case = draw_case(ledger, rng)
    b, out, out_time, back, back_time = case
    terms = terms_of(b, out)
    changed, same = changed_terms(rng, case)
    rival = swap(ledger, terms, changed)
    other = next(branch for branch in rival.branches if branch.key == b.key)
    slips = {name: slip(case) for name, slip in slips_of(solve, SLIPS).items()}
    doc = f"terms/{b.key}/{terms.edition}"
    return Question(
        ask=ask(
            """
            A machine is picked up at the {b} branch at {t1} on {w1}, {d1}, and returned at {t2} on {w2}, {d2}. How many days of hire are charged?
            At the {b} branch somebody takes a machine on {d1} ({w1}) at {t1} and brings it back on {d2} ({w2}) at {t2}. For how many days is hire charged?
            For how many days does the {b} branch charge a machine that goes out on {d1} ({w1}) at {t1} and is returned on {d2} ({w2}) at {t2}?""",
            """
            {b}営業所で{d1}（{w1}）の{t1}に引き取り、{d2}（{w2}）の{t2}に返却した機械のレンタル料は、何日分か。
            {b}営業所の機械を{d1}（{w1}）{t1}に引き取り、{d2}（{w2}）{t2}に返しました。何日分のレンタル料がかかりますか。
            {d1}（{w1}）{t1}に{b}営業所から持ち出し、{d2}（{w2}）{t2}に返却した機械について、レンタル料の対象となる日数は何日ですか。""",
            **facts(case),
        ),
        evidence=evidence(case),
        copied=doc,
        rival=rival,
        harmless=swap(ledger, terms, same),
        cut=(doc, "sundays"),
        older=terms is b.terms[0],
        **outcome(SHAPE, solve(*case), slips, solve(other, out, out_time, back, back_time)),
    )
