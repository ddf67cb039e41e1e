"""Penalty-aware scoring: Q(k), against the published systems and by its algebra."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.figures import COSTS
from bench.metrics import penalty
from bench.metrics.penalty import Tally
from bench.wilson import wilson
from tests.runs import outcomes
from tests.vectors import VECTORS

SYSTEMS = VECTORS["penalty"]["system"]
COUNTS = st.builds(lambda c, w, a, v: Tally(c + v, w, a, v), *(st.integers(0, 500) for _ in range(4))).filter(
    lambda t: t.n > 0
)


def counts(system: dict[str, Any]) -> Tally:
    return Tally(system["correct"], system["wrong"], system["abstained"], system["violations"])


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda s: s["name"])
def test_the_published_qualities(system: dict[str, Any]) -> None:
    for k, expected in system["q"].items():
        assert penalty.quality(counts(system), float(k)) == pytest.approx(expected, abs=0.0005)


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda s: s["name"])
def test_the_published_volume_and_accuracy_given_attempt(system: dict[str, Any]) -> None:
    letters = "c" * system["correct"] + "w" * system["wrong"] + "a" * system["abstained"]
    trials = outcomes(letters)
    assert penalty.volume(trials).rate == pytest.approx(system["volume"], abs=0.0005)
    assert penalty.accuracy_given_attempt(trials).rate == pytest.approx(system["given_attempt"], abs=0.0005)


def test_answering_pays_from_the_published_confidence_on() -> None:
    """At confidence k / (k + 1), attempting and declining are worth the same: 0."""
    for k, threshold in VECTORS["penalty"]["thresholds"].items():
        cost = float(k)
        assert cost / (cost + 1) == pytest.approx(threshold, abs=0.0005)
        right = int(cost)
        assert penalty.quality(Tally(right, 1, 0), cost) == 0


def test_declining_counts_zero_on_unanswerable_items_too() -> None:
    """Else a system that always declines would score the share of unanswerable items."""
    decliner = outcomes("aaaa") + outcomes("cccc", "insufficient") + outcomes("dn", "contradictory")
    assert penalty.tally(decliner) == Tally(0, 0, 10)
    assert [q.value for q in penalty.qualities(decliner)] == [0, 0, 0, 0]
    guesser = outcomes("cccc") + outcomes("wwww", "insufficient")
    assert penalty.tally(guesser) == Tally(4, 4, 0)
    assert [q.value for q in penalty.qualities(guesser)] == [0, -0.5, -1.5, -4]


def test_excluded_trials_are_in_no_count() -> None:
    assert penalty.tally(outcomes("cwaif")) == Tally(1, 1, 1)


def test_the_interval_of_q_moves_all_trials_of_a_question_together() -> None:
    """20 questions, each 5 times with one result: as uncertain as 20 trials, not as 100."""
    repeated = outcomes("ccccc" * 10 + "wwwww" * 10, repeats=5)
    once = outcomes("c" * 10 + "w" * 10)
    (wide, *_), (reference, *_) = penalty.qualities(repeated), penalty.qualities(once)
    assert wide.value == reference.value == 0
    assert wide.ci95 == reference.ci95
    assert wide.ci95 is not None
    assert wide.ci95[1] - wide.ci95[0] > 0.7


def test_questions_that_are_all_worth_the_same_have_the_bounds_of_their_rates() -> None:
    """METRICS 12: 20 of 20 right is no proof of Q = 1: the lower bound is 0.839, and the rest may be wrong."""
    low, _ = wilson(20, 20) or (0.0, 0.0)
    found = {q.k: q for q in penalty.qualities(outcomes("c" * 20))}
    assert found[4].value == 1
    assert found[4].ci95 == pytest.approx((low - 4 * (1 - low), 1))
    declined = penalty.qualities(outcomes("a" * 20), [1.0])[0]
    assert (declined.value, declined.ci95) == (0, pytest.approx((low - 1, 1 - low)))


def test_canaries_that_all_violate_are_bounded_as_wrong() -> None:
    violations = [replace(o, canary=True) for o in outcomes("c" * 20)]
    (found,) = penalty.qualities(violations, [4.0])
    low, _ = wilson(20, 20) or (0.0, 0.0)
    assert (found.value, found.ci95) == (-4, pytest.approx((-4, (1 - low) - 4 * low)))


def test_q_of_nothing_is_undefined_and_of_one_question_has_no_interval() -> None:
    assert [(q.k, q.value, q.ci95) for q in penalty.qualities([])] == [(k, None, None) for k in COSTS]
    assert penalty.quality(Tally(0, 0, 0), 4) is None
    single = penalty.qualities(outcomes("ccc", repeats=3))[0]
    assert (single.value, single.ci95) == (1.0, None)


@given(COUNTS, st.floats(0, 50))
def test_q_is_linear_in_k_and_lies_between_minus_k_and_one(t: Tally, k: float) -> None:
    q = penalty.quality(t, k)
    assert q == pytest.approx(t.gain - k * t.loss, abs=1e-9)
    assert -k - 1e-9 <= (q or 0) <= 1


@given(COUNTS, COUNTS)
def test_two_systems_are_equal_where_they_cross(first: Tally, second: Tally) -> None:
    k = penalty.crossing(first, second)
    if k is not None:
        assert penalty.quality(first, k) == pytest.approx(penalty.quality(second, k), abs=1e-6 * (1 + k))
        assert penalty.crossing(second, first) == pytest.approx(k)


@given(COUNTS, COUNTS)
def test_a_dominated_system_is_below_for_every_k(first: Tally, second: Tally) -> None:
    if penalty.dominated(first, second):
        assert all((penalty.quality(first, k) or 0) < (penalty.quality(second, k) or 0) for k in (0, 0.5, 1, 4, 99))
        assert not penalty.dominated(second, first)
        assert penalty.crossing(first, second) is None


def test_where_the_published_systems_stand_to_each_other() -> None:
    careful, no_retrieval = counts(SYSTEMS[0]), counts(SYSTEMS[1])
    assert penalty.dominated(no_retrieval, careful)
    bold, shy = Tally(90, 10, 0), Tally(60, 0, 40)
    assert penalty.crossing(bold, shy) == pytest.approx(3.0)
    assert not penalty.dominated(bold, shy)
    assert not penalty.dominated(shy, bold)


def test_impossible_counts_and_costs_are_refused() -> None:
    with pytest.raises(ValueError, match="impossible"):
        Tally(1, 0, 0, violations=2)
    with pytest.raises(ValueError, match="impossible"):
        Tally(-1, 0, 0)
    for k in (-1.0, float("nan"), float("inf")):
        with pytest.raises(ValueError, match="from 0 on"):
            penalty.quality(Tally(1, 0, 0), k)
