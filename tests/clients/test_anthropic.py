"""The messages wire: what is sent, and what is made of every reply a server has been seen to give."""

from typing import Any

import pytest

from bench.clients import Reply, Request
from bench.errors import ConfigError
from bench.records import Message, Usage
from tests.clients.asking import ask_one, request
from tests.server import Server, Step

SCHEMA = {
    "type": "object",
    "properties": {"ok": {"type": "boolean"}},
    "required": ["ok"],
    "additionalProperties": False,
}


def reply_to(server: Server, content: Any, stop: Any = "end_turn", **more: Any) -> Reply:
    server.script.append(Step(body={"type": "message", "content": content, "stop_reason": stop, **more}))
    return ask_one("anthropic", server)


def text(said: str) -> dict[str, str]:
    return {"type": "text", "text": said}


def test_exactly_the_parameters_are_sent_and_the_system_prompt_stands_on_top(server: Server) -> None:
    ask_one("anthropic", server, request("高さは？", params={"max_tokens": 9, "temperature": 0}))
    assert server.seen[0].path == "/v1/messages"
    assert server.seen[0].headers["anthropic-version"]
    assert server.seen[0].body == {
        "model": "test-model",
        "system": "Be brief.",
        "messages": [{"role": "user", "content": "高さは？"}],
        "max_tokens": 9,
        "temperature": 0,
    }


def test_without_a_system_prompt_none_is_sent(server: Server) -> None:
    ask_one("anthropic", server, Request("test-model", (Message(role="user", content="x"),), {"max_tokens": 5}))
    assert "system" not in server.seen[0].body


def test_a_missing_token_limit_is_said_before_anything_is_sent(server: Server) -> None:
    with pytest.raises(ConfigError, match="max_tokens"):
        ask_one("anthropic", server, request(params={}))
    assert server.requests == 0


def test_a_schema_is_asked_as_structured_output_beside_other_settings(server: Server) -> None:
    params = {"max_tokens": 50, "output_config": {"effort": "high"}}
    reply = ask_one("anthropic", server, request(schema=SCHEMA, params=params))
    wanted = {"effort": "high", "format": {"type": "json_schema", "schema": SCHEMA}}
    assert server.seen[0].body["output_config"] == wanted
    assert params["output_config"] == {"effort": "high"}
    assert reply.text in {'{"ok": true}', '{"ok": false}'}


def test_text_and_thinking_blocks_are_kept_apart(server: Server) -> None:
    blocks = [
        {"type": "thinking", "thinking": "40?"},
        {"type": "redacted_thinking", "data": "x"},
        text("40"),
        text(" m"),
    ]
    reply = reply_to(server, blocks)
    assert (reply.text, reply.raw, reply.reasoning, reply.finish_reason) == ("40 m", "40 m", "40?", "end_turn")


def test_cached_tokens_belong_to_the_prompt(server: Server) -> None:
    usage = {
        "input_tokens": 10,
        "cache_read_input_tokens": 60,
        "cache_creation_input_tokens": 30,
        "output_tokens": 9,
        "output_tokens_details": {"thinking_tokens": 4},
    }
    reply = reply_to(server, [text("x")], usage=usage)
    tokens = {"prompt_tokens": 100, "completion_tokens": 9, "reasoning_tokens": 4}
    assert reply.usage == Usage(**tokens, cached_tokens=60, written_tokens=30)


@pytest.mark.parametrize("usage", [None, [], {"input_tokens": True, "output_tokens": 1.5}])
def test_usage_that_is_missing_or_odd_is_unknown(server: Server, usage: Any) -> None:
    reply = reply_to(server, [text("x")], usage=usage)
    assert (reply.text, reply.usage) == ("x", Usage())


@pytest.mark.parametrize(
    ("content", "stop", "kind"),
    [
        ([], "refusal", "refused"),
        (None, "refusal", "refused"),
        ([text("I was about to")], "refusal", "refused"),
        ([text("It is for")], "max_tokens", "truncated"),
        ([{"type": "thinking", "thinking": "Hmm"}], "max_tokens", "truncated"),
        ([text("It is")], "model_context_window_exceeded", "truncated"),
        ([], "end_turn", "empty"),
        (None, "end_turn", "empty"),
        ([{"type": "tool_use", "name": "f", "input": {}}], "tool_use", "empty"),
        ([None, 3, {"type": "text", "text": None}], "end_turn", "empty"),
    ],
)
def test_a_reply_that_is_no_answer_is_final_and_says_why(server: Server, content: Any, stop: str, kind: str) -> None:
    reply = reply_to(server, content, stop, usage={"output_tokens": 3})
    assert (reply.failure, reply.text, reply.attempts, reply.finish_reason) == (kind, None, 1, stop)
    assert reply.usage.completion_tokens == 3


def test_neither_content_nor_a_stop_reason_is_malformed(server: Server) -> None:
    server.answer = lambda _: Step(body={"type": "message", "content": None})
    assert ask_one("anthropic", server, max_retries=0).failure == "malformed"
