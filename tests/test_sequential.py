"""A confidence sequence covers the mean at all times at once, and is short soon where observations rarely differ."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench import sequential
from bench.sequential import ConfidenceSequence

Draw = Callable[[random.Random], float]


def of(values: tuple[float, ...], weights: tuple[float, ...]) -> tuple[Draw, float]:
    """A distribution and its mean."""
    return lambda rng: rng.choices(values, weights)[0], sum(v * w for v, w in zip(values, weights, strict=True))


NULL = of((0, 1, -1, 5, -5), (0.66, 0.1, 0.1, 0.07, 0.07))
"""Differences in Q(4) of two equally good systems."""
SKEWED = of((0, -4, 1), (0.5, 0.1, 0.4))
RARE = of((0, 5), (0.97, 0.03))
COIN = of((-5, 5), (0.5, 0.5))


@pytest.mark.daily(2)
@pytest.mark.parametrize(
    ("distribution", "alpha"),
    [(NULL, 0.2), (SKEWED, 0.2), (RARE, 0.2), (COIN, 0.2), (COIN, 0.05)],
    ids=["null", "skewed", "rare", "coin", "coin-5%"],
)
def test_under_continuous_monitoring_the_mean_is_ever_missed_in_at_most_alpha_of_the_cases(
    distribution: tuple[Draw, float], alpha: float
) -> None:
    draw, mean = distribution
    missed = 0
    for seed in range(100):
        rng, sequence = random.Random(seed), ConfidenceSequence(-5, 5, alpha)
        missed += any(not low <= mean <= high for low, high in (sequence.add(draw(rng)) for _ in range(80)))
    assert missed / 100 <= alpha


@pytest.mark.parametrize(("above", "weights"), [(True, (0.7, 0.2, 0.1)), (False, (0.1, 0.2, 0.7))])
def test_at_the_true_mean_nobody_gets_rich_on_average(above: bool, weights: tuple[float, ...]) -> None:
    """Ville's inequality needs a martingale: over every path of six draws, the expected capital is exactly the stake.

    A bet that looked at the very observation it is made on would break this, and no simulation might notice. Alpha is
    so large that bets are below their cap, where they depend on what was seen.
    """
    values = (-5.0, 0.0, 5.0)
    mean = (sum(v * w for v, w in zip(values, weights, strict=True)) + 5) / 10
    expected = 0.0
    for path in product(range(3), repeat=6):
        sequence = ConfidenceSequence(-5, 5, 0.9)
        for step in path:
            sequence.add(values[step])
        table = sequence.table
        capital = math.exp(sequential._capital(table, mean, above=above))
        expected += math.prod(weights[step] for step in path) * capital
    assert expected == pytest.approx(1, abs=1e-12)


def test_looking_at_an_ordinary_interval_after_every_question_misses_far_more_often() -> None:
    """The reason for this module: the same data, the same level, an interval for a fixed number."""
    draw, mean = COIN
    missed = 0
    for seed in range(100):
        rng = random.Random(seed)
        values: list[float] = []
        for _ in range(80):
            values.append(draw(rng))
            n, m = len(values), sum(values) / len(values)
            spread = math.sqrt(sum((v - m) ** 2 for v in values) / max(1, n - 1) / n)
            if n >= 10 and abs(m - mean) > 1.96 * spread:
                missed += 1
                break
    assert missed / 100 > 0.15


def first_exclusion(draw: Draw, seed: int, most: int) -> int:
    """After how many observations zero is out; `most` where it never is."""
    rng, sequence = random.Random(seed), ConfidenceSequence(-5, 5)
    for n in range(1, most + 1):
        low, high = sequence.add(draw(rng))
        if low > 0 or high < 0:
            return n
    return most


def test_a_large_difference_is_found_long_before_a_fixed_number_of_questions_is_asked() -> None:
    # One system is right where the other is wrong on a third of the questions; 114 questions is LIT's whole set.
    large, _ = of((5, 1, 0, -5), (0.33, 0.2, 0.45, 0.02))
    stops = sorted(first_exclusion(large, seed, 114) for seed in range(40))
    assert stops[20] < 40
    assert stops[-1] < 80
    small, _ = of((5, 1, 0, -1, -5), (0.06, 0.1, 0.7, 0.1, 0.04))
    assert sorted(first_exclusion(small, seed, 114) for seed in range(20))[10] == 114


def test_observations_that_rarely_differ_give_a_shorter_interval_than_a_coin() -> None:
    def width(distribution: tuple[Draw, float]) -> float:
        rng, sequence = random.Random(7), ConfidenceSequence(-5, 5)
        for _ in range(100):
            low, high = sequence.add(distribution[0](rng))
        return high - low

    assert width(NULL) < width(COIN) / 2


def test_before_the_first_observation_everything_is_possible() -> None:
    sequence = ConfidenceSequence(-5, 5)
    assert (sequence.interval, sequence.mean, len(sequence)) == ((-5, 5), None, 0)


def test_a_sequence_of_one_value_closes_in_on_it() -> None:
    for value in (-5.0, 0.0, 5.0):
        sequence = ConfidenceSequence(-5, 5)
        for _ in range(200):
            low, high = sequence.add(value)
        assert low <= value <= high
        assert high - low < 0.5
        assert sequence.mean == pytest.approx(value)


@settings(max_examples=30)
@given(st.lists(st.floats(-5, 5), min_size=1, max_size=40))
def test_the_interval_never_grows_stays_in_its_bounds_and_does_not_depend_on_what_comes_later(
    values: list[float],
) -> None:
    sequence, before = ConfidenceSequence(-5, 5), (-5.0, 5.0)
    seen = []
    for value in values:
        low, high = sequence.add(value)
        assert -5 <= before[0] <= low <= high <= before[1] <= 5
        before = low, high
        seen.append((low, high))
    shorter = ConfidenceSequence(-5, 5)
    assert [shorter.add(value) for value in values[: len(values) // 2]] == seen[: len(values) // 2]


def test_mirrored_observations_give_the_mirrored_interval() -> None:
    rng = random.Random(3)
    one, other = ConfidenceSequence(-5, 5), ConfidenceSequence(-5, 5)
    for _ in range(60):
        value = SKEWED[0](rng)
        low, high = one.add(value)
        mirrored = other.add(-value)
        assert mirrored == pytest.approx((-high, -low), abs=1e-4)


def test_a_drift_that_no_one_mean_explains_is_said_and_not_an_empty_interval() -> None:
    sequence = ConfidenceSequence(0, 1)
    for value in [0.0] * 200 + [1.0] * 400:
        low, high = sequence.add(value)
        assert low <= high
    assert sequence.contradicted


@pytest.mark.parametrize("value", [5.01, -6, math.nan, math.inf])
def test_what_is_no_observation_is_refused(value: float) -> None:
    with pytest.raises(ValueError, match="is not between"):
        ConfidenceSequence(-5, 5).add(value)


@pytest.mark.parametrize(
    ("low", "high", "alpha"), [(1, 1, 0.05), (2, 1, 0.05), (0, math.inf, 0.05), (0, 1, 0), (0, 1, 1)]
)
def test_bounds_and_levels_that_make_no_sense_are_refused(low: float, high: float, alpha: float) -> None:
    with pytest.raises(ValueError, match=r"cannot be bounded|is a probability"):
        ConfidenceSequence(low, high, alpha)
