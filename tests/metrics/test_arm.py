"""Attribution and paired comparison: the same items under two conditions, matched by id."""

from __future__ import annotations

import pytest

from bench.metrics.arm import attribution
from bench.metrics.paired import difference
from tests.runs import outcomes
from tests.vectors import VECTORS


def right(k: int, n: int) -> str:
    return "c" * k + "w" * (n - k)


def test_the_published_shares() -> None:
    v = VECTORS["attribution"]
    trials = outcomes(right(v["gold"], v["items"]), arm="gold") + outcomes(
        right(v["retrieved"], v["items"]), arm="retrieved"
    )
    found = attribution("en", trials)
    assert found.retrieval.value == pytest.approx(v["retrieval"])
    assert found.residual.value == pytest.approx(v["residual"])
    assert found.retrieval.n == found.residual.n == v["items"]
    assert found.retrieval.ci95 is not None
    assert found.retrieval.ci95[0] < v["retrieval"] < found.retrieval.ci95[1]


def test_a_share_whose_arm_did_not_run_is_undefined() -> None:
    found = attribution("en", outcomes("ccw", arm="gold"))
    assert (found.distractors.value, found.distractors.ci95, found.distractors.n) == (None, None, 0)
    assert found.parametric.value is None
    assert found.residual.value == pytest.approx(1 / 3)


def test_only_main_items_of_the_language_count() -> None:
    trials = (
        outcomes("cc", arm="none")
        + outcomes("ww", arm="none", lang="ja")
        + outcomes("w", "incomplete", arm="gold")
        + outcomes("aa", arm="gold")
    )
    found = attribution("en", trials)
    assert found.parametric.value == 1
    assert (found.residual.value, found.residual.n) == (1, 2)


def test_shares_are_paired_an_item_scored_in_one_arm_only_is_left_out() -> None:
    # Item 0 is right in gold and failed in shuffled: unpaired, it would look like a loss or a gain.
    found = attribution("en", outcomes("ccw", arm="gold") + outcomes("fcw"))
    assert (found.distractors.value, found.distractors.n) == (0, 2)


def test_repeats_of_an_item_are_averaged_before_items_are() -> None:
    # Item 0: 1/3 against 1; item 1: 1 against 1, with one repeat that failed.
    found = difference(outcomes("cwwccf", repeats=3), outcomes("cccccc", repeats=3))
    assert found.value == pytest.approx(-1 / 3)
    assert found.n == 2


def test_pairing_is_exact_so_equal_errors_leave_no_uncertainty() -> None:
    found = difference(outcomes(right(30, 60)), outcomes(right(30, 60)))
    assert (found.value, found.p) == (0, 1)
    assert found.ci95 is not None
    # Nothing differed on 60 questions: up to 6 % may (Wilson's upper bound of 0 of 60), either way.
    assert found.ci95 == pytest.approx((-0.060, 0.060), abs=5e-4)


def test_languages_are_paired_by_id_and_what_has_no_partner_is_named() -> None:
    """Two Japanese questions may share one English wording; they stay two items, and the third has no partner."""
    japanese = outcomes("ccw", lang="ja")
    english = outcomes("cw", lang="en")
    found = difference(japanese, english)
    assert (found.n, found.value) == (2, 0.5)
    assert (found.only_first, found.only_second) == (("main-2",), ())


def test_a_clear_difference_is_significant_and_a_tie_is_not() -> None:
    clear = difference(outcomes("c" * 40), outcomes("c" * 10 + "w" * 30))
    assert clear.p == 1e-4
    slight = difference(outcomes(right(21, 40)), outcomes(right(20, 40)))
    assert slight.p is not None
    assert slight.p > 0.05


def test_nothing_gives_nothing() -> None:
    found = difference([], outcomes("c"))
    assert (found.value, found.ci95, found.p, found.n, found.only_second) == (None, None, None, 0, ("main-0",))
