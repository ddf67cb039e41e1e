"""Groups of a ranking that cannot be told apart, and where penalty lines meet."""

from __future__ import annotations

from itertools import pairwise

import pytest

from bench.outcomes import Outcome, from_letter
from bench.records import Aspect
from bench.records.leaderboard import PenaltyLine
from bench.records.submission import ItemTags
from bench.report.boards import crossings, difference, dominated, groups, penalty_line, places
from tests.runs import outcomes

MAIN = (Aspect.MULTI_SOURCE, Aspect.MULTI_HOP, Aspect.SYNONYM, Aspect.HTML)
PER_CATEGORY = 30


def system(right: int) -> list[Outcome]:
    """A system with `right` of 30 questions right in each category."""
    letters = "c" * right + "w" * (PER_CATEGORY - right)
    main = [o for a in MAIN for o in outcomes(letters, "main", a, prefix=f"{a.value}-")]
    return main + outcomes(letters, "insufficient", Aspect.INSUFFICIENT, prefix="x-")


def line(correct: int, wrong: int, abstained: int) -> PenaltyLine:
    return PenaltyLine(correct=correct, wrong=wrong, abstained=abstained, n=correct + wrong + abstained)


def test_equal_systems_share_a_group_and_a_far_worse_one_opens_the_next() -> None:
    assert groups([system(29), system(29), system(10)], 0.05 / 3) == [1, 1, 2]


def test_members_are_compared_with_the_first_of_their_group_and_not_with_their_neighbour() -> None:
    chain = [system(right) for right in (29, 28, 27, 26, 25)]
    level = 0.05 / 10
    neighbours = [difference(one, next_one, level).finding for one, next_one in pairwise(chain)]
    assert set(neighbours) == {"not_distinguishable"}
    assert difference(chain[0], chain[2], level).finding == "first"
    assert groups(chain, level) == [1, 1, 2, 2, 3]


def test_a_stricter_level_separates_fewer() -> None:
    pair = [system(29), system(27)]
    p = difference(pair[0], pair[1], 0.05).p
    assert p is not None
    assert groups(pair, p * 1.01) == [1, 2]
    assert groups(pair, p) == [1, 1]


def test_a_board_of_sixty_still_separates_what_is_far_apart() -> None:
    level = 0.05 / (60 * 59 // 2)
    assert level < 1e-4, "below the floor of p with the usual number of resamples"
    assert groups([system(29), system(28), system(5)], level) == [1, 1, 2]


def test_too_few_questions_separate_nobody() -> None:
    few = [outcomes("cc", "main", Aspect.HTML), outcomes("ww", "main", Aspect.HTML)]
    assert groups(few, 0.05) == [1, 1]
    assert groups([], 0.05) == []


@pytest.mark.parametrize(
    ("numbers", "expected"),
    [
        ([], []),
        ([1], ["1"]),
        ([1, 1, 1], ["1–3", "1–3", "1–3"]),
        ([1, 2, 2, 3], ["1", "2–3", "2–3", "4"]),
    ],
)
def test_a_group_shows_the_places_that_it_covers(numbers: list[int], expected: list[str]) -> None:
    assert places(numbers) == expected


def test_q_follows_from_the_line_for_every_k() -> None:
    found = penalty_line([*outcomes("ccwa"), *outcomes("cw", "insufficient")])
    assert found == line(2, 2, 2)
    assert (found.correct - 4 * found.wrong) / found.n == pytest.approx(-1.0)


def test_a_right_attempt_at_a_canary_is_wrong_on_the_line() -> None:
    tags = ItemTags(id="a", lang="en", kind="main", cluster="a")
    canary = from_letter(tags, "shuffled", 0, "c", canary=True)
    assert penalty_line([canary, *outcomes("c")]) == line(1, 1, 0)


def test_lines_cross_where_both_have_the_same_q_and_the_careful_one_is_better_above() -> None:
    (found,) = crossings({"bold": line(80, 20, 0), "careful": line(70, 5, 25)})
    assert found.k == pytest.approx(10 / 15)
    assert (found.below, found.above) == ("bold", "careful")
    assert dominated({"bold": line(80, 20, 0), "careful": line(70, 5, 25)}) == ()


def test_a_system_below_another_for_every_k_is_dominated_and_crosses_nowhere() -> None:
    systems = {"better": line(90, 5, 5), "worse": line(80, 15, 5)}
    assert crossings(systems) == ()
    (found,) = dominated(systems)
    assert (found.better, found.worse) == ("better", "worse")


def test_nothing_scored_crosses_nothing() -> None:
    systems = {"none": line(0, 0, 0), "some": line(1, 0, 0)}
    assert (crossings(systems), dominated(systems)) == ((), ())
