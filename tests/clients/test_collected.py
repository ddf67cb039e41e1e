"""What real servers sent, as public reports have it, ends as it should: `collected*.toml` say what was seen where."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bench.clients.classify import Fault
from bench.clients.error_body import told_by
from bench.clients.thinking import split
from bench.clients.waits import asked_wait
from bench.errors import ProviderError
from bench.executors import batch_anthropic, batch_openai
from tests.clients.asking import Clock, Wire, ask_one
from tests.server import Server, Step

SETS: list[dict[str, list[dict[str, Any]]]] = [
    tomllib.loads((Path(__file__).parent / name).read_text("utf-8"))
    for name in ("collected.toml", "collected_third.toml")
]
NOW = 1_800_000_000.0
AGAIN = {"rate_limited", "server", "malformed"}
"""Failures that are tried again."""


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with Server(record=False) as running:
        yield running


def named(kind: str) -> list[Any]:
    return [pytest.param(one, id=one.get("name", one["seen"])) for one in seen_of(kind)]


def seen_of(kind: str) -> list[dict[str, Any]]:
    return [one for cases in SETS for one in cases.get(kind, [])]


def page(body: str) -> bytes | dict[str, Any] | list[Any]:
    """A body as the test server sends it: JSON where it is, else a page."""
    try:
        parsed: dict[str, Any] | list[Any] = json.loads(body)
    except ValueError:
        return body.encode()
    return parsed


def outcome(server: Server, reply: Step, wire: Wire = "openai") -> str:
    """What a call comes to that gets `reply` on its only attempt; whoever asks after it is answered."""
    server.script.append(reply)
    try:
        return ask_one(wire, server, max_retries=0).failure or "text"
    except ProviderError:
        return "stop"


@pytest.mark.parametrize("seen", named("error"))
def test_an_error_ends_the_call_as_it_should(seen: dict[str, Any], server: Server) -> None:
    reply = Step(seen["status"], page(seen["body"]), seen.get("headers", {}))
    assert outcome(server, reply) == seen["means"]


def test_what_may_pass_is_tried_again_and_after_the_wait_that_it_names(server: Server) -> None:
    passing = [one for one in seen_of("error") if one["means"] in AGAIN]
    for seen in passing:
        server.script.append(Step(seen["status"], page(seen["body"]), seen.get("headers", {})))
        clock = Clock()
        reply = ask_one("openai", server, clock=clock)
        assert (reply.failure, reply.attempts) == (None, 2), seen["name"]
        assert max(clock.waits, default=0.0) >= seen.get("wait", 0.0), seen["name"]
    assert len(passing) > 10


@pytest.mark.parametrize("seen", named("end"))
def test_an_end_makes_a_text_an_answer_or_not(seen: dict[str, Any], server: Server) -> None:
    choice = {"index": 0, "message": {"role": "assistant", "content": "The hall holds for"}, **seen["choice"]}
    assert outcome(server, Step(body={"model": "m", "choices": [choice]})) == seen["means"]


@pytest.mark.parametrize("seen", named("reply"))
def test_a_whole_reply_is_an_answer_or_not(seen: dict[str, Any], server: Server) -> None:
    reply = Step(body=json.loads(seen["body"]))
    assert outcome(server, reply, seen["wire"]) == seen["means"]
    if seen["means"] == "text":
        server.script.append(reply)
        assert ask_one(seen["wire"], server).text == seen["text"]


@pytest.mark.parametrize("seen", named("wait"))
def test_a_wait_is_read_in_every_spelling(seen: dict[str, Any]) -> None:
    wait = asked_wait(seen.get("headers", {}), told_by(seen.get("body", "{}").encode()), NOW)
    assert wait == (pytest.approx(seen["seconds"]) if "seconds" in seen else None)


@pytest.mark.parametrize("seen", named("thought"))
def test_what_was_thought_is_not_what_was_answered(seen: dict[str, Any]) -> None:
    visible, thought = split(seen["text"])
    assert visible == ("" if seen.get("means") == "none" else seen.get("answer", "Forty."))
    assert thought == (seen.get("thought", "Thirty?" if "Thirty?" in seen["text"] else "") or None)


@pytest.mark.parametrize("seen", named("line"))
def test_a_line_of_a_batch_has_its_own_reason(seen: dict[str, Any], server: Server) -> None:
    results = {"openai": batch_openai.results, "anthropic": batch_anthropic.results}[seen["wire"]]
    ((custom_id, brought),) = results(seen["line"].encode())
    assert custom_id == "q"
    assert not isinstance(brought, Fault)
    assert outcome(server, Step(brought.status, brought.body)) == seen["means"]
