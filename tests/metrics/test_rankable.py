"""Which runs may be ranked, by how they were asked and judged."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.metrics.rankable import not_for_leaderboard
from bench.records import ModelRef, RunConfig
from bench.scoring import read_run
from tests.runs import JUDGE, RULE, write_dataset, write_run

CASCADE = JUDGE.model_copy(update={"spec": f"rule+{JUDGE.spec}", "rules": "rule/4"})


def config(tmp_path: Path, *judges: ModelRef, **changed: object) -> RunConfig:
    run = read_run(write_run(tmp_path / "run", write_dataset(tmp_path / "set"), judges=judges))
    official = run.manifest.config.dataset.model_copy(update={"official": True})
    return run.manifest.config.model_copy(update={"dataset": official, **changed})


@pytest.mark.parametrize("judge", [JUDGE, CASCADE])
def test_a_whole_run_of_an_official_set_by_a_model_or_a_cascade_is_ranked(tmp_path: Path, judge: ModelRef) -> None:
    assert not_for_leaderboard(config(tmp_path, judge), complete=True) == []


def test_by_rule_alone_only_drawn_items_are_ranked(tmp_path: Path) -> None:
    asked = config(tmp_path, RULE)
    assert not_for_leaderboard(asked, complete=True) == ["rule results are not for the leaderboard"]
    assert not_for_leaderboard(asked, complete=True, drawn=True) == []


@pytest.mark.parametrize(("suspect", "ranked"), [((0, 0), True), ((2, 20), True), ((3, 20), False)])
def test_more_than_a_tenth_of_suspect_verdicts_is_too_many(
    tmp_path: Path, suspect: tuple[int, int], ranked: bool
) -> None:
    assert (not_for_leaderboard(config(tmp_path, JUDGE), complete=True, suspect=suspect) == []) is ranked


def test_a_judge_without_a_test_ranks_nothing(tmp_path: Path) -> None:
    asked = config(tmp_path, JUDGE, untested_judge=True)
    assert not_for_leaderboard(asked, complete=True) == ["judges voted without a test"]
