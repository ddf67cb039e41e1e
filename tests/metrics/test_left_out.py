"""Leave-one-out figures: declined or attempted, and whether the whole question was answered."""

from __future__ import annotations

from bench.metrics.insight import left_out_result
from tests.runs import outcomes


def test_declining_is_right_and_excluded_trials_are_in_no_rate() -> None:
    found = left_out_result("en", "shuffled", [], outcomes("ccwfi", "insufficient"))
    assert (found.trials, found.declined.k, found.declined.n) == (5, 2, 3)
    assert (found.attempted, found.excluded) == (1, 2)
    assert found.discrimination.rate is None


def test_discrimination_needs_the_whole_question_right_and_the_part_declined() -> None:
    for main, part, k in (("ccwa", "cwcc", 1), ("cccc", "wwww", 0), ("aaaa", "cccc", 0), ("cccc", "cccc", 4)):
        found = left_out_result("en", "shuffled", outcomes(main), outcomes(part, "insufficient"))
        assert (found.discrimination.k, found.discrimination.n) == (k, 4)


def test_pairs_are_of_one_arm_and_repeat_and_another_arm_is_another_row() -> None:
    whole = outcomes("cw", arm="gold", repeats=2) + outcomes("cc", arm="shuffled", repeats=2)
    parts = outcomes("cc", "insufficient", arm="gold", repeats=2)
    found = left_out_result("en", "gold", whole, parts)
    assert (found.discrimination.k, found.discrimination.n, found.discrimination.questions) == (1, 2, 1)
    assert left_out_result("en", "shuffled", whole, parts).trials == 0
    assert left_out_result("ja", "gold", whole, parts).declined.rate is None
