"""Instructors without enough refresher hours: a log of twelve months, summed by person, against hours by service."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from random import Random

from bench.kits.base import Question
from bench.kits.days import add_months
from bench.kits.driving.ledger import Attendance, Instructor, Ledger, Review, School
from bench.kits.driving.programs import PROGRAMS, REFRESHER, in_force, starts
from bench.kits.ledgers import swap
from bench.kits.questions import ask, both, outcome, slips_of, subject
from bench.kits.shapes import codes

SELF = 3
"""The number of self-study in names.SUBJECTS."""


def hours(
    b: School,
    review: Review,
    one: Instructor,
    edition: int,
    all_rows: bool = False,
    early_too: bool = False,
    study_whole: bool = False,
) -> Fraction:
    """What counts of the attendance of one instructor."""
    rules, begin = b.refresher[edition], add_months(review.day, -12)
    rows = [row for row in review.rows if row.instructor == one.code and (row.day > begin or all_rows)]
    rows = [row for row in rows if early_too or not row.left_early]
    study = Fraction(sum(row.hours for row in rows if row.subject == SELF))
    if not study_whole:
        study = min(study / 2 if rules.half else study, Fraction(rules.study))
    return study + sum(row.hours for row in rows if row.subject != SELF)


def lacks(
    b: School,
    review: Review,
    one: Instructor,
    other_edition: bool = False,
    leave_too: bool = False,
    fresh_too: bool = False,
    one_level: bool = False,
    **switch: bool,
) -> bool:
    edition = in_force(b, REFRESHER, review.day, other_edition)
    rules = b.refresher[edition]
    if one.code in review.on_leave and not leave_too:
        return False
    if add_months(one.appointed, rules.fresh) > review.day and not fresh_too:
        return False
    young = add_months(one.appointed, 12 * rules.young) > review.day and not one_level
    return hours(b, review, one, edition, **switch) < rules.hours[0 if young else 1]


def lacking(b: School, review: Review, **switch: bool) -> tuple[str, ...]:
    return tuple(sorted(one.code for one in b.instructors if lacks(b, review, one, **switch)))


def _changes(b: School, review: Review, decides: bool) -> Iterator[tuple[Attendance, Attendance]]:
    """Attendance for another number of hours, by which an instructor has enough or not, or without effect."""
    right = lacking(b, review)
    for row in review.rows:
        for other in (2, 3, 4) if row.subject != SELF else (2, 4, 6):
            if other != row.hours:
                new = replace(row, hours=other)
                rows = tuple(new if r is row else r for r in review.rows)
                after = lacking(b, replace(review, rows=rows))
                if (after != right) == decides and after:
                    yield row, new


@PROGRAMS.add(4, "multi_source", "calculation", hops=4)
def hours_missing(ledger: Ledger, rng: Random) -> Question:
    slips = slips_of(
        lacking,
        {
            "other_edition": {"other_edition": True},
            "older_rows_too": {"all_rows": True},
            "on_leave_too": {"leave_too": True},
            "newly_appointed_too": {"fresh_too": True},
            "left_early_too": {"early_too": True},
            "self_study_in_full": {"study_whole": True},
            "same_hours_for_all": {"one_level": True},
        },
    )
    telling = {name: slips[name] for name in ("other_edition", "older_rows_too")}
    cases = [
        (b, review)
        for b in ledger.schools
        for review in b.reviews
        if 3 <= len(lacking(b, review)) <= 12 and next(_changes(b, review, True), None)
    ]
    case = b, review = subject(
        rng, cases, lambda c: lacking(*c), telling, lambda c: c[1].day < c[0].starts[1][REFRESHER], rate=0.4
    )
    edition = in_force(b, REFRESHER, review.day)
    old, new = rng.choice(list(_changes(b, review, True)))
    changed = replace(review, rows=tuple(new if row is old else row for row in review.rows))
    doc, rules = f"review/{b.key}/{review.day:%Y-%m}", f"refresher/{b.key}/{b.refresher[edition].edition}"
    at = rng.randrange(12, len(review.rows))
    return Question(
        ask=ask(
            """
            By what the {b} school established on {day}, who of those who teach there had not learnt for long enough themselves? Give the numbers in ascending order.
            On {day} the {b} school looked at who had been taught enough. Which of its teachers fell short of what was asked of them? Their numbers in ascending order, please.
            Give in ascending order the numbers of all teachers of the {b} school who on {day} had too little further training behind them.""",
            """
            {b}校が{day}に確かめたところ、教える側の者のうち、自らの学びが足りなかったのは誰か。番号を小さい順にすべて答えよ。
            {day}の{b}校の確認で、求められる時間に届いていなかった教官の番号を、小さい順にすべて挙げてください。
            {b}校で教えている人のうち、{day}の時点で学び直しの時間が不足していた人の番号を、小さい順にすべて答えてください。""",
            b=b.name,
            day=both("d", review.day),
        ),
        evidence=(
            (doc, "table"),
            (doc, "leave"),
            (f"instructors/{b.key}/2025", "table"),
            *((rules, span) for span in ("hours", "window", "study", "exempt")),
            *starts(b, REFRESHER),
        ),
        copied=doc,
        rival=swap(ledger, old, new),
        harmless=swap(ledger, *rng.choice(list(_changes(b, review, False)))),
        cut=(doc, f"row:{at}"),
        older=edition == 0,
        rows=len(review.rows),
        **outcome(codes, lacking(*case), {name: slip(case) for name, slip in slips.items()}, lacking(b, changed)),
    )
