"""Intervals and tests: numbers in, numbers or None out.

Guarantees: nothing undefined becomes a number (an empty input gives None), nothing that is not a number gets in
(NaN and infinities raise ValueError), and equal input gives equal output: every bootstrap has its own seeded
generator. Resampling is over questions, because repeats and twins of one question are not independent.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist

Interval = tuple[float, float]

RESAMPLES = 10_000
SEED = 20_260_301
_BATCH_CELLS = 2_000_000
"""Draws held in memory at once; a large set is resampled in several batches of the same stream."""


def wilson(k: float, n: float, confidence: float = 0.95) -> Interval | None:
    """Wilson's score interval for a share of k in n, within [0, 1] and always around k / n.

    k may be fractional: the interval over questions uses the observed share of a smaller number. None for 0 of 0.
    Raises ValueError where 0 <= k <= n does not hold or a count is not finite.
    Source: E. B. Wilson, JASA 22 (1927), in the closed form without continuity correction.
    """
    _finite((k, n), "a count")
    if not 0 <= k <= n:
        raise ValueError(f"{k:g} of {n:g} is not a count: 0 <= k <= n must hold")
    if n == 0:
        return None
    z = NormalDist().inv_cdf(0.5 + confidence / 2)
    share = k / n
    centre = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    # The exact bounds at k = 0 and k = n are 0 and 1; rounding must not push a bound past the share itself.
    low = 0.0 if k == 0 else min(max(centre - half, 0.0), share)
    high = 1.0 if k == n else max(min(centre + half, 1.0), share)
    return low, high


def bootstrap_mean(
    groups: Sequence[Sequence[float]], *, seed: int = SEED, resamples: int = RESAMPLES
) -> Interval | None:
    """95 % percentile interval of the pooled mean, with whole groups (the trials of a question) resampled.

    None for fewer than two groups: one question says nothing about others. Groups that are all equal give an
    interval of width 0, which says that none differed, not that none would. Raises ValueError on an empty group.
    """
    sums = [math.fsum(group) for group in groups]
    return bootstrap_ratios([sums], [len(group) for group in groups], seed=seed, resamples=resamples)[0]


def bootstrap_ratios(
    numerators: Sequence[Sequence[float]],
    denominators: Sequence[float],
    *,
    seed: int = SEED,
    resamples: int = RESAMPLES,
) -> tuple[Interval | None, ...]:
    """95 % percentile intervals of sum(numerator) / sum(denominator), one for each numerator.

    Entry i of every sequence belongs to question i; all numerators share the same resamples, so their intervals
    are comparable. Each is None for fewer than two questions. Raises ValueError on unequal lengths, values that
    are not finite, and denominators that are not positive.
    Source: Efron and Tibshirani, An Introduction to the Bootstrap (1993), chapter 13; clusters as in chapter 8.
    """
    if any(len(column) != len(denominators) for column in numerators):
        raise ValueError("every question needs one numerator and one denominator")
    for column in (*numerators, denominators):
        _finite(column, "a value")
    if any(value <= 0 for value in denominators):
        raise ValueError("every question needs a positive denominator")
    if len(denominators) < 2:
        return (None,) * len(numerators)
    totals = _resampled_totals([*numerators, denominators], seed, resamples)
    intervals = []
    for position in range(len(numerators)):
        ratios = [total[position] / total[-1] for total in totals]
        low, high = percentile(ratios, 0.025), percentile(ratios, 0.975)
        intervals.append(None if low is None or high is None else (low, high))
    return tuple(intervals)


def paired_bootstrap_p(differences: Sequence[float], *, seed: int = SEED, resamples: int = RESAMPLES) -> float | None:
    """Two-sided bootstrap p for a mean difference of zero; one difference for each question.

    p = 2 * min(share of resampled means <= 0, share >= 0), at most 1. With 10,000 resamples nothing smaller than
    1e-4 can be told apart from 0, so 1 / resamples is the floor. None for fewer than two questions.
    Source: Why RAGs Hallucinate, arXiv 2608.26385 (paired by question, averaged over repeats).
    """
    _finite(differences, "a difference")
    if len(differences) < 2:
        return None
    means = [total[0] for total in _resampled_totals([differences], seed, resamples)]
    below = sum(mean <= 0 for mean in means) / resamples
    above = sum(mean >= 0 for mean in means) / resamples
    return min(1.0, max(2 * min(below, above), 1 / resamples))


def fisher(k1: int, n1: int, k2: int, n2: int) -> float | None:
    """Fisher's exact two-sided p for k1 of n1 against k2 of n2. None where either has no trial.

    Raises ValueError on impossible counts. Source: R. A. Fisher (1922), as scipy.stats.fisher_exact computes it.
    """
    for k, n in ((k1, n1), (k2, n2)):
        if not 0 <= k <= n:
            raise ValueError(f"{k} of {n} is not a count: 0 <= k <= n must hold")
    if n1 == 0 or n2 == 0:
        return None
    import numpy as np
    from scipy.stats import fisher_exact

    return min(1.0, float(fisher_exact(np.array([[k1, n1 - k1], [k2, n2 - k2]]))[1]))


def bonferroni(comparisons: int, alpha: float = 0.05) -> float:
    """The level that each of several comparisons must reach so that all together keep `alpha`: alpha / comparisons.

    Raises ValueError for fewer than one comparison.
    """
    if comparisons < 1:
        raise ValueError("a correction needs at least one comparison")
    return alpha / comparisons


def percentile(values: Sequence[float], share: float) -> float | None:
    """The value below which `share` (0 to 1) of the values lie, with linear interpolation; None for no values.

    0.5 is the median: the middle value, or the mean of the two middle ones. Position (n - 1) * share in the
    sorted values: definition 7 of Hyndman and Fan (1996), which numpy and R use too.
    Raises ValueError on a value that is not finite and on a share outside [0, 1].
    """
    _finite(values, "a value")
    if not 0 <= share <= 1:
        raise ValueError(f"a share lies between 0 and 1, not at {share}")
    if not values:
        return None
    ranked = sorted(values)
    position = (len(ranked) - 1) * share
    below = math.floor(position)
    if position == below:
        return float(ranked[below])
    low, high = ranked[below], ranked[below + 1]
    # Written so that equal neighbours give exactly their value, and the result never leaves [low, high].
    return float(min(low + (high - low) * (position - below), high))


def _finite(values: Sequence[float], what: str) -> None:
    for value in values:
        if not math.isfinite(value):
            raise ValueError(f"{value} is not {what}: leave out what could not be measured, and count it")


def _resampled_totals(columns: Sequence[Sequence[float]], seed: int, resamples: int) -> list[list[float]]:
    """For each resample of questions (with replacement, as many as there are), the total of every column."""
    import numpy as np

    table = np.asarray(columns, dtype=np.float64).T
    questions = len(table)
    rng = np.random.default_rng(seed)
    batch = max(1, _BATCH_CELLS // questions)
    totals: list[list[float]] = []
    for start in range(0, resamples, batch):
        drawn = rng.integers(0, questions, size=(min(batch, resamples - start), questions))
        totals.extend(table[drawn].sum(axis=1).tolist())
    return totals
