"""`bench verify`, as a user calls it, on runs that a campaign has left behind."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.command import bench
from tests.runs import write_dataset
from tests.verify.sealed import change_line, forge_digests


@pytest.fixture
def run(tmp_path: Path) -> Path:
    write_dataset(tmp_path / "set", ("en", "ja"), mains=8)
    return campaign(tmp_path)


def campaign(folder: Path, *options: str) -> Path:
    arguments = ("baseline:extractive", "--data", "set", "--langs", "en,ja", "--out", "run", "--quiet", "--fresh")
    done = bench("run", *arguments, *options, cwd=folder)
    assert (done.returncode, done.stderr) == (0, "")
    return folder / "run"


def test_a_real_run_verifies_and_says_what_was_covered(run: Path, tmp_path: Path) -> None:
    done = bench("verify", run, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    first, second, third = done.stdout.splitlines()
    assert "numbers recomputed, all as printed" in first
    assert "digests of manifest.json, answers.jsonl, votes.jsonl" in second
    assert third.startswith("Not covered: ")
    assert "results" not in third


@pytest.mark.parametrize(
    "options", [("--judging", "two-stage"), ("--canary-share", "0.5"), ("--limit", "6", "--repeats", "2")]
)
def test_runs_of_every_protocol_verify(tmp_path: Path, options: tuple[str, ...]) -> None:
    write_dataset(tmp_path / "set", ("en", "ja"), mains=8)
    run = campaign(tmp_path, *options)
    done = bench("verify", run, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert "canaries" not in done.stdout.splitlines()[2]


def test_a_changed_answer_of_a_rule_judged_run_is_found_by_its_vote(run: Path, tmp_path: Path) -> None:
    change_line(run / "answers.jsonl", lambda a: a.update(text=a["text"] + "!"))
    found = bench("verify", run, cwd=tmp_path)
    assert found.returncode == 1
    assert found.stderr.startswith("bench: ")
    assert "has changed since it was scored: answers.jsonl has SHA-256" in found.stderr
    forge_digests(run)
    found = bench("verify", run, cwd=tmp_path)
    assert (found.returncode, found.stdout) == (1, "")
    assert "has text" in found.stderr or "by rule has key" in found.stderr
    assert found.stderr.count("\n") == 1


def test_a_submission_verifies_and_a_wrong_row_in_it_does_not(run: Path, tmp_path: Path) -> None:
    submitted = bench("submit", run, "--out", "mine.json", cwd=tmp_path)
    assert submitted.returncode == 0
    done = bench("verify", "mine.json", cwd=tmp_path)
    assert done.returncode == 0
    assert done.stdout.startswith("mine.json: sound.")
    document = json.loads((tmp_path / "mine.json").read_text("utf-8"))
    document["rows"][0]["repeat"] += 1
    (tmp_path / "mine.json").write_text(json.dumps(document), encoding="utf-8")
    found = bench("verify", "mine.json", cwd=tmp_path)
    assert found.returncode == 1
    assert "rows[0].repeat: " in found.stderr or "has no row for repeat" in found.stderr
    document["rows"][0]["repeat"] -= 1
    document["flagged"] += 1
    (tmp_path / "mine.json").write_text(json.dumps(document), encoding="utf-8")
    found = bench("verify", "mine.json", "--run", run, cwd=tmp_path)
    assert found.returncode == 1
    assert "flagged is 1, and should be 0" in found.stderr


def test_what_is_neither_is_one_sentence(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "nothing.json"):
        found = bench("verify", path, cwd=tmp_path)
        assert found.returncode == 1
        assert found.stderr.count("\n") == 1
        assert "Traceback" not in found.stderr
