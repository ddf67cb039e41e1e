"""The chat-completions wire: what is sent, and what is made of every reply a server has been seen to give."""

from typing import Any

import pytest

from bench.clients import Reply
from bench.records import Usage
from tests.clients.asking import ask, ask_one, request
from tests.server import Server, Step

SCHEMA = {
    "type": "object",
    "properties": {"ok": {"type": "boolean"}},
    "required": ["ok"],
    "additionalProperties": False,
}


def reply_to(server: Server, message: Any, finish: Any = "stop", **more: Any) -> Reply:
    server.script.append(Step(body={"choices": [{"message": message, "finish_reason": finish}], **more}))
    return ask_one("openai", server)


def test_exactly_the_parameters_are_sent(server: Server) -> None:
    params = {"temperature": 0, "seed": 7, "max_completion_tokens": 50}
    ask_one("openai", server, request("高さは？", params=params))
    assert server.seen[0].path == "/v1/chat/completions"
    assert server.seen[0].body == {
        "model": "test-model",
        "messages": [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "高さは？"}],
        "temperature": 0,
        "seed": 7,
        "max_completion_tokens": 50,
    }


def test_a_setting_left_out_is_not_sent_at_all(server: Server) -> None:
    ask("openai", server, request(params={}), request(params={"temperature": 0}))
    assert ["temperature" in seen.body for seen in server.seen] == [False, True]


def test_a_schema_is_asked_as_structured_output(server: Server) -> None:
    reply = ask_one("openai", server, request(schema=SCHEMA, schema_name="grade"))
    asked = server.seen[0].body["response_format"]
    assert asked == {"type": "json_schema", "json_schema": {"name": "grade", "schema": SCHEMA, "strict": True}}
    assert reply.text in {'{"ok": true}', '{"ok": false}'}


def test_a_plain_reply(server: Server) -> None:
    server.script.append(Step(text="  東京です。\n"))
    reply = ask_one("openai", server)
    assert (reply.text, reply.raw, reply.finish_reason, reply.status) == ("東京です。", "  東京です。\n", "stop", 200)
    assert reply.usage.prompt_tokens
    assert reply.usage.completion_tokens
    assert reply.latency_s > 0


def test_details_of_the_usage_are_kept(server: Server) -> None:
    usage = {
        "prompt_tokens": 90,
        "completion_tokens": 30,
        "completion_tokens_details": {"reasoning_tokens": 20},
        "prompt_tokens_details": {"cached_tokens": 64},
    }
    reply = reply_to(server, {"content": "x"}, usage=usage)
    assert reply.usage == Usage(prompt_tokens=90, completion_tokens=30, reasoning_tokens=20, cached_tokens=64)


@pytest.mark.parametrize("usage", [None, "many", {"prompt_tokens": -1, "completion_tokens": "9"}, {}])
def test_usage_that_is_missing_or_odd_is_unknown(server: Server, usage: Any) -> None:
    reply = reply_to(server, {"content": "x"}, usage=usage)
    assert (reply.text, reply.usage) == ("x", Usage())


def test_no_usage_field(server: Server) -> None:
    server.script.append(Step(text="x", usage=False))
    assert ask_one("openai", server).usage == Usage()


def test_a_missing_finish_reason_does_not_hide_the_text(server: Server) -> None:
    server.script.append(Step(text="x", finish=None))
    reply = ask_one("openai", server)
    assert (reply.text, reply.finish_reason) == ("x", None)


def test_content_in_parts_is_joined(server: Server) -> None:
    parts = [{"type": "text", "text": "forty "}, {"type": "image"}, {"type": "text", "text": "metres"}, None]
    assert reply_to(server, {"content": parts}).text == "forty metres"


@pytest.mark.parametrize("field", ["reasoning_content", "reasoning"])
def test_reasoning_in_a_field_of_its_own(server: Server, field: str) -> None:
    reply = reply_to(server, {"content": "40 m", field: "The table says 40."})
    assert (reply.text, reply.reasoning) == ("40 m", "The table says 40.")


def test_reasoning_inside_the_text_is_kept_apart(server: Server) -> None:
    reply = reply_to(server, {"content": "<think>The table says 40.</think>\n\n40 m"})
    assert (reply.text, reply.reasoning) == ("40 m", "The table says 40.")
    assert reply.raw == "<think>The table says 40.</think>\n\n40 m"


@pytest.mark.parametrize(
    ("message", "finish", "kind"),
    [
        ({"content": "I know that"}, "length", "truncated"),
        ({"content": ""}, "length", "truncated"),
        ({"content": None, "reasoning_content": "Hmm, let me"}, "length", "truncated"),
        ({"content": "<think>Hmm, let me"}, "length", "truncated"),
        ({"content": "Half a filtered"}, "content_filter", "refused"),
        ({"content": None}, "content_filter", "refused"),
        ({"content": None, "refusal": "I can't help with that."}, "stop", "refused"),
        ({"content": [{"type": "refusal", "refusal": "I can't help."}]}, "stop", "refused"),
        ({"content": ""}, "stop", "empty"),
        ({"content": " \u3000\u200b\n"}, "stop", "empty"),
        ({"content": None}, "stop", "empty"),
        ({"content": None, "tool_calls": [{"id": "1"}]}, "tool_calls", "empty"),
        ({"content": "<think>Only thoughts"}, "stop", "empty"),
        ({"content": "Half of"}, "abort", "malformed"),
        ({}, "stop", "empty"),
    ],
)
def test_a_reply_that_is_no_answer_is_final_and_says_why(server: Server, message: Any, finish: str, kind: str) -> None:
    reply = reply_to(server, message, finish, usage={"completion_tokens": 3})
    assert (reply.failure, reply.text, reply.attempts, reply.finish_reason) == (kind, None, 1, finish)
    assert repr(finish) in reply.message
    assert reply.usage.completion_tokens == 3


def test_a_reply_cut_while_reasoning_is_told_from_one_cut_in_its_text(server: Server) -> None:
    thinking = reply_to(server, {"content": "", "reasoning_content": "Hmm"}, "length")
    answering = reply_to(server, {"content": "It is for"}, "length")
    assert "while reasoning" in thinking.message
    assert "while reasoning" not in answering.message
    assert (thinking.reasoning, answering.raw) == ("Hmm", "It is for")


@pytest.mark.parametrize(
    "body", [{"choices": []}, {"choices": None}, {"choices": ["x"]}, {"choices": [{"message": "x"}]}, {"choices": {}}]
)
def test_a_body_without_a_message_is_malformed(server: Server, body: Any) -> None:
    server.script.append(Step(body=body))
    reply = ask_one("openai", server, max_retries=0)
    assert (reply.failure, reply.status) == ("malformed", 200)
