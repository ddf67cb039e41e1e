"""One controller for all calls to an endpoint: nothing is lost behind a wall, and little of what it allows."""

from __future__ import annotations

import asyncio
import random

import pytest

from bench.clients import Pacing
from bench.clients.flow import HOPELESS_S, START, Flow
from tests.clients.walls import flow, jumping


def test_a_pause_holds_for_everyone() -> None:
    async def work() -> None:
        one, loop = flow(32), asyncio.get_running_loop()
        first = await one.enter()
        assert first is not None
        one.turned_away(first, 90.0)
        one.leave()
        started = loop.time()
        places = await asyncio.gather(*(one.enter() for _ in range(2)))
        assert all(place is not None and place >= started + 90 for place in places)
        one.close()

    jumping(work)


def test_the_number_in_flight_halves_when_a_call_times_out_and_grows_while_replies_come() -> None:
    async def work() -> None:
        one = flow(64)
        at = await one.enter()
        assert at is not None
        one.leave()
        assert one.limit == START
        for _ in range(30):
            one.got_through(at)
        grown = one.limit
        assert grown == START + 30
        await asyncio.sleep(1)
        one.timed_out(at + 1)
        assert one.limit == grown // 2
        one.timed_out(at + 1)
        assert one.limit == grown // 2, "what was sent before it was known says nothing new"
        for _ in range(grown):
            one.got_through(at)
        assert grown // 2 < one.limit < grown
        one.close()

    jumping(work)


def test_who_waits_for_a_distance_is_woken_when_the_next_try_may_be_sooner() -> None:
    async def work() -> None:
        one, loop = (
            Flow(8, Pacing(), asyncio.sleep, random.Random(1), requests_per_minute=6),
            asyncio.get_running_loop(),
        )
        started = loop.time()
        first = await one.enter()
        assert first is not None
        waiting = asyncio.create_task(one.enter())
        await asyncio.sleep(0.1)
        one.turned_away(first, None)
        one.leave()
        second = await waiting
        assert second is not None
        assert second - started < 5, "ten seconds is the distance, and the call that took it was turned away"
        one.close()

    jumping(work)


def test_a_call_that_waits_for_a_distance_can_be_cancelled() -> None:
    async def work() -> None:
        one = Flow(8, Pacing(), asyncio.sleep, random.Random(1), requests_per_minute=6)
        assert await one.enter() is not None
        waiting = asyncio.create_task(one.enter())
        await asyncio.sleep(0.1)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        assert await one.enter() is not None
        assert len(asyncio.all_tasks()) == 1, "nothing goes on sleeping"
        one.close()

    jumping(work)


def test_a_fixed_number_stays() -> None:
    async def work() -> None:
        one = flow(64, fixed=True)
        at = await one.enter()
        assert at is not None
        one.timed_out(at)
        one.turned_away(at, None)
        assert one.limit == 64
        one.close()

    jumping(work)


def test_who_is_turned_away_for_long_is_told_that_it_is_hopeless() -> None:
    async def work() -> float:
        one, loop = flow(4), asyncio.get_running_loop()
        started = loop.time()
        while not one.hopeless:
            at = await one.enter()
            assert at is not None
            one.turned_away(at, None)
            one.leave()
        one.close()
        return loop.time() - started

    assert 0.9 * HOPELESS_S <= float(str(jumping(work))) < 2 * HOPELESS_S


def test_a_call_that_gives_up_lets_the_next_one_in() -> None:
    async def work() -> None:
        one = flow(1, fixed=True)
        assert await one.enter() is not None
        given_up = False
        waiting = asyncio.create_task(one.enter(given_up=lambda: given_up))
        cancelled = asyncio.create_task(one.enter())
        last = asyncio.create_task(one.enter())
        await asyncio.sleep(1)
        given_up = True
        cancelled.cancel()
        one.leave()
        assert await waiting is None
        assert await last is not None
        assert one.in_flight == 1
        one.close()

    jumping(work)


def test_tokens_of_the_minute_are_not_overspent() -> None:
    async def work() -> float:
        one, loop = flow(8), asyncio.get_running_loop()
        one.tokens_per_minute = 6000.0
        started = loop.time()
        for _ in range(20):
            assert await one.enter(size=3000) is not None
            one.leave()
        one.close()
        return loop.time() - started

    # 20,000 tokens: 6,000 of them at once, the rest at 100 a second.
    assert float(str(jumping(work))) == pytest.approx(130, rel=0.15)


def test_tokens_of_replies_count_and_an_estimate_is_set_right_by_what_is_reported() -> None:
    async def work() -> float:
        one, loop = flow(8), asyncio.get_running_loop()
        one.tokens_per_minute = 6000.0
        started = loop.time()
        for _ in range(20):
            assert await one.enter(size=3000) is not None
            one.leave()
            one.used(3000, prompt_tokens=500, completion_tokens=1500)
        one.close()
        return loop.time() - started

    # 40,000 tokens, of which the last call's come too late to wait for: 32,000 beyond the first minute's.
    assert float(str(jumping(work))) == pytest.approx(320, rel=0.15)


@pytest.mark.parametrize("fixed", [False, True])
def test_requests_of_the_minute_are_spaced(fixed: bool) -> None:
    async def work() -> float:
        one = Flow(32, Pacing(fixed=fixed), asyncio.sleep, random.Random(1), requests_per_minute=30)
        loop = asyncio.get_running_loop()
        started = loop.time()

        async def call() -> None:
            at = await one.enter()
            assert at is not None
            await asyncio.sleep(0.05)
            one.got_through(at)
            one.leave()

        await asyncio.gather(*(call() for _ in range(31)))
        one.close()
        return loop.time() - started

    assert float(str(jumping(work))) == pytest.approx(60, abs=0.1)
