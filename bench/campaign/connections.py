"""Plain calls: one pooled client per endpoint, shared by everyone who calls it."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from typing import Protocol, Self

from bench.clients import Client, Pacing, Reply, Request, open_client
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


class Paced(Protocol):
    """Whatever knows how calls are retried: a run, or the judging of one."""

    @property
    def pacing(self) -> Pacing: ...


class Connections:
    """One pooled client per endpoint; no more than `concurrency` calls in flight to it, whoever makes them.

    Clients are closed with the stack.
    """

    def __init__(self, run: Paced, stop: Stop, stack: AsyncExitStack) -> None:
        self._run, self._stop, self._stack = run, stop, stack
        self._open: dict[tuple[str, str], _Bounded] = {}

    async def to(self, endpoint: Endpoint, concurrency: int) -> Client:
        """See CallExecutor."""
        return await self._bounded(endpoint, concurrency)

    async def slotted(self, endpoint: Endpoint, concurrency: int) -> tuple[Client, asyncio.Semaphore]:
        """See CallExecutor."""
        bounded = await self._bounded(endpoint, concurrency)
        return bounded.client, bounded.free

    async def _bounded(self, endpoint: Endpoint, concurrency: int) -> _Bounded:
        address = (endpoint.name, endpoint.base_url)
        if address not in self._open:
            client = open_client(endpoint, concurrency=concurrency, pacing=self._run.pacing, sleep=self._stop.sleep)
            self._open[address] = _Bounded(await self._stack.enter_async_context(client), concurrency)
        return self._open[address]


class _Bounded:
    """A client with a limited number of calls in flight."""

    def __init__(self, client: Client, limit: int) -> None:
        self.client, self.free = client, asyncio.Semaphore(limit)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        return None

    async def complete(self, request: Request) -> Reply:
        async with self.free:
            return await self.client.complete(request)
