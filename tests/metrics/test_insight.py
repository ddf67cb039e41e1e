"""The parts of `insight`: closed-book certificate, price of a right answer, twins, leave-one-out figures."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from bench.metrics import lit
from bench.metrics.insight import closed_book, grounded_cost, left_out_result, twins
from bench.metrics.lit import discrimination
from bench.outcomes import Outcome
from bench.records import Answer, Arm, Aspect, Item, Usage
from bench.records.insight import GroundedCost
from bench.scoring import outcomes_of, read_run
from tests import runs
from tests.runs import MODEL, all_right, outcomes, write_dataset, write_run

ASPECTS = (Aspect.MULTI_SOURCE, Aspect.MULTI_HOP, Aspect.SYNONYM, Aspect.CSV)


def run(none: str, shuffled: str, twins: str) -> list[Outcome]:
    """The same letters in each Main category; twins share the cluster of their Main item."""
    trials = []
    for aspect in ASPECTS:
        name = aspect.value
        trials += outcomes(none, "main", aspect, arm="none", prefix=name)
        trials += outcomes(shuffled, "main", aspect, prefix=name)
        trials += outcomes(twins, "insufficient", Aspect.INSUFFICIENT, prefix=name)
    return trials


def test_known_items_are_listed_and_every_figure_stands_with_and_without_them() -> None:
    trials = run(none="cwa", shuffled="cca", twins="wcc")
    (found,) = closed_book(trials, ["en"], ["shuffled", "none"])
    assert found.known == tuple(sorted(f"{aspect.value}main-0" for aspect in ASPECTS))
    assert (found.lang, found.asked) == ("en", 12)
    (row,) = found.figures  # the none arm itself is not shown: without what was known there, it is 0 by construction
    assert (row.arm, row.every.trials, row.without.trials) == ("shuffled", 24, 16)
    shuffled = [o for o in trials if o.arm == "shuffled"]
    assert row.every.main_avg == lit.main_avg(shuffled)
    assert row.every.overall_macro == lit.overall_macro(shuffled)
    assert row.every.over_abstention == lit.over_abstention(shuffled)
    assert row.every.categories["Table"].rate == 2 / 3
    assert row.without.categories["Table"].rate == 1 / 2
    # The variants of a known question go with it: the twins that were attempted were those of the known items.
    assert (row.every.categories["Abstention"].k, row.every.categories["Abstention"].n) == (8, 12)
    assert (row.without.categories["Abstention"].k, row.without.categories["Abstention"].n) == (8, 8)
    assert (row.without.over_abstention.k, row.without.over_abstention.n) == (4, 8)


def test_right_in_one_repeat_is_known() -> None:
    trials = outcomes("wwcwww", arm="none", repeats=3) + outcomes("ccc" * 2, repeats=3)
    (found,) = closed_book(trials, ["en"], ["none", "shuffled"])
    assert (found.known, found.asked) == (("main-0",), 2)


def test_nothing_known_leaves_everything_as_it_is_and_everything_known_leaves_nothing() -> None:
    (nothing,) = closed_book(run("www", "cca", "ccc"), ["en"], ["shuffled", "none"])
    assert (nothing.known, nothing.figures[0].every) == ((), nothing.figures[0].without)
    (all_known,) = closed_book(run("ccc", "cca", "ccc"), ["en"], ["shuffled", "none"])
    assert all_known.figures[0].without.trials == 0
    assert all_known.figures[0].without.main_avg is None
    assert all_known.figures[0].without.categories["Table"].rate is None


def test_languages_are_apart_and_without_the_arm_there_is_no_certificate() -> None:
    trials = run("ccc", "ccc", "ccc")
    english, japanese = closed_book(trials, ["en", "ja"], ["shuffled", "none"])
    assert (len(english.known), japanese.known, japanese.asked) == (12, (), 0)
    assert closed_book(trials, ["en"], ["shuffled"]) == ()


def test_a_failed_closed_book_call_is_neither_known_nor_asked() -> None:
    (found,) = closed_book(outcomes("fic", arm="none"), ["en"], ["none"])
    assert (found.asked, found.known, found.figures) == (1, ("main-2",), ())


CALL_USD = (100 * 1.0 + 10 * 4.0) / 1e6


def rows(
    folder: Path,
    letters: runs.Letters = all_right,
    change: Mapping[str, dict[str, object]] | None = None,
    **config: object,
) -> dict[str, GroundedCost]:
    """By arm; every answer shows the item's chunks, but for what `change` says by item id."""
    data = write_dataset(folder / "set")
    run = read_run(write_run(folder / "run", data, letters, **config))  # type: ignore[arg-type]
    items = {(item.lang, item.id): item for item in run.items}

    def shown(answer: Answer) -> Answer:
        item = items[answer.lang, answer.item]
        kept = {"chunks": () if answer.arm == "none" else (*item.positive, *item.negative)}
        return answer.model_copy(update=kept | dict((change or {}).get(answer.item, {})))

    found = grounded_cost(run.manifest.config, items, map(shown, run.answers), outcomes_of(run))
    return {row.arm: row for row in found}


def test_all_calls_are_divided_by_the_right_answers_to_answerable_items(tmp_path: Path) -> None:
    (row,) = rows(tmp_path).values()
    # 4 Main items, 4 twins, a contradictory and an incomplete one; declining rightly is no answer.
    assert (row.calls, row.correct) == (10, 4)
    assert row.cost_usd == pytest.approx(10 * CALL_USD)
    assert row.usd_per_correct == pytest.approx(10 * CALL_USD / 4)
    assert (row.tokens, row.tokens_per_correct) == (1100, 275)
    assert row.latency_p90_s == 0.5


def test_wrong_answers_make_the_right_ones_dearer(tmp_path: Path) -> None:
    def letters(item: Item, arm: Arm, repeat: int) -> str:
        return "w" if item.id in ("Q-1", "Q-2", "Q-3") else all_right(item, arm, repeat)

    (row,) = rows(tmp_path, letters).values()
    assert row.usd_per_correct == pytest.approx(10 * CALL_USD)


def test_a_right_answer_without_all_of_its_evidence_is_paid_for_and_not_counted(tmp_path: Path) -> None:
    (row,) = rows(tmp_path, change={"Q-2": {"chunks": ("W-9",)}, "Q-1": {"chunks": ()}}).values()
    assert (row.calls, row.correct) == (10, 2)
    assert row.usd_per_correct == pytest.approx(5 * CALL_USD)


def test_latency_is_that_of_the_grounded_right_answers(tmp_path: Path) -> None:
    slow: dict[str, dict[str, object]] = {
        "Q-0": {"latency_s": 1.5},
        "Q-0-INS": {"latency_s": 99.0},
        "Q-1": {"latency_s": 9.0, "chunks": ()},
    }
    (row,) = rows(tmp_path, change=slow).values()
    # 0.5, 0.5 and 1.5: position (3 - 1) * 0.9 = 1.8.
    assert row.latency_p90_s == pytest.approx(0.5 + 0.8)


def test_without_a_price_there_are_tokens_and_no_cost(tmp_path: Path) -> None:
    free = MODEL.model_copy(update={"price_input": None})
    (row,) = rows(tmp_path, model=free).values()
    assert (row.cost_usd, row.usd_per_correct, row.tokens_per_correct) == (None, None, 275)


def test_one_silent_call_makes_the_sums_undefined_and_a_failed_one_counts_what_it_reported(tmp_path: Path) -> None:
    (row,) = rows(tmp_path / "a", change={"Q-3-INS": {"usage": Usage()}}).values()
    assert (row.cost_usd, row.tokens, row.correct) == (None, None, 4)

    def failing(item: Item, arm: Arm, repeat: int) -> str:
        return "f" if item.id == "Q-3-INS" else all_right(item, arm, repeat)

    # A reply that was cut off was paid for; one that never came was not.
    (row,) = rows(tmp_path / "b", failing).values()
    assert row.cost_usd == pytest.approx(10 * CALL_USD)
    (row,) = rows(tmp_path / "c", failing, change={"Q-3-INS": {"usage": Usage()}}).values()
    assert row.cost_usd == pytest.approx(9 * CALL_USD)


def test_nothing_right_has_no_price_and_the_closed_book_arm_no_row(tmp_path: Path) -> None:
    def declining(item: Item, _arm: Arm, _repeat: int) -> str:
        return {"main": "a", "contradictory": "d"}.get(item.kind, "c")

    found = rows(tmp_path, declining, arms=("gold", "none"))
    assert list(found) == ["gold"]
    assert (found["gold"].correct, found["gold"].usd_per_correct, found["gold"].tokens_per_correct) == (0, None, None)
    assert found["gold"].latency_p90_s is None
    assert found["gold"].cost_usd is not None


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
