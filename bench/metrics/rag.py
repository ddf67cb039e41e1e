"""The separate error rates of the guide "Evaluating RAG" (ERG). They have different denominators and never merge."""

from __future__ import annotations

from collections.abc import Sequence

from bench.kinds import kind_of
from bench.metrics.rates import rate_of
from bench.outcomes import Outcome
from bench.records import Rate


def false_abstention(outcomes: Sequence[Outcome]) -> Rate:
    """Abstained / answerable trials. No answerable trials: no value."""
    return rate_of(outcomes, lambda o: o.outcome == "abstained", lambda o: o.answerable)


def false_answer(outcomes: Sequence[Outcome]) -> Rate:
    """Attempted / unanswerable trials (evidence removed, contradicted or cut off). None of those: no value.

    Naming a conflict and leaving it open is not an attempt.
    """
    return rate_of(outcomes, lambda o: bool(o.attempted), lambda o: not kind_of(o.kind).answerable)


def correct_of_answerable(outcomes: Sequence[Outcome]) -> Rate:
    """Correct / all answerable trials, whatever their tags. No answerable trials: no value."""
    return rate_of(outcomes, lambda o: o.correct, lambda o: o.answerable)


def wrong_of_answerable(outcomes: Sequence[Outcome]) -> Rate:
    """Wrong / all answerable trials: what the guide's code computes."""
    return rate_of(outcomes, lambda o: o.outcome == "wrong", lambda o: o.answerable)


def wrong_of_attempted(outcomes: Sequence[Outcome]) -> Rate:
    """Wrong / attempted answerable trials: what the guide's prose says. All abstained: no value."""
    return rate_of(outcomes, lambda o: o.outcome == "wrong", lambda o: o.answerable and o.attempted is not False)
