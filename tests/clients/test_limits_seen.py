"""Limits as makers and proxies really say them, told in words of our own; where each was seen stands beside it."""

from __future__ import annotations

import asyncio
import itertools
from dataclasses import replace

import pytest

from bench.clients import Reply
from bench.clients.calls import HttpClient
from bench.clients.waits import retry_after
from bench.errors import ProviderError
from tests.clients.asking import Clock, Wire, ask_one, client, request, together
from tests.clients.walls import Bucket, Overloaded, Says, Sliding, Tokens, Way, Window, through_wall
from tests.server import Seen, Server, Step, fail

NGINX_PAGE = "<html><head><title>503 Service Temporarily Unavailable</title></head><center>nginx</center></html>"
NO_ROOM = {
    # limit_req answers so unless told otherwise: nginx.org/en/docs/http/ngx_http_limit_req_module.html
    "nginx before vLLM": fail(503, NGINX_PAGE),
    # docs.llmgateway.io/troubleshooting/anthropic-529-overloaded
    "anthropic": fail(529, {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}),
    # ai.google.dev/gemini-api/docs/troubleshooting
    "gemini": fail(503, {"error": {"code": 503, "message": "The model is overloaded.", "status": "UNAVAILABLE"}}),
}
FAR = Way(refusal_s=0.05)
ENDLESS = 1_000_000


async def asked(server: Server, wire: Wire, calls: int, **pacing: float) -> tuple[list[Reply | BaseException], int]:
    """What came of calls that were made together, and how many may be in flight at the end."""
    async with client(wire, server, concurrency=64, clock=Clock(), **pacing) as one:
        assert isinstance(one, HttpClient)
        first = await one.complete(request("first"))
        assert first.text
        return await together(one, [request(str(number)) for number in range(calls)]), one.flow.limit


@pytest.mark.parametrize("name", NO_ROOM)
def test_nothing_is_lost_where_there_is_no_room_now_and_then(wire: Wire, server: Server, name: str) -> None:
    numbers = itertools.count()
    server.answer = lambda _: NO_ROOM[name] if next(numbers) % 5 in {1, 2, 3} else Step(text="ok")
    replies, limit = asyncio.run(asked(server, wire, 40, max_retries=1))
    assert all(isinstance(reply, Reply) and reply.text == "ok" for reply in replies)
    assert limit < 64, "it is asked less"


def test_where_there_is_no_room_for_anybody_any_more_calls_end(wire: Wire, server: Server) -> None:
    """A proxy whose server has died says the same."""
    server.answer = lambda seen: Step(text="ok") if "first" in seen.prompt else fail(503, NGINX_PAGE)
    replies, _ = asyncio.run(asked(server, wire, 6, max_retries=2))
    assert [reply.failure for reply in replies if isinstance(reply, Reply)] == ["server"] * 6


def test_a_model_that_is_down_beside_one_that_answers_has_its_own_attempts_and_no_more(
    wire: Wire, server: Server
) -> None:
    server.answer = lambda seen: fail(503, NGINX_PAGE) if seen.body["model"] == "down" else Step(text="ok")

    async def both() -> list[Reply | BaseException]:
        async with client(wire, server, concurrency=8, clock=Clock(), max_retries=2) as one:
            first = await one.complete(request("first"))
            assert first.text
            calls = [replace(request(str(n)), model="down" if n % 2 else "up") for n in range(40)]
            return await together(one, calls)

    for n, reply in enumerate(asyncio.run(both())):
        assert isinstance(reply, Reply)
        assert (reply.failure, reply.attempts) == (("server", 3) if n % 2 else (None, 1))


def test_a_day_is_not_waited_for(wire: Wire, server: Server) -> None:
    """Seen at TinyLLM/issues/17: the token limit of a deployment that is too small, in words alone."""
    said = "Requests have exceeded the token rate limit of your tier. Please retry after 86400 seconds."
    server.answer = lambda _: fail(429, {"error": {"code": "429", "message": said}})
    clock = Clock()
    reply = ask_one(wire, server, clock=clock)
    assert (reply.failure, reply.attempts) == ("rate_limited", 1)
    assert not clock.waits


def test_a_proxy_hands_the_wait_on_under_a_name_of_its_own() -> None:
    """docs.litellm.ai/docs/proxy/response_headers"""
    assert retry_after({"llm_provider-retry-after": "7"}, 0.0) == 7
    headers = {"llm_provider-x-ratelimit-reset-tokens": "1m2s", "llm_provider-x-ratelimit-remaining-tokens": "0"}
    assert retry_after(headers, 0.0) == 62


@pytest.mark.parametrize("kind", [Window, Sliding])
def test_where_seconds_are_rounded_down_to_none_most_calls_are_let_through(kind: type[Window] | type[Sliding]) -> None:
    for rate in (2, 5):
        passage = through_wall(kind(rate), ENDLESS, 64, "rounded down", FAR, seconds=30)
        assert passage.turned_away < 0.5
        assert passage.rate > 0.9 * rate


def test_a_date_is_a_second_too_late_and_the_limit_is_found_in_spite_of_it() -> None:
    """RFC 9110, 10.2.3: a date has whole seconds, so a pause may be twice as long as the limit needs."""
    early, late = (through_wall(Sliding(5), ENDLESS, 64, "a date", FAR, seconds=end) for end in (90, 130))
    assert late.calls - early.calls > 0.88 * 5 * 40


@pytest.mark.parametrize("says", ["nothing", "whole seconds", "exactly"])
def test_a_limit_on_tokens_is_used_though_calls_differ_in_size(says: Says) -> None:
    wall = Tokens(60_000, least=200, most=2000)
    passage = through_wall(wall, ENDLESS, 64, says, FAR, seconds=90)
    assert passage.turned_away < 0.5
    assert wall.spent > 0.9 * 60_000 * 90 / 60


def test_a_service_that_is_short_of_room_now_and_then_is_not_taken_for_a_limit() -> None:
    free = through_wall(Bucket(1e6, 1e6), 4000, 64, "nothing", Way(reply_s=0.5))
    passage = through_wall(Overloaded(200), 4000, 64, "nothing", Way(reply_s=0.5))
    assert passage.rate > 0.8 * free.rate


def test_calls_behind_a_limit_that_says_nothing_end_once_it_is_hopeless(wire: Wire, server: Server) -> None:
    def answer(seen: Seen) -> Step:
        return Step(text="ok") if "first" in seen.prompt else fail(429)

    server.answer = answer
    replies, _ = asyncio.run(asked(server, wire, 20))
    assert all(isinstance(reply, ProviderError) or reply.failure == "rate_limited" for reply in replies)  # type: ignore[union-attr]
