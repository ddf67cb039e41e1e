"""Citations counted over a run: checks, coverage, and what is listed."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.errors import LogError
from bench.records import Item
from bench.records.measures import CitationResult
from bench.scoring import read_run, score_run
from tests.runs import rescored, write_dataset, write_run

TEXTS = {
    "Q-0": "It was on day 10 [1].\nAnswer: day 10",
    "Q-1": "It was on day 99 [1][4].",
    "Q-2": "It was on day 12.",
    "Q-3": "The document [1] does not name pier 3. It cannot be answered.",
}


def letters(item: Item, *_: object) -> str:
    return "a" if item.id == "Q-3" else "n" if item.kind == "contradictory" else "c"


@pytest.fixture
def result(tmp_path: Path) -> CitationResult:
    run = read_run(write_run(tmp_path / "run", write_dataset(tmp_path / "data"), letters))
    answers = tuple(
        a.model_copy(update={"text": TEXTS[a.item], "chunks": (f"W-{a.item[2]}", "W-1")})
        for a in run.answers
        if a.item in TEXTS
    )
    (found,) = rescored(run, answers=answers).citations
    return found


def test_each_check_has_its_own_units(result: CitationResult) -> None:
    assert (result.resolves.units.k, result.resolves.units.n) == (3, 4)
    assert (result.values.units.k, result.values.units.n) == (2, 3)  # with the 3 of "pier 3"
    assert result.quotes.units.rate is None
    # The chunks of this dataset have no metadata, so no source is judged.
    assert result.eligible.units.n == 0


def test_an_answer_passes_a_check_when_all_its_units_do(result: CitationResult) -> None:
    assert (result.resolves.answers.k, result.resolves.answers.n) == (2, 3)
    assert (result.values.answers.k, result.values.answers.n) == (2, 3)


def test_attempts_without_a_citation_are_counted_and_declined_answers_need_none(result: CitationResult) -> None:
    assert result.answers == 4
    assert (result.coverage.k, result.coverage.n) == (2, 3)


def test_what_failed_is_listed_with_its_answer(result: CitationResult) -> None:
    assert [(f.item, f.check, f.what) for f in result.faults] == [("Q-1", "resolves", "[4]"), ("Q-1", "values", "99")]
    assert result.faults[0].answer_key == "en/Q-1/shuffled/0"


def test_every_arm_is_there_and_without_answers_undefined(tmp_path: Path) -> None:
    run = write_run(tmp_path / "run", write_dataset(tmp_path / "data"), lambda *_: ".", arms=("gold", "none"))
    summary = score_run(read_run(run))
    assert [(c.arm, c.answers, c.coverage.rate) for c in summary.citations] == [("gold", 0, None), ("none", 0, None)]


def test_an_answer_that_was_shown_nothing_does_not_lack_a_citation(tmp_path: Path) -> None:
    run = read_run(write_run(tmp_path / "run", write_dataset(tmp_path / "data"), arms=("none",)))
    (found,) = score_run(run).citations
    assert found.answers == 4
    assert found.coverage.n == 0


def test_a_chunk_that_nobody_has_is_an_error_by_name(tmp_path: Path) -> None:
    run = read_run(write_run(tmp_path / "run", write_dataset(tmp_path / "data")))
    answers = [a.model_copy(update={"chunks": ("W-77",)}) for a in run.answers[:2]]
    with pytest.raises(LogError, match=r"chunk W-77 \(en\) is not in the dataset"):
        rescored(run, answers=answers)


def test_the_cut_chunk_is_checked_as_it_was_shown(tmp_path: Path) -> None:
    run = read_run(write_run(tmp_path / "run", write_dataset(tmp_path / "data")))
    answers = [
        a.model_copy(update={"chunks": ("W-0",), "text": "It was on day 10 [1]."})
        for a in run.answers
        if a.item == "Q-0-INC"
    ]
    (found,) = rescored(run, answers=answers).citations
    assert (found.values.units.k, found.values.units.n) == (0, 1)
