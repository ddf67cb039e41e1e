"""Intervals and tests, against published numbers, against scipy, and by their properties."""

from __future__ import annotations

import math
import statistics
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench import stats
from tests.vectors import VECTORS

COUNTS = st.integers(1, 5000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))


@pytest.mark.parametrize("vector", VECTORS["wilson"], ids=lambda v: f"{v['k']}-of-{v['n']}")
def test_wilson_gives_the_published_intervals(vector: dict[str, Any]) -> None:
    interval = stats.wilson(vector["k"], vector["n"])
    assert interval is not None
    assert [round(100 * bound, 1) for bound in interval] == [vector["low"], vector["high"]]


@pytest.mark.parametrize(("k", "n"), [(0, 1), (1, 1), (0, 50), (50, 50), (9, 50), (1234, 2706)])
def test_wilson_agrees_with_scipy(k: int, n: int) -> None:
    from scipy.stats import binomtest

    expected = binomtest(k, n).proportion_ci(0.95, method="wilson")
    assert stats.wilson(k, n) == pytest.approx((expected.low, expected.high), abs=1e-12)


@given(COUNTS)
def test_a_rate_lies_in_its_interval_and_the_interval_in_0_to_1(counts: tuple[int, int]) -> None:
    k, n = counts
    interval = stats.wilson(k, n)
    assert interval is not None
    assert 0 <= interval[0] <= k / n <= interval[1] <= 1


def test_wilson_is_undefined_for_nothing() -> None:
    assert stats.wilson(0, 0) is None


@pytest.mark.parametrize(("k", "n"), [(1, 0), (3, 2), (-1, 5), (math.nan, 5), (1, math.nan), (1, math.inf)])
def test_impossible_counts_are_refused(k: float, n: float) -> None:
    with pytest.raises(ValueError, match="count"):
        stats.wilson(k, n)


def test_a_question_asked_five_times_is_one_question() -> None:
    """The standard error of 10 questions is 0.158 to 0.167; that of 50 independent answers would be 0.071."""
    groups = [[1.0] * 5] * 5 + [[0.0] * 5] * 5
    interval = stats.bootstrap_mean(groups)
    assert interval is not None
    assert 0.14 < (interval[1] - interval[0]) / (2 * 1.96) < 0.17


def test_the_bootstrap_agrees_with_scipy_where_every_question_is_asked_once() -> None:
    from scipy.stats import bootstrap

    values = [float(n % 7 < 4) for n in range(90)]
    expected = bootstrap((values,), statistics_mean, method="percentile", n_resamples=10_000, rng=3)
    interval = stats.bootstrap_mean([[value] for value in values])
    assert interval == pytest.approx(tuple(expected.confidence_interval), abs=0.012)


def statistics_mean(values: Any, axis: int = -1) -> Any:
    return values.mean(axis=axis)


def test_the_same_input_gives_the_same_interval_and_another_seed_another_one() -> None:
    groups = [[float(n % 3)] for n in range(40)]
    assert stats.bootstrap_mean(groups) == stats.bootstrap_mean(groups)
    ratio = [[math.sqrt(n) for n in range(40)]], [1.0] * 40
    assert stats.bootstrap_ratios(*ratio) != stats.bootstrap_ratios(*ratio, seed=1)


def test_a_ratio_weighs_questions_by_their_trials() -> None:
    """Two questions: 9 of 9 right, and 0 of 1. A draw of both gives 0.9, not the mean 0.5 of the two shares."""
    (interval,) = stats.bootstrap_ratios([[9, 0]], [9, 1])
    assert interval == (0.0, 1.0)
    (narrow,) = stats.bootstrap_ratios([[9, 0] * 50], [9, 1] * 50)
    assert narrow is not None
    assert narrow[0] < 0.9 < narrow[1]
    assert narrow[0] > 0.8


def test_large_sets_are_resampled_in_batches_of_one_stream(monkeypatch: pytest.MonkeyPatch) -> None:
    columns = [[float(n % 5) for n in range(300)]], [1.0] * 300
    whole = stats.bootstrap_ratios(*columns, resamples=500)
    monkeypatch.setattr(stats, "_BATCH_CELLS", 3000)
    assert stats.bootstrap_ratios(*columns, resamples=500) == whole


@pytest.mark.parametrize("groups", [[], [[1.0]], [[0.0, 1.0, 1.0]]])
def test_fewer_than_two_questions_have_no_bootstrap_interval(groups: list[list[float]]) -> None:
    assert stats.bootstrap_mean(groups) is None


def test_not_a_number_is_refused_everywhere() -> None:
    with pytest.raises(ValueError, match="not a value"):
        stats.bootstrap_mean([[1.0], [0.0], [math.nan], [1.0]])
    with pytest.raises(ValueError, match="not a difference"):
        stats.paired_bootstrap_p([0.1, math.nan])
    with pytest.raises(ValueError, match="not a value"):
        stats.percentile([1.0, math.inf], 0.5)


def test_the_columns_of_a_ratio_must_fit_and_have_trials() -> None:
    with pytest.raises(ValueError, match="one numerator and one denominator"):
        stats.bootstrap_ratios([[1.0]], [1.0, 1.0])
    with pytest.raises(ValueError, match="positive denominator"):
        stats.bootstrap_mean([[1.0], []])


def test_the_paired_p_has_a_floor_and_a_ceiling() -> None:
    assert stats.paired_bootstrap_p([0.5] * 30) == 1e-4
    assert stats.paired_bootstrap_p([0.0] * 30) == 1.0
    assert stats.paired_bootstrap_p([]) is None
    assert stats.paired_bootstrap_p([1.0]) is None


def test_the_paired_p_is_two_sided_and_near_a_sign_test() -> None:
    differences = [1.0] * 7 + [-1.0] * 3
    p = stats.paired_bootstrap_p(differences)
    assert p is not None
    assert 0.1 < p < 0.4
    mirrored = stats.paired_bootstrap_p([-d for d in differences])
    assert mirrored == pytest.approx(p, abs=1e-9)


def test_fisher_gives_the_published_p_and_refuses_impossible_counts() -> None:
    vector = VECTORS["fisher"]
    assert stats.fisher(*vector["first"], *vector["second"]) == pytest.approx(vector["p"], abs=0.005)
    assert stats.fisher(0, 20, 10, 20) == pytest.approx(0.000436, abs=1e-5)
    assert stats.fisher(0, 0, 1, 2) is None
    with pytest.raises(ValueError, match="not a count"):
        stats.fisher(3, 2, 0, 1)


def test_bonferroni_gives_the_published_level() -> None:
    vector = VECTORS["bonferroni"]
    level = stats.bonferroni(vector["comparisons"])
    assert round(level, 4) == vector["level"]
    assert vector["not_significant"] > level
    with pytest.raises(ValueError, match="at least one"):
        stats.bonferroni(0)


def test_the_median_of_an_even_number_is_the_mean_of_the_middle_two() -> None:
    assert stats.percentile([4.0, 1.0, 3.0, 2.0], 0.5) == 2.5
    assert stats.percentile([7.0], 0.9) == 7.0
    assert stats.percentile([], 0.5) is None
    with pytest.raises(ValueError, match="between 0 and 1"):
        stats.percentile([1.0], 90)


@given(st.lists(st.floats(-1e6, 1e6), min_size=2, max_size=40))
def test_percentiles_agree_with_the_standard_library_and_stay_in_range(values: list[float]) -> None:
    p90 = stats.percentile(values, 0.9)
    assert p90 == pytest.approx(statistics.quantiles(values, n=10, method="inclusive")[-1], rel=1e-9, abs=1e-6)
    assert p90 is not None
    assert min(values) <= p90 <= max(values)
