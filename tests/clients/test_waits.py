"""Waits: never shorter than asked, never all the same."""

import random
from email.utils import formatdate

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.clients import Pacing
from bench.clients.waits import next_wait, retry_after

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
        ({"x-ratelimit-remaining-requests": "5", "x-ratelimit-reset-requests": "8s"}, None),
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
