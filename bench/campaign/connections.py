"""Plain calls: one pooled client per endpoint, shared by everyone who calls it."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from typing import Protocol

from bench.clients import Client, Pacing, Reply, Request, Unconnected, open_client
from bench.config import Endpoint
from bench.stage import Stop


class CallExecutor(Protocol):
    """How the calls of a run are made: the clients of its endpoints. `bench.executors.batch` has another one."""

    async def to(self, endpoint: Endpoint, concurrency: int) -> Client:
        """The client of `endpoint`, opened at first use."""
        ...

    async def slotted(self, endpoint: Endpoint, concurrency: int) -> tuple[Client, asyncio.Semaphore]:
        """The same client without its limit, and the limit, for who makes several calls in one slot.

        Whoever takes both must hold the limit while calling.
        """
        ...


class Connections:
    """One pooled client per endpoint; no more than `concurrency` calls in flight to it, whoever makes them.

    Clients are closed with the stack.
    """

    def __init__(self, pacing: Pacing, stop: Stop, stack: AsyncExitStack) -> None:
        self._pacing, self._stop, self._stack = pacing, stop, stack
        self._open: dict[tuple[str, str], tuple[Client, asyncio.Semaphore]] = {}

    async def to(self, endpoint: Endpoint, concurrency: int) -> Client:
        """See CallExecutor."""
        return _Bounded(*await self.slotted(endpoint, concurrency))

    async def slotted(self, endpoint: Endpoint, concurrency: int) -> tuple[Client, asyncio.Semaphore]:
        """See CallExecutor."""
        address = (endpoint.name, endpoint.base_url)
        if address not in self._open:
            client = open_client(endpoint, concurrency=concurrency, pacing=self._pacing, sleep=self._stop.sleep)
            self._open[address] = await self._stack.enter_async_context(client), asyncio.Semaphore(concurrency)
        return self._open[address]


class _Bounded(Unconnected):
    """A client with a limited number of calls in flight."""

    def __init__(self, client: Client, free: asyncio.Semaphore) -> None:
        self._client, self._free = client, free

    async def complete(self, request: Request) -> Reply:
        async with self._free:
            return await self._client.complete(request)
