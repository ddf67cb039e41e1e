"""Blind solves: a review that says it agrees does, and the two solves of an item are by two solvers."""

from __future__ import annotations

from collections.abc import Sequence

from bench.authoring.findings import Pen, Report
from bench.authoring.languages import declined
from bench.dataset.importers.own_tables import Tables
from bench.records import Lang, MainRow, Review
from bench.rules.asked import read_question
from bench.rules.expected import read_expected
from bench.rules.same_value import Match, same_value
from bench.rules.values import read_values
from bench.text.fold import fold

WITH, CONFLICT = "with_evidence", "contradictory"
"""Contexts in which an answer, and in which a conflict, must be found; in all others it must be declined."""


def check(tables: Tables, report: Report) -> None:
    """All checks on the reviews of one language."""
    for item, pen in report.each(tables.items):
        for position, review in enumerate(item.reviews):
            if review.agrees and not _agrees(item, review, tables.lang):
                pen.note("review_agrees", f"reviews[{position}].agrees", given=review.given[:60])
        _one_solver(item.reviews, pen)
    for row, pen in report.each(tables.abstention):
        base = tables.bases.get(row.base)
        for position, review in enumerate(row.reviews if base else ()):
            if review.agrees and base and not _agrees(base, review, tables.lang):
                pen.note("review_agrees", f"reviews[{position}].agrees", given=review.given[:60])


def _agrees(base: MainRow, review: Review, lang: Lang) -> bool:
    """Whether what was given can be what the context asks for; a value that equals no accepted form cannot."""
    given = review.given.strip()
    none, conflict = declined(given, lang), given.upper().startswith("CONFLICT")
    if review.context == CONFLICT:
        return conflict
    if review.context != WITH:
        return none
    if none or conflict:
        return False
    if fold(given) in map(fold, (base.answer, *base.accept)):
        return True
    asked = read_question(base.question, lang)
    wanted = read_expected(asked, base.answer).value
    found = read_values(given, like=wanted.kind) if wanted else ()
    return not found or any(wanted and same_value(asked, wanted, value) is not Match.DIFFERENT for value in found)


def _one_solver(reviews: Sequence[Review], pen: Pen) -> None:
    contexts: dict[str, set[str]] = {}
    for review in reviews:
        contexts.setdefault(review.solver, set()).add(review.context)
    for solver, seen in contexts.items():
        if len(seen) > 1:
            pen.note("one_solver", "reviews", solver=solver)
