"""`bench judge-eval`, as a user calls it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from bench.judge_eval.labelled import load
from tests.command import bench
from tests.judge_eval.cases import SMALL, line, says, written
from tests.server import Seen, Server, Step

ROOT = Path(__file__).parent.parent.parent
SET = ROOT / "data" / "judge"


@pytest.fixture
def labelled(tmp_path: Path) -> Path:
    return written(tmp_path / "set", SMALL)


@pytest.mark.slow
def test_the_rule_judge_is_the_default_and_needs_nobody(tmp_path: Path) -> None:
    done = bench("judge-eval", "--langs", "ja", cwd=tmp_path)
    assert done.returncode == 0
    assert "has no part real" in done.stderr or (SET / "real").is_dir()
    assert "Japanese" in done.stdout
    assert "English" not in done.stdout
    assert "\x1b" not in done.stdout
    assert max(map(len, done.stdout.split("\n")[:60])) <= 80
    assert (tmp_path / "results" / "judge-eval" / "rule" / "report.json").is_file()


def test_json_alone_is_the_report(tmp_path: Path, labelled: Path) -> None:
    done = bench("judge-eval", "rule", "--langs", "en", "--set", labelled, "--out", "here", "--json", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    report = json.loads(done.stdout)
    assert report == json.loads((tmp_path / "here" / "report.json").read_text("utf-8"))
    (english,) = report["langs"]
    assert english["overall"]["n"] == len(SMALL)
    assert set(english["overall"]) >= {"invalid", "agreement", "agreement_of_all", "kappa", "false_correct"}
    assert set(english["slices"]) == {row["slice"] for row in SMALL}


@pytest.mark.slow
def test_both_forms_of_the_output_are_the_same_each_time(tmp_path: Path) -> None:
    first, second = (bench("judge-eval", "--json", cwd=tmp_path).stdout for _ in range(2))
    assert first == second
    assert {(lang["part"], lang["lang"]): lang["overall"]["n"] for lang in json.loads(first)["langs"]} == {
        key: len(cases) for key, cases in load(None, ["en", "ja"]).cases.items()
    }


def test_a_hostile_case_cannot_control_the_terminal(tmp_path: Path) -> None:
    hostile = "\x1b[2J\x1b]0;owned\x07[bold]:smile: \u202egnorw"
    rows = [line(answer=f"Nine {hostile}", reference=f"4 {hostile}", note=f"n {hostile}")]
    done = bench("judge-eval", "--langs", "en", "--set", written(tmp_path / "set", rows), "--out", "here", cwd=tmp_path)
    assert done.returncode == 0
    assert "differ: 1" in done.stdout
    assert "[bold]:smile:" in done.stdout
    for forbidden in ("\x1b", "\x07", "\u202e"):
        assert forbidden not in done.stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("no-such-judge",), "Unknown model"),
        (("baseline:oracle",), "cannot judge"),
        (("--langs", "fr"), "Unknown language 'fr'"),
        (("--set", "nowhere"), "no readable en.jsonl"),
        (("--registry", "nowhere.toml"), "nowhere.toml cannot be read"),
        (("--concurrency", "0"), "--concurrency is 0"),
    ],
)
def test_a_wrong_request_is_one_sentence_and_exit_code_2(tmp_path: Path, arguments: tuple[str, ...], said: str) -> None:
    done = bench("judge-eval", *arguments, cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr.startswith("bench: ")
    assert said in done.stderr
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "results").exists()


@pytest.mark.slow
def test_a_killed_evaluation_pays_no_finished_call_twice(tmp_path: Path, labelled: Path) -> None:
    label_of = says()

    def slow_after_three(seen: Seen) -> Step:
        step = label_of(seen)
        return step if server.requests <= 3 else Step(text=step.text, delay_s=30)

    with Server() as server:
        server.answer = slow_after_three
        judge = f"openai-compatible:j@{server.url}"
        arguments = (
            "judge-eval",
            judge,
            "--langs",
            "en",
            "--set",
            str(labelled),
            "--out",
            "here",
            "--concurrency",
            "1",
        )
        process = subprocess.Popen(
            [sys.executable, "-m", "bench", *arguments], cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(ROOT)}
        )
        log = tmp_path / "here" / "votes.jsonl"
        deadline = time.monotonic() + 60
        while not (log.exists() and log.read_bytes().count(b"\n") == 3):
            assert time.monotonic() < deadline
            assert process.poll() is None
            time.sleep(0.02)
        process.send_signal(signal.SIGKILL)
        process.wait()
        server.answer = label_of
        asked = server.requests
        done = bench(*arguments, "--json", cwd=tmp_path)
        assert done.returncode == 0
        assert server.requests - asked == len(SMALL) - 3
    assert json.loads(done.stdout)["disagreements"] == []
