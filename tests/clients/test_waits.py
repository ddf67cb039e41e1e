"""Waits: never shorter than asked, never all the same."""

import json
import random
from email.utils import formatdate

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.clients import Pacing
from bench.clients.error_body import told_by
from bench.clients.waits import asked_wait, next_wait, retry_after

NOW = 1_800_000_000.0


@given(st.integers(1, 100), st.none() | st.floats(0, 300), st.integers())
def test_a_wait_is_at_least_the_step_and_what_was_asked_and_not_much_more(
    attempt: int, asked: float | None, seed: int
) -> None:
    wait = next_wait(Pacing(), attempt, asked, random.Random(seed))
    least = max(min(60.0, 0.5 * 2.0 ** (attempt - 1)), asked or 0.0)
    assert least <= wait <= 1.5 * least


def test_steps_double_up_to_the_longest() -> None:
    class Low(random.Random):
        def uniform(self, a: float, b: float) -> float:  # noqa: ARG002
            return a

    waits = [next_wait(Pacing(first_wait_s=1, max_wait_s=10), attempt, None, Low()) for attempt in range(1, 7)]
    assert waits == [1, 2, 4, 8, 10, 10]


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"retry-after": "90"}, 90),
        ({"retry-after": "1.5"}, 1.5),
        ({"retry-after": "0"}, 0),
        ({"retry-after-ms": "1500", "retry-after": "9"}, 1.5),
        ({"retry-after": formatdate(NOW + 30, usegmt=True)}, 30),
        ({"retry-after": formatdate(NOW - 30, usegmt=True)}, 0),
        # The server's clock is an hour slow: its own date is what the wait counts from.
        (
            {"retry-after": formatdate(NOW - 3580, usegmt=True), "date": formatdate(NOW - 3600, usegmt=True)},
            20,
        ),
        ({"x-ratelimit-remaining-requests": "0", "x-ratelimit-reset-requests": "1m30s"}, 90),
        ({"x-ratelimit-remaining-tokens": "0", "x-ratelimit-reset-tokens": "120ms"}, 0.12),
        (
            {
                "x-ratelimit-remaining-requests": "0",
                "x-ratelimit-reset-requests": "2s",
                "x-ratelimit-remaining-tokens": "0",
                "x-ratelimit-reset-tokens": "1h0m0.5s",
            },
            3600.5,
        ),
        # No budget is known to be used up: the nearest reset is the best that is known, but for one of a day.
        ({"x-ratelimit-remaining-requests": "5", "x-ratelimit-reset-requests": "8s"}, 8),
        ({"x-ratelimit-reset-requests": "8s", "x-ratelimit-reset-tokens": "3s"}, 3),
        ({"x-ratelimit-reset-requests": "23h59m0s"}, None),
        ({"x-ratelimit-remaining-requests-day": "900", "x-ratelimit-reset-requests-day": "33011.3"}, None),
        # Anthropic: RFC 3339. OpenRouter: Unix time in milliseconds. Others: seconds, or Unix time in seconds.
        (
            {
                "anthropic-ratelimit-requests-remaining": "0",
                "anthropic-ratelimit-requests-reset": "2027-01-15T08:00:42Z",
                "anthropic-ratelimit-tokens-remaining": "4000",
                "anthropic-ratelimit-tokens-reset": "2027-01-15T08:00:02Z",
            },
            42,
        ),
        ({"x-ratelimit-remaining": "0", "x-ratelimit-reset": str(int((NOW + 7) * 1000))}, 7),
        ({"x-ratelimit-remaining": "0", "x-ratelimit-reset": str(int(NOW + 9))}, 9),
        ({"ratelimitbysize-remaining": "0", "ratelimitbysize-reset": "12"}, 12),
        ({"ratelimit": '"default";r=0;t=30'}, 30),
        ({"ratelimit-remaining": "0", "ratelimit-reset": "11"}, 11),
        ({"x-ratelimit-timeremaining": "17"}, 17),
        ({"retry-after": "2m5s"}, 125),
        ({"retry-after": str(int(NOW + 5))}, 5),
        ({"retry-after": "soon"}, None),
        ({"retry-after": "-5"}, None),
        ({"retry-after": "nan"}, None),
        ({"retry-after": ""}, None),
        ({}, None),
    ],
)
def test_what_a_server_asks_for(headers: dict[str, str], seconds: float | None) -> None:
    assert retry_after(headers, NOW) == (None if seconds is None else pytest.approx(seconds))


@given(
    st.dictionaries(st.sampled_from(["retry-after", "retry-after-ms", "date", "x-ratelimit-reset-tokens"]), st.text())
)
def test_any_header_is_survived(headers: dict[str, str]) -> None:
    wait = retry_after({**headers, "x-ratelimit-remaining-tokens": "0"}, NOW)
    assert wait is None or wait >= 0


@pytest.mark.parametrize(
    ("body", "seconds"),
    [
        ({"error": {"code": 429, "details": [{"@type": "google.rpc.RetryInfo", "retryDelay": "34.5s"}]}}, 34.5),
        ([{"error": {"code": 429, "details": [{"retryDelay": "900ms"}]}}], 0.9),
        ({"error": {"message": "Rate limit reached. Please try again in 4.77s. Visit the site."}}, 4.77),
        ({"error": {"message": "Please try again in 1m30.5s."}}, 90.5),
        ({"error": {"message": "Please try again in 120ms."}}, 0.12),
        ({"error": {"message": "Please retry after 20 seconds."}}, 20),
        ({"error": {"message": "Over 10 per 60s. Please wait 57 seconds before retrying."}}, 57),
        ({"error": {"message": "Your quota will reset after 8h44m7s."}}, 31_447),
        ({"error": {"message": "The limit resets in 2 days."}}, 172_800),
        ({"error": {"message": "Reset it in the console; please retry in 5s."}}, 5),
        ({"error": {"message": "slow down", "retry_after": 3}}, 3),
        ({"error": {"message": "Try again in a while."}}, None),
        ({"error": {"message": "Try again."}}, None),
    ],
)
def test_what_a_body_asks_for(body: object, seconds: float | None) -> None:
    wait = asked_wait({}, told_by(json.dumps(body).encode()), NOW)
    assert wait == (None if seconds is None else pytest.approx(seconds))


def test_a_header_counts_before_a_body() -> None:
    told = told_by(b'{"error": {"message": "Please try again in 20s."}}')
    assert asked_wait({"retry-after": "2"}, told, NOW) == 2
