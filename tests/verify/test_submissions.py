"""Verifying a submission: its figures against its rows, and all of it against the run that it was made from."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bench.errors import LogError
from bench.records.submission import Submission
from bench.report.submission import make_submission
from bench.verify import verify_submission
from tests.report.desk import as_version_2
from tests.verify.sealed import change_document, change_summary
from tests.verify.test_runs import sound_run


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return sound_run(tmp_path_factory.mktemp("submitted"))


@pytest.fixture(scope="module")
def submission(run: Path) -> Submission:
    return make_submission(run, "Lab")


@pytest.fixture
def file(submission: Submission, tmp_path: Path) -> Path:
    path = tmp_path / "submission.json"
    path.write_text(submission.model_dump_json(), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def version_2(submission: Submission, run: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The submission as version 2 wrote it, with its figures; sound before it is damaged."""
    text = json.dumps(as_version_2(submission))
    path = tmp_path_factory.mktemp("version_2") / "submission.json"
    path.write_text(text, encoding="utf-8")
    assert verify_submission(path, run).numbers > 900
    return text


def test_a_sound_submission_passes_and_what_rows_cannot_say_is_named(file: Path) -> None:
    audit = verify_submission(file)
    assert audit.checked[0] == "the digest of its configuration"
    assert audit.not_covered == ["flagged", "votes", "usage", "judge_usage", "arm_usage", "log"]


@pytest.mark.parametrize(
    ("by", "fault"),
    [
        (lambda s: s["rows"].pop(), "there are 118 trials"),
        (lambda s: s["config"]["model"].update(title="Another"), "digest"),
        (lambda s: s["excluded"].update({"failed/generate/empty": 40}), "failed trials, the rows hold"),
    ],
)
def test_what_does_not_hold_together_is_found(file: Path, by: Callable[[Any], object], fault: str) -> None:
    change_document(file, by)
    with pytest.raises(LogError) as found:
        verify_submission(file)
    assert fault in str(found.value)


@pytest.mark.daily(2)
@pytest.mark.parametrize(
    ("by", "fault"),
    [
        (lambda s: s["results"][0].update(overall_macro=0.99), "results[0].overall_macro"),
        (lambda s: s["results"][1]["quality"][0].update(ci95=[0.0, 1.0]), "results[1].quality[0].ci95[0]"),
        (lambda s: s["attribution"][0]["parametric"].update(n=3), "attribution[0].parametric.n"),
        (lambda s: s["rows"][0]["arms"].update(shuffled="a"), "results["),
        (lambda s: s["items"][0].update(aspects=["csv"]), "results["),
    ],
)
def test_a_figure_of_version_2_that_the_rows_do_not_give_is_found(
    file: Path, version_2: str, by: Callable[[Any], object], fault: str
) -> None:
    file.write_text(version_2, encoding="utf-8")
    change_document(file, by)
    with pytest.raises(LogError) as found:
        verify_submission(file)
    assert fault in str(found.value)


def test_against_its_run_nothing_is_left_out_but_what_the_log_of_the_run_cannot_say(file: Path, run: Path) -> None:
    audit = verify_submission(file, run)
    assert audit.numbers > 900
    assert [name.partition(" (")[0] for name in audit.not_covered] == ["rankings of the retriever"]
    assert "every field against the run" in audit.checked


@pytest.mark.daily(3)
@pytest.mark.parametrize(
    ("by", "fault"),
    [
        (lambda s: s.update(date="2026-01-01T03:04:05Z"), "date is"),
        (lambda s: s.update(suite_version="9"), "suite_version is"),
        (lambda s: s.update(run="another"), "run is"),
        (lambda s: s["rows"][0]["arms"].update(shuffled="a"), "rows[0].arms.shuffled is"),
        (lambda s: s.update(flagged=3), "flagged is 3, and should be 0"),
        (lambda s: s["log"].update(votes="0" * 64), "log.votes is"),
        (lambda s: s["votes"].update(cast=7000), "votes.cast is 7000"),
        (lambda s: s["usage"].update(attempts=9000), "usage.attempts is 9000"),
    ],
)
def test_any_other_field_is_found_by_the_run(file: Path, run: Path, by: Callable[[Any], object], fault: str) -> None:
    change_document(file, by)
    with pytest.raises(LogError) as found:
        verify_submission(file, run)
    assert fault in str(found.value)


def test_the_run_itself_is_verified(file: Path, run: Path) -> None:
    before = (run / "summary.json").read_text("utf-8")
    change_summary(run, lambda summary: summary.update(missing=1))
    with pytest.raises(LogError, match="missing is 1, and should be 0"):
        verify_submission(file, run)
    (run / "summary.json").write_text(before, encoding="utf-8")


def test_what_is_no_submission_is_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    for text, fault in (
        ("{}", "is missing"),
        ("[1]", "x.json: "),
        ("\xff{", "is not UTF-8|is not JSON"),
    ):
        path.write_text(text, encoding="utf-8")
        with pytest.raises(LogError, match=fault):
            verify_submission(path)
    with pytest.raises(LogError, match="cannot be read"):
        verify_submission(tmp_path / "none.json")
    path.write_bytes(b" " * 20_000_001)
    with pytest.raises(LogError, match="at most 20,000,000"):
        verify_submission(path)
