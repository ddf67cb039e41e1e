"""Calls per second of the whole pipeline against a local endpoint, beside bare loops over the SDK.

The endpoint is tests/server.py in a process of its own, 50 ms latency. The pipeline does everything a run does:
contexts, prompts, calls, log, judge calls, votes. The bare loops then send the bodies that the run has logged and do
nothing else.
Figures of one invocation are comparable with each other, not with another machine's. PERF_DATA names another
dataset (a folder), PERF_IN_FLIGHT the numbers of calls in flight.
"""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

from bench.campaign import PreparedRun, execute, prepare
from bench.campaign.execute import Notices
from bench.log import read
from bench.options import RunOptions
from bench.records import Answer, Vote
from tests.perf.measuring import Figure

LATENCY_S = 0.05


def figures(folder: Path) -> Iterator[Figure]:
    data = os.environ.get("PERF_DATA", "gib")
    in_flight = [int(n) for n in os.environ.get("PERF_IN_FLIGHT", "64,256,512").split(",")]
    command = [sys.executable, "-m", "tests.server", "--port", "0", "--latency", str(LATENCY_S)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            found = re.search(r"http://\S+", server.stdout.readline())
            assert found is not None
            for concurrency in in_flight:
                yield from compare(found[0].rstrip("/"), data, concurrency, folder / str(concurrency))
        finally:
            server.terminate()


def compare(url: str, data: str, concurrency: int, folder: Path) -> Iterator[Figure]:
    run = wanted(url, data, concurrency, folder)
    started = time.perf_counter()
    execute(run, Notices(lambda _: None))
    took = time.perf_counter() - started
    bodies, attempts = sent(run)
    whole = attempts / took
    floor = timed(lambda: low_level(url, bodies, concurrency), len(bodies))
    plain = timed(lambda: plain_sdk(url, bodies, concurrency), len(bodies))
    low = f"low-level loop, {concurrency} in flight"
    yield Figure("wire", low, floor, "calls/s")
    yield Figure("wire", f"SDK as documented, {concurrency} in flight", plain, "calls/s", low, plain / floor)
    yield Figure("wire", f"bench run, {concurrency} in flight", whole, "calls/s", low, whole / floor, "ratio 0.6")


def wanted(url: str, data: str, concurrency: int, folder: Path) -> PreparedRun:
    return prepare(
        RunOptions(
            model=f"openai-compatible:perf@{url}",
            data=data,
            langs=("en",),
            arms=("shuffled",),
            repeats=8,
            judge=(f"openai-compatible:judge@{url}",),
            out=folder / "run",
            concurrency=concurrency,
        )
    )


def sent(run: PreparedRun) -> tuple[list[dict[str, Any]], int]:
    """The body of every call the run logged, so that the bare loops send the same bytes, and the requests it took."""
    answers = read(run.folder / "answers.jsonl", Answer).records.values()
    votes = read(run.folder / "votes.jsonl", Vote).records.values()
    calls = [*answers, *votes]
    bodies = [{"model": c.model, "messages": [m.model_dump() for m in c.messages], **c.params} for c in calls]
    return bodies, sum(c.attempts for c in calls)


def timed(work: Callable[[], Awaitable[None]], calls: int) -> float:
    async def go() -> float:
        started = time.perf_counter()
        await work()
        return calls / (time.perf_counter() - started)

    return asyncio.run(go())


async def low_level(url: str, bodies: list[dict[str, Any]], concurrency: int) -> None:
    import httpx2

    async with sdk(url, concurrency) as client:

        async def one(b: dict[str, Any]) -> None:
            await client.post("/chat/completions", body=b, cast_to=httpx2.Response)

        await spread(one, bodies, concurrency)


async def plain_sdk(url: str, bodies: list[dict[str, Any]], concurrency: int) -> None:
    async with sdk(url, concurrency) as client:

        async def one(b: dict[str, Any]) -> None:
            await client.chat.completions.create(**b)

        await spread(one, bodies, concurrency)


def sdk(url: str, concurrency: int) -> Any:
    import httpx2
    import openai

    limits = httpx2.Limits(max_connections=concurrency, max_keepalive_connections=concurrency)
    http = openai.DefaultAioHttpClient(limits=limits)
    return openai.AsyncOpenAI(base_url=url, api_key="none", max_retries=0, http_client=http)


async def spread(one: Callable[[dict[str, Any]], Awaitable[None]], bodies: list[dict[str, Any]], wide: int) -> None:
    source = iter(bodies)

    async def worker() -> None:
        for b in source:
            await one(b)

    async with asyncio.TaskGroup() as group:
        for _ in range(wide):
            group.create_task(worker())
