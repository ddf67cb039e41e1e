"""A run that starts its own server: a stand-in for vLLM, real processes, the command line as a user calls it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.engines import fake_vllm
from tests.engines.living import assert_nobody_left, marked, needs_proc
from tests.runs import write_dataset
from tests.server import Server

pytestmark = needs_proc


class Suite:
    """The suite as it is run in `folder`, with a stand-in for vLLM installed."""

    def __init__(self, folder: Path) -> None:
        self.mark, self.run = uuid.uuid4().hex, folder / "run"
        self.data = write_dataset(folder / "set", mains=8)
        self.model = fake_vllm.model(folder / "model")
        root = str(Path(__file__).parents[2])
        packages = str(fake_vllm.install(folder / "packages"))
        self.environment = {
            **{name: value for name, value in os.environ.items() if not name.endswith("_API_KEY")},
            "PYTHONPATH": os.pathsep.join((root, packages)),
            "BENCH_TEST_MARK": self.mark,
            "COLUMNS": "200",
        }

    def command(self, *more: str) -> list[str]:
        return [
            *(sys.executable, "-m", "bench", "run", f"vllm:{self.model}", "--data", str(self.data), "--langs", "en"),
            *("--arms", "gold,shuffled", "--out", str(self.run), "--json", "--concurrency", "2", *more),
        ]

    def bench(self, *more: str, mode: str = "") -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            self.command(*more),
            env={**self.environment, "FAKE_VLLM": mode},
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )

    def begin(self, *more: str) -> subprocess.Popen[str]:
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        return subprocess.Popen(self.command(*more), env=self.environment, text=True, **pipes)

    @property
    def logged(self) -> int:
        """Whole lines in the log so far; of a line that is being written only a part may be seen."""
        log = self.run / "answers.jsonl"
        return log.read_bytes().count(b"\n") if log.exists() else 0

    @property
    def answers(self) -> list[dict[str, Any]]:
        data = (self.run / "answers.jsonl").read_bytes()
        assert data == b"" or data.endswith(b"\n")
        return [json.loads(line) for line in data.split(b"\n") if line]


@pytest.fixture
def suite(tmp_path: Path) -> Suite:
    return Suite(tmp_path)


def wait_for(running: subprocess.Popen[str], reached: Callable[[], bool]) -> None:
    until = time.monotonic() + 60
    while not reached():
        assert running.poll() is None, running.communicate()[1]
        assert time.monotonic() < until, "the run did not get this far"
        time.sleep(0.02)


def test_the_server_is_started_used_and_stopped(suite: Suite) -> None:
    done = suite.bench("--judge", f"vllm:{suite.model}", "--untested-judge", "--engine-arg", "dtype=float32")
    assert done.returncode == 0, done.stderr
    summary = json.loads(done.stdout)
    assert summary["missing"] == 0
    assert summary["judge"]["votes"] == len(suite.answers) > 0, "the judge of the same name uses the same server"
    engine = summary["engine"]
    calls = engine["counts"]["prompt_tokens"] // 100
    # More than records, because the judge is asked once more where it contradicts itself.
    assert calls >= summary["usage"]["calls"] + summary["judge_usage"]["calls"]
    assert engine["counts"] == {
        "prompt_tokens": 100 * calls,
        "computed_tokens": 75 * calls,
        "cache_queries": 100 * calls,
        "cache_hits": 25 * calls,
    }
    assert (engine["cache_hit_rate"], engine["started"], engine["versions"]) == (0.25, True, ["9.9.9"])
    assert engine["arguments"] == ["--dtype=float32"]
    assert "vLLM 9.9.9, on the CPU, will serve" in done.stderr
    assert "Application startup complete" in (suite.run / "engine.log").read_text("utf-8")
    assert_nobody_left(suite.mark)


@pytest.mark.slow
def test_a_finished_run_starts_no_server_again(suite: Suite) -> None:
    assert suite.bench("--judge", "rule").returncode == 0
    again = suite.bench("--judge", "rule", mode="refuse")
    assert again.returncode == 0, again.stderr
    assert "Starting" not in again.stderr
    assert json.loads(again.stdout)["engine"]["sessions"] == 1


@pytest.mark.slow
def test_another_judge_on_the_finished_answers_needs_the_server_again(suite: Suite) -> None:
    assert suite.bench("--judge", "rule").returncode == 0
    of_first, suite.run = suite.answers, suite.run.with_name("second")
    again = suite.bench("--judge", f"vllm:{suite.model}", "--untested-judge")
    assert again.returncode == 0, again.stderr
    summary = json.loads(again.stdout)
    assert summary["judge"]["votes"] == len(suite.answers)
    assert {a["endpoint"] for a in suite.answers} == {a["endpoint"] for a in of_first}, "the answers were taken over"


def test_a_server_that_will_not_start_is_told_in_its_own_words(suite: Suite) -> None:
    done = suite.bench("--judge", "rule", mode="refuse")
    assert done.returncode == 1
    assert "The vLLM server ended while starting (exit code 1). It said last: ValueError: To serve one request" in (
        done.stderr
    )
    assert "Traceback" not in done.stderr
    assert_nobody_left(suite.mark)


@pytest.mark.slow
def test_a_server_that_dies_in_mid_run_is_the_error_and_the_run_goes_on_later(suite: Suite) -> None:
    done = suite.bench("--judge", "rule", mode="die:5")
    assert done.returncode == 1, done.stdout
    assert "The vLLM server ended in mid-run (killed by SIGKILL" in done.stderr
    assert "Application startup complete. | Engine 000: Running: 1 reqs. Its whole log" in done.stderr
    assert_nobody_left(suite.mark)
    came_back = sum(answer["text"] is not None for answer in suite.answers)
    assert 0 < came_back < 5
    again = suite.bench("--judge", "rule")
    assert again.returncode == 0, again.stderr
    summary = json.loads(again.stdout)
    assert summary["missing"] == 0
    assert summary["complete"]
    assert summary["engine"]["sessions"] == 2
    asked_again = len({a["key"] for a in suite.answers}) - came_back
    assert summary["engine"]["counts"]["prompt_tokens"] == 100 * asked_again, "what the dead one counted is not known"


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_in_mid_run_stops_the_server(suite: Suite, number: signal.Signals) -> None:
    running = suite.begin("--judge", "rule", "--repeats", "200")
    wait_for(running, lambda: suite.logged > 20)
    running.send_signal(number)
    _, errors = running.communicate(timeout=60)
    assert running.returncode == 130, errors
    assert_nobody_left(suite.mark)
    assert json.loads((suite.run / "engine.json").read_text("utf-8"))["sessions"][0]["counts"]["prompt_tokens"] > 0


@pytest.mark.slow
@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_while_it_starts(suite: Suite, number: signal.Signals) -> None:
    suite.environment["FAKE_VLLM_DELAY"] = "60"
    running = suite.begin("--judge", "rule")
    wait_for(running, lambda: bool(marked(suite.mark, "vllm.entrypoints")))
    running.send_signal(number)
    _, errors = running.communicate(timeout=60)
    assert running.returncode == 130, errors
    assert_nobody_left(suite.mark)


@pytest.mark.slow
def test_the_suite_killed_takes_the_server_with_it(suite: Suite) -> None:
    running = suite.begin("--judge", "rule", "--repeats", "200")
    wait_for(running, lambda: (suite.run / "answers.jsonl").exists() and len(suite.answers) > 5)
    running.kill()
    running.communicate(timeout=30)
    assert_nobody_left(suite.mark, within_s=10)


# ---- before anything starts ----


def test_a_prompt_longer_than_the_context_is_refused(suite: Suite) -> None:
    suite.model.joinpath("config.json").write_text('{"max_position_embeddings": 50}', "utf-8")
    done = suite.bench("--judge", "rule")
    assert done.returncode == 2
    assert "tokens by the model's own tokenizer, and its context holds 50" in done.stderr
    assert not (suite.run / "engine.log").exists()


@pytest.mark.slow
def test_short_room_for_the_reply_is_a_notice(suite: Suite) -> None:
    done = suite.bench("--judge", "rule", "--engine-arg", "max_model_len=4200")
    assert done.returncode == 0, done.stderr
    assert "long replies will be cut short" in done.stderr


@pytest.mark.daily(1)
@pytest.mark.parametrize(
    ("more", "advice"),
    [
        (("--engine-arg", "port=1"), "The suite sets the server's --port itself"),
        (("--base-url", "http://127.0.0.1:9/v1", "--engine-arg", "dtype=float32"), "leave --base-url out"),
        (("--judge", "vllm:someone/else"), "need a vLLM server each"),
    ],
)
def test_what_cannot_be_is_refused(suite: Suite, more: tuple[str, ...], advice: str) -> None:
    done = suite.bench("--judge", "rule", *more) if "--judge" not in more else suite.bench(*more)
    assert done.returncode == 2, done.stderr
    assert advice in done.stderr


def test_a_model_folder_that_is_not_there(suite: Suite) -> None:
    suite.model.joinpath("config.json").unlink()
    done = suite.bench("--judge", "rule")
    assert done.returncode == 2
    assert "holds no model" in done.stderr


# ---- a server that is running already ----


@pytest.mark.slow
def test_a_server_given_by_its_address_is_used_and_none_is_started(suite: Suite, server: Server) -> None:
    done = suite.bench("--judge", "rule", "--base-url", server.url)
    assert done.returncode == 0, done.stderr
    assert server.requests == len(suite.answers)
    assert json.loads(done.stdout)["engine"] is None, "it has no figures"
    assert not (suite.run / "engine.log").exists()
