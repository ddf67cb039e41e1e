"""The decision table: rankings by the cost of a wrong answer, exact crossings, dominated systems."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.comparing.decision import decide, shared_rates
from bench.figures import COSTS
from bench.metrics.penalty import quality, tally
from bench.metrics.situation import Situation
from tests.runs import outcomes

BOLD = outcomes("c" * 70 + "w" * 30)
CAREFUL = outcomes("c" * 50 + "w" * 5 + "a" * 45)
WORSE = outcomes("c" * 40 + "w" * 50 + "a" * 10)


def test_bold_wins_where_errors_are_cheap_and_careful_where_they_are_not() -> None:
    """A1 - A2 = 0.20, B1 - B2 = 0.25, so they cross at k* = 0.8: at k = 1 the careful system is ahead already."""
    decision = decide({"bold": BOLD, "careful": CAREFUL}, (0.5, *COSTS))
    assert [(c.k, c.below, c.above) for c in decision.crossings] == [(pytest.approx(0.8), "bold", "careful")]
    assert [[s.name for s in ranking.systems] for ranking in decision.rankings] == [
        ["bold", "careful"],
        *[["careful", "bold"]] * 4,
    ]
    assert not decision.stable
    assert decision.dominated == ()


def test_a_dominated_system_is_named_and_never_crosses_what_dominates_it() -> None:
    decision = decide({"worse": WORSE, "bold": BOLD, "careful": CAREFUL}, COSTS)
    assert {(d.worse, d.better) for d in decision.dominated} == {("worse", "bold"), ("worse", "careful")}
    assert {(c.below, c.above) for c in decision.crossings} == {("bold", "careful")}
    assert decision.stable
    assert [s.rank for s in decision.rankings[0].systems] == [1, 2, 3]


def test_equal_systems_share_a_rank_and_do_not_cross() -> None:
    decision = decide({"one": BOLD, "two": BOLD}, COSTS)
    assert [s.rank for s in decision.rankings[0].systems] == [1, 1]
    assert decision.crossings == ()
    assert decision.dominated == ()


def test_only_items_that_all_have_scored_count() -> None:
    decision = decide({"one": outcomes("cwff"), "two": outcomes("ccwf")}, (1.0,))
    assert (decision.items, decision.left_out) == (2, ("main-2",))
    assert {s.name: s.value for s in decision.rankings[0].systems} == {"one": 0.0, "two": 1.0}


def test_a_pair_is_told_apart_by_its_own_items_whatever_a_third_system_lacks() -> None:
    """The third has no score for the ten items that bold gets wrong: ranked together, they fall away for all."""
    lacking = outcomes("c" * 70 + "f" * 30)
    two = decide({"bold": BOLD, "careful": CAREFUL}, COSTS, Situation(1.0, 0.0))
    three = decide({"bold": BOLD, "careful": CAREFUL, "third": lacking}, COSTS, Situation(1.0, 0.0))
    assert [c for c in three.crossings if "third" not in (c.below, c.above)] == list(two.crossings)
    assert [t for t in three.turns if "third" not in (t.below, t.above)] == list(two.turns)
    assert (three.items, three.unscored, three.unranked) == (70, {"third": 30}, ())


def test_a_system_without_a_score_for_most_items_takes_none_from_the_others() -> None:
    hopeless = outcomes("c" * 10 + "f" * 90)
    two = decide({"bold": BOLD, "careful": CAREFUL}, COSTS)
    three = decide({"bold": BOLD, "hopeless": hopeless, "careful": CAREFUL}, COSTS)
    assert (three.unranked, three.unscored, three.items) == (("hopeless",), {"hopeless": 90}, 100)
    for before, now in zip(two.rankings, three.rankings, strict=True):
        assert now.systems[:2] == before.systems
        assert (now.systems[2].name, now.systems[2].rank, now.systems[2].value) == ("hopeless", None, None)
    assert (three.crossings, three.dominated, three.turns) == (two.crossings, two.dominated, two.turns)
    rates = shared_rates({"bold": BOLD, "hopeless": hopeless, "careful": CAREFUL})
    assert rates["bold"] == shared_rates({"bold": BOLD, "careful": CAREFUL})["bold"]
    assert rates["hopeless"].right is None


def test_two_systems_are_ranked_by_what_they_share_however_little_it_is() -> None:
    decision = decide({"bold": BOLD, "hopeless": outcomes("c" * 10 + "f" * 90)}, COSTS)
    assert (decision.unranked, decision.items, decision.unscored) == ((), 10, {"hopeless": 90})


def test_nothing_in_common_has_no_rank() -> None:
    decision = decide({"one": outcomes("cf"), "two": outcomes("fc")}, (1.0,))
    assert [(s.rank, s.value) for s in decision.rankings[0].systems] == [(None, None)] * 2
    assert decision.crossings == decision.dominated == ()


@given(st.text("cwa", min_size=5, max_size=30), st.text("cwa", min_size=5, max_size=30))
def test_at_a_crossing_both_are_equal_and_around_it_the_order_is_as_said(first: str, second: str) -> None:
    size = min(len(first), len(second))
    systems = {"one": outcomes(first[:size]), "two": outcomes(second[:size])}
    for crossing in decide(systems, COSTS).crossings:
        values = {name: [quality(tally(found), k) for k in around(crossing.k)] for name, found in systems.items()}
        below, at, above = zip(values[crossing.below], values[crossing.above], strict=True)
        assert at[0] == pytest.approx(at[1])
        assert above[1] > above[0]
        assert crossing.k == 0 or below[0] > below[1]


def around(k: float) -> tuple[float, float, float]:
    return k / 2, k, 2 * k + 1


class TestSituation:
    """V(k, u): who is worth most to the reader, and exactly where that turns."""

    SYSTEMS = {  # noqa: RUF012
        "bold": [*outcomes("c" * 18 + "w" * 2), *outcomes("c" * 10 + "w" * 10, "insufficient")],
        "careful": [*outcomes("c" * 14 + "w" + "a" * 5), *outcomes("c" * 20, "insufficient")],
    }

    def test_the_order_is_that_of_the_readers_cost_and_share(self) -> None:
        kind = decide(self.SYSTEMS, COSTS, Situation(1.0, 0.0))
        harsh = decide(self.SYSTEMS, COSTS, Situation(4.0, 0.1))
        assert [(s.name, s.value) for s in kind.by_value] == [
            ("bold", pytest.approx(0.8)),
            ("careful", pytest.approx(0.65)),
        ]
        assert [s.name for s in harsh.by_value] == ["careful", "bold"]
        assert harsh.by_value[1].value == pytest.approx(0.9 * (0.9 - 4 * 0.1) - 0.1 * 4 * 0.5)

    def test_it_turns_exactly_where_both_are_worth_the_same(self) -> None:
        turns = {turn.by: turn for turn in decide(self.SYSTEMS, COSTS, Situation(1.0, 0.1)).turns}
        assert turns["cost"].at == pytest.approx(0.9 * 0.2 / (0.9 * 0.05 + 0.1 * 0.5))
        assert turns["unanswerable"].at == pytest.approx(0.15 / 0.65)
        assert {(turn.below, turn.above) for turn in turns.values()} == {("bold", "careful")}

    def test_without_a_question_without_an_answer_the_share_is_nought_and_it_is_said(self) -> None:
        decision = decide({"bold": BOLD, "careful": CAREFUL}, COSTS, Situation(4.0, 0.1))
        assert (decision.unanswerable, decision.all_answerable) == (0, True)
        assert decision.by_value[0].value == pytest.approx(0.5 - 4 * 0.05)
        assert [turn.by for turn in decision.turns] == ["cost"]
