"""Rates: a count, its share, and two intervals."""

from __future__ import annotations

from collections.abc import Iterable

from bench import stats
from bench.records import Rate


def rate(trials: Iterable[tuple[str, bool]]) -> Rate:
    """The share of hits among (question, hit) pairs, one pair for each trial.

    `ci95` takes the trials as independent. `ci95_questions` is Wilson's interval for the same share of as many
    trials as there are different questions: the cautious one, right where all trials of a question agree.
    No trials: k = n = 0, and the rate and both intervals are None.
    """
    pairs = list(trials)
    n, k = len(pairs), sum(hit for _, hit in pairs)
    questions = len({question for question, _ in pairs})
    if n == 0:
        return Rate(k=0, n=0, rate=None, ci95=None, questions=0, ci95_questions=None)
    return Rate(
        k=k,
        n=n,
        rate=k / n,
        ci95=stats.wilson(k, n),
        questions=questions,
        ci95_questions=stats.wilson(questions * k / n, questions),
    )


def mean_if_all(values: Iterable[float | None]) -> float | None:
    """The unweighted mean; None as soon as one value is undefined, because a mean of the rest is another quantity.

    No values: None.
    """
    known = []
    for value in values:
        if value is None:
            return None
        known.append(value)
    return sum(known) / len(known) if known else None
