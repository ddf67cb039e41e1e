"""The test server itself: real HTTP, both wire formats, counts that can be trusted."""

import concurrent.futures
import json
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.replies import instance
from tests.server import Server, Step, fail

VERDICT = {
    "type": "object",
    "properties": {
        "verdict": {"enum": ["correct", "incorrect"]},
        "abstained": {"type": "boolean"},
        "reason": {"type": "string"},
        "conflict_named": {"type": ["boolean", "null"]},
        "confidence": {"type": "number", "minimum": 0, "maximum": 1},
        "spans": {"type": "array", "items": {"type": "integer", "minimum": 1, "maximum": 5}, "minItems": 1},
        "note": {"anyOf": [{"type": "string"}, {"type": "null"}]},
    },
    "required": ["verdict", "abstained", "reason", "conflict_named", "confidence", "spans", "note"],
    "additionalProperties": False,
}


def post(url: str, path: str, prompt: str, **more: Any) -> tuple[int, dict[str, Any]]:
    body = {"model": "m", "messages": [{"role": "user", "content": prompt}], **more}
    asked = urllib.request.Request(url + path, json.dumps(body).encode(), {"content-type": "application/json"})
    try:
        with urllib.request.urlopen(asked, timeout=20) as reply:
            return reply.status, json.loads(reply.read())
    except urllib.error.HTTPError as error:
        return error.code, json.loads(error.read())


def openai_text(url: str, prompt: str, **more: Any) -> str:
    text: str = post(url, "/chat/completions", prompt, **more)[1]["choices"][0]["message"]["content"]
    return text


def anthropic_text(url: str, prompt: str, **more: Any) -> str:
    text: str = post(url, "/messages", prompt, **more)[1]["content"][0]["text"]
    return text


def test_the_default_reply_depends_on_the_prompt_alone(server: Server) -> None:
    once = [openai_text(server.url, f"question {i}") for i in range(40)]
    again = [anthropic_text(server.url, f"question {i}") for i in reversed(range(40))]
    assert once == again[::-1]
    abstained = sum("cannot answer" in text for text in once)
    assert 0 < abstained < 20
    assert "回答できません" in {openai_text(server.url, f"問いは{i}か")[-8:-1] for i in range(40)}


def test_a_schema_gets_a_valid_instance_in_either_wire_format(server: Server) -> None:
    asked = {"type": "json_schema", "json_schema": {"name": "verdict", "schema": VERDICT}}
    said = openai_text(server.url, "grade 1", response_format=asked)
    jsonschema.validate(json.loads(said), VERDICT)
    wanted = {"format": {"type": "json_schema", "schema": VERDICT}}
    assert anthropic_text(server.url, "grade 1", output_config=wanted) == said
    verdicts = {json.loads(openai_text(server.url, f"grade {i}", response_format=asked))["verdict"] for i in range(20)}
    assert verdicts == {"correct", "incorrect"}


@given(st.integers(0, 2**64 - 1))
def test_any_seed_gives_a_valid_instance(seed: int) -> None:
    jsonschema.validate(instance(VERDICT, seed), VERDICT)


def test_the_script_is_used_in_order_then_the_default(server: Server) -> None:
    server.script.extend([fail(429, retry_after="3"), Step(text="two")])
    assert post(server.url, "/chat/completions", "x")[0] == 429
    assert openai_text(server.url, "x") == "two"
    assert openai_text(server.url, "x") == openai_text(server.url, "x") != "two"
    assert server.stats == {"requests": 4, "finished": 4, "in_flight": 0, "peak": 1}
    assert [seen.prompt for seen in server.seen] == ["x"] * 4


def test_peak_is_what_was_really_in_flight(server: Server) -> None:
    server.latency_s = 0.3
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda i: openai_text(server.url, str(i)), range(16)))
    assert (server.requests, server.peak) == (16, 8)


def test_models_and_unknown_paths(server: Server) -> None:
    with urllib.request.urlopen(server.url + "/models") as reply:
        assert json.load(reply)["data"][0]["id"] == "test-model"
    assert post(server.url, "/nowhere", "x")[0] == 404
    assert server.requests == 0


def test_a_stopped_server_is_gone(server: Server) -> None:
    server.stop()
    server.stop()
    with pytest.raises(urllib.error.URLError):
        post(server.url, "/messages", "x")


def test_as_a_process_it_prints_its_url_and_tells_its_counts() -> None:
    command = [sys.executable, "-m", "tests.server", "--port", "0", "--latency", "0.05"]
    root = Path(__file__).resolve().parents[1]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=root) as process:
        try:
            assert process.stdout is not None
            url = process.stdout.readline().strip()
            assert openai_text(url, "x")
            with urllib.request.urlopen(url.removesuffix("/v1") + "/stats") as reply:
                assert json.load(reply) == {"requests": 1, "finished": 1, "in_flight": 0, "peak": 1}
        finally:
            process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=10)
    assert (process.returncode, errors) == (0, "")
