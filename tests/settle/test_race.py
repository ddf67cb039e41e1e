"""A race over simulated pairs of models: it ends with the right one, and is wrong as seldom as it promises."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import pytest
from numpy.typing import NDArray

from bench.settle import Difference, Question, Race, Rules
from bench.settle.race import share_met

U = 0.1
"""The reader's share of questions without an answer."""
Chances = NDArray[np.float64]
PROGRAMS, KITS = 60, 10
"""Of one round of fresh items: each program asks one question, in the world of its kit."""


@dataclass(frozen=True)
class Pair:
    """Two simulated models whose V(1, 0.1) differs by `gap` over all programs, and by more or less on each of them.

    Every question is a Main item and an abstention item. On three questions in four both models are right or wrong for
    the same reason; which of them is better depends on the program and on the world that was drawn.
    """

    gap: float
    seed: int

    def rounds(self) -> Iterator[list[tuple[str, Difference]]]:
        """The differences of each round, in a random order of its questions."""
        rng = np.random.default_rng(self.seed)
        level = np.clip(rng.normal(0.8, 0.1, PROGRAMS), 0.5, 0.9)
        lead = rng.normal(0, 0.05, PROGRAMS)
        # At k = 1 a right answer instead of a wrong one is worth 2, on the share 1 - U of questions that have one.
        lead += self.gap / 2 / (1 - U) - lead.mean()
        kit = np.arange(PROGRAMS) % KITS
        number = 0
        while True:
            number += 1
            here = lead + rng.normal(0, 0.03, KITS)[kit]
            main = _differences(rng, level + here / 2, level - here / 2)
            declined = _differences(rng, np.full(PROGRAMS, 0.9), np.full(PROGRAMS, 0.9))
            yield [
                (f"{number}-{n}", Difference(2.0 * float(main[n]), float(declined[n])))
                for n in rng.permutation(PROGRAMS)
            ]


def _differences(rng: np.random.Generator, first: Chances, second: Chances) -> Chances:
    """Right (1) of the first minus right of the second, whose luck is that of the first on three questions in four."""
    luck = rng.random(PROGRAMS)
    other = np.where(rng.random(PROGRAMS) < 0.75, luck, rng.random(PROGRAMS))
    return (luck < first).astype(float) - (other < second)


def raced(pair: Pair, *, gap: float | None, rounds: int) -> Race:
    race = Race("en", Rules(k=1, alpha=0.05, unanswerable=U, gap=gap))
    for _, values in zip(range(rounds), pair.rounds(), strict=False):
        race.open([Question(name, 1, 1) for name, _ in values])
        known = dict(values)
        while names := race.next_batch():
            race.look((name, known[name]) for name in names)
        if race.over:
            break
    return race


@pytest.mark.slow
def test_of_two_models_6_points_apart_the_better_one_is_named_and_errors_keep_their_promise() -> None:
    found = [raced(Pair(0.06, seed), gap=None, rounds=200).verdict for seed in range(40)]
    assert found.count("first") == len(found) - found.count("second")
    assert found.count("second") <= 0.05 * len(found)


@pytest.mark.slow
def test_of_two_equal_models_one_is_seldom_named_and_the_gap_ends_it() -> None:
    found = [raced(Pair(0, seed), gap=0.1, rounds=200).verdict for seed in range(40)]
    assert found.count("first") + found.count("second") <= 0.05 * len(found)
    assert "undecided" not in found


def test_a_large_difference_is_named_and_a_difference_within_the_gap_ends_the_race() -> None:
    assert [raced(Pair(0.4, seed), gap=None, rounds=5).verdict for seed in range(3)] == ["first"] * 3
    assert [raced(Pair(-0.4, seed), gap=None, rounds=5).verdict for seed in range(3)] == ["second"] * 3
    assert [raced(Pair(0, seed), gap=0.4, rounds=10).verdict for seed in range(3)] == ["within_gap"] * 3


def test_without_a_gap_two_equal_models_stay_undecided() -> None:
    assert raced(Pair(0, 1), gap=None, rounds=3).verdict == "undecided"


def test_rounds_follow_each_other_in_batches_and_the_allowed_items_hold_for_all_of_them() -> None:
    race = Race("en", Rules(k=1, alpha=0.05, batch=2, most_items=7))
    race.open([Question("a", 2), Question("b", 1), Question("c", 2)])
    assert [race.next_batch(), race.next_batch(), race.next_batch()] == [["a", "b"], ["c"], []]
    assert not race.over
    race.open([Question("d", 3), Question("e", 1)])
    # What follows the first question that does not fit is not asked either: easy ones would be preferred.
    assert (race.next_batch(), race.over) == ([], True)
    assert (race.asked, race.available, race.trials) == (3, 5, 5)


def test_questions_that_are_not_scored_are_named_and_what_follows_the_verdict_is_not_looked_at() -> None:
    race = Race("en", Rules(k=0, alpha=0.05, unanswerable=0))
    nothing = Difference(None, None)
    race.look([("a", nothing), *((f"q{n}", Difference(1.0, None)) for n in range(40)), ("z", nothing)])
    assert (race.verdict, race.skipped) == ("first", ["a"])
    assert race.used < 40


def test_what_is_known_first_ends_it() -> None:
    verdicts = []
    for gap in (0.9, 0.55):
        race = Race("en", Rules(k=0, alpha=0.05, unanswerable=0, gap=gap))
        race.look((f"q{n}", Difference(0.5, None)) for n in range(100))
        verdicts.append(race.verdict)
    assert verdicts == ["within_gap", "first"]


def test_the_readers_share_weighs_the_two_parts_whatever_share_the_data_have() -> None:
    """The first is better where there is an answer, the second where there is none: u says who is worth more."""
    for u, verdict in ((0.1, "first"), (0.9, "second")):
        race = Race("en", Rules(k=1, alpha=0.05, unanswerable=u))
        race.look((f"q{n}", Difference(1.0, -1.0 if n % 5 == 0 else None)) for n in range(2000))
        assert race.verdict == verdict
        assert race.difference == pytest.approx((1 - u) - u)


def test_nothing_is_settled_before_something_of_each_part_that_counts_is_scored() -> None:
    race = Race("en", Rules(k=1, alpha=0.05, unanswerable=0.1))
    race.look((f"q{n}", Difference(2.0, None)) for n in range(200))
    assert race.interval[0] > 0
    assert (race.verdict, race.difference) == ("undecided", None)
    race.look([("last", Difference(None, 0.0))])
    assert race.verdict == "first"


def test_the_share_is_that_of_the_data_where_they_have_one_kind_alone() -> None:
    main, twin = Question("a", 1), Question("b", 0, 1)
    assert [share_met(asked, 0.3) for asked in ([main, twin], [main], [twin], [])] == [0.3, 0.0, 1.0, 0.3]
    race = Race("en", Rules(k=1, alpha=0.05, unanswerable=0))
    race.open([main, twin])
    assert (race.next_batch(), race.available) == (["a"], 1)
