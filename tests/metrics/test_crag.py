"""CRAG's truthfulness: its vectors, and where its labels come from."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from bench.metrics.crag import is_exact, truthfulness
from bench.metrics.penalty import quality, tally
from bench.records import Aspect, Item, Vote
from bench.records.measures import CragResult
from bench.scoring import RunLog, read_run
from tests import runs
from tests.runs import JUDGE, rescored, write_dataset, write_run
from tests.vectors import VECTORS

OTHER = JUDGE.model_copy(update={"spec": "anthropic:judge-2", "family": "anthropic"})
FIRST = JUDGE.model_copy(update={"family": "openai"})


@pytest.mark.parametrize("vector", VECTORS["crag"])
def test_the_published_vectors(vector: dict[str, Any]) -> None:
    names = ("perfect", "acceptable", "missing", "incorrect")
    labels = [name for name in names for _ in range(vector[name])]
    assert truthfulness(labels) == pytest.approx(vector["truthfulness"])  # type: ignore[arg-type]


def test_no_labels_have_no_truthfulness() -> None:
    assert truthfulness([]) is None


def test_three_levels_are_q_1_without_canaries() -> None:
    outcomes = runs.outcomes("c" * 40 + "a" * 31 + "w" * 29, "main", Aspect.MULTI_HOP)
    assert quality(tally(outcomes), 1) == pytest.approx(0.11)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return write_dataset(tmp_path / "data", mains=4)


def crag(run: RunLog, votes: Sequence[Vote] | None = None) -> CragResult:
    summary = rescored(run, votes=run.votes if votes is None else votes)
    (result,) = summary.crag
    return result


def letters(item: Item, *_: object) -> str:
    """Of the Main items one right, one wrong, one declined, one without a verdict; all others declined."""
    return {"Q-0": "c", "Q-1": "w", "Q-2": "a", "Q-3": "i"}.get(item.id, "n" if item.kind == "contradictory" else "c")


def test_a_decline_is_missing_also_where_there_was_nothing_to_answer(tmp_path: Path, data: Path) -> None:
    result = crag(read_run(write_run(tmp_path / "run", data, letters)))
    counts = result.counts
    assert (counts.perfect, counts.acceptable, counts.missing, counts.incorrect, counts.excluded) == (1, 0, 7, 1, 1)
    assert result.truthfulness == 0
    assert result.ci95 is not None
    assert (result.exact, result.mean_of_judges) == (0, False)


def test_where_every_question_is_declined_the_score_has_the_bounds_of_wilson(tmp_path: Path, data: Path) -> None:
    declined = write_run(tmp_path / "run", data, lambda item, *_: "a" if item.answerable else "c")
    result = crag(read_run(declined))
    assert result.truthfulness == 0
    assert result.ci95 is not None
    assert result.ci95[0] == -result.ci95[1] < -0.1


def test_an_incorrect_answer_that_the_judge_calls_acceptable_counts_one_half(tmp_path: Path, data: Path) -> None:
    run = read_run(write_run(tmp_path / "run", data, letters))
    votes = [v.model_copy(update={"acceptable": True}) for v in run.votes]
    result = crag(run, votes)
    # A right answer stays perfect and a decline stays missing, whatever else the judge says of them.
    assert (result.counts.perfect, result.counts.acceptable, result.counts.incorrect) == (1, 1, 0)
    assert result.truthfulness == pytest.approx(1.5 / 9)


def test_an_exact_match_is_perfect_whatever_the_judge_says(tmp_path: Path, data: Path) -> None:
    run = read_run(write_run(tmp_path / "run", data, letters))
    answers = tuple(
        a.model_copy(update={"text": "It was late.\nAnswer: Day １1."}) if a.item in ("Q-1", "Q-3") else a
        for a in run.answers
    )
    summary = rescored(run, answers=answers)
    result = summary.crag[0]
    assert result.exact == 1  # day 11; Q-3 asks for day 13
    assert (result.counts.perfect, result.counts.incorrect, result.counts.excluded) == (2, 0, 1)


@pytest.mark.parametrize(
    ("answer", "exact"),
    [
        ("day 10", True),
        ("ＤＡＹ 10。", True),
        ("See [2].\n\nAnswer: day 10", True),
        ("day 10 or 11", False),
        ("Answer: day 10\nAnswer: day 11", False),
        ("day 1", False),
        ("", False),
    ],
)
def test_exact_is_word_for_word_after_normalisation(answer: str, exact: bool) -> None:
    item = Item(id="q", lang="en", kind="main", question="On which day?", answer="day 10", cluster="q")
    assert is_exact(item, answer) is exact
    assert not is_exact(item.model_copy(update={"kind": "insufficient"}), answer)


def test_with_two_judges_of_different_families_it_is_the_mean_of_theirs(tmp_path: Path, data: Path) -> None:
    run = read_run(write_run(tmp_path / "run", data, judges=(FIRST, OTHER)))
    votes = [
        v.model_copy(update={"verdict": "incorrect", "abstained": False})
        if v.model == OTHER.spec and v.answer_key.startswith("en/Q-0/")
        else v
        for v in run.votes
    ]
    result = crag(run, votes)
    by_judge = {judge.judge: judge.truthfulness for judge in result.judges}
    assert by_judge == {FIRST.spec: pytest.approx(0.4), OTHER.spec: pytest.approx(0.2)}
    assert result.mean_of_judges
    assert result.truthfulness == pytest.approx(0.3)
    assert result.ci95 is not None
    assert result.ci95[0] <= 0.3 <= result.ci95[1]


def test_judges_of_one_family_are_a_panel_and_their_verdicts_count(tmp_path: Path, data: Path) -> None:
    second = FIRST.model_copy(update={"spec": "openai:judge-2"})
    run = read_run(write_run(tmp_path / "run", data, judges=(FIRST, second)))
    votes = [
        v.model_copy(update={"verdict": "incorrect", "abstained": False}) if v.model == second.spec else v
        for v in run.votes
    ]
    result = crag(run, votes)
    assert not result.mean_of_judges
    assert result.truthfulness == pytest.approx(0.4)  # a tie goes to the primary judge


def test_an_empty_log_has_no_truthfulness(tmp_path: Path, data: Path) -> None:
    result = crag(read_run(write_run(tmp_path / "run", data, lambda *_: ".")))
    assert (result.truthfulness, result.ci95) == (None, None)
    assert result.judges[0].truthfulness is None
