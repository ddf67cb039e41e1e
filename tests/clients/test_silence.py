"""A server that says nothing is told of, and none that answers."""

from __future__ import annotations

import asyncio

from bench.clients.silence import AFTER_S, Silence
from tests.clients.walls import jumping


def test_words_come_after_a_minute_without_any_reply_and_then_less_and_less_often() -> None:
    async def work() -> list[str]:
        said: list[str] = []
        silence = Silence("http://localhost:8000/v1", 600.0, said.append)
        with silence.listening():
            await asyncio.sleep(8 * AFTER_S)
        silence.close()
        return said

    said = jumping(work)
    assert isinstance(said, list)
    assert [" 60 s" in said[0], " 120 s" in said[1], " 240 s" in said[2], len(said)] == [True, True, True, 4]
    assert "localhost:8000" in said[0]
    assert "--timeout" in said[0]


def test_a_reply_ends_the_silence() -> None:
    async def work() -> list[str]:
        said: list[str] = []
        silence = Silence("there", 600.0, said.append)
        with silence.listening():
            for _ in range(10):
                with silence.listening():
                    await asyncio.sleep(AFTER_S / 2)
        silence.close()
        return said

    assert jumping(work) == []
