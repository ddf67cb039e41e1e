"""Classifiers that are given form alone, and how much better than chance they are on contexts that they have not seen.

Accuracy is balanced: the mean of the two classes' recalls, so that chance is one half whatever the shares of the
classes. Folds and resamples take whole groups: the items of one question are never on both sides.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bench.stats import Interval

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Bools = NDArray[np.bool_]

FOLDS = 5
RESAMPLES = 2_000
SEED = 20_261
PENALTY = 1.0
"""Weight of the squared coefficients in the logistic regression, over standardised features."""


@dataclass(frozen=True, slots=True)
class Gain:
    """Balanced accuracy less one half, in points (−50 to 50), with a 95 % interval over groups; None for one group."""

    points: float
    interval: Interval | None


def rule(values: Sequence[float], positive: Sequence[bool], groups: Sequence[str]) -> Gain | None:
    """What one feature says with a threshold and a direction that are chosen on the other folds.

    None where a class is missing, or where there are fewer groups than folds.
    """
    import numpy as np

    return _cross_validated(np.array(values, float)[:, None], positive, groups, _by_threshold)


def together(rows: Sequence[Sequence[float]], positive: Sequence[bool], groups: Sequence[str]) -> Gain | None:
    """What all features say together, through a logistic regression with a quadratic penalty. None as for `rule`."""
    import numpy as np

    return _cross_validated(np.array(rows, float), positive, groups, _by_regression)


def _cross_validated(
    x: Floats, positive: Sequence[bool], groups: Sequence[str], fit: Callable[[Floats, Bools, Floats], Bools]
) -> Gain | None:
    import numpy as np

    y = np.array(positive, bool)
    names = sorted(set(groups))
    if len(names) < FOLDS or y.all() or not y.any():
        return None
    order = sorted(names, key=lambda name: hashlib.sha256(name.encode()).hexdigest())
    fold_of = {name: place % FOLDS for place, name in enumerate(order)}
    folds = np.array([fold_of[group] for group in groups])
    said = np.zeros(len(y), bool)
    for fold in range(FOLDS):
        train, test = folds != fold, folds == fold
        if y[train].all() or not y[train].any():
            return None
        said[test] = fit(x[train], y[train], x[test])
    return _gain(said, y, np.array([names.index(group) for group in groups]), len(names))


def _by_threshold(x: Floats, y: Bools, new: Floats) -> Bools:
    """The threshold and direction with the best balanced accuracy on the training rows; the lowest of equal ones."""
    import numpy as np

    values = np.unique(x[:, 0])
    cuts = (values[1:] + values[:-1]) / 2
    if not len(cuts):
        return np.zeros(len(new), bool)
    above = x[:, 0][None, :] > cuts[:, None]
    recall = (above & y).sum(1) / y.sum() - (above & ~y).sum(1) / (~y).sum()
    best = int(np.argmax(np.abs(recall)))
    guess: Bools = new[:, 0] > cuts[best]
    return guess if recall[best] >= 0 else ~guess


def _by_regression(x: Floats, y: Bools, new: Floats) -> Bools:
    import numpy as np

    mean, spread = x.mean(0), x.std(0)
    spread[spread == 0] = 1

    def standard(rows: Floats) -> Floats:
        return np.hstack([np.ones((len(rows), 1)), np.clip((rows - mean) / spread, -6, 6)])

    a, weight = standard(x), np.where(y, 0.5 / y.mean(), 0.5 / (1 - y.mean()))
    penalty = np.full(a.shape[1], PENALTY)
    penalty[0] = 1e-6
    beta = np.zeros(a.shape[1])
    for _ in range(30):  # Newton's method; the penalty keeps the Hessian invertible
        p = 1 / (1 + np.exp(-np.clip(a @ beta, -30, 30)))
        gradient = a.T @ (weight * (y - p)) - penalty * beta
        hessian = (a.T * (weight * p * (1 - p))) @ a + np.diag(penalty)
        step = np.linalg.solve(hessian, gradient)
        beta += step
        if float(np.abs(step).max()) < 1e-8:
            break
    found: Bools = standard(new) @ beta > 0
    return found


def _gain(said: Bools, y: Bools, group: NDArray[np.int64], groups: int) -> Gain:
    import numpy as np

    columns = [y & said, y, ~y & ~said, ~y]
    counts = np.stack([np.bincount(group, weights=column, minlength=groups) for column in columns])
    drawn = np.random.default_rng(SEED).integers(0, groups, size=(RESAMPLES, groups))
    weights = np.stack([np.bincount(row, minlength=groups) for row in drawn])
    totals = weights @ counts.T
    usable = totals[(totals[:, 1] > 0) & (totals[:, 3] > 0)]
    gains = (usable[:, 0] / usable[:, 1] + usable[:, 2] / usable[:, 3]) / 2
    whole = counts.sum(1)
    point = (whole[0] / whole[1] + whole[2] / whole[3]) / 2
    low, high = np.quantile(gains, [0.025, 0.975])
    return Gain(100 * float(point - 0.5), (100 * float(low - 0.5), 100 * float(high - 0.5)))
