"""V(k, u): what a system is worth in the reader's situation (METRICS §11)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.figures import COSTS, FIGURES, UNANSWERABLE
from bench.metrics import penalty
from bench.metrics.situation import Rates, crossing_cost, crossing_share, rates, value, values
from bench.stats import wilson
from tests.metrics.test_canaries import canaries
from tests.runs import outcomes
from tests.vectors import VECTORS

SHARES = st.floats(0, 1)
RATES = st.builds(lambda r, w, f: Rates(r * (1 - w), w, f), SHARES, SHARES, SHARES)


@pytest.mark.parametrize("vector", VECTORS["situation"]["value"])
def test_the_published_values(vector: dict[str, float]) -> None:
    of = Rates(vector["r"], vector["w"], vector["f"])
    assert value(of, vector["k"], vector["u"]) == pytest.approx(vector["v"], abs=1e-12)


@pytest.mark.parametrize("k", COSTS)
def test_quality_is_the_value_at_the_own_share_of_the_data(k: float) -> None:
    """Canaries count as unanswerable: an attempt at one costs k, a right one too."""
    trials = [*outcomes("cccwa"), *outcomes("cwc", "insufficient"), *outcomes("dnw", "contradictory"), *canaries("cwa")]
    own = sum(not o.answerable for o in trials) / len(trials)
    assert value(rates(trials), k, own) == pytest.approx(penalty.quality(penalty.tally(trials), k))


def test_always_declining_is_worth_nothing_in_every_situation() -> None:
    decliner = rates([*outcomes("aaaa"), *outcomes("cccc", "insufficient")])
    assert decliner == Rates(0, 0, 0)
    assert {value(decliner, k, u) for k in COSTS for u in (0.0, 0.3, 1.0)} == {0}


def test_what_was_not_asked_is_undefined_and_only_where_it_counts() -> None:
    answerable, unanswerable = rates(outcomes("ccwa")), rates(outcomes("cw", "insufficient"))
    assert answerable == Rates(0.5, 0.25, None)
    assert unanswerable == Rates(None, None, 0.5)
    assert (value(answerable, 4, 0), value(answerable, 4, 0.1)) == (-0.5, None)
    assert (value(unanswerable, 4, 1), value(unanswerable, 4, 0.9)) == (-2, None)
    assert rates(outcomes("if")) == Rates(None, None, None)
    assert [(q.k, q.value, q.ci95) for q in values([])] == [(k, None, None) for k in COSTS]


@pytest.mark.parametrize(("k", "u"), [(-1, 0.1), (float("nan"), 0.1), (float("inf"), 0.1), (4, -0.1), (4, 1.1)])
def test_an_impossible_situation_is_refused(k: float, u: float) -> None:
    with pytest.raises(ValueError, match=r"cost of a wrong answer|share of unanswerable"):
        value(Rates(1, 0, 0), k, u)


@given(RATES, RATES, SHARES)
def test_both_are_worth_the_same_where_they_cross_and_the_order_turns_there(one: Rates, other: Rates, u: float) -> None:
    k = crossing_cost(one, other, u)
    if k is not None and k < 1e6:
        assert value(one, k, u) == pytest.approx(value(other, k, u), abs=1e-6 * (1 + k))
    share = crossing_share(one, other, 4)
    if share is not None:
        assert value(one, 4, share) == pytest.approx(value(other, 4, share), abs=1e-9)


def test_crossings_are_exact() -> None:
    bold, careful = Rates(0.9, 0.1, 0.5), Rates(0.7, 0.05, 0.0)
    assert crossing_cost(bold, careful, 0) == pytest.approx(4)
    assert crossing_cost(bold, careful, 0.5) == pytest.approx(0.1 / 0.275)
    # r - k * w: 0.5 and 0.5 at k = 4, so they part as soon as a question has no answer.
    assert crossing_share(bold, careful, 4) == pytest.approx(0, abs=1e-12)
    assert crossing_share(bold, careful, 1) == pytest.approx(0.15 / 0.65)
    assert crossing_cost(bold, bold, 0.1) is None
    assert crossing_share(bold, Rates(0.5, 0, None), 4) is None


def test_answerable_and_unanswerable_are_resampled_apart() -> None:
    """The halves of a twin are one question, but how many of each there are is the reader's: it has no spread."""
    trials = [*outcomes("ccccwwaa" * 3), *outcomes("cccwcccc" * 3, "insufficient")]
    (found,) = values(trials, [4.0])
    assert found.value == pytest.approx(0.9 * (0.5 - 4 * 0.25) - 0.1 * 4 * 0.125)
    assert found.ci95 is not None
    assert found.ci95[0] < found.value < found.ci95[1]
    (again,) = values(trials, [4.0])
    assert again == found


def test_clusters_that_all_agree_have_the_bounds_of_wilson_and_never_no_width() -> None:
    trials = [*outcomes("c" * 20), *outcomes("c" * 20, "insufficient")]
    (alone,) = values(outcomes("c" * 20), [4.0], 0.0)
    low, _ = wilson(20, 20) or (0.0, 0.0)
    assert alone.ci95 == pytest.approx((low - 4 * (1 - low), 1))
    (found,) = values(trials, [4.0])
    assert found.value == pytest.approx(0.9)
    assert found.ci95 is not None
    assert found.ci95[0] < 0.9 - 0.9 * (1 - low)
    assert found.ci95[1] == pytest.approx(0.9)


def test_one_question_has_a_value_and_no_interval() -> None:
    (found,) = values([*outcomes("cccc"), *outcomes("c", "insufficient")], [4.0])
    assert (found.value, found.ci95) == (0.9, None)


def test_the_register_has_it_at_the_share_that_is_taken_where_none_is_named() -> None:
    assert f"{100 * UNANSWERABLE:g} %" in FIGURES["reader_value"].words["en"]
    assert [q.k for q in values(outcomes("cw"))] == list(COSTS)
