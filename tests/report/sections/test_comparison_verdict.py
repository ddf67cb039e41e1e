"""The verdict on several runs: what a third one does to the other two, and what unscored trials leave open."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.comparing import compare
from bench.report.sections.comparison_verdict import comparison_verdict
from bench.words import in_language
from tests.comparing.test_comparison import OTHER, THIRD, wrong_on
from tests.report.sections.test_verdict import failing
from tests.runs import write_dataset, write_run


def said_of(*folders: Path, lang: str = "en") -> list[str]:
    return [in_language(text, lang) for text in comparison_verdict(compare(folders)).lead]


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("verdicts")
    data = write_dataset(folder / "set", mains=40)
    return {
        "good": write_run(folder / "good", data),
        "close": write_run(folder / "close", data, wrong_on(1), model=OTHER),
        "bad": write_run(folder / "bad", data, wrong_on(*range(20)), model=OTHER),
        "hopeless": write_run(folder / "hopeless", data, failing(0.8, 40), model=THIRD),
        "lacking": write_run(folder / "lacking", data, failing(0.3, 40), model=THIRD),
        "every other": write_run(folder / "other", data, wrong_on(*range(0, 40, 2)), model=OTHER),
        "failing": write_run(folder / "failing", data, failing(0.6, 40), model=THIRD),
        "both": write_run(folder / "both", data, arms=("gold", "retrieved")),
        "both bad": write_run(folder / "bb", data, wrong_on(*range(20)), arms=("gold", "retrieved"), model=OTHER),
    }


def test_a_third_candidate_that_mostly_fails_changes_nothing_that_is_said_of_the_other_two(
    runs: dict[str, Path],
) -> None:
    two, three = said_of(runs["good"], runs["bad"]), said_of(runs["good"], runs["bad"], runs["hopeless"])
    assert two[1].startswith("English, shuffled: worth per question Model 1 ")
    assert two[1] in three
    assert two[2].startswith("English, shuffled, Model 1 against Model 2: Model 1 is better by ")
    assert two[2] in three
    assert "English: not in the ranking, since more than half of its items have no score: Model 3." in three


def test_of_items_that_fall_away_from_the_ranking_it_is_said_how_many_and_because_of_whom(
    runs: dict[str, Path],
) -> None:
    said = said_of(runs["good"], runs["bad"], runs["lacking"])
    fell = "English: the ranking is over 56 of 82 items, which all of them have scored; without a score: Model 3 26."
    assert fell in said
    assert not any("without a score" in sentence for sentence in said_of(runs["good"], runs["bad"]))


def test_a_lead_that_unscored_trials_could_turn_is_open(runs: dict[str, Path]) -> None:
    """One is wrong on every other question; the other right on 40 %, and without a score on the rest."""
    said = said_of(runs["every other"], runs["failing"])
    assert any("Model 3 is better by " in sentence for sentence in said)
    (left,) = [sentence for sentence in said if sentence.startswith("Open (English)")]
    assert left == (
        "Open (English): Model 2 or Model 3? Trials that were not scored (Model 2 0/82, Model 3 50/82) could turn it."
    )
    assert not any(s.startswith("Open") for s in said_of(runs["good"], runs["bad"])), "all are scored"
    assert not any(s.startswith("Open") for s in said_of(runs["bad"], runs["lacking"])), "too few of them to turn it"


def test_what_would_show_and_how_many_questions_would_tell_agree(runs: dict[str, Path]) -> None:
    comparison = compare([runs["good"], runs["close"]])
    worth = next(m for m in comparison.arms[0].pairs[0].measures if m.measure == "reader_value")
    assert worth.difference is not None
    assert worth.detectable is not None
    assert worth.needed is not None
    assert abs(worth.difference) < worth.detectable
    assert worth.needed > worth.questions
    said = said_of(runs["good"], runs["close"])
    assert any("would show four times in five" in sentence for sentence in said)
    assert any("questions would tell, four times in five (40 so far)." in sentence for sentence in said)


def test_every_arm_that_is_compared_says_who_leads(runs: dict[str, Path]) -> None:
    said = said_of(runs["both"], runs["both bad"])
    assert any(s.startswith("English, gold, Model 1 against Model 2: ") for s in said)
    assert any(s.startswith("English, retrieved, Model 1 against Model 2: Model 1 is better by ") for s in said)
