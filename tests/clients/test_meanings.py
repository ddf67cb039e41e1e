"""Error bodies, errors in replies that claim success, and finish reasons, as makers document them, in our own words.

The pages stand beside the entries of bench/clients/meanings.toml.
"""

from __future__ import annotations

import json
import time
from typing import Any

import pytest

from bench.clients.classify import Fault, of_status, of_told
from bench.clients.error_body import error_in, told_by
from bench.clients.meanings import end_of
from bench.clients.openai import Chat
from bench.clients.reading import Content, settle
from bench.config import Endpoint
from bench.records import Usage

HERE = Endpoint("mine", "openai", "http://localhost:8000/v1", "MINE_API_KEY")
STOP = "stop"
"""The run ends."""


def of(status: int, body: Any, **headers: str) -> Fault:
    data = body if isinstance(body, bytes) else json.dumps(body, ensure_ascii=False).encode()
    names = {name.replace("_", "-"): value for name, value in headers.items()}
    return of_status(status, names, data, endpoint=HERE, model="qwen3", now=time.time())


def error(message: str, **more: Any) -> dict[str, Any]:
    return {"error": {"message": message, **more}}


ERRORS: list[tuple[str, int, Any, str]] = [
    ("a version in the name", 400, error("The model `maker-4.1-mini` has been deprecated."), STOP),
    # Lengths, as servers word them.
    ("vllm", 400, error("You passed 4097 input tokens; the model's context length is only 4096 tokens."), "too_long"),
    ("vllm old", 400, {"object": "error", "message": "The prompt (total length 9) is too long to fit."}, "too_long"),
    ("sglang", 400, error("The input (6000 tokens) is longer than the model's context length (4096)."), "too_long"),
    ("tgi", 422, {"error": "Input validation error: `inputs` must have less than 4096 tokens."}, "too_long"),
    ("llama.cpp 500", 500, error("Context size has been exceeded.", code=500, type="server_error"), "too_long"),
    ("llama.cpp code", 500, error("no", type="exceed_context_size_error"), "too_long"),
    ("ollama", 400, error("prompt length 7900 is greater than the context length 4096"), "too_long"),
    (
        "dashscope",
        400,
        {"code": "InvalidParameter", "message": "Range of input length should be [1, 6000]"},
        "too_long",
    ),
    ("bedrock", 400, {"message": "Input is too long for requested model."}, "too_long"),
    (
        "in metadata.raw",
        400,
        error(
            "Provider returned error",
            code=400,
            metadata={"raw": json.dumps(error("This endpoint's maximum context length is 8192 tokens."))},
        ),
        "too_long",
    ),
    ("plain 413", 413, b"<html>413</html>", "too_long"),
    # Policies.
    ("azure", 400, error("filtered", code="x", innererror={"code": "ResponsibleAIPolicyViolation"}), "refused"),
    (
        "dashscope",
        400,
        {"code": "DataInspectionFailed", "message": "Input may contain inappropriate content."},
        "refused",
    ),
    ("z.ai", 400, error("", code="1301"), "refused"),
    ("moderation 403", 403, error("Your input was flagged", code=403, metadata={"reasons": ["x"]}), "refused"),
    ("guardrail", 400, error("Violated guardrail policy", type="None"), "refused"),
    ("421", 421, error("Content Filter"), "refused"),
    ("a different prompt", 400, error("Detected an error in the prompt. Try a different prompt."), "rejected"),
    # Accounts, whatever the status.
    ("openai", 429, error("quota", type="insufficient_quota", code="project_spend_limit_exceeded"), STOP),
    ("anthropic limit", 400, error("You have reached your specified API usage limits. Access on 2027-01-01."), STOP),
    (
        "anthropic spend",
        429,
        error("This would exceed your account's monthly spend limit.", type="rate_limit_error"),
        STOP,
    ),
    ("openrouter key", 403, error("spent", code=403, metadata={"limit_source": "openrouter_key_limit"}), STOP),
    (
        "litellm",
        400,
        error("Budget has been exceeded! Current cost: 26.0, Max budget: 0.25", type="budget_exceeded"),
        STOP,
    ),
    ("dashscope", 400, {"code": "Arrearage", "message": "Make sure your account is in good standing."}, STOP),
    ("suspended", 412, error("Account acme is suspended, possibly due to reaching the monthly spending limit"), STOP),
    ("402", 402, b"", STOP),
    ("gemini's key", 400, [error("API key not valid.", status="INVALID_ARGUMENT")], STOP),
    ("no such model", 400, error("no", code="model_not_found"), STOP),
    # Limits that pass.
    (
        "groq 413",
        413,
        error(
            "Request too large on tokens per minute (TPM): Limit 6000, Requested 6294",
            type="tokens",
            code="rate_limit_exceeded",
        ),
        "rate_limited",
    ),
    (
        "gemini",
        429,
        [error("You exceeded your current quota, check billing", status="RESOURCE_EXHAUSTED")],
        "rate_limited",
    ),
    (
        "openrouter in flight",
        402,
        error("busy", metadata={"limit_source": "openrouter_in_flight_budget"}),
        "rate_limited",
    ),
    ("throttling 400", 400, {"code": "Throttling.RateQuota", "message": "Requests throttled."}, "rate_limited"),
    ("bad gateway", 502, b"<html><title>502 Bad Gateway</title></html>", "server"),
    # What is in no list.
    ("new words", 400, error("Zaunkönig"), "rejected"),
    ("too many tokens asked", 400, error("max_tokens is too large: 128000. At most 16384 are supported."), "rejected"),
    ("a schema", 400, error("Invalid schema for response_format: 'maxLength' is not permitted."), "rejected"),
    ("a field", 422, {"detail": [{"loc": ["body", "seed"], "msg": "extra fields not permitted"}]}, "rejected"),
]


@pytest.mark.parametrize(("status", "body", "means"), [e[1:] for e in ERRORS], ids=[e[0] for e in ERRORS])
def test_an_error_means_one_thing(status: int, body: Any, means: str) -> None:
    fault = of(status, body)
    assert (fault.kind or STOP) == means
    assert fault.retry == (means in {"rate_limited", "server"})


INSIDE: list[tuple[str, dict[str, Any], str]] = [
    ("no credit", {"error": {"code": 402, "message": "Insufficient credits."}}, STOP),
    ("limited", {"error": {"code": 429, "message": "slow"}}, "rate_limited"),
    ("broken", {"error": {"code": "502", "message": "bad gateway"}}, "server"),
    ("in a choice", {"choices": [{"error": {"code": 502, "message": "upstream"}, "finish_reason": "error"}]}, "server"),
    ("in metadata", {"choices": [], "metadata": {"error": {"code": 403, "message": "Input was flagged"}}}, "refused"),
    ("minimax balance", {"base_resp": {"status_code": 1008, "status_msg": "insufficient balance"}}, STOP),
    ("minimax policy", {"choices": None, "base_resp": {"status_code": 1026, "status_msg": "new"}}, "refused"),
    ("minimax limit", {"base_resp": {"status_code": 1002, "status_msg": "rate limit"}}, "rate_limited"),
    ("vllm", {"object": "error", "message": "Zaunkönig", "code": 400}, "rejected"),
    ("no words", {"error": {"message": "Zaunkönig"}}, "malformed"),
    ("gemini's block", {"choices": [], "promptFeedback": {"blockReason": "SAFETY"}}, "refused"),
]


@pytest.mark.parametrize(("payload", "means"), [e[1:] for e in INSIDE], ids=[e[0] for e in INSIDE])
def test_an_error_in_a_reply_that_claims_success_is_read(payload: dict[str, Any], means: str) -> None:
    told = error_in(payload)
    assert told is not None
    fault = of_told(200, {}, told, endpoint=HERE, model="qwen3", now=0)
    assert (fault.kind or STOP) == means


@pytest.mark.parametrize(
    "payload",
    [
        {"choices": [{"message": {"content": "40 m"}}], "error": None, "base_resp": {"status_code": 0}},
        {"choices": [{"message": {"content": "40 m"}}], "metadata": {"weight_version": "default"}},
        {"type": "message", "content": [{"type": "text", "text": "40 m"}], "stop_reason": "end_turn"},
    ],
)
def test_a_reply_is_no_error(payload: dict[str, Any]) -> None:
    assert error_in(payload) is None


ENDS = {
    "complete": [
        None,
        "",
        "null",
        "stop",
        "STOP",
        "end_turn",
        "eos",
        "eos_token",
        "stop_sequence",
        "COMPLETE",
        "FinishReason.STOP",
        "FINISH_REASON_STOP",
        "completed",
    ],
    "truncated": ["length", "max_tokens", "MAX_TOKENS", "model_length", "model_context_window_exceeded"],
    "refused": [
        "content_filter",
        "content_filter: PROHIBITED_CONTENT",
        "refusal",
        "SAFETY",
        "RECITATION",
        "SPII",
        "sensitive",
        "guardrail_intervened",
    ],
    "called": ["tool_calls", "tool_use", "function_call", "MALFORMED_FUNCTION_CALL"],
    "broken_off": [
        "network_error",
        "insufficient_system_resource",
        "abort",
        "error",
        "pause_turn",
        "OTHER",
        "something nobody has seen",
    ],
}


@pytest.mark.parametrize(("reason", "means"), [(r, means) for means, reasons in ENDS.items() for r in reasons])
def test_a_finish_reason_means_one_thing_and_half_a_text_is_never_an_answer(reason: str | None, means: str) -> None:
    assert end_of(reason) == means
    reply = settle(Content("定員は四十", None, reason, Usage()))
    kinds = {"truncated": "truncated", "refused": "refused", "called": "empty", "broken_off": "malformed"}
    assert reply.failure == kinds.get(means)
    assert (reply.text is None) == (means != "complete")


@pytest.mark.parametrize(
    "message",
    [
        {
            "content": [
                {"type": "thinking", "thinking": [{"type": "text", "text": "Hm."}]},
                {"type": "text", "text": "40"},
            ]
        },
        {
            "content": [
                {"type": "reasoning", "summary": [{"type": "summary_text", "text": "Hm."}]},
                {"type": "text", "text": "40"},
            ]
        },
        {"content": "40", "reasoning_content": "Hm."},
        {"content": "40", "reasoning": "Hm."},
        {"content": "40", "thinking": "Hm."},
        {"content": "40", "reasoning_details": [{"type": "reasoning.text", "text": "Hm."}]},
        {"content": "<|channel>thought\nHm.<channel|>40"},
    ],
)
def test_reasoning_beside_the_text_or_in_parts_of_it_is_no_answer(message: dict[str, Any]) -> None:
    reply = settle(Chat().read({"choices": [{"message": message, "finish_reason": "stop"}]}))
    assert (reply.text, reply.reasoning) == ("40", "Hm.")


def test_what_a_body_echoes_of_the_request_is_not_read_as_its_error() -> None:
    body = {
        "error": {"message": "no", "request": {"messages": [{"content": "insufficient balance, blocked by policy"}]}}
    }
    assert told_by(json.dumps(body).encode()).said == "no"
    flagged = {"error": {"message": "no", "metadata": {"flagged_input": "prompt is too long"}}}
    assert told_by(json.dumps(flagged).encode()).said == "no"
