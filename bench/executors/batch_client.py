"""One call that goes through a batch, as a client makes it.

Everything about a call but its way to the endpoint is the plain client's: the body, what an error means, how often it
is tried (each try is a place in a batch), and what a reply counts as.
"""

from __future__ import annotations

from dataclasses import replace

from bench.clients import Pacing, Reply, Request
from bench.clients.calls import HttpClient
from bench.clients.classify import Fault
from bench.clients.open import wire_of
from bench.clients.reading import Content
from bench.clients.transport import HttpResponse
from bench.config import Endpoint
from bench.executors.batch_queue import BatchQueue
from bench.stage import Stop

RETRIES = 2
"""How often a call that came back without a reply goes into a further batch, within one start of the command."""


class BatchedCall(HttpClient):
    """A client for one call, known by its key and how often it has been asked (a judge may be asked once more)."""

    def __init__(self, queue: BatchQueue, endpoint: Endpoint, key: str, ask: int, pacing: Pacing, stop: Stop) -> None:
        # A call's next try waits for its batch anyway; no pause keeps the tries of one round in one batch.
        hurried = replace(pacing, max_retries=min(RETRIES, pacing.max_retries), first_wait_s=0.0, max_wait_s=0.0)
        super().__init__(wire_of(endpoint), endpoint, concurrency=1, pacing=hurried, sleep=stop.sleep)
        self._queue, self._key, self._ask = queue, key, ask
        self._batch: str | None = None

    async def complete(self, request: Request) -> Reply:
        """The reply, which names the last batch that the call was in."""
        reply = await super().complete(request)
        return replace(reply, batch=self._batch, latency_s=None)

    async def _attempt(self, body: bytes, model: str) -> Content | Fault:
        brought = await self._queue.bring(self._key, self._ask, body)
        self._batch = brought.batch or self._batch
        if isinstance(brought.outcome, Fault):
            return brought.outcome
        # From here on it is as if the endpoint had response this very request.
        self._connection = _Arrived(brought.outcome)
        return await super()._attempt(body, model)


class _Arrived:
    """The connection over which a batch's result has come."""

    def __init__(self, response: HttpResponse) -> None:
        self._response = response

    async def post(self, body: bytes) -> HttpResponse:
        del body
        return self._response

    async def close(self) -> None:
        return None
