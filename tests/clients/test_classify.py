"""Error bodies of many servers, each with the one thing it should lead to."""

import json
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import SecretStr

from bench.clients.classify import Fault, of_exception, of_status, plain
from bench.config import Endpoint

KEY = "sk-abcdef-0123456789"
HERE = Endpoint("vllm", "openai", "http://user:pass@localhost:8000/v1", "VLLM_API_KEY", api_key=SecretStr(KEY))


def of(status: int, body: object, endpoint: Endpoint = HERE) -> Fault:
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    return of_status(status, {}, data, endpoint=endpoint, model="qwen3", now=time.time())


@pytest.mark.parametrize(
    ("status", "body"),
    [
        (400, {"error": {"code": "context_length_exceeded", "message": "This model's maximum context length is 8192"}}),
        (
            400,
            {
                "object": "error",
                "message": "This model's maximum context length is 4096 tokens. However, you requested",
            },
        ),
        (
            400,
            {"error": {"message": "The decoder prompt (length 5000) is longer than the maximum model length of 4096."}},
        ),
        (
            400,
            {
                "error": {
                    "type": "exceed_context_size_error",
                    "message": "the request exceeds the available context size",
                }
            },
        ),
        (400, {"error": {"message": "the request exceeds the available context size, try increasing it"}}),
        (
            400,
            {
                "type": "error",
                "error": {"type": "invalid_request_error", "message": "prompt is too long: 2 > 1 maximum"},
            },
        ),
        (
            400,
            [
                {
                    "error": {
                        "code": 400,
                        "message": "The input token count (9) exceeds the maximum number of tokens (8).",
                    }
                }
            ],
        ),
        (413, {"error": {"type": "request_too_large", "message": "Request exceeds the maximum size"}}),
        (413, b"<html>413 Request Entity Too Large</html>"),
    ],
)
def test_a_prompt_too_long_is_one_items_failure(status: int, body: object) -> None:
    fault = of(status, body)
    assert (fault.kind, fault.retry) == ("too_long", False)


@pytest.mark.parametrize(
    ("status", "body"),
    [
        (400, {"error": {"code": "content_policy_violation", "message": "Blocked by our usage policy."}}),
        (400, {"error": {"code": "content_filter", "innererror": {"code": "ResponsibleAIPolicyViolation"}}}),
        (
            400,
            {"error": {"message": "The response was filtered", "innererror": {"code": "ResponsibleAIPolicyViolation"}}},
        ),
        (400, {"error": {"message": "Your prompt was flagged as violating our content policies", "type": "x"}}),
        (
            403,
            {
                "error": {
                    "code": 403,
                    "message": "Your chosen model requires moderation and your input was flagged for hate",
                }
            },
        ),
        (451, b""),
    ],
)
def test_a_policy_error_is_one_items_refusal(status: int, body: object) -> None:
    fault = of(status, body)
    assert (fault.kind, fault.retry) == ("refused", False)


@pytest.mark.parametrize(
    ("status", "body"),
    [
        (429, {"error": {"code": "insufficient_quota", "type": "insufficient_quota"}}),
        (429, {"error": {"type": "insufficient_quota", "message": "You exceeded your current quota"}}),
        (
            400,
            {"error": {"type": "invalid_request_error", "message": "Your credit balance is too low to access the API"}},
        ),
        (402, {"error": {"message": "Insufficient Balance"}}),
        (403, {"error": {"type": "billing_error", "message": "no"}}),
    ],
)
def test_no_credit_ends_the_run(status: int, body: object) -> None:
    fault = of(status, body)
    assert fault.kind is None
    assert "no credit" in fault.message


def test_a_rate_limit_that_speaks_of_quota_is_only_a_rate_limit() -> None:
    body = [
        {
            "error": {
                "code": 429,
                "status": "RESOURCE_EXHAUSTED",
                "message": "You exceeded your current quota, see billing",
            }
        }
    ]
    fault = of(429, body)
    assert (fault.kind, fault.retry) == ("rate_limited", True)


@pytest.mark.parametrize("said", ["Too many tokens per day.", "The weekly usage limit is met.", "Daily quota met."])
def test_a_days_allowance_that_is_used_up_ends_the_run_where_no_wait_is_named(said: str) -> None:
    fault = of(429, {"error": {"message": said}})
    assert fault.kind is None
    assert "allowance" in fault.message
    waited_for = of(429, {"error": {"message": said + " Please try again in 20s."}})
    assert (waited_for.kind, waited_for.retry_after_s) == ("rate_limited", 20)
    assert of(400, {"error": {"message": f"cannot parse the prompt {said!r}"}}).kind is not None


@pytest.mark.parametrize("said", ["60 requests per minute, 1000 requests per day", "Concurrent session limit reached"])
def test_a_limit_that_may_be_a_moments_is_waited_for(said: str) -> None:
    assert of(429, {"error": {"message": said}}).kind == "rate_limited"


def test_what_is_not_found_is_no_refusal_of_the_item() -> None:
    fault = of(404, {"error": {"message": "The deployment is blocked by the content policy of the account"}})
    assert (fault.kind, bool(fault.suspect)) == ("rejected", True)


BODIES = [b"", b"<html><title>No</title></html>", b'{"detail":"no"}', b'{"error":"no"}', b"[]", b"3", b"\xff\xfe"]


@pytest.mark.parametrize("status", [401, 402, 302])
@pytest.mark.parametrize("body", BODIES)
def test_what_ends_the_run_says_so_in_one_clean_line(status: int, body: bytes) -> None:
    fault = of(status, body)
    assert fault.kind is None
    assert_clean(fault.message, status)


@pytest.mark.parametrize("status", [400, 403, 404, 405, 412, 418, 422])
@pytest.mark.parametrize("body", BODIES)
def test_what_is_not_recognised_is_rejected_and_says_what_it_would_mean_for_all(status: int, body: bytes) -> None:
    fault = of(status, body)
    assert (fault.kind, fault.retry) == ("rejected", False)
    assert_clean(fault.message, status)
    assert_clean(fault.suspect, status)


@pytest.mark.parametrize(
    ("status", "body", "kind"),
    [
        (404, {"error": {"code": "DeploymentNotFound", "message": "No deployment."}}, None),
        (403, {"error": {"status": "PERMISSION_DENIED", "message": "Your API key was reported as leaked."}}, None),
        (403, {"code": 30001, "message": "Your account balance is insufficient"}, None),
        (403, {"reason": "NOT_ENOUGH_BALANCE", "message": "no"}, None),
        (429, {"errors": [{"code": 3036, "message": "used up your daily free allocation of neurons"}]}, None),
        (400, {"message": "The provided model identifier is invalid."}, None),
        (400, {"error": {"message": "Content Exists Risk", "code": "invalid_request_error"}}, "refused"),
        (400, {"error": {"message": "input new_sensitive (1026)"}}, "refused"),
        (422, {"detail": [{"type": "value_error", "msg": "Total tokens exceed max context"}]}, "too_long"),
        (400, {"error": {"message": "The input token count is 9000 but model only supports up to 8192."}}, "too_long"),
        (424, {"error": "Request failed during generation", "error_type": "generation"}, "server"),
        (498, {"error": {"code": "capacity_exceeded", "message": "no"}}, "server"),
        (400, {"error": "The model has crashed. (Exit code: null)"}, "server"),
    ],
)
def test_well_known_replies_mean_what_their_makers_say(status: int, body: object, kind: str | None) -> None:
    assert of(status, body).kind == kind


def assert_clean(message: str, status: int) -> None:
    assert str(status) in message
    assert "\n" not in message
    assert message.endswith(".")
    assert "user:pass" not in message


def test_the_key_that_is_wanted_is_named() -> None:
    nobody = Endpoint("openai", "openai", key_env="OPENAI_API_KEY")
    assert "none is set" in of(401, {}, nobody).message
    assert "set OPENAI_API_KEY" in of(401, {}, nobody).message
    assert "check the value of VLLM_API_KEY" in of(401, {}).message
    assert "'qwen3'" in of(404, {}).suspect


def test_a_short_key_is_no_secret_and_no_word_is_garbled() -> None:
    local = Endpoint("vllm", "openai", "http://localhost:8000/v1", api_key=SecretStr("e"))
    assert "context length exceeded" in of(400, {"error": {"message": "context length exceeded"}}, local).message
    assert of(400, {"error": {"message": "context length exceeded"}}, local).kind == "too_long"


@given(st.text(max_size=50), st.text(max_size=50))
def test_no_message_carries_the_key(before: str, after: str) -> None:
    for said in (f"{before}{KEY}{after}", f"{before} Bearer {KEY} {after}", f"{before} sk-ab**********6789 {after}"):
        shown = plain(said, HERE)
        assert KEY not in shown
        assert "6789" not in shown or "6789" in before + after
        assert len(shown) <= 300
        assert all(char.isprintable() for char in shown)


@given(st.integers(300, 599), st.binary(max_size=200))
def test_any_status_and_body_is_classified(status: int, body: bytes) -> None:
    fault = of(status, body)
    assert fault.message
    assert not (fault.retry and fault.kind is None)
    assert not (fault.suspect and fault.kind != "rejected")
    if status > 500:
        assert (fault.kind, fault.retry) == ("server", True)


def test_an_exception_of_the_suite_itself_is_not_taken_for_a_fault() -> None:
    assert of_exception(KeyError("choices"), endpoint=HERE, deadline_s=1) is None
    assert of_exception(TypeError("bug"), endpoint=HERE, deadline_s=1) is None
