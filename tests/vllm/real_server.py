"""A real vLLM server on the CPU, from start to stop: `make test-vllm` (not part of `make test`).

The suite starts it on a tiny random model, asks it over both wire formats with a structured judge, and stops it. What
must hold: the log is whole, and no process is left, after success, Ctrl-C, SIGTERM, `kill -9` of the server and
`kill -9` of the suite itself.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from bench.engines.counts import counts_of
from bench.engines.vllm import VllmServer, served_at
from tests.vllm.processes import assert_nobody_left, marked
from tests.vllm.tiny_model import REPLY, REPLY_TOKENS, VERDICT, make

ITEMS = 20
ARGUMENTS = (
    "dtype=float32",
    "enforce-eager",
    f'override_generation_config={{"max_new_tokens": {REPLY_TOKENS}}}',
)


@pytest.fixture(scope="session")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make(tmp_path_factory.mktemp("model"))


@pytest.fixture(scope="class")
def server(model: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[VllmServer]:
    """A server that the suite's own code starts and stops, for the tests that only ask."""
    log = tmp_path_factory.mktemp("server") / "engine.log"
    started = VllmServer(str(model), [f"--{a}" for a in ARGUMENTS], log)
    try:
        started.start_and_wait(timeout_s=600)
        yield started
    finally:
        started.stop()
        assert_nobody_left()


# ---- one server, two clients, a structured judge ----


class TestOneServer:
    def test_the_server_offers_the_model_and_has_figures(self, server: VllmServer, model: Path) -> None:
        assert served_at(server.base_url) == (str(model),)
        assert counts_of(server.base_url) is not None

    def test_twenty_items_on_two_arms_through_the_openai_client(
        self, server: VllmServer, model: Path, tmp_path: Path
    ) -> None:
        judge = f"vllm:{model}@{server.base_url}"
        done = bench(
            f"vllm:{model}",
            tmp_path,
            "--base-url",
            server.base_url,
            "--judge",
            judge,
            "--untested-judge",
            "--limit",
            str(ITEMS),
        )
        summary = whole_log(done, tmp_path)
        assert summary["engine"]["started"] is False
        counts = summary["engine"]["counts"]
        assert 0 < counts["computed_tokens"] <= counts["prompt_tokens"]
        assert counts["computed_tokens"] + counts["cache_hits"] == counts["prompt_tokens"]
        assert 0 < summary["engine"]["cache_hit_rate"] < 1, "system prompts are shared, so some of it must be cached"

    def test_twenty_items_on_two_arms_through_the_anthropic_client(
        self, server: VllmServer, model: Path, tmp_path: Path
    ) -> None:
        judge = f"vllm:{model}@{server.base_url}"
        done = bench(
            f"anthropic:{model}",
            tmp_path,
            "--base-url",
            server.base_url,
            "--judge",
            judge,
            "--untested-judge",
            "--limit",
            str(ITEMS),
        )
        whole_log(done, tmp_path)


# ---- from start to stop ----


def test_a_run_starts_its_server_and_leaves_nothing_behind(model: Path, tmp_path: Path) -> None:
    done = bench(
        f"vllm:{model}", tmp_path, *engine_args(), "--judge", f"vllm:{model}", "--untested-judge", "--limit", "3"
    )
    summary = whole_log(done, tmp_path, items=3)
    assert summary["engine"]["started"] is True
    assert "--enforce-eager" in summary["engine"]["arguments"]
    assert "Starting the server" in done.stderr, "no word while it was starting"
    assert_nobody_left()

    again = bench(
        f"vllm:{model}", tmp_path, *engine_args(), "--judge", f"vllm:{model}", "--untested-judge", "--limit", "3"
    )
    assert again.returncode == 0
    assert "Starting" not in again.stderr, "nothing was left to ask, so no server is needed"


def test_ctrl_c_in_mid_run_stops_the_server_and_keeps_the_log(model: Path, tmp_path: Path) -> None:
    running = begin(f"vllm:{model}", tmp_path, *engine_args(), "--judge", "rule")
    wait_for(running, lambda: lines_of(tmp_path / "answers.jsonl") >= 5)
    running.send_signal(signal.SIGINT)
    _, errors = running.communicate(timeout=120)
    assert running.returncode == 130, errors
    assert "Interrupted" in errors
    assert_nobody_left()
    assert read_lines(tmp_path / "answers.jsonl"), "what came back must be logged"
    assert json.loads((tmp_path / "engine.json").read_text("utf-8"))["sessions"][0]["counts"]["prompt_tokens"] > 0


def test_a_server_killed_in_mid_run_is_reported_with_its_own_last_words(model: Path, tmp_path: Path) -> None:
    running = begin(f"vllm:{model}", tmp_path, *engine_args(), "--judge", "rule")
    wait_for(running, lambda: lines_of(tmp_path / "answers.jsonl") >= 5)
    os.kill(api_server(), signal.SIGKILL)
    _, errors = running.communicate(timeout=120)
    assert running.returncode == 1, errors
    assert "The vLLM server ended in mid-run (killed by SIGKILL" in errors
    said = errors.partition("It said last: ")[2].partition(" Its whole log")[0].rstrip(".")
    log = (tmp_path / "engine.log").read_text("utf-8")
    assert said
    assert said.split(" | ")[-1] in log
    assert "Traceback" not in errors
    assert_nobody_left()
    read_lines(tmp_path / "answers.jsonl")


def test_sigterm_while_the_server_is_starting(model: Path, tmp_path: Path) -> None:
    running = begin(f"vllm:{model}", tmp_path, *engine_args(), "--judge", "rule")
    wait_for(running, lambda: bool(marked("vllm.entrypoints")))
    running.send_signal(signal.SIGTERM)
    _, errors = running.communicate(timeout=120)
    assert running.returncode == 130, errors
    assert_nobody_left()


def test_a_killed_suite_takes_its_server_with_it(model: Path, tmp_path: Path) -> None:
    running = begin(f"vllm:{model}", tmp_path, *engine_args(), "--judge", "rule")
    wait_for(running, lambda: bool(marked("vllm.entrypoints")))
    running.kill()
    running.communicate(timeout=30)
    assert_nobody_left(within_s=60)


def test_a_server_that_cannot_start_says_why(model: Path, tmp_path: Path) -> None:
    done = bench(f"vllm:{model}", tmp_path, *engine_args(), "--engine-arg", "no-such-argument=1", "--judge", "rule")
    assert done.returncode == 1
    assert "The vLLM server ended while starting (exit code 2)" in done.stderr
    assert "unrecognized arguments: --no-such-argument=1" in done.stderr
    assert_nobody_left()


def test_a_prompt_longer_than_the_context_is_refused_before_anything_starts(model: Path, tmp_path: Path) -> None:
    done = bench(f"vllm:{model}", tmp_path, *engine_args(), "--engine-arg", "max_model_len=512", "--judge", "rule")
    assert done.returncode == 2
    assert "tokens by the model's own tokenizer, and its context holds 512" in done.stderr
    assert not tmp_path.joinpath("engine.log").exists()


# ---- running it ----


def engine_args() -> list[str]:
    return [word for argument in ARGUMENTS for word in ("--engine-arg", argument)]


def command(model: str, folder: Path, *more: str) -> list[str]:
    return [
        *(
            sys.executable,
            "-m",
            "bench",
            "run",
            model,
            "--out",
            str(folder),
            "--langs",
            "en",
            "--arms",
            "gold,shuffled",
        ),
        *("--param", "temperature=0", "--param", f"max_tokens={REPLY_TOKENS}", "--concurrency", "8", "--fresh", *more),
    ]


def bench(model: str, folder: Path, *more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command(model, folder, *more, "--json"), capture_output=True, text=True, timeout=700, check=False
    )


def begin(model: str, folder: Path, *more: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        command(model, folder, *more, "--json"), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def wait_for(running: subprocess.Popen[str], reached: Callable[[], bool], within_s: float = 600) -> None:
    until = time.monotonic() + within_s
    while not reached():
        assert running.poll() is None, running.communicate()[1]
        assert time.monotonic() < until, "the run did not get this far"
        time.sleep(0.1)


# ---- what must hold afterwards ----


def whole_log(done: subprocess.CompletedProcess[str], folder: Path, items: int = ITEMS) -> dict[str, Any]:
    """The summary of a finished run, when every trial has its record and every answer its structured vote."""
    assert done.returncode == 0, done.stderr
    summary: dict[str, Any] = json.loads(done.stdout)
    answers, votes = read_lines(folder / "answers.jsonl"), read_lines(folder / "votes.jsonl")
    manifest = json.loads((folder / "manifest.json").read_text("utf-8"))
    assert summary["missing"] == 0
    assert len(answers) == manifest["trials"] > items
    assert len({(a["item"], a["arm"]) for a in answers}) == len(answers)
    assert {a["arm"] for a in answers} == {"gold", "shuffled"}
    assert {(a["text"], a["finish_reason"]) for a in answers} <= {(REPLY, "stop"), (REPLY, "end_turn")}
    assert all(a["usage"]["prompt_tokens"] > 0 for a in answers)
    assert sorted(v["answer_key"] for v in votes) == sorted(a["key"] for a in answers)
    # What the grammar lets this judge say of an answer contradicts itself where the right thing is to decline.
    kind = {a["key"]: a["kind"] for a in answers}
    assert {v["verdict"] for v in votes if kind[v["answer_key"]] == "main"} == {VERDICT}
    assert all(set(json.loads(v["raw"])) >= {"reason", "verdict", "abstained"} for v in votes)
    checked = subprocess.run(
        [sys.executable, "-m", "bench", "verify", str(folder)], capture_output=True, text=True, check=False
    )
    assert checked.returncode == 0, checked.stderr
    return summary


def read_lines(path: Path) -> list[dict[str, Any]]:
    """Every line of a log, which must end with a whole one."""
    data = path.read_bytes()
    assert data.endswith(b"\n")
    return [json.loads(line) for line in data.split(b"\n") if line]


def lines_of(path: Path) -> int:
    return path.read_bytes().count(b"\n") if path.exists() else 0


def api_server() -> int:
    """The server process itself: the child of the one that holds it."""
    (leash,) = marked("leash.py")
    return int(Path(f"/proc/{leash}/task/{leash}/children").read_text("utf-8").split()[0])
