"""A rate that is searched for stays, grows, and falls where it fails; and the distances that follow from it."""

from __future__ import annotations

import math

import pytest

from bench.clients.rates import FALLEN, FAR_DOWN, STAYED, UNLIMITED, SearchedRate
from bench.clients.spacing import FIRST, Spacing


def sent(rate: SearchedRate, calls: int, at_once: int = 1) -> float:
    for _ in range(calls):
        rate.sent(at_once, steeply=False)
    return rate.value


def at(value: float, **known: float) -> SearchedRate:
    rate = SearchedRate(**known)
    rate.learn(value, searching=False)
    return rate


def calls_until_it_grows(rate: SearchedRate) -> int:
    before, calls = rate.value, 0
    while sent(rate, 1) == before:
        calls += 1
    return calls


def test_a_rate_stays_for_a_while_and_then_grows() -> None:
    rate = at(5.0)
    stayed = calls_until_it_grows(rate)
    assert stayed > 20
    assert 5.0 < sent(rate, 20) < 5.6
    assert sent(rate, 200) > 10, "faster, the longer nothing fails"


def test_where_it_fails_again_and_again_at_the_same_value_it_stays_longer() -> None:
    rate, stays = at(5.0), []
    for _ in range(3):
        stays.append(calls_until_it_grows(rate))
        rate.fall(still_searching=0.0)
        rate.learn(5.0, searching=False)
    assert stays[1] < stays[2]


def test_how_far_it_falls_depends_on_what_is_known() -> None:
    staying, grown, far = at(5.0), at(5.0), at(5.0)
    calls_until_it_grows(grown)
    value = grown.value
    staying.fall(still_searching=0.0)
    grown.fall(still_searching=0.0)
    far.fall_far(2.0, still_searching=0.0)
    assert staying.value == pytest.approx(5.0 * STAYED)
    assert grown.value == pytest.approx(value * FALLEN)
    assert far.value == pytest.approx(5.0 * FAR_DOWN)


def test_at_a_pause_it_falls_by_the_share_that_was_turned_away_and_not_below_what_got_through() -> None:
    some, everyone = at(5.0), at(5.0)
    some.fall_at_pause(passed=40, elapsed=10.0, share=0.2, at_once=5)
    everyone.fall_at_pause(passed=40, elapsed=10.0, share=1.0, at_once=5)
    assert 0.98 * 4.0 <= everyone.value < some.value < 5.0


def test_it_is_never_above_what_is_known_to_be_allowed() -> None:
    rate = at(4.0, most=4.5)
    assert sent(rate, 1000) == 4.5


def test_a_rate_that_no_limit_stops_is_none() -> None:
    rate = SearchedRate()
    rate.start(100.0)
    assert sent(rate, 5000) > UNLIMITED or math.isinf(rate.value)


def test_without_a_limit_nothing_is_spaced() -> None:
    spacing = Spacing()
    for _ in range(100):
        assert spacing.next_at(7.0) == 7.0
        spacing.sent(7.0)


def test_after_the_first_call_that_is_turned_away_the_next_try_is_soon_and_then_calls_keep_a_distance() -> None:
    spacing = Spacing()
    spacing.sent(0.0)
    spacing.turned_away(0.1, 0.0, None, first=True)
    assert 0.1 < spacing.next_at(0.1) < 0.1 + 1 / FIRST
    spacing.sent(0.2)
    assert spacing.next_at(0.2) == pytest.approx(0.2 + 1 / FIRST)


def test_after_a_pause_as_many_are_sent_as_were_let_through_before_it() -> None:
    spacing = Spacing()
    for _ in range(5):
        spacing.sent(0.0)
    spacing.turned_away(0.05, 0.0, 1.0, first=True)
    for _ in range(4):
        assert spacing.next_at(1.1) == 1.1
        spacing.sent(1.1)
    assert spacing.next_at(1.1) == pytest.approx(1.1 + 4 / spacing.rate), "not before what was sent first comes free"


def test_calls_that_are_a_little_late_do_not_make_the_next_ones_later() -> None:
    spacing = Spacing(per_minute=60.0)
    spacing.sent(0.0)
    spacing.sent(1.01)
    assert spacing.next_at(1.01) == pytest.approx(2.0)
    spacing.sent(2.5)
    assert spacing.next_at(2.5) == pytest.approx(3.5), "much later they do: nothing is caught up with"
