"""The bootstrap's protocol: the same draws as the documented ones, one by one."""

from __future__ import annotations

import numpy as np
import pytest

from bench.stats import bootstrap_ratios, paired_difference
from tests.oracle.resampling import bootstrap, bootstrap_of_mean, interval_of_mean


def test_the_draws_are_the_documented_ones() -> None:
    """docs/metrics.md: resample by resample, `integers(0, n, size=n)` names the questions drawn."""
    over, under = np.array([1.0, 0.0, 2.5, 1.0, -4.0]), np.array([1.0, 2.0, 3.0, 1.0, 1.0])
    rng = np.random.default_rng(20260301)
    ratios = []
    for _ in range(10_000):
        drawn = rng.integers(0, 5, size=5)
        ratios.append(over[drawn].sum() / under[drawn].sum())
    assert bootstrap(over.tolist(), under.tolist()) == pytest.approx(np.quantile(ratios, [0.025, 0.975]).tolist())


def test_both_implementations_agree() -> None:
    over, under = [[1.0, 0.0, 2.0, 1.0], [0.0, 1.0, -1.0, 3.0]], [[1.0, 1.0, 2.0, 1.0], [2.0, 1.0, 1.0, 3.0]]
    found = paired_difference(over, under)
    assert found is not None
    assert found.ci95 is not None
    assert bootstrap_of_mean(over, under) == pytest.approx(list(found.ci95))
    (interval,) = bootstrap_ratios(over[:1], under[0])
    assert interval is not None
    assert bootstrap(over[0], under[0]) == pytest.approx(list(interval))


def test_one_question_or_a_ratio_that_often_has_nothing_to_divide_by_gives_no_interval() -> None:
    assert bootstrap([1.0], [1.0]) is bootstrap([], []) is interval_of_mean([("a", 1.0), ("a", 0.0)]) is None
    assert bootstrap_of_mean([[1.0, 0.0, 0.0]], [[1.0, 0.0, 0.0]]) is None


def test_questions_are_numbered_by_their_first_value() -> None:
    values = [("b", 1.0), ("a", 0.0), ("b", 0.5), ("c", 0.25)]
    assert interval_of_mean(values) == bootstrap([1.5, 0.0, 0.25], [2, 1, 1])
