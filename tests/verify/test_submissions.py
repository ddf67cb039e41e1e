"""Verifying a submission: its figures against its rows."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bench.errors import LogError
from bench.report.submission import make_submission
from bench.verify import verify_submission
from tests.runs import write_dataset, write_run
from tests.verify.test_runs import mixed


@pytest.fixture
def file(tmp_path: Path) -> Path:
    data = write_dataset(tmp_path / "set", ("en", "ja"), mains=8)
    run = write_run(tmp_path / "run", data, mixed, langs=("en", "ja"), arms=("gold", "shuffled", "none"), repeats=2)
    path = tmp_path / "submission.json"
    path.write_text(make_submission(run).model_dump_json(), encoding="utf-8")
    return path


def change(path: Path, by: Callable[[Any], object]) -> None:
    document = json.loads(path.read_text("utf-8"))
    by(document)
    path.write_text(json.dumps(document), encoding="utf-8")


def test_a_sound_submission_passes_and_what_rows_cannot_say_is_named(file: Path) -> None:
    audit = verify_submission(file)
    assert audit.numbers > 700
    assert audit.not_covered == ["flagged", "votes", "usage", "judge_usage", "arm_usage", "log"]


@pytest.mark.parametrize(
    ("by", "fault"),
    [
        (lambda s: s["results"][0].update(overall_macro=0.99), "results[0].overall_macro is 0.99, and should be"),
        (lambda s: s["results"][1]["quality"][0].update(ci95=[0.0, 1.0]), "results[1].quality[0].ci95[0] is 0.0"),
        (lambda s: s["attribution"][0]["parametric"].update(n=3), "attribution[0].parametric.n is 3"),
        (lambda s: s["rows"][0]["arms"].update(shuffled="a"), "and should be"),
        (lambda s: s["rows"].pop(), "trials is "),
        (lambda s: s["config"]["model"].update(title="Another"), "is not what recomputing it gives: digest is"),
        (lambda s: s["excluded"].update({"failed/generate/empty": 40}), "failed trials, and its rows have"),
        (lambda s: s["items"][0].update(aspects=["csv"]), "results["),
    ],
)
def test_a_figure_that_the_rows_do_not_give_is_found(file: Path, by: Callable[[Any], object], fault: str) -> None:
    change(file, by)
    with pytest.raises(LogError) as found:
        verify_submission(file)
    assert fault in str(found.value)


def test_what_is_no_submission_is_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    for text, fault in (
        ("{}", "not a submission that can be verified"),
        ("[1]", "no JSON object"),
        ("\xff{", "not JSON"),
    ):
        path.write_text(text, encoding="utf-8")
        with pytest.raises(LogError, match=fault):
            verify_submission(path)
    with pytest.raises(LogError, match="cannot be read"):
        verify_submission(tmp_path / "none.json")
    path.write_bytes(b" " * 20_000_001)
    with pytest.raises(LogError, match="more than 20,000,000 bytes"):
        verify_submission(path)
