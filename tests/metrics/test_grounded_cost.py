"""The price of one grounded correct answer: all calls of an arm are paid for, only grounded right answers count."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from bench.metrics.insight import grounded_cost
from bench.records import Answer, Arm, Item, Usage
from bench.records.insight import GroundedCost
from bench.scoring import outcomes_of, read_run
from tests import runs
from tests.runs import MODEL, all_right, write_dataset, write_run

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
