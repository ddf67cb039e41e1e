"""The four joint outcomes of a Main item and its twin."""

from __future__ import annotations

import pytest

from bench.metrics.insight import twins
from bench.metrics.lit import discrimination
from tests.runs import outcomes


@pytest.mark.parametrize(
    ("main", "insufficient", "joint"),
    [
        ("ccwwaa", "cwcwcw", (1, 1, 2, 2)),
        ("cccc", "wwww", (0, 4, 0, 0)),  # always answers
        ("aaaa", "cccc", (0, 0, 4, 0)),  # always declines
        ("cccc", "cccc", (4, 0, 0, 0)),
    ],
)
def test_the_four_joint_outcomes_and_which_of_them_is_discrimination(
    main: str, insufficient: str, joint: tuple[int, ...]
) -> None:
    trials = outcomes(main) + outcomes(insufficient, "insufficient")
    (found,) = twins(trials, ["en"], ["shuffled"])
    assert (found.right_declined, found.right_attempted, found.missed_declined, found.missed_attempted) == joint
    assert found.discrimination == discrimination(trials)
    assert (found.discrimination.k, found.discrimination.n) == (joint[0], sum(joint))


def test_pairs_need_both_sides_scored_in_the_same_repeat_and_arm() -> None:
    trials = outcomes("cfcc", repeats=2) + outcomes("ccwi", "insufficient", repeats=2)
    (found,) = twins(trials, ["en"], ["gold", "shuffled"])
    assert found.arm == "shuffled"
    assert (found.right_declined, found.right_attempted, found.discrimination.n) == (1, 1, 2)
    assert twins(outcomes("cc") + outcomes("cc", "incomplete"), ["en"], ["shuffled"]) == ()
