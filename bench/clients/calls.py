"""One call over HTTP: attempts, their deadline and the waits between them, the same for every wire format.

Owns the only retry loop (the SDKs' own are off, so attempts are counted truly) and the decision that the run cannot
go on. Once it has been taken, no further request is sent.
"""

from __future__ import annotations

import asyncio
import json
import random
import time
from contextlib import AsyncExitStack
from dataclasses import KW_ONLY, dataclass, field
from types import TracebackType
from typing import Any, Protocol, Self

from bench.clients.base import PACING, Pacing, Reply, Request, Sleep
from bench.clients.classify import Fault, address_of, of_exception, of_status, plain
from bench.clients.reading import Content, Unreadable, parse, settle, storable
from bench.clients.transport import HttpResponse
from bench.clients.waits import next_wait
from bench.config import Endpoint
from bench.errors import ProviderError


class Connection(Protocol):
    """An open SDK client, reduced to one thing: post these bytes, give back what came."""

    async def post(self, body: bytes) -> HttpResponse:
        """Raises what the SDK and its transport raise, but returns an error status like any other."""
        ...

    async def close(self) -> None: ...


class Wire(Protocol):
    """A vendor's wire format."""

    def connect(self, endpoint: Endpoint, concurrency: int, deadline_s: float) -> Connection: ...

    def body(self, request: Request) -> dict[str, Any]: ...

    def read(self, payload: dict[str, Any]) -> Content:
        """Raises Unreadable where the payload holds no reply."""
        ...


@dataclass(eq=False)
class HttpClient:
    """A Client (see `bench.clients.base`) over any wire. `rng` draws the jitter of the waits."""

    wire: Wire
    endpoint: Endpoint
    _: KW_ONLY
    concurrency: int
    pacing: Pacing = PACING
    sleep: Sleep = asyncio.sleep
    rng: random.Random = field(default_factory=random.Random)
    _connection: Connection | None = field(default=None, init=False)
    _closing: AsyncExitStack = field(default_factory=AsyncExitStack, init=False)
    _answers: int = field(default=0, init=False)
    _stopped: str | None = field(default=None, init=False)

    async def __aenter__(self) -> Self:
        self._connection = self.wire.connect(self.endpoint, self.concurrency, self.pacing.deadline_s)
        self._closing.push_async_callback(self._connection.close)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._connection = None
        await self._closing.aclose()

    async def complete(self, request: Request) -> Reply:
        # A chunk may hold half a surrogate pair, which UTF-8 cannot carry.
        body = storable(json.dumps(self.wire.body(request), ensure_ascii=False, separators=(",", ":"))).encode()
        answers_before = self._answers
        attempt = 0
        while True:
            if self._stopped is not None:
                raise ProviderError(self._stopped)
            attempt += 1
            started = time.perf_counter()
            result = await self._attempt(body, request.model)
            latency = time.perf_counter() - started
            if isinstance(result, Content):
                return settle(result, latency_s=latency, attempts=attempt, status=200)
            if result.kind is None:
                self._stopped = result.message
                raise ProviderError(result.message)
            too_far = result.retry_after_s is not None and result.retry_after_s > self.pacing.long_wait_s
            if not result.retry or too_far or attempt > self.pacing.max_retries:
                if result.unreached and self._answers == answers_before:
                    self._stopped = self._nobody(result, attempt)
                    raise ProviderError(self._stopped)
                return _failed(result, latency, attempt, too_far=too_far)
            await self.sleep(next_wait(self.pacing, attempt, result.retry_after_s, self.rng))

    async def _attempt(self, body: bytes, model: str) -> Content | Fault:
        if self._connection is None:
            raise RuntimeError("a client is used inside 'async with'")
        try:
            async with asyncio.timeout(self.pacing.deadline_s):
                response = await self._connection.post(body)
        except Exception as error:
            fault = of_exception(error, endpoint=self.endpoint, deadline_s=self.pacing.deadline_s)
            if fault is None:
                raise
            return fault
        self._answers += 1
        if not 200 <= response.status < 300:
            status, headers, reply = response.status, response.headers, response.body
            return of_status(status, headers, reply, endpoint=self.endpoint, model=model, now=time.time())
        try:
            return self.wire.read(parse(response.body))
        except Unreadable as error:
            return Fault("malformed", plain(f"{error}.", self.endpoint), response.status, retry=True)

    def _nobody(self, fault: Fault, attempts: int) -> str:
        """A server that answered nobody while this call tried again and again will not answer the next item."""
        where = address_of(self.endpoint)
        tried = f"({attempts} attempts; {fault.message.rstrip('.')})"
        if self._answers:
            return (
                f"{where} has stopped answering {tried}: start the server again and run the same command; finished "
                "rows are kept."
            )
        return f"Nothing answers at {where} {tried}: check the address and that the server is running."


def _failed(fault: Fault, latency: float, attempts: int, *, too_far: bool) -> Reply:
    message = fault.message
    if too_far:
        message += f" It asks to wait {fault.retry_after_s:.0f} s: left for a later run."
    return Reply(failure=fault.kind, message=message, status=fault.status, latency_s=latency, attempts=attempts)
