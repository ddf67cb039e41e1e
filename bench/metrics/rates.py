"""Rates: a count, its share, two intervals, and what they could be with the trials that were not scored."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from bench.outcomes import RIVAL_ONLY, Outcome
from bench.records import Rate
from bench.wilson import Interval, effective_size, wilson


@dataclass(frozen=True, slots=True)
class MeanOfRates:
    """An unweighted mean of rates, 0 to 1, with its 95 % interval over questions and what it could be with every trial
    scored (None where all are). All None where one of the rates is undefined."""

    value: float | None
    ci95: Interval | None
    bounds: Interval | None


def rate(trials: Iterable[tuple[str, bool]], unscored: int = 0) -> Rate:
    """The share of hits among (question, hit) pairs, one pair for each trial; `unscored` trials have no verdict.

    `ci95` takes the trials as independent. `ci95_questions` is Wilson's interval for the same share of the effective
    number of trials, n^2 / sum(m^2) for questions of m trials: the cautious one, right where all trials of a question
    agree. `bounds`: the share with every unscored trial as a miss, and with every one as a hit; None where all are
    scored. No trials: k = n = 0, and the rate and both intervals are None.
    """
    pairs = list(trials)
    n, k = len(pairs), sum(hit for _, hit in pairs)
    bounds = (k / (n + unscored), (k + unscored) / (n + unscored)) if unscored else None
    if n == 0:
        return Rate(k=0, n=0, rate=None, ci95=None, questions=0, ci95_questions=None, bounds=bounds)
    sizes = Counter(question for question, _ in pairs).values()
    effective = effective_size(sizes)
    return Rate(
        k=k,
        n=n,
        rate=k / n,
        ci95=wilson(k, n),
        questions=len(sizes),
        ci95_questions=wilson(effective * (k / n), effective),
        bounds=bounds,
    )


def rate_of(
    outcomes: Iterable[Outcome], hit: Callable[[Outcome], bool], among: Callable[[Outcome], bool] = lambda _: True
) -> Rate:
    """The share of hits among the scored outcomes that `among` takes, with the bounds that its unscored ones allow.

    What `among` asks of an attempt, it must not refuse an unscored trial, of which that is unknown. A trial that was
    of no kind by the documents shown (`rival_only`) has nothing that could be known, and is in no bound.
    """
    of = [o for o in outcomes if among(o)]
    unscored = sum(not o.scored and o.reason != RIVAL_ONLY for o in of)
    return rate(((o.cluster, hit(o)) for o in of if o.scored), unscored)


def mean_of(rates: Iterable[Rate], ci95: Interval | None) -> MeanOfRates:
    """The unweighted mean of rates whose interval is `ci95`; its bounds are the means of theirs."""
    made = list(rates)
    value = mean_if_all(found.rate for found in made)
    if value is None or not any(found.bounds for found in made):
        return MeanOfRates(value, None if value is None else ci95, None)
    low, high = (mean_if_all(found.bounds[side] if found.bounds else found.rate for found in made) for side in (0, 1))
    return MeanOfRates(value, ci95, None if low is None or high is None else (low, high))


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
