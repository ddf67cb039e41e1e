"""Wilson's interval over clusters, and the bounds of what has no spread."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench import stats
from bench.wilson import agreed, effective_size, mean_bounds, no_spread, share_over, wilson, worth
from tests.vectors import VECTORS

SIZES = st.lists(st.integers(1, 40), min_size=1, max_size=30)


def test_the_effective_size_of_the_published_clusters() -> None:
    vector = VECTORS["effective_size"]
    sizes = [1] * vector["ones"] + [vector["large"]] * vector["larges"]
    assert sum(sizes) == vector["n"]
    assert sum(m * m for m in sizes) == vector["squares"]
    assert effective_size(sizes) == pytest.approx(vector["size"], abs=0.005)


@given(SIZES)
def test_clusters_are_worth_at_most_their_number_and_just_that_where_all_are_of_one_size(sizes: list[int]) -> None:
    assert 1 - 1e-9 <= effective_size(sizes) <= len(sizes) + 1e-9
    assert effective_size([sizes[0]] * len(sizes)) == pytest.approx(len(sizes))


def test_no_cluster_is_worth_nothing() -> None:
    assert effective_size([]) == effective_size([0, 0]) == 0
    assert share_over(0.5, 0) == (0.0, 1.0)


def test_what_is_worth_the_same_everywhere_may_still_be_worth_less() -> None:
    low, _ = wilson(20, 20) or (0.0, 0.0)
    assert worth(1.0, 0.0, 20, cost=4) == pytest.approx((low - 4 * (1 - low), 1.0))
    assert worth(0.0, 0.0, 20, cost=4) == pytest.approx((-4 * (1 - low), 1 - low))
    assert agreed(1.0, 20, 0.0, 1.0) == pytest.approx((low, 1.0))
    assert agreed(0.0, 20, -1.0, 1.0) == pytest.approx((low - 1, 1 - low))
    assert agreed(0.0, 20, 0.0, 0.0) == agreed(0.0, 20, -0.0, 0.0) == (0.0, 0.0), "what costs nothing"
    assert agreed(-1.0, 20, -1.0, 1.0) == pytest.approx((-1.0, 1 - 2 * low))


@given(st.floats(-1, 1), st.integers(2, 300))
def test_bounds_of_what_agrees_hold_it_and_have_a_width(value: float, size: int) -> None:
    low, high = agreed(value, size, -1.0, 1.0)
    assert -1 - 1e-9 <= low <= value + 1e-9
    assert value - 1e-9 <= high <= 1 + 1e-9
    assert not no_spread((low, high))


def test_distances_of_a_mean_add_in_squares() -> None:
    assert mean_bounds([0.5, 0.7], [(0.2, 0.6), (0.3, 0.9)]) == pytest.approx((0.6 - 0.25, 0.6 + 0.05**0.5 / 2))
    with pytest.raises(ValueError, match="needs values"):
        mean_bounds([], [])


@pytest.mark.parametrize("value", [0.0, 1.0, 0.5])
def test_a_bootstrap_without_spread_has_the_bounds_of_wilson(value: float) -> None:
    found = stats.bootstrap_mean([[value, value]] * 20)
    assert found == pytest.approx(wilson(20 * value, 20))
    difference = stats.paired_difference([[value] * 20], [[1.0] * 20])
    assert difference is not None
    assert difference.agree
    assert difference.ci95 == pytest.approx(agreed(value, 20, -1.0, 1.0))


def test_a_bootstrap_with_spread_stays_one() -> None:
    found = stats.paired_difference([[1.0] * 19 + [0.0]], [[1.0] * 20])
    assert found is not None
    assert not found.agree
    assert found.ci95 == (0.85, 1.0)


def test_a_cost_widens_the_bounds_of_a_difference_that_is_nowhere() -> None:
    found = stats.paired_difference([[0.0] * 20], [[1.0] * 20], span=5.0)
    low, _ = wilson(20, 20) or (0.0, 0.0)
    assert found is not None
    assert found.ci95 == pytest.approx((5 * (low - 1), 5 * (1 - low)))
