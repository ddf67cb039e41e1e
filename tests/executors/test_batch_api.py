"""Splitting keeps to the limits, and what a provider writes is hostile text."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.clients.classify import Fault
from bench.clients.transport import HttpResponse
from bench.executors import batch_anthropic, batch_openai
from bench.executors.batch_api import ENVELOPE, Limits, split


@given(
    sizes=st.lists(st.integers(min_value=1, max_value=300), max_size=60),
    requests=st.integers(min_value=1, max_value=20),
    most=st.integers(min_value=ENVELOPE + 1, max_value=1000),
)
def test_parts_hold_every_line_once_in_order_and_keep_to_both_limits(
    sizes: list[int], requests: int, most: int
) -> None:
    parts = split(sizes, Limits(requests, most))
    assert [at for part in parts for at in part] == list(range(len(sizes)))
    for part in parts:
        assert 1 <= len(part) <= requests
        held = ENVELOPE + sum(sizes[at] + 1 for at in part)
        assert held <= most or len(part) == 1


@given(size=st.integers(min_value=1, max_value=40), lines=st.integers(min_value=1, max_value=40))
def test_no_more_parts_than_needed_for_lines_of_one_size(size: int, lines: int) -> None:
    room = 10 * (size + 1) + ENVELOPE
    assert len(split([size] * lines, Limits(10**6, room))) == -(-lines // 10)


def test_no_lines_give_no_part() -> None:
    assert split([], Limits(1, 100)) == []


HOSTILE = [
    b"",
    b"\n\n",
    b"not json",
    b"[]",
    b"null",
    b'{"custom_id": 7}',
    b'{"custom_id": {"a": 1}, "response": 5, "error": []}',
    b"\xff\xfe",
    b'{"custom_id": "a"',
    b"[" * 100_000,
]


@pytest.mark.parametrize("raw", HOSTILE, ids=lambda raw: repr(raw[:20]))
@pytest.mark.parametrize("results", [batch_openai.results, batch_anthropic.results])
def test_a_line_that_cannot_be_read_has_no_outcome_and_spoils_no_other(results, raw: bytes) -> None:  # type: ignore[no-untyped-def]
    if results is batch_openai.results:
        good = {"custom_id": "good", "response": {"status_code": 200, "body": {"choices": []}}, "error": None}
    else:
        good = {"custom_id": "good", "result": {"type": "succeeded", "message": {"content": []}}}
    found = dict(results(raw + b"\n" + json.dumps(good).encode() + b"\r\n"))
    assert set(found) == {"good"}
    assert isinstance(found["good"], HttpResponse)


@pytest.mark.parametrize(
    "line",
    [
        {"custom_id": "a", "response": None, "error": {"code": "batch_expired", "message": "too late"}},
        {"custom_id": "a", "response": None, "error": None},
        {"custom_id": "a", "response": {"status_code": "200"}, "error": {"code": ["x"]}},
    ],
)
def test_openai_calls_that_were_not_made_are_due_again(line: dict[str, object]) -> None:
    ((_, outcome),) = batch_openai.results(json.dumps(line).encode())
    assert isinstance(outcome, Fault)
    assert outcome.retry


@pytest.mark.parametrize("kind", ["expired", "canceled", "something new", None, ["x"]])
def test_anthropic_calls_that_were_not_made_are_due_again(kind: object) -> None:
    ((_, outcome),) = batch_anthropic.results(json.dumps({"custom_id": "a", "result": {"type": kind}}).encode())
    assert isinstance(outcome, Fault)
    assert outcome.retry


@pytest.mark.parametrize(
    ("name", "status"),
    [("invalid_request_error", 400), ("overloaded_error", 529), ("rate_limit_error", 429), (["x"], 500), (None, 500)],
)
def test_anthropic_errors_have_the_status_they_have_outside_a_batch(name: object, status: int) -> None:
    error = {"type": "error", "error": {"type": name, "message": "m"}}
    line = {"custom_id": "a", "result": {"type": "errored", "error": error}}
    ((_, outcome),) = batch_anthropic.results(json.dumps(line).encode())
    assert isinstance(outcome, HttpResponse)
    assert outcome.status == status


FAILED_LINES = [
    ({"response": {"status_code": 400, "body": {"error": {"message": "own words"}}}, "error": None}, 400),
    ({"response": {"status_code": "400", "body": {"error": {"message": "own words"}}}}, 400),
    ({"response": {"status_code": 400, "body": '{"error": {"message": "own words"}}'}}, 400),
    ({"response": None, "error": {"code": "content_policy_violation", "message": "own words"}}, 400),
    ({"response": None, "error": {"code": "429", "message": "own words"}}, 429),
    ({"error": "own words"}, 400),
    ({"response": {"body": {"error": {"message": "own words"}}}}, 200),
]


@pytest.mark.parametrize(("line", "status"), FAILED_LINES)
def test_a_line_that_failed_by_itself_has_its_own_reason(line: dict[str, object], status: int) -> None:
    ((_, outcome),) = batch_openai.results(json.dumps({"custom_id": "a", **line}).encode())
    assert isinstance(outcome, HttpResponse)
    assert outcome.status == status
    assert b"own words" in outcome.body


def test_an_anthropic_error_of_a_new_type_is_its_lines_own() -> None:
    error = {"type": "error", "error": {"type": "zaunkoenig_error", "message": "own words"}}
    line = {"custom_id": "a", "result": {"type": "errored", "error": error}}
    ((_, outcome),) = batch_anthropic.results(json.dumps(line).encode())
    assert isinstance(outcome, HttpResponse)
    assert (outcome.status, b"own words" in outcome.body) == (400, True)
