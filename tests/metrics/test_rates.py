"""A rate: its share, its intervals over trials and over questions, and what unscored trials could make of it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.metrics.rates import mean_of, rate, rate_of
from bench.outcomes import RIVAL_ONLY
from bench.wilson import wilson
from tests.runs import outcomes
from tests.vectors import VECTORS


def test_questions_of_unequal_size_count_as_their_effective_number() -> None:
    """METRICS 12: 20 questions of one trial and two of 20 have n = 60 and tell as much as 4.39 independent trials."""
    vector = VECTORS["effective_size"]
    trials = [(f"small-{n}", n % 2 == 0) for n in range(20)] + [(f"large-{n % 2}", n % 2 == 0) for n in range(40)]
    found = rate(trials)
    assert (found.k, found.n, found.questions) == (30, vector["n"], 22)
    assert found.ci95_questions == pytest.approx(wilson(vector["size"] / 2, vector["size"]), abs=1e-3)


def test_questions_of_one_size_count_as_they_are() -> None:
    found = rate([(f"Q-{n // 3}", n < 9) for n in range(54)])
    assert found.ci95_questions == wilson(3, 18)
    assert rate([(f"Q-{n}", n < 9) for n in range(54)]).ci95_questions == wilson(9, 54)


def test_half_unscored_leaves_half_open() -> None:
    """METRICS 12: 5 right of 5 scored and 5 unscored is 100 % [50, 100]."""
    found = rate_of(outcomes("cccccifiif"), lambda o: o.correct)
    assert (found.rate, found.n, found.bounds) == (1.0, 5, (0.5, 1.0))


def test_without_unscored_trials_there_are_no_bounds_and_none_in_the_file() -> None:
    found = rate_of(outcomes("cw"), lambda o: o.correct)
    assert found.bounds is None
    assert "bounds" not in found.model_dump()


def test_nothing_scored_is_undefined_and_could_be_anything() -> None:
    found = rate_of(outcomes("ii"), lambda o: o.correct)
    assert (found.rate, found.ci95, found.ci95_questions, found.bounds) == (None, None, None, (0.0, 1.0))


def test_what_was_of_no_kind_is_in_no_bound() -> None:
    from dataclasses import replace

    shown = [replace(o, reason=RIVAL_ONLY) for o in outcomes("ii", "contradictory")]
    assert rate_of([*outcomes("nw", "contradictory"), *shown], lambda o: o.correct).bounds is None


@given(st.text("cwaif", min_size=1, max_size=20))
def test_a_rate_lies_in_its_bounds_and_they_in_0_to_1(letters: str) -> None:
    found = rate_of(outcomes(letters), lambda o: o.correct)
    low, high = found.bounds or (found.rate, found.rate)
    assert low is not None
    assert high is not None
    assert 0 <= low <= (low if found.rate is None else found.rate) <= high <= 1


def test_a_mean_of_rates_has_the_means_of_their_bounds() -> None:
    whole, half = rate([("A", True)]), rate([("B", True)], unscored=1)
    found = mean_of([whole, half], (0.2, 1.0))
    assert (found.value, found.ci95, found.bounds) == (1.0, (0.2, 1.0), (0.75, 1.0))
    undefined = mean_of([whole, rate([])], (0.2, 1.0))
    assert (undefined.value, undefined.ci95, undefined.bounds) == (None, None, None)
