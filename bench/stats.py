"""Intervals and tests: numbers in, numbers or None out.

Guarantees: nothing undefined becomes a number (an empty input gives None), nothing that is not a number gets in
(NaN and infinities raise ValueError), and equal input gives equal output: every bootstrap has its own seeded
generator. Resampling is over questions, because repeats and twins of one question are not independent.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from statistics import NormalDist
from typing import TYPE_CHECKING

from bench.wilson import Interval as Interval
from bench.wilson import agreed, effective_size, mean_bounds, no_spread
from bench.wilson import wilson as wilson

if TYPE_CHECKING:
    from numpy import float64, uint16
    from numpy.typing import NDArray

RESAMPLES = 10_000
SEED = 20_260_301
CONSERVATIVE_SPREAD = 0.5
"""Share of questions on which two equally good systems differ, at most, where their answers are independent."""
_BATCH_CELLS = 2_000_000
"""Draws held in memory at once; a large set is resampled in several batches of the same stream."""
_KEPT_CELLS = 10_000_000
"""Draws that are kept for the next figure over as many questions; they take two bytes each."""
_UNDEFINED_AT_MOST = 0.01
"""Share of resamples that may lack a column; beyond it an interval would speak of another figure."""


def bootstrap_mean(
    groups: Sequence[Sequence[float]],
    *,
    lowest: float = 0.0,
    highest: float = 1.0,
    seed: int = SEED,
    resamples: int = RESAMPLES,
) -> Interval | None:
    """95 % percentile interval of the pooled mean, with whole groups (the trials of a question) resampled.

    None for fewer than two groups: one question says nothing about others. Groups that all have one mean: see
    `bootstrap_ratios`, for values from `lowest` to `highest`. Raises ValueError on an empty group.
    """
    sums, sizes = [math.fsum(group) for group in groups], [len(group) for group in groups]
    found = bootstrap_ratios([sums], sizes, lowest=lowest, highest=highest, seed=seed, resamples=resamples)
    return found[0]


def bootstrap_ratios(
    numerators: Sequence[Sequence[float]],
    denominators: Sequence[float],
    *,
    lowest: float = 0.0,
    highest: float = 1.0,
    seed: int = SEED,
    resamples: int = RESAMPLES,
) -> tuple[Interval | None, ...]:
    """95 % percentile intervals of sum(numerator) / sum(denominator), one for each numerator.

    Entry i of every sequence belongs to question i; all numerators share the same resamples, so their intervals
    are comparable. Each is None for fewer than two questions. Where every question has the same ratio, resampling
    shows no spread; that none differed does not say that none would, so the interval is then that of `agreed`, for
    ratios from `lowest` to `highest`. Raises ValueError on unequal lengths, values that are not finite, and
    denominators that are not positive.
    Source: Efron and Tibshirani, An Introduction to the Bootstrap (1993), chapter 13; clusters as in chapter 8.
    """
    _refuse_unequal(numerators, denominators)
    if len(denominators) < 2:
        return (None,) * len(numerators)
    ratios = _resampled_ratios(numerators, denominators, seed, resamples)
    intervals = [middle_95(ratios[:, position]) for position in range(len(numerators))]
    if not any(map(no_spread, intervals)):
        return tuple(intervals)
    n, size = math.fsum(denominators), effective_size(denominators)
    return tuple(
        agreed(math.fsum(column) / n, size, lowest, highest) if no_spread(ci95) else ci95
        for column, ci95 in zip(numerators, intervals, strict=True)
    )


def resampled_ratios(
    numerators: Sequence[Sequence[float]],
    denominators: Sequence[float],
    *,
    seed: int = SEED,
    resamples: int = RESAMPLES,
) -> NDArray[float64] | None:
    """The resamples behind `bootstrap_ratios`: a row for each, a column for each numerator.

    For statistics that are made of several ratios. None for fewer than two questions; raises as `bootstrap_ratios`.
    """
    _refuse_unequal(numerators, denominators)
    return None if len(denominators) < 2 else _resampled_ratios(numerators, denominators, seed, resamples)


def paired_bootstrap_p(differences: Sequence[float], *, seed: int = SEED, resamples: int = RESAMPLES) -> float | None:
    """Two-sided bootstrap p for a mean difference of zero; one difference for each question.

    p = 2 * min(share of resampled means <= 0, share >= 0), at most 1, with two floors. With 10,000 resamples nothing
    smaller than 1e-4 can be told apart from 0, so 1 / resamples is one. The other is 2 ** (1 - m) for m questions
    that differ at all, the least p that flipping their signs can give (Fisher's randomisation test): three questions
    that all point one way are no proof, though every resample of them agrees. None for fewer than two questions.
    Source: Why RAGs Hallucinate, arXiv 2608.26385 (paired by question, averaged over repeats).
    """
    found = paired_difference([differences], [[1.0] * len(differences)], seed=seed, resamples=resamples)
    return None if found is None else found.p


@dataclass(frozen=True, slots=True)
class PairedDifference:
    """What `paired_difference` finds. `ci95` and `p` are None for fewer than two questions.

    `spread` is the mean square of the questions' contributions: for right or wrong on one question each, the share
    of questions on which the systems differ. `step`: the largest contribution that a question could have made.
    `agree`: every resample has one value, because all questions agree, and `ci95` is not from resamples.
    """

    value: float
    ci95: Interval | None
    p: float | None
    questions: int
    spread: float
    step: float
    agree: bool = False


def paired_difference(
    differences: Sequence[Sequence[float]],
    weights: Sequence[Sequence[float]],
    *,
    span: float = 1.0,
    spans: Sequence[float] = (),
    lowest: float | None = None,
    seed: int = SEED,
    resamples: int = RESAMPLES,
) -> PairedDifference | None:
    """The difference of two figures, each a mean of ratios over the same questions, with its 95 % interval and p.

    `differences[j][i]`: numerator of the first system minus that of the second, in ratio j, from question i;
    `weights[j][i]`: its part of the denominator, which both share. The value is the mean over j of
    sum_i(differences) / sum_i(weights): one ratio for a plain share, five for a mean of five category accuracies.
    `span` is the largest difference for a weight of 1, `spans` that of each ratio where they are not all the same,
    `lowest` the least: minus the largest where it is not given. Questions
    without any weight do not take part. A resample that leaves a ratio without weight is left out; more than 1 % of
    them, and there is no interval and no p. Where the resamples have no spread, each ratio has the bounds of `agreed`,
    and their distances add in squares (MOVER: Zou and Donner, Statistics in Medicine 27, 2008).
    None where a ratio has no weight at all. Floors of p: see `paired_bootstrap_p`; intervals: `bootstrap_ratios`.
    Raises ValueError on unequal lengths, negative weights and values that are not finite.
    """
    import numpy as np

    _refuse_misfits(differences, weights)
    over, under = np.asarray(differences, dtype=np.float64), np.asarray(weights, dtype=np.float64)
    over, under = over[:, under.any(axis=0)], under[:, under.any(axis=0)]
    ratios, questions = over.shape
    if ratios == 0 or not under.any(axis=1).all():
        return None
    per_ratio = over.sum(axis=1) / under.sum(axis=1)
    mean_weight = under.mean(axis=1, keepdims=True)
    parts = ((over - per_ratio[:, None] * under) / mean_weight + per_ratio[:, None]).mean(axis=0)
    step = float(span * (under / mean_weight).mean(axis=0).max())
    ci95, p, agree = None, None, False
    if questions >= 2:
        totals = _resampled_totals([*over, *under], seed, resamples)
        whole = (totals[:, ratios:] > 0).all(axis=1)
        if whole.mean() >= 1 - _UNDEFINED_AT_MOST:
            means = (totals[whole, :ratios] / totals[whole, ratios:]).mean(axis=1)
            ci95, p = middle_95(means), _two_sided(means, step, int(over.any(axis=0).sum()), resamples)
            agree = no_spread(ci95)
            if agree:
                each = [
                    agreed(float(share), effective_size(row.tolist()), -most if lowest is None else lowest, most)
                    for share, row, most in zip(per_ratio, under, spans or [span] * ratios, strict=True)
                ]
                ci95 = mean_bounds(per_ratio.tolist(), each)
    return PairedDifference(float(per_ratio.mean()), ci95, p, questions, float((parts**2).mean()), step, agree)


def minimal_detectable_difference(
    questions: int, spread: float | None = None, *, step: float = 1.0, alpha: float = 0.05, power: float = 0.8
) -> float | None:
    """The smallest true difference that a paired comparison of so many questions finds with probability `power`.

    `spread` (mean square of the questions' differences) and `step` are those of PairedDifference. Without data it is
    0.5: for right or wrong, the most on which two equally good systems differ when their answers are independent;
    systems that fail on the same questions differ on fewer, so this is conservative. A difference needs at least so
    much spread that all of it points one way, so the result is never below that. None where no difference at all
    would do: too few questions.
    Assumes one two-sided test at `alpha`, with normal sums of the questions' differences.
    Source: R. J. Connor, Biometrics 43 (1987), n = (z_alpha * sqrt(spread) + z_beta * sqrt(spread - d^2))^2 / d^2,
    solved for d.
    """
    if spread is None:
        spread = CONSERVATIVE_SPREAD
    _finite((spread, step), "a spread")
    if questions < 0 or spread < 0 or step <= 0 or not 0 < alpha < 1 or not 0 < power < 1:
        raise ValueError("a detectable difference needs counts, a spread from 0 on, and shares between 0 and 1")
    z_alpha, z_beta = NormalDist().inv_cdf(1 - alpha / 2), NormalDist().inv_cdf(power)
    under_root = questions + z_beta**2 - z_alpha**2
    if under_root < 0:
        return None
    unit = (z_alpha * math.sqrt(questions) + z_beta * math.sqrt(under_root)) / (questions + z_beta**2)
    # Where every question that differs differs by a whole step in one direction, spread = step * d.
    found = max(math.sqrt(spread) * unit, step * unit**2)
    return found if found <= step else None


def questions_needed(difference: float, spread: float, *, alpha: float = 0.05, power: float = 0.8) -> int:
    """How many questions a paired comparison needs to find a true `difference` with probability `power`.

    `spread` is the mean square of the questions' differences, as in PairedDifference: for right or wrong the share of
    questions on which the two disagree. Assumes one two-sided test at `alpha`, with normal sums. Raises ValueError for
    a difference that is not above 0, and for one that so small a spread cannot have (its square is larger).
    Source: R. J. Connor, "Sample size for testing differences in proportions for the paired-sample design", Biometrics
    43 (1987) 207-211: n = (z_alpha * sqrt(spread) + z_beta * sqrt(spread - d^2))^2 / d^2, rounded up.
    """
    _finite((difference, spread), "a difference or a spread")
    if not 0 < alpha < 1 or not 0 < power < 1:
        raise ValueError("alpha and power are shares between 0 and 1")
    if difference <= 0 or spread < difference**2:
        raise ValueError(f"a spread of {spread} cannot have a difference of {difference}")
    z_alpha, z_beta = NormalDist().inv_cdf(1 - alpha / 2), NormalDist().inv_cdf(power)
    sums = z_alpha * math.sqrt(spread) + z_beta * math.sqrt(spread - difference**2)
    return math.ceil((sums / difference) ** 2)


def margin(*, alpha: float = 0.05, power: float = 0.8) -> float:
    """How many half widths of its interval at `alpha` a true value must lie from 0, so that the interval leaves 0 out
    with probability `power`: (z_alpha + z_beta) / z_alpha, for normal estimates of one spread; 1 gives even odds."""
    z_alpha, z_beta = NormalDist().inv_cdf(1 - alpha / 2), NormalDist().inv_cdf(power)
    return (z_alpha + z_beta) / z_alpha


def questions_for(
    difference: float, spread: float, *, step: float = 1.0, alpha: float = 0.05, power: float = 0.8
) -> int:
    """The least number of questions whose `minimal_detectable_difference` is at most `difference`, its exact inverse.

    `spread`, `step`: as there. Raises ValueError for a difference, a spread or a step that is not above 0.
    """
    _finite((difference, spread, step), "a difference, a spread or a step")
    if min(difference, spread, step) <= 0:
        raise ValueError("a difference, a spread and a step are above 0")
    unit = min(1.0, difference / math.sqrt(spread), math.sqrt(difference / step))
    z_alpha, z_beta = NormalDist().inv_cdf(1 - alpha / 2), NormalDist().inv_cdf(power)
    return math.ceil(((z_alpha + z_beta * math.sqrt(1 - unit**2)) / unit) ** 2 - 1e-9)


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
    return _at(sorted(values), share) if values else None


def _at(ranked: Sequence[float] | NDArray[float64], share: float) -> float:
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


def _refuse_unequal(numerators: Sequence[Sequence[float]], denominators: Sequence[float]) -> None:
    if any(len(column) != len(denominators) for column in numerators):
        raise ValueError("every question needs one numerator and one denominator")
    for column in (*numerators, denominators):
        _finite(column, "a value")
    if any(value <= 0 for value in denominators):
        raise ValueError("every question needs a positive denominator")


def _resampled_ratios(
    numerators: Sequence[Sequence[float]], denominators: Sequence[float], seed: int, resamples: int
) -> NDArray[float64]:
    totals = _resampled_totals([*numerators, denominators], seed, resamples)
    ratios: NDArray[float64] = totals[:, :-1] / totals[:, -1:]
    return ratios


def _refuse_misfits(differences: Sequence[Sequence[float]], weights: Sequence[Sequence[float]]) -> None:
    lengths = {len(column) for column in (*differences, *weights)}
    if len(differences) != len(weights) or len(lengths) > 1:
        raise ValueError("every ratio needs one difference and one weight for each question")
    for column in differences:
        _finite(column, "a difference")
    for column in weights:
        _finite(column, "a weight")
        if any(weight < 0 for weight in column):
            raise ValueError("a weight is 0 or more")


def middle_95(values: NDArray[float64]) -> Interval | None:
    """The 2.5th and 97.5th percentile of resampled values; None for none."""
    import numpy as np

    if not np.isfinite(values).all():
        raise ValueError("a resample is not a value: leave out what could not be measured, and count it")
    ranked = np.sort(values)
    return (_at(ranked, 0.025), _at(ranked, 0.975)) if len(ranked) else None


def _two_sided(means: NDArray[float64], scale: float, differing: int, resamples: int) -> float:
    """The bootstrap p with its floors. Thirds do not add up to exactly 0; what rounding leaves counts as 0."""
    if differing == 0:
        return 1.0
    nothing = 1e-9 * scale
    below, above = float((means <= nothing).mean()), float((means >= -nothing).mean())
    return min(1.0, max(2 * min(below, above), 1 / resamples, 2.0 ** (1 - differing)))


def _resampled_totals(
    columns: Sequence[Sequence[float] | NDArray[float64]], seed: int, resamples: int
) -> NDArray[float64]:
    """One row for each resample of questions (with replacement, as many as there are): the total of every column.

    Row by row, `numpy.random.default_rng(seed).integers(0, questions, size=questions)` says which questions are in.
    How often each one is drawn is counted first, so that many columns cost one pass.
    """
    import numpy as np

    table = np.asarray(columns, dtype=np.float64).T
    questions = len(table)
    batch = max(1, _BATCH_CELLS // questions)
    kept = resamples * questions <= _KEPT_CELLS
    drawn = _drawn_once(seed, questions, resamples, batch) if kept else _drawn(seed, questions, resamples, batch)
    return np.concatenate([times @ table for times in drawn])


def _drawn(seed: int, questions: int, resamples: int, batch: int) -> Iterator[NDArray[uint16]]:
    """How often each question is drawn, a row for each resample, `batch` rows at a time."""
    import numpy as np

    rng = np.random.default_rng(seed)
    for start in range(0, resamples, batch):
        size = min(batch, resamples - start)
        drawn = rng.integers(0, questions, size=(size, questions))
        drawn += np.arange(size)[:, None] * questions
        times = np.bincount(drawn.ravel(), minlength=size * questions).reshape(size, questions)
        yield times.astype(np.uint16)


@lru_cache(maxsize=4)
def _drawn_once(seed: int, questions: int, resamples: int, batch: int) -> tuple[NDArray[uint16], ...]:
    """The same, kept: the figures of a run are resampled over the same numbers of questions again and again."""
    return tuple(_drawn(seed, questions, resamples, batch))
