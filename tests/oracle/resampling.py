"""Intervals over questions: the bootstrap as docs/metrics.md lays it down, repeatable to the digit."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any

SEED, RESAMPLES = 20_260_301, 10_000
UNDEFINED_AT_MOST = 0.01
"""Share of resamples in which a ratio may have nothing to divide by; beyond it there is no interval."""


def bootstrap(over: Sequence[float], under: Sequence[float]) -> list[float] | None:
    """The middle 95 % of sum(over) / sum(under) when questions are drawn again; None for fewer than two."""
    return bootstrap_of_mean([over], [under])


def bootstrap_of_mean(over: Sequence[Sequence[float]], under: Sequence[Sequence[float]]) -> list[float] | None:
    """The same for the mean of several ratios; entry i of each column is of question i.

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


def interval_of_mean(values: Iterable[tuple[str, float]]) -> list[float] | None:
    """The interval of the mean of values, each with its question; questions in the order of their first value."""
    groups: dict[str, list[float]] = {}
    for question, value in values:
        groups.setdefault(question, []).append(value)
    return bootstrap([math.fsum(group) for group in groups.values()], [len(group) for group in groups.values()])
