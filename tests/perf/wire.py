"""Calls per second of the whole pipeline against a local endpoint, beside bare loops over the SDK.

The endpoint is tests/server.py in a process of its own, 50 ms latency. The pipeline does everything a run does:
contexts, prompts, calls, log, judge calls, votes; once from the first call to the last, and once as a whole process
with its start, its scores and its verdict. The bare loops then send the bodies that the run has logged and do nothing
else. The harness's own time is the CPU time of the same calls where nothing is sent: a reply comes after the latency.
Figures of one invocation are comparable with each other, not with another machine's. PERF_DATA names another
dataset (a folder), PERF_IN_FLIGHT the numbers of calls in flight, PERF_REPEATS the repeats.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest.mock import patch

from bench.campaign import PreparedRun, execute, prepare
from bench.campaign.execute import Notices
from bench.clients.openai import OpenAIWire
from bench.clients.transport import HttpResponse
from bench.log import read
from bench.options import RunOptions
from bench.records import Answer, Vote
from tests.perf.measuring import Figure, bench, seconds

LATENCY_S = 0.05


def figures(folder: Path) -> Iterator[Figure]:
    data, repeats = os.environ.get("PERF_DATA", "gib"), os.environ.get("PERF_REPEATS", "8")
    in_flight = os.environ.get("PERF_IN_FLIGHT", "16,64,256,512").split(",")
    command = [sys.executable, "-m", "tests.server", "--port", "0", "--latency", str(LATENCY_S)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            found = re.search(r"http://\S+", server.stdout.readline())
            assert found is not None
            for concurrency in map(int, in_flight):
                wanted = Wanted(found[0].rstrip("/"), data, int(repeats), concurrency, folder / str(concurrency))
                yield from compare(wanted)
        finally:
            server.terminate()


@dataclass(frozen=True)
class Wanted:
    """One comparison: a run of English items in the shuffled arm, with a judge at the same address."""

    url: str
    data: str
    repeats: int
    concurrency: int
    folder: Path

    def run(self, name: str) -> PreparedRun:
        return prepare(
            RunOptions(
                model=f"openai-compatible:perf@{self.url}",
                data=self.data,
                langs=("en",),
                arms=("shuffled",),
                repeats=self.repeats,
                judge=(f"openai-compatible:judge@{self.url}",),
                untested_judge=name == "unsent",
                out=self.folder / name / "run",
                concurrency=self.concurrency,
            )
        )

    def command(self) -> list[str]:
        """The same run as a command."""
        model, judge = f"openai-compatible:perf@{self.url}", f"openai-compatible:judge@{self.url}"
        options = {"data": self.data, "langs": "en", "arms": "shuffled", "repeats": self.repeats, "judge": judge}
        options |= {"concurrency": self.concurrency, "out": self.folder / "whole" / "run"}
        return bench("run", model, "--quiet", *(str(part) for k, v in options.items() for part in (f"--{k}", v)))


def compare(wanted: Wanted) -> Iterator[Figure]:
    run = wanted.run("wire")
    started = time.perf_counter()
    execute(run, Notices(lambda _: None))
    took = time.perf_counter() - started
    bodies, attempts = sent(run)
    wanted.folder.mkdir(parents=True, exist_ok=True)
    whole = attempts / seconds(wanted.command(), wanted.folder)
    url, concurrency = wanted.url, wanted.concurrency
    floor = timed(lambda: low_level(url, bodies, concurrency), len(bodies))
    plain = timed(lambda: plain_sdk(url, bodies, concurrency), len(bodies))
    low, there = f"low-level loop, {concurrency} in flight", f"{concurrency} in flight"
    yield Figure("wire", low, floor, "calls/s")
    yield Figure("wire", f"SDK as documented, {there}", plain, "calls/s", low, plain / floor)
    yield Figure("wire", f"calls of bench run, {there}", attempts / took, "calls/s", low, attempts / took / floor)
    yield Figure("wire", f"bench run, whole process, {there}", whole, "calls/s", low, whole / floor, "ratio 0.6")
    yield Figure("wire", f"the harness's own time per call, {there}", own_time(wanted.run("unsent")) * 1e3, "ms")


def own_time(run: PreparedRun) -> float:
    """CPU seconds of this process for each call of a run whose requests go nowhere."""
    with patch.object(OpenAIWire, "connect", lambda *_: _Unsent()):
        started = time.process_time()
        execute(run, Notices(lambda _: None))
        took = time.process_time() - started
    return took / sent(run)[1]


def _reply() -> bytes:
    said = {"reason": "As wanted.", "verdict": "incorrect", "abstained": False, "conflict_named": False}
    choice = {"index": 0, "message": {"role": "assistant", "content": json.dumps(said)}, "finish_reason": "stop"}
    usage = {"prompt_tokens": 5000, "completion_tokens": 30}
    return json.dumps({"id": "unsent", "model": "perf", "choices": [choice], "usage": usage}).encode()


class _Unsent:
    """A connection that sends nothing: every call has the same reply, which is an answer and a vote."""

    def __init__(self) -> None:
        self._said = _reply()

    async def post(self, body: bytes) -> HttpResponse:
        del body
        await asyncio.sleep(LATENCY_S)
        return HttpResponse(200, {}, self._said)

    async def close(self) -> None:
        return


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
