"""Every kind of run, scored by the suite and computed again by the oracle."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bench.errors import LogError
from bench.metrics import lit
from bench.records import Arm, Item
from bench.report.submission import make_submission
from bench.scoring import score
from tests.oracle import Audit, recompute_run, recompute_submission
from tests.report.desk import as_version_2
from tests.runs import write_dataset, write_run
from tests.test_layers import imported_rooms
from tests.verify.sealed import change_document, drop_line, lines, seal
from tests.verify.test_runs import mixed, sound_run

BY_TEXT = ("failures[].counts of ", "citations[].", "crag[].")
"""What rules for texts decide is named; these runs have unanswerable items that were attempted."""


def unnamed(audit: Audit) -> list[str]:
    """What the oracle did not compute and no rule for texts decides."""
    return [name for name in audit.not_covered if not name.startswith(BY_TEXT)]


def test_the_oracle_shares_no_code_with_what_it_checks() -> None:
    own = [path for path in Path(__file__).parent.glob("*.py") if not path.name.startswith("test_")]
    assert {room for path in own for room in imported_rooms(path)} == {"dataset", "records", "errors"}


@pytest.fixture
def run(tmp_path: Path) -> Path:
    return sound_run(tmp_path, mains=8)


def test_a_run_is_computed_again_with_nothing_left_out(run: Path) -> None:
    audit = recompute_run(run)
    assert audit.numbers > 1000
    assert unnamed(audit) == []
    assert f"keys of {len(lines(run / 'answers.jsonl'))} answers" in audit.checked[0]


def test_an_unfinished_run_is_computed_as_unfinished(tmp_path: Path) -> None:
    def letters(item: Item, arm: Arm, repeat: int) -> str:
        return {"Q-1": ".", "Q-2": "-"}.get(item.id, mixed(item, arm, repeat))

    run = seal(write_run(tmp_path / "run", write_dataset(tmp_path / "set"), letters))
    assert unnamed(recompute_run(run)) == []


@pytest.mark.slow
def test_an_error_in_the_scoring_code_is_found(run: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lit, "over_abstention", lit.overall_item_micro)
    score(run)
    with pytest.raises(LogError, match=r"results\[0\]\.over_abstention"):
        recompute_run(run)


@pytest.mark.slow
def test_a_log_that_lacks_a_vote_gives_other_figures(run: Path) -> None:
    drop_line(run / "votes.jsonl")
    with pytest.raises(LogError, match="complete is true, and should be false"):
        recompute_run(run)


@pytest.mark.slow
def test_a_section_that_the_oracle_does_not_know_is_named(run: Path) -> None:
    change_document(run / "summary.json", lambda s: s.update(new_section={"rate": 0.9}, empty_section=[]))
    change_document(run / "summary.json", lambda s: [r.update(new_rate={"k": 1}) for r in s["results"]])
    assert sorted(unnamed(recompute_run(run))) == ["new_section", "results[].new_rate"]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    data = write_dataset(tmp_path / "set", ("en", "ja"), mains=8)
    run = write_run(tmp_path / "run", data, mixed, langs=("en", "ja"), arms=("gold", "shuffled", "none"), repeats=2)
    path = tmp_path / "submission.json"
    path.write_text(json.dumps(as_version_2(make_submission(run))), encoding="utf-8")
    return path


def test_a_submission_is_computed_again_from_its_rows(file: Path) -> None:
    audit = recompute_submission(file)
    assert audit.numbers > 700
    assert audit.not_covered == ["flagged", "votes", "usage", "judge_usage", "arm_usage", "log"]


@pytest.mark.parametrize(
    ("by", "fault"),
    [
        (lambda s: s["results"][0].update(overall_macro=0.99), "results[0].overall_macro is 0.99, and should be"),
        (lambda s: s["rows"][0]["arms"].update(shuffled="a"), "and should be"),
        (lambda s: s["config"]["model"].update(title="Another"), "is not what recomputing it gives: digest is"),
        (lambda s: s["excluded"].update({"failed/generate/empty": 40}), "failed trials, and its rows have"),
    ],
)
def test_a_figure_that_the_rows_do_not_give_is_found(file: Path, by: Callable[[Any], object], fault: str) -> None:
    change_document(file, by)
    with pytest.raises(LogError) as found:
        recompute_submission(file)
    assert fault in str(found.value)
