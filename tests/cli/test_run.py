"""`bench run`: a wrong request is one sentence and exit code 2; a run without one usable answer is no success."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.server import Server, fail


def bench(*arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "bench", *arguments], capture_output=True, text=True, cwd=cwd, check=False
    )


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["nobody"], "Unknown model 'nobody'"),
        (["--arms", "golden"], "Unknown arm 'golden': choose from gold, shuffled, retrieved, none."),
        (["--langs", "fr"], "Unknown language 'fr': choose from en, ja."),
        (["--limit", "0"], "--limit: 0 items cannot be run"),
        (["--repeats", "0"], "--repeats is 0; it must be at least 1."),
        (["--data", "nowhere"], "There is no dataset 'nowhere'"),
        (["--data", "/dev/null"], "There is no dataset '/dev/null'"),
        (["--max-cost", "nan"], "--max-cost is nan; it must be a number above 0."),
        (["--max-cost", "-1"], "--max-cost is -1; it must be a number above 0."),
        (["ollama:x", "--max-cost", "1"], "no price is known for x"),
        (["ollama:x", "--param", "messages=[]"], "--param messages cannot be set"),
        (["ollama:x", "--param", "temperature"], "is not NAME=VALUE"),
        (["openai-compatible:x"], "--base-url"),
    ],
)
def test_a_wrong_request_is_one_sentence(tmp_path: Path, arguments: list[str], sentence: str) -> None:
    done = bench("run", *arguments, cwd=tmp_path)
    assert done.returncode == 2
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""
    assert not (tmp_path / "results").exists()


def test_a_run_in_which_every_call_failed_is_a_failure_that_says_why(tmp_path: Path) -> None:
    with Server(answer=lambda _: fail(413, "<html>too large</html>")) as server:
        given = ["--base-url", server.url, "--limit", "1", "--langs", "en", "--arms", "shuffled", "--judge", "rule"]
        refused = bench("run", "openai-compatible:x", *given, cwd=tmp_path)
    assert refused.returncode == 1
    assert "Traceback" not in refused.stderr
    assert refused.stderr.strip()


def test_answers_that_are_all_empty_are_no_success(tmp_path: Path) -> None:
    from tests.server import Step

    with Server(answer=lambda _: Step(text="")) as server:
        given = ["--base-url", server.url, "--limit", "2", "--langs", "en", "--arms", "shuffled", "--judge", "rule"]
        done = bench("run", "openai-compatible:x", *given, cwd=tmp_path)
    assert done.returncode == 1
    assert "Not one answer could be scored: 2 excluded, most often failed, empty" in done.stderr


def test_output_that_cannot_be_written_or_shown_is_no_traceback(tmp_path: Path) -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "bench", "models"], stdout=full, stderr=subprocess.PIPE, text=True, cwd=tmp_path
        )
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert "cannot be written" in done.stderr
    narrow = subprocess.run(
        [sys.executable, "-m", "bench", "models"], capture_output=True, cwd=tmp_path,
        env={"PYTHONIOENCODING": "cp932", "PATH": ""}, check=False,
    )  # fmt: skip
    assert narrow.returncode == 0
    assert b"Traceback" not in narrow.stderr
