"""Figures of drawn items: tiers, reach, slips, final lines; and false premises, which are in no other figure."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bench.metrics import drawn
from bench.metrics.arm import arm_result
from bench.outcomes import Outcome, from_letter
from bench.records import Kind
from bench.records.items import Difficulty
from bench.records.submission import ItemTags


def trials(
    letters: str, *, tier: int = 1, tokens: int = 6000, hops: int = 1, rows: int = 0, kind: Kind = "main"
) -> list[Outcome]:
    """One trial of its own program for each letter."""
    size = Difficulty(tier=tier, hops=hops, rows=rows, context_tokens=tokens)
    return [
        from_letter(
            ItemTags(id=f"{kind}-{tier}-{n}", lang="en", kind=kind, cluster=f"kit/{tier}-{n}", difficulty=size),
            "shuffled", 0, letter,
        )
        for n, letter in enumerate(letters)
    ]  # fmt: skip


def test_every_tier_has_a_rate_and_one_that_was_not_asked_has_no_value() -> None:
    found = drawn.tiers([*trials("cccw", tier=1), *trials("ca", tier=5), *trials("if", tier=6)])
    assert {name: (rate.k, rate.n) for name, rate in found.items()} == {
        "tier1": (3, 4), "tier2": (0, 0), "tier3": (0, 0), "tier4": (0, 0), "tier5": (1, 2), "tier6": (0, 0),
    }  # fmt: skip
    assert found["tier2"].rate is None


def test_written_items_and_abstention_items_are_in_none_of_them() -> None:
    written = [replace(o, difficulty=None) for o in trials("cw")]
    assert drawn.tiers([*written, *trials("cw", kind="insufficient")]) == {}
    assert drawn.reach_context(written).shown == ""


@pytest.mark.parametrize(
    ("small", "middle", "large", "shown", "at"),
    [
        ("c" * 20, "c" * 20, "c" * 20, "≥ 32,000", 32000),
        ("c" * 20, "c" * 20, "c" * 10 + "w" * 10, "16,000", 16000),
        ("c" * 15, "c" * 5, "w" * 5, "< 6,000", None),
        ("c" * 20, "w" * 20, "c" * 20, "32,000", 32000),
    ],
)
def test_reach_is_the_largest_size_whose_lower_bound_is_high_enough(
    small: str, middle: str, large: str, shown: str, at: int | None
) -> None:
    found = drawn.reach_context(
        [*trials(small, tokens=6000), *trials(middle, tier=3, tokens=16000), *trials(large, tier=5, tokens=32000)]
    )
    assert (found.shown, found.at) == (shown, at)
    assert [(step.at, step.rate.n) for step in found.steps] == [
        (6000, len(small)), (16000, len(middle)), (32000, len(large)),
    ]  # fmt: skip


def test_the_length_of_the_context_is_a_matter_of_the_arm_that_shows_it() -> None:
    gold = [replace(o, arm="gold") for o in trials("c" * 20)]
    assert drawn.reach_context(gold).steps == ()
    assert drawn.reach_hops(gold).at == 1


def test_the_bound_is_over_programs_and_not_over_trials() -> None:
    repeated = [replace(o, repeat=n) for o in trials("c" * 5) for n in range(20)]
    assert drawn.reach_hops(repeated).at is None
    assert drawn.reach_hops(trials("c" * 20)).at == 1


def test_a_question_without_a_sweep_is_in_no_step_of_rows() -> None:
    found = drawn.reach_rows([*trials("c" * 20), *trials("c" * 20, tier=5, rows=60)])
    assert [step.at for step in found.steps] == [60]


def test_slips_are_shares_of_the_wrong_answers_the_most_frequent_first() -> None:
    wrong = [
        replace(o, slip=slip) for o, slip in zip(trials("wwww"), ("month", "other", "month", "edition"), strict=True)
    ]
    found = drawn.slips([*wrong, *trials("ccca", tier=2)])
    assert [(name, rate.k, rate.n) for name, rate in found.items()] == [
        ("month", 2, 4), ("edition", 1, 4), ("other", 1, 4),
    ]  # fmt: skip
    assert drawn.slips(trials("ca")) == {}


def test_a_reply_without_a_final_line_counts_whatever_it_was_worth() -> None:
    lines = (True, False, None, True)
    found = drawn.no_final_line([replace(o, final_line=line) for o, line in zip(trials("cwfa"), lines, strict=True)])
    assert (found.k, found.n) == (1, 3)


def test_false_premises_have_rates_of_their_own_and_are_in_no_other_figure() -> None:
    premises = trials("ccwai", kind="false_premise")
    assert {name: (rate.k, rate.n) for name, rate in drawn.false_premise(premises).items()} == {
        "corrected": (2, 4), "premise_declined": (1, 4), "went_along": (1, 4),
    }  # fmt: skip
    without, both = (arm_result("en", "shuffled", some) for some in (trials("cw"), [*trials("cw"), *premises]))
    told = {"false_premise", "trials", "outcomes", "no_final_line"}
    assert both.model_dump(exclude=told) == without.model_dump(exclude=told)
    assert without.rates("false_premise") == {}
