"""ERG's rates: separate denominators, and nothing that could not be measured in any of them."""

from __future__ import annotations

import pytest

from bench.metrics import rag
from tests.runs import outcomes
from tests.vectors import VECTORS

V = VECTORS["rag"]
TRIALS = outcomes("a" * V["abstained"] + "w" * V["wrong"] + "c" * (V["answerable"] - V["abstained"] - V["wrong"])) + (
    outcomes("w" * V["attempted"] + "c" * (V["unanswerable"] - V["attempted"]), "insufficient", prefix="u")
)


@pytest.mark.parametrize(
    "name", ["false_abstention", "false_answer", "correct_of_answerable", "wrong_of_answerable", "wrong_of_attempted"]
)
def test_the_published_rates(name: str) -> None:
    k, n, share = V[name]
    found = getattr(rag, name)(TRIALS)
    assert (found.k, found.n) == (k, n)
    assert found.rate == pytest.approx(share, abs=0.0005)


def test_a_gate_must_compare_the_bound_because_9_of_50_may_be_above_25_percent() -> None:
    bounds = rag.false_answer(TRIALS).ci95
    assert bounds is not None
    assert bounds[1] > 0.25


def test_naming_a_conflict_is_no_false_answer_and_taking_a_side_is() -> None:
    found = rag.false_answer(outcomes("ndw", "contradictory"))
    assert (found.k, found.n) == (1, 3)


def test_what_could_not_be_measured_is_not_a_zero() -> None:
    """One measured case and one failed one: the rate is that of one case."""
    found = rag.wrong_of_answerable(outcomes("cf"))
    assert (found.k, found.n, found.rate) == (0, 1, 0.0)
    nothing = rag.wrong_of_answerable(outcomes("fi"))
    assert (nothing.k, nothing.n, nothing.rate, nothing.ci95) == (0, 0, None, None)


def test_where_everything_was_abstained_there_is_no_rate_of_the_attempted() -> None:
    assert rag.wrong_of_attempted(outcomes("aaa")).rate is None
    assert rag.wrong_of_answerable(outcomes("aaa")).rate == 0


def test_the_interval_over_questions_is_wider_where_questions_repeat() -> None:
    found = rag.wrong_of_answerable(outcomes("www" * 3 + "ccc" * 15, repeats=3))
    assert (found.k, found.n, found.questions) == (9, 54, 18)
    assert found.ci95_questions is not None
    assert [round(100 * bound, 1) for bound in found.ci95_questions] == [5.8, 39.2]
    assert found.ci95 is not None
    assert found.ci95[1] - found.ci95[0] < found.ci95_questions[1] - found.ci95_questions[0]
