"""One pooled client per endpoint, shared by everyone who calls it."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from typing import Self

from bench.campaign.configure import Run
from bench.clients import Client, Reply, Request, open_client
from bench.config import Endpoint
from bench.stage import Stop


class Connections:
    """One pooled client per endpoint; no more than `concurrency` calls in flight to it, whoever makes them."""

    def __init__(self, run: Run, stop: Stop, stack: AsyncExitStack) -> None:
        self._run, self._stop, self._stack = run, stop, stack
        self._open: dict[tuple[str, str], Client] = {}

    async def to(self, endpoint: Endpoint, concurrency: int) -> Client:
        """The client of `endpoint`, opened at first use and closed with the stack."""
        place = (endpoint.name, endpoint.base_url)
        if place not in self._open:
            client = open_client(endpoint, concurrency=concurrency, pacing=self._run.pacing, sleep=self._stop.sleep)
            self._open[place] = _Bounded(await self._stack.enter_async_context(client), concurrency)
        return self._open[place]


class _Bounded:
    """A client with a limited number of calls in flight."""

    def __init__(self, client: Client, limit: int) -> None:
        self._client, self._free = client, asyncio.Semaphore(limit)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        return None

    async def complete(self, request: Request) -> Reply:
        async with self._free:
            return await self._client.complete(request)
