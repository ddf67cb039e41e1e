"""CRAG's middle grade: read where a judge gives it, and logged with its vote."""

from __future__ import annotations

import asyncio
import json

import pytest

from bench.clients import open_client
from bench.config import resolve
from bench.judge import LlmJudge
from bench.judge.reading import read_verdict
from bench.records import Item
from tests import runs
from tests.server import Server, Step


@pytest.mark.parametrize(("given", "read"), [(True, True), (False, False), ("true", True), (None, None), (1, None)])
def test_it_is_read_only_where_it_is_a_truth_value(given: object, read: bool | None) -> None:
    reading = read_verdict(json.dumps({"verdict": "incorrect", "abstained": False, "acceptable": given}))
    assert reading is not None
    assert reading.acceptable is read


def test_a_judge_that_does_not_say_it_has_said_nothing() -> None:
    reading = read_verdict('{"verdict": "correct"}')
    assert reading is not None
    assert reading.acceptable is None


def test_the_vote_carries_it(server: Server) -> None:
    server.script.append(
        Step(text='{"reason": "a day off", "abstained": false, "verdict": "incorrect", "acceptable": true}')
    )
    model, endpoint = resolve(f"openai-compatible:j@{server.url}")
    item = Item(id="q", lang="en", kind="main", question="When?", answer="day 10", cluster="q")

    async def vote() -> bool | None:
        async with open_client(endpoint, concurrency=1) as client:
            return (await LlmJudge(model, endpoint, client).vote(item, runs.answer(item, "gold", 0, "w"))).acceptable

    assert asyncio.run(vote()) is True
