"""A rejection is its item's own where the model answers others, and the run's end where it answers nobody."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from bench.clients.standing import IN_A_ROW, Standings, settings_of
from tests.clients.asking import request

Answers = Callable[[], Awaitable[bool]]


def trial(result: bool, made: list[bool]) -> Answers:
    async def answers() -> bool:
        made.append(result)
        await asyncio.sleep(0)
        return result

    return answers


def test_where_others_have_been_answered_nothing_is_tried() -> None:
    async def work() -> None:
        made: list[bool] = []
        standing = Standings().of(request())
        standing.replied()
        assert await standing.is_own(trial(False, made))
        assert made == []

    asyncio.run(work())


def test_an_earlier_run_counts_and_is_asked_for_only_then() -> None:
    async def work() -> None:
        looked: list[int] = []

        def earlier() -> list[tuple[str, str, bool]]:
            looked.append(1)
            return [settings_of("test-model", {"max_tokens": 100}, structured=False)]

        standings = Standings(earlier)
        standing = standings.of(request())
        assert looked == []
        assert await standing.is_own(trial(False, []))
        assert looked == [1]

    asyncio.run(work())


def test_the_first_call_waits_for_those_beside_it() -> None:
    async def work() -> None:
        made: list[bool] = []
        standing = Standings().of(request())
        with standing.asking(), standing.asking():
            waiting = asyncio.create_task(standing.is_own(trial(False, made)))
            await asyncio.sleep(0.01)
            assert not waiting.done()
            standing.replied()
            assert await waiting
        assert made == []

    asyncio.run(work())


def test_where_all_first_calls_are_rejected_one_trial_decides_for_all() -> None:
    for answered in (True, False):

        async def work(answered: bool = answered) -> None:
            made: list[bool] = []
            standing = Standings().of(request())

            async def call() -> bool:
                with standing.asking():
                    await asyncio.sleep(0)
                    return await standing.is_own(trial(answered, made))

            assert await asyncio.gather(*(call() for _ in range(6))) == [answered] * 6
            assert made == [answered]

        asyncio.run(work())


def test_several_in_a_row_are_looked_into_though_there_were_replies() -> None:
    async def work() -> None:
        made: list[bool] = []
        standing = Standings().of(request())
        standing.replied()
        for _ in range(IN_A_ROW - 1):
            assert await standing.is_own(trial(False, made))
        assert not await standing.is_own(trial(False, made))
        assert made == [False]

    asyncio.run(work())


def test_a_reply_between_them_starts_the_row_anew() -> None:
    async def work() -> None:
        standing = Standings().of(request())
        for _ in range(3 * IN_A_ROW):
            standing.replied()
            assert await standing.is_own(trial(False, []))

    asyncio.run(work())


def test_in_a_batch_no_row_says_anything() -> None:
    async def work() -> None:
        standing = Standings(in_a_row=None).of(request())
        standing.replied()
        assert all([await standing.is_own(trial(False, [])) for _ in range(3 * IN_A_ROW)])

    asyncio.run(work())


def test_parameters_keep_calls_apart_and_seeds_do_not() -> None:
    standings = Standings()
    one = standings.of(request(params={"max_tokens": 1, "seed": 1}))
    assert standings.of(request(params={"max_tokens": 1, "seed": 2})) is one
    assert standings.of(request(params={"max_tokens": 2, "seed": 1})) is not one
    assert standings.of(request(params={"max_tokens": 1, "seed": 1}, schema={})) is not one
