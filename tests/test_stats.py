"""Intervals and tests, against published numbers, against scipy, and by their properties."""

from __future__ import annotations

import math
import random
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


def test_a_few_questions_that_agree_are_no_proof() -> None:
    """Every resample of three questions that point one way agrees; flipping three signs gives p = 1/4 at best."""
    assert stats.paired_bootstrap_p([1.0] * 3) == 0.25
    assert stats.paired_bootstrap_p([1.0] * 3 + [0.0] * 50) == pytest.approx(0.25)
    assert stats.paired_bootstrap_p([1.0] * 6) == pytest.approx(1 / 32)


def test_differences_that_cancel_in_thirds_cancel() -> None:
    """1/3 + 1/3 - 2/3 is not exactly 0 in floats; both sides of it must still count the resamples at 0."""
    p = stats.paired_bootstrap_p([1 / 3, 1 / 3, -2 / 3] * 4)
    assert p == pytest.approx(1.0, abs=0.15)


@given(st.lists(st.sampled_from([-1.0, -1 / 3, 0.0, 1 / 3, 1.0]), min_size=2, max_size=30))
def test_turning_the_systems_around_turns_the_finding_around(differences: list[float]) -> None:
    weights = [[1.0] * len(differences)]
    there = stats.paired_difference([differences], weights, resamples=500)
    back = stats.paired_difference([[-d for d in differences]], weights, resamples=500)
    assert there is not None
    assert back is not None
    assert (back.value, back.p, back.spread) == pytest.approx((-there.value, there.p, there.spread), abs=1e-9)
    assert there.ci95 is not None
    assert back.ci95 == pytest.approx((-there.ci95[1], -there.ci95[0]), abs=1e-9)


def test_a_plain_paired_difference_has_the_interval_of_a_plain_mean() -> None:
    differences = [float(n % 5 - 2) for n in range(60)]
    found = stats.paired_difference([differences], [[1.0] * 60])
    assert found is not None
    assert found.value == pytest.approx(statistics.fmean(differences))
    assert found.ci95 == pytest.approx(stats.bootstrap_mean([[d] for d in differences]))
    assert found.spread == pytest.approx(statistics.fmean(d * d for d in differences))
    assert (found.questions, found.step) == (60, 1.0)


def test_the_interval_of_a_mean_of_ratios_agrees_with_scipy() -> None:
    from scipy.stats import bootstrap

    over = [
        [float(n % 3 == 0) - float(n % 4 == 0) if n % 2 else 0.0 for n in range(80)],
        [float(n % 7 < 2) for n in range(80)],
    ]
    under = [[float(n % 2) for n in range(80)], [1.0] * 80]
    found = stats.paired_difference(over, under)
    assert found is not None

    def mean_of_ratios(a: Any, b: Any, wa: Any, wb: Any, axis: int = -1) -> Any:
        return (a.sum(axis) / wa.sum(axis) + b.sum(axis) / wb.sum(axis)) / 2

    expected = bootstrap((*over, *under), mean_of_ratios, paired=True, method="percentile", n_resamples=10_000, rng=5)
    assert found.ci95 == pytest.approx(tuple(expected.confidence_interval), abs=0.015)


def test_questions_without_weight_do_not_take_part() -> None:
    found = stats.paired_difference([[1.0, 0.0, -1.0, 0.0]], [[1.0, 0.0, 1.0, 0.0]])
    assert found is not None
    assert (found.questions, found.value) == (2, 0)
    assert stats.paired_difference([[0.0, 0.0]], [[0.0, 0.0]]) is None
    assert stats.paired_difference([[1.0, 1.0], [0.0, 0.0]], [[1.0, 1.0], [0.0, 0.0]]) is None
    assert stats.paired_difference([], []) is None


def test_a_ratio_that_most_resamples_lose_has_a_value_but_no_interval() -> None:
    """One of three questions holds all of the second ratio: 30 % of the resamples are without it."""
    found = stats.paired_difference([[1.0, 0.0, 1.0], [0.0, 0.0, 1.0]], [[1.0, 1.0, 1.0], [0.0, 0.0, 1.0]])
    assert found is not None
    assert (found.value, found.ci95, found.p) == (pytest.approx(5 / 6), None, None)


@pytest.mark.parametrize(
    ("differences", "weights", "fault"),
    [
        ([[1.0]], [[1.0, 1.0]], "one difference and one weight"),
        ([[1.0]], [], "one difference and one weight"),
        ([[math.inf]], [[1.0]], "not a difference"),
        ([[1.0]], [[math.nan]], "not a weight"),
        ([[1.0]], [[-1.0]], "0 or more"),
    ],
)
def test_a_paired_difference_refuses_what_does_not_fit(
    differences: list[list[float]], weights: list[list[float]], fault: str
) -> None:
    with pytest.raises(ValueError, match=fault):
        stats.paired_difference(differences, weights)


def test_where_nothing_differs_about_one_comparison_in_twenty_is_a_finding() -> None:
    """200 pairs of equally good systems on 60 questions: 5 % would be 10, and 20 is far out for a sound test."""
    rng = random.Random(7)
    ps = [
        stats.paired_bootstrap_p([rng.choice((-1.0, 0.0, 0.0, 1.0)) for _ in range(60)], seed=n, resamples=800)
        for n in range(200)
    ]
    assert 2 <= sum(p is not None and p < 0.05 for p in ps) <= 20


def test_the_detectable_difference_is_connors_sample_size_turned_around() -> None:
    """Connor (1987): n = (1.960 sqrt(0.3) + 0.842 sqrt(0.3 - 0.01))^2 / 0.01 = 233.1 for 10 points, 30 % discordant."""
    assert stats.minimal_detectable_difference(233, 0.3) == pytest.approx(0.1, abs=1e-4)


@given(st.integers(10, 5000), st.floats(0.01, 1.0))
def test_the_detectable_difference_solves_connors_equation(questions: int, spread: float) -> None:
    found = stats.minimal_detectable_difference(questions, spread)
    if found is None:
        return
    normal = statistics.NormalDist()
    z_alpha, z_beta = normal.inv_cdf(0.975), normal.inv_cdf(0.8)
    least = max(spread, found)  # where all of it points one way, the spread is the difference
    needed = (z_alpha * math.sqrt(least) + z_beta * math.sqrt(least - found**2)) ** 2 / found**2
    assert needed == pytest.approx(questions, rel=1e-6)


def test_a_true_difference_of_that_size_is_found_four_times_in_five() -> None:
    """Planted: 150 questions, 30 % discordant, the difference that should show; 300 experiments."""
    size = stats.minimal_detectable_difference(150, 0.3)
    assert size is not None
    rng = random.Random(11)
    better, worse = (0.3 + size) / 2, (0.3 - size) / 2
    found = 0
    for n in range(300):
        drawn = rng.choices((1.0, -1.0, 0.0), (better, worse, 0.7), k=150)
        p = stats.paired_bootstrap_p(drawn, seed=n, resamples=400)
        found += p is not None and p < 0.05
    assert 0.72 < found / 300 < 0.88


def test_more_questions_show_smaller_differences_and_too_few_show_none() -> None:
    sizes = [stats.minimal_detectable_difference(n) for n in (54, 114, 1000, 4000)]
    assert all(size is not None for size in sizes)
    assert sizes == sorted(sizes, reverse=True)  # type: ignore[type-var]
    assert stats.minimal_detectable_difference(2) is None
    assert stats.minimal_detectable_difference(0) is None
    assert stats.minimal_detectable_difference(114, 0.0) == pytest.approx(0.068, abs=0.002)
    strict = stats.minimal_detectable_difference(54, alpha=stats.bonferroni(6))
    assert strict is not None
    assert sizes[0] is not None
    assert strict > sizes[0]
    with pytest.raises(ValueError, match="shares between 0 and 1"):
        stats.minimal_detectable_difference(54, power=80)


@pytest.mark.parametrize(
    ("difference", "spread", "questions"),
    # By hand, z = 1.95996 and 0.84162: (1.95996 * sqrt(s) + 0.84162 * sqrt(s - d^2))^2 / d^2.
    [(0.03, 0.15, 1306), (0.1, 0.3, 234), (0.2, 0.3, 57), (1.0, 1.0, 4)],
)
def test_the_questions_that_a_difference_needs_are_those_of_connors_formula(
    difference: float, spread: float, questions: int
) -> None:
    assert stats.questions_needed(difference, spread) == questions


@given(st.floats(0.01, 0.5), st.floats(0.3, 1))
def test_so_many_questions_detect_the_difference_and_one_fewer_does_not(difference: float, spread: float) -> None:
    needed = stats.questions_needed(difference, spread)
    enough = stats.minimal_detectable_difference(needed, spread, step=difference)
    few = stats.minimal_detectable_difference(needed - 1, spread, step=difference)
    assert enough is not None
    assert enough <= difference + 1e-9
    assert few is None or few >= difference - 1e-9


@pytest.mark.parametrize(("difference", "spread"), [(0, 0.3), (-0.1, 0.3), (0.6, 0.3), (math.nan, 0.3)])
def test_a_difference_that_cannot_be_is_refused(difference: float, spread: float) -> None:
    with pytest.raises(ValueError, match="difference"):
        stats.questions_needed(difference, spread)


@pytest.mark.parametrize("table", [(0, 20, 10, 20), (3, 18, 4, 18), (1, 7, 6, 9), (12, 54, 20, 54)])
def test_fisher_agrees_with_the_sum_over_all_tables_as_unlikely(table: tuple[int, int, int, int]) -> None:
    k1, n1, k2, n2 = table
    ways = {k: math.comb(n1, k) * math.comb(n2, k1 + k2 - k) for k in range(max(0, k1 + k2 - n2), min(n1, k1 + k2) + 1)}
    expected = sum(way for way in ways.values() if way <= ways[k1]) / sum(ways.values())
    assert stats.fisher(*table) == pytest.approx(expected, rel=1e-9)


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


@pytest.mark.parametrize(("spread", "step"), [(0.5, 1.0), (0.2, 1.0), (6.0, 5.0), (0.3, 0.6)])
def test_the_questions_for_a_difference_are_the_inverse_of_what_so_many_detect(spread: float, step: float) -> None:
    for questions in (20, 60, 700):
        found = stats.minimal_detectable_difference(questions, spread, step=step)
        assert found is not None
        assert stats.questions_for(found, spread, step=step) == questions
        assert stats.questions_for(found * 0.999, spread, step=step) > questions
    with pytest.raises(ValueError, match="above 0"):
        stats.questions_for(0.0, spread)


def test_the_margin_is_that_of_the_normal_quantiles() -> None:
    assert stats.margin() == pytest.approx((1.959964 + 0.841621) / 1.959964, abs=1e-6)
    assert stats.margin(power=0.5) == pytest.approx(1.0)
