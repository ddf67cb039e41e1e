"""Intervals over questions: the bootstrap as docs/metrics.md lays it down, repeatable to the digit."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any

SEED, RESAMPLES = 20_260_301, 10_000
TWO_SIDED_95 = 1.959963984540054
UNDEFINED_AT_MOST = 0.01
"""Share of resamples in which a ratio may have nothing to divide by; beyond it there is no interval."""


def wilson(share: float, n: float) -> list[float]:
    """The shares p from which the observed one is 1.96 standard errors away: the roots of
    (share - p)^2 = z^2 * p * (1 - p) / n."""
    q = TWO_SIDED_95**2 / n
    a, b, c = 1 + q, -(2 * share + q), share * share
    root = math.sqrt(max(b * b - 4 * a * c, 0.0))
    return [(-b - root) / (2 * a), (-b + root) / (2 * a)]


def worth_of(sizes: Iterable[float]) -> float:
    """As how many single trials questions of these sizes count."""
    found = [size for size in sizes if size]
    return math.fsum(found) ** 2 / math.fsum(size**2 for size in found) if found else 0.0


def flat(interval: Sequence[float] | None) -> bool:
    """Whether resampling has given one value alone."""
    return interval is not None and interval[1] - interval[0] < 1e-9


def bootstrap(over: Sequence[float], under: Sequence[float], signed: bool = False) -> list[float] | None:
    """The middle 95 % of sum(over) / sum(under) when questions are drawn again; None for fewer than two.

    Where that is one value: Wilson's bounds of it, for what lies in 0 to 1; `signed`: in -1 to 1, as what is won less
    what is lost.
    """
    found = bootstrap_of_mean([over], [under])
    if not flat(found):
        return found
    value, n = math.fsum(over) / math.fsum(under), worth_of(under)
    won = wilson(min(max(value, 0.0), 1.0), n)
    lost = wilson(min(max(-value, 0.0), 1.0), n) if signed else [0.0, 0.0]
    return [won[0] - lost[1], won[1] - lost[0]]


def bootstrap_of_mean(over: Sequence[Sequence[float]], under: Sequence[Sequence[float]]) -> list[float] | None:
    """The same for the mean of several ratios, without Wilson's bounds; entry i of each column is of question i.

    The protocol: numpy's default generator with the fixed seed; each resample is the next row of draws, as many as
    there are questions. A resample that leaves a ratio nothing to divide by does not count.
    """
    questions = len(over[0]) if over else 0
    if questions < 2:
        return None
    import numpy as np

    top, bottom = np.array(over, dtype=float), np.array(under, dtype=float)
    generator = np.random.default_rng(SEED)
    means: list[float] = []
    for _ in range(0, RESAMPLES, 100):
        draws = generator.integers(0, questions, size=(100, questions))
        sums, sizes = top[:, draws].sum(axis=2), bottom[:, draws].sum(axis=2)
        whole = (sizes > 0).all(axis=0)
        means.extend((sums[:, whole] / sizes[:, whole]).mean(axis=0).tolist())
    if len(means) < (1 - UNDEFINED_AT_MOST) * RESAMPLES:
        return None
    return [float(bound) for bound in np.quantile(means, [0.025, 0.975])]


def resampled(over: Sequence[Sequence[float]], under: Sequence[float], seed: int) -> Any:
    """sum(over) / sum(under) in every resample, a row for each column of `over`."""
    import numpy as np

    top, bottom = np.array(over, dtype=float), np.array(under, dtype=float)
    generator = np.random.default_rng(seed)
    draws = generator.integers(0, len(under), size=(RESAMPLES, len(under)))
    return np.stack([column[draws].sum(axis=1) for column in top]) / bottom[draws].sum(axis=1)


def quantiles(values: Any) -> list[float]:
    """The middle 95 %."""
    import numpy as np

    return [float(bound) for bound in np.quantile(values, [0.025, 0.975])]


def interval_of_mean(values: Iterable[tuple[str, float]], signed: bool = False) -> list[float] | None:
    """The interval of the mean of values, each with its question; questions in the order of their first value.

    `signed`: as for `bootstrap`.
    """
    groups: dict[str, list[float]] = {}
    for question, value in values:
        groups.setdefault(question, []).append(value)
    return bootstrap([math.fsum(group) for group in groups.values()], [len(group) for group in groups.values()], signed)
