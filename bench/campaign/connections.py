"""Plain calls: one pooled client per endpoint, shared by everyone who calls it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator
from contextlib import AsyncExitStack
from typing import Any, Protocol

from bench.campaign.call_log import CallLog
from bench.clients import Client, Pacing, Reply, Request, Unconnected, open_client
from bench.clients.standing import Settings, settings_of
from bench.config import Endpoint, ModelSpec
from bench.records import Answer
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

    Clients are closed with the stack. `tell` is given what a person should know; `answered` gives what the logs hold
    replies for.
    """

    def __init__(
        self,
        pacing: Pacing,
        stop: Stop,
        stack: AsyncExitStack,
        tell: Callable[[str], None] = lambda _: None,
        answered: Callable[[], Iterable[Settings]] = tuple,
    ) -> None:
        self._pacing, self._stop, self._stack, self._tell, self._answered = pacing, stop, stack, tell, answered
        self._open: dict[tuple[str, str], tuple[Client, asyncio.Semaphore]] = {}

    async def to(self, endpoint: Endpoint, concurrency: int) -> Client:
        """See CallExecutor."""
        return _Bounded(*await self.slotted(endpoint, concurrency))

    async def slotted(self, endpoint: Endpoint, concurrency: int) -> tuple[Client, asyncio.Semaphore]:
        """See CallExecutor."""
        address = (endpoint.name, endpoint.base_url)
        if address not in self._open:
            client = open_client(
                endpoint,
                concurrency=concurrency,
                pacing=self._pacing,
                sleep=self._stop.sleep,
                tell=self._tell,
                answered=self._answered,
            )
            self._open[address] = await self._stack.enter_async_context(client), asyncio.Semaphore(concurrency)
        return self._open[address]


class _Bounded(Unconnected):
    """A client with a limited number of calls in flight."""

    def __init__(self, client: Client, free: asyncio.Semaphore) -> None:
        self._client, self._free = client, free

    async def complete(self, request: Request) -> Reply:
        async with self._free:
            return await self._client.complete(request)


def settings_answered(models: Iterable[ModelSpec], logs: Iterable[CallLog[Any]]) -> Iterator[Settings]:
    """What the logs hold replies for: each model with the parameters that it was sent. Judges are asked for structured
    output where they take it, generators never."""
    by_spec = {model.spec: model for model in models}
    for log in logs:
        for call in log.settled.values():
            model = by_spec.get(call.model)
            if model is not None and call.failure is None:
                structured = log.shape is not Answer and "json_schema" in model.accepts
                yield settings_of(model.name, call.params, structured=structured)
