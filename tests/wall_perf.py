"""`make perf`: runs against a server on loopback that lets so many requests a second through and turns the rest away.

    python -m tests.wall_perf

Prints, for each rate, number of calls in flight, and whether the server says how long to wait: the share of the
requests that were turned away, and what got through of what was allowed. WALL_SECONDS is about how long each takes.
"""

from __future__ import annotations

import asyncio
import math
import os
import threading
import time
from collections.abc import Callable

from bench.clients import Pacing, Reply, open_client
from tests.clients.asking import endpoint, request
from tests.clients.walls import Bucket, Sliding, Wall, Window
from tests.server import Seen, Server, Step, fail

RATES, IN_FLIGHT = (2, 5), (32, 128, 512)
WALLS: dict[str, Callable[[int], Wall]] = {
    "bucket": lambda rate: Bucket(rate, rate),
    "window": lambda rate: Window(rate),
    "sliding": lambda rate: Sliding(rate),
}


def main() -> None:
    seconds = float(os.environ.get("WALL_SECONDS", "20"))
    kinds = os.environ.get("WALL_KINDS", "sliding").split(",")
    print(f"{'wall':9}{'a second':>9}{'in flight':>10}  {'Retry-After':12}{'lost':>5}{'429s':>7}{'through':>9}")
    for kind in kinds:
        for rate in RATES:
            for in_flight in IN_FLIGHT:
                for says in (False, True):
                    lost, share, through = measured(WALLS[kind](rate), rate, in_flight, says=says, seconds=seconds)
                    word = "in seconds" if says else "none"
                    print(f"{kind:9}{rate:9}{in_flight:10}  {word:12}{lost:5}{share:7.0%}{through:9.0%}", flush=True)


def measured(wall: Wall, rate: int, in_flight: int, *, says: bool, seconds: float) -> tuple[int, float, float]:
    """(calls lost, share of requests turned away, what got through of what the wall allows in that time)."""
    calls, turned_away = max(in_flight // 8, round(rate * seconds)), 0
    lock = threading.Lock()

    def answer(seen: Seen) -> Step:
        del seen
        nonlocal turned_away
        with lock:
            wait = wall.take(time.monotonic())
            turned_away += wait is not None
        if wait is None:
            return Step(text="ok")
        return fail(429, **({"retry_after": str(math.ceil(wait))} if says else {}))

    async def run() -> list[Reply]:
        client = open_client(endpoint("openai", server.url), concurrency=in_flight, pacing=Pacing())
        nonlocal started
        async with client as one:
            await one.complete(request("first"))  # the SDK's own start is no part of it
            started = time.perf_counter()
            return await asyncio.gather(*(one.complete(request(str(n))) for n in range(calls)))

    started = 0.0
    with Server(answer=answer, latency_s=0.05, record=False) as server:
        replies = asyncio.run(run())
        took = time.perf_counter() - started
        lost = sum(reply.text is None for reply in replies)
        return lost, turned_away / server.requests, calls / took / rate


if __name__ == "__main__":
    main()
