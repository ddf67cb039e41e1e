"""The tally: majority, ties, who decided, and what the first of two stages settles."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench import panel
from bench.records import Failure, Kind
from bench.records.panel import Intent, IntentName

SIDES = st.lists(st.sampled_from([True, False, None]), min_size=1, max_size=7)


def intent(name: IntentName, failure: Failure | None = None) -> Intent:
    return Intent(key="i", model="judge", answer_key="a", intent=name, failure=failure)


@pytest.mark.parametrize(
    ("sides", "won"),
    [
        ([True, True, False], True),
        ([False, False, True], False),
        ([True, None, True], True),  # two against none stands
        ([None, True, True], True),
        ([False, None, True], False),  # a tie falls to the primary judge
        ([True, False], True),
        ([None, True, False], None),  # which cannot break it
        ([None, None], None),
        ([], None),
    ],
)
def test_the_majority_of_usable_votes_wins(sides: list[bool | None], won: bool | None) -> None:
    assert panel.tally(sides) is won


@pytest.mark.parametrize(
    ("sides", "deciders"),
    [
        ([True, True, True], []),
        ([True, True, False], [0, 1]),
        ([True, False, None], [0]),  # the primary's tie: the other vote would have made it 2-0 either way
        ([True, None, None], [0]),
        ([True], [0]),
        ([None, True, True], []),  # one of them turned round would leave a tie that the primary cannot break
    ],
)
def test_a_vote_is_pivotal_where_its_opposite_would_turn_the_verdict(
    sides: list[bool | None], deciders: list[int]
) -> None:
    assert [judge for judge in range(len(sides)) if panel.pivotal(sides, judge)] == deciders


@given(SIDES)
def test_turning_every_vote_turns_the_verdict(sides: list[bool | None]) -> None:
    turned = [None if side is None else not side for side in sides]
    won = panel.tally(sides)
    assert panel.tally(turned) is (None if won is None else not won)


@given(SIDES)
def test_only_votes_for_the_winner_are_pivotal(sides: list[bool | None]) -> None:
    won = panel.tally(sides)
    assert all(sides[judge] is won for judge in range(len(sides)) if panel.pivotal(sides, judge))


@pytest.mark.parametrize(
    ("kind", "name", "label"),
    [
        ("main", "abstention", "abstained"),
        ("main", "conflict_named", "abstained"),
        ("insufficient", "attempt", "wrong"),
        ("insufficient", "abstention", "correct"),
        ("incomplete", "conflict_named", "correct"),
        ("contradictory", "attempt", "wrong"),
        ("contradictory", "abstention", "declined"),
        ("contradictory", "conflict_named", "named"),
    ],
)
def test_the_first_stage_settles_all_but_attempts_at_answerable_items(
    kind: Kind, name: IntentName, label: panel.Label
) -> None:
    assert panel.settled(intent(name), kind) == panel.Decision(label)


def test_an_attempt_at_an_answerable_item_goes_on_to_the_judges() -> None:
    assert panel.settled(intent("attempt"), "main") is None


def test_an_intent_that_is_unclear_or_failed_decides_nothing_and_is_never_wrong() -> None:
    failed = intent("unclear", Failure(stage="judge", kind="timeout", message=""))
    assert panel.settled(failed, "main") == panel.Decision(None, "timeout", passing=True)
    assert panel.settled(intent("unclear"), "insufficient") == panel.Decision(None, "undecided")
