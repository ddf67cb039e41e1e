"""Canary violations and what they cost: the published numbers, and what stays untouched."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from bench import stats
from bench.metrics import lit, penalty, rag
from bench.metrics.arm import attribution
from bench.metrics.canaries import result
from bench.metrics.paired import accuracies
from bench.outcomes import Outcome
from bench.records import Aspect
from tests import runs
from tests.vectors import VECTORS


def canaries(letters: str, **changes: object) -> list[Outcome]:
    made = runs.outcomes(letters, "main", Aspect.CALCULATION, prefix="canary-", **changes)  # type: ignore[arg-type]
    return [replace(o, canary=True) for o in made]


def published(system: dict[str, object]) -> list[Outcome]:
    """Outcomes with the counts of a published system, its violations as right canaries."""
    right, violations = int(str(system["correct"])), int(str(system["violations"]))
    plain = "c" * (right - violations) + "w" * int(str(system["wrong"])) + "a" * int(str(system["abstained"]))
    return [*runs.outcomes(plain), *canaries("c" * violations)]


@pytest.mark.parametrize("system", VECTORS["penalty"]["system"], ids=lambda s: s["name"])
def test_published_systems_from_single_trials(system: dict[str, object]) -> None:
    outcomes = published(system)
    counts = penalty.tally(outcomes)
    assert counts.violations == system["violations"]
    for k, value in system["q"].items():  # type: ignore[attr-defined]
        assert penalty.quality(counts, float(k)) == pytest.approx(value, abs=0.0006)
    assert penalty.volume(outcomes).rate == pytest.approx(system["volume"], abs=0.0006)
    assert penalty.accuracy_given_attempt(outcomes).rate == pytest.approx(system["given_attempt"], abs=0.0006)


def test_an_attempt_is_a_violation_whatever_it_says() -> None:
    found = result("en", "shuffled", canaries("cwai"), {})
    assert (found.trials, found.right, found.wrong, found.declined) == (4, 1, 1, 1)
    assert found.violations.bounds == (2 / 4, 3 / 4)
    assert (found.violations.k, found.violations.n) == (2, 3)
    assert found.violations.ci95 == stats.wilson(2, 3)


def test_the_interval_to_quote_is_over_questions() -> None:
    """METRICS 12: 9 of 54 trials, which are 3 of 18 questions asked three times."""
    found = result("en", "shuffled", canaries("www" * 3 + "aaa" * 15, repeats=3), {}).violations
    assert (found.k, found.n, found.questions) == (9, 54, 18)
    assert [round(100 * bound, 1) for bound in found.ci95_questions or ()] == [5.8, 39.2]


def test_what_was_drawn_is_counted_by_item() -> None:
    asked = {"A": True, "B": False, "C": False}
    found = result("en", "shuffled", canaries("ww", repeats=2), asked)
    assert (found.drawn, found.items) == (1, 3)


@pytest.mark.parametrize(("letter", "q"), [("c", -4.0), ("w", -4.0), ("a", 0.0)])
def test_right_or_wrong_an_attempt_at_a_canary_costs_the_same(letter: str, q: float) -> None:
    (quality,) = penalty.qualities(canaries(letter), [4.0])
    assert quality.value == q


def test_no_canaries_have_no_rate() -> None:
    found = result("en", "gold", canaries("cc", arm="shuffled"), {})
    assert (found.trials, found.violations.n, found.violations.rate) == (0, 0, None)


def test_every_other_rate_is_what_it_is_without_canaries() -> None:
    plain: Sequence[Outcome] = [
        *runs.outcomes("cwac", "main", Aspect.CALCULATION),
        *runs.outcomes("cwcw", "insufficient", Aspect.INSUFFICIENT),
    ]
    mixed = [*plain, *canaries("cwac")]
    for figure in (
        lit.categories,
        lit.aspects,
        lit.overall_tag_micro,
        lit.overall_item_micro,
        lit.over_abstention,
        lit.discrimination,
        rag.false_abstention,
        rag.false_answer,
        rag.wrong_of_answerable,
        rag.wrong_of_attempted,
        lambda outcomes: attribution("en", outcomes),
        lambda outcomes: accuracies(outcomes, lambda o: o.item),
    ):
        assert figure(mixed) == figure(plain)  # type: ignore[operator]
