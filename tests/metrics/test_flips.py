"""Flips: items that changed between two arms, their net and how sure it is."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.metrics.flips import flips, mcnemar, paired_interval
from bench.outcomes import Outcome
from bench.records import Arm, Aspect
from bench.records.insight import FlipTable
from bench.stats import wilson
from tests.runs import outcomes


def table(before: str, after: str, repeats: int = 1) -> FlipTable:
    (found,) = flips(
        outcomes(before, arm="gold", repeats=repeats) + outcomes(after, arm="shuffled", repeats=repeats),
        ["en"],
        ["gold", "shuffled"],
    )
    return found


def counts(found: FlipTable) -> dict[str, int]:
    return {f"{t.before[0]}{t.after[0]}": t.count for t in found.transitions}


def test_every_change_of_an_item_is_counted_and_named() -> None:
    found = table("ccccwwaa", "cwaacacw")
    assert counts(found) == {"rr": 1, "rw": 1, "ra": 2, "wr": 1, "ww": 0, "wa": 1, "ar": 1, "aw": 1, "aa": 0}
    named = {(t.before, t.after): t.items for t in found.transitions}
    assert named["right", "abstained"] == ("main-2", "main-3")
    assert named["wrong", "right"] == ("main-4",)
    assert named["right", "right"] == ()  # only what flipped is named
    assert (found.lost.k, found.gained.k, found.items) == (3, 2, 8)
    assert found.lost.ci95 == wilson(3, 8)
    assert found.net == pytest.approx(-1 / 8)
    assert found.p == 1.0


def test_equal_accuracies_may_hide_many_flips() -> None:
    found = table("c" * 10 + "w" * 10, "w" * 10 + "c" * 10)
    assert (found.net, found.lost.k, found.gained.k) == (0, 10, 10)
    assert found.ci95 is not None
    assert found.ci95[0] < -0.3 < 0.3 < found.ci95[1]


def test_which_pairs_are_compared_and_in_which_direction() -> None:
    arms: tuple[Arm, ...] = ("gold", "shuffled", "retrieved", "none")
    trials = [o for arm in arms for o in outcomes("cw", arm=arm)] + outcomes("c", "insufficient", arm="retrieved")
    found = flips(trials, ["en"], list(arms))
    assert [(t.first, t.second, t.questions) for t in found] == [
        ("gold", "shuffled", "answerable"),
        ("gold", "retrieved", "answerable"),
        ("shuffled", "retrieved", "answerable"),
        ("none", "gold", "answerable"),
    ]
    assert flips(trials, ["en"], ["gold", "none"])[0].first == "none"
    assert flips(trials, ["ja"], list(arms)) == ()
    assert flips([], ["en"], list(arms)) == ()


def test_unanswerable_items_have_two_states_and_a_table_of_their_own() -> None:
    trials = [
        o
        for arm, letters in (("gold", "nndw"), ("shuffled", "nwww"))
        for o in outcomes(letters, "contradictory", Aspect.CONTRADICTORY, arm=arm)  # type: ignore[arg-type]
    ]
    (found,) = flips(trials, ["en"], ["gold", "shuffled"])
    assert (found.questions, found.items) == ("unanswerable", 4)
    # Naming the conflict and declining without it are both right.
    assert counts(found) == {"rr": 1, "rw": 2, "wr": 0, "ww": 1}


def test_variants_of_one_question_count_as_one_question_in_interval_and_test() -> None:
    def both(arm: str, letters: str) -> list[Outcome]:
        return outcomes(letters, "incomplete", arm=arm) + outcomes(letters, "insufficient", arm=arm)  # type: ignore[arg-type]

    (doubled,) = flips(both("shuffled", "cccc") + both("retrieved", "wwcc"), ["en"], ["shuffled", "retrieved"])
    (single,) = flips(
        outcomes("cccc", "incomplete") + outcomes("wwcc", "incomplete", arm="retrieved"),
        ["en"],
        ["shuffled", "retrieved"],
    )
    assert (doubled.items, single.items) == (8, 4)
    assert (doubled.net, doubled.ci95, doubled.p) == (single.net, single.ci95, single.p)
    assert doubled.lost.questions == 4


def test_with_repeats_an_item_counts_once_by_what_it_does_in_most_of_them() -> None:
    # Item 0: right in two of three, then wrong in two of three. Item 1 is split three ways in gold: unsettled.
    found = table("ccw" + "cwa", "wwc" + "ccc", repeats=3)
    assert (found.items, found.unsettled) == (1, ("main-1",))
    assert counts(found)["rw"] == 1


def test_what_is_not_scored_and_canaries_flip_nothing() -> None:
    found = table("cfic", "wccw")
    assert found.items == 2
    canaries = [
        Outcome("main-0", "en", "main", arm, 0, (), None, "main-0", "correct", True, canary=True)
        for arm in ("gold", "shuffled")
    ]
    assert flips(canaries, ["en"], ["gold", "shuffled"]) == ()


@pytest.mark.parametrize(
    ("lost", "gained", "p"),
    [(0, 0, 1.0), (1, 0, 1.0), (5, 0, 0.0625), (6, 0, 0.03125), (1, 9, 22 / 1024), (4, 4, 1.0), (3, 15, 0.0075378)],
)
def test_mcnemars_exact_p(lost: int, gained: int, p: float) -> None:
    assert mcnemar(lost, gained) == pytest.approx(p, rel=1e-4)


def test_mcnemar_agrees_with_the_binomial_test_of_scipy() -> None:
    from scipy.stats import binomtest

    for lost, gained in ((2, 7), (11, 30), (400, 460)):
        assert mcnemar(lost, gained) == pytest.approx(float(binomtest(lost, lost + gained, 0.5).pvalue))
    with pytest.raises(ValueError, match="not a count"):
        mcnemar(-1, 2)


def test_the_interval_is_newcombes_method_10_on_a_published_table() -> None:
    # Complete response before and after therapy (Cavo et al. 2012), as the R package contingencytables prints it.
    assert paired_interval(59, 6, 16, 80) == pytest.approx((-0.1186, -0.0046), abs=5e-5)
    assert paired_interval(0, 0, 0, 0) is None


@given(*[st.integers(0, 40)] * 4)
def test_the_interval_lies_around_the_difference_within_minus_one_and_one(a: int, b: int, c: int, d: int) -> None:
    found = paired_interval(a, b, c, d)
    assert (found is None) == (a + b + c + d == 0)
    if found is not None:
        value = (b - c) / (a + b + c + d)
        assert -1 <= found[0] <= value + 1e-12
        assert value - 1e-12 <= found[1] <= 1
        mirrored = paired_interval(a, c, b, d)
        assert mirrored is not None
        assert math.isclose(mirrored[0], -found[1], abs_tol=1e-12)
