"""A race over simulated pairs of models: it ends with the right one, and is wrong as seldom as it promises."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import pytest
from numpy.typing import NDArray

from bench.settle import Race, Rules

Chances = NDArray[np.float64]
PROGRAMS, KITS = 60, 10
"""Of one round of fresh items: each program asks one question, in the world of its kit."""


@dataclass(frozen=True)
class Pair:
    """Two simulated models whose Q(1) differs by `gap` over all programs, and by more or less on each of them.

    Every question is a Main item and an abstention item. On three questions in four both models are right or wrong for
    the same reason; which of them is better depends on the program and on the world that was drawn.
    """

    gap: float
    seed: int

    def rounds(self) -> Iterator[list[tuple[str, float]]]:
        """The differences of each round, in a random order of its questions."""
        rng = np.random.default_rng(self.seed)
        level = np.clip(rng.normal(0.8, 0.1, PROGRAMS), 0.5, 0.9)
        lead = rng.normal(0, 0.05, PROGRAMS)
        # At k = 1 a right answer instead of a wrong one is worth 2, in one of the two items of a question.
        lead += self.gap - lead.mean()
        kit = np.arange(PROGRAMS) % KITS
        number = 0
        while True:
            number += 1
            here = lead + rng.normal(0, 0.03, KITS)[kit]
            main = _differences(rng, level + here / 2, level - here / 2)
            declined = _differences(rng, np.full(PROGRAMS, 0.9), np.full(PROGRAMS, 0.9))
            values = (2.0 * main + declined) / 2
            yield [(f"{number}-{n}", float(values[n])) for n in rng.permutation(PROGRAMS)]


def _differences(rng: np.random.Generator, first: Chances, second: Chances) -> Chances:
    """Right (1) of the first minus right of the second, whose luck is that of the first on three questions in four."""
    luck = rng.random(PROGRAMS)
    other = np.where(rng.random(PROGRAMS) < 0.75, luck, rng.random(PROGRAMS))
    return (luck < first).astype(float) - (other < second)


def raced(pair: Pair, *, gap: float | None, rounds: int) -> Race:
    race = Race("en", Rules(k=1, alpha=0.05, gap=gap))
    for _, values in zip(range(rounds), pair.rounds(), strict=False):
        race.open([(name, 2) for name, _ in values])
        known = dict(values)
        while names := race.next_batch():
            race.look((name, known[name]) for name in names)
        if race.over:
            break
    return race


@pytest.mark.slow
def test_of_two_models_3_points_apart_the_better_one_is_named_and_errors_keep_their_promise() -> None:
    found = [raced(Pair(0.03, seed), gap=None, rounds=200).verdict for seed in range(200)]
    assert found.count("first") == len(found) - found.count("second")
    assert found.count("second") <= 0.05 * len(found)


@pytest.mark.slow
def test_of_two_equal_models_one_is_seldom_named_and_the_gap_ends_it() -> None:
    found = [raced(Pair(0, seed), gap=0.05, rounds=200).verdict for seed in range(200)]
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
    race.open([("a", 2), ("b", 1), ("c", 2)])
    assert [race.next_batch(), race.next_batch(), race.next_batch()] == [["a", "b"], ["c"], []]
    assert not race.over
    race.open([("d", 3), ("e", 1)])
    # What follows the first question that does not fit is not asked either: easy ones would be preferred.
    assert (race.next_batch(), race.over) == ([], True)
    assert (race.asked, race.available, race.trials) == (3, 5, 5)


def test_questions_that_are_not_scored_are_named_and_what_follows_the_verdict_is_not_looked_at() -> None:
    race = Race("en", Rules(k=0, alpha=0.05))
    race.look([("a", None), *((f"q{n}", 1.0) for n in range(40)), ("z", None)])
    assert (race.verdict, race.skipped) == ("first", ["a"])
    assert race.used < 40


def test_what_is_known_first_ends_it() -> None:
    verdicts = []
    for gap in (0.9, 0.55):
        race = Race("en", Rules(k=0, alpha=0.05, gap=gap))
        race.look((f"q{n}", 0.5) for n in range(100))
        verdicts.append(race.verdict)
    assert verdicts == ["within_gap", "first"]
