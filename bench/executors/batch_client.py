"""One call that goes through a batch, as a Client: what the judges and the generator ask is none the wiser.

Everything about a call but its way to the endpoint is the plain client's: the body, what an error means, how often it
is tried (each try is a place in a batch), and what a reply counts as.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bench.clients import Pacing, Reply, Request
from bench.clients.base import Sleep
from bench.clients.calls import HttpClient
from bench.clients.classify import Fault
from bench.clients.open import wire_of
from bench.clients.reading import Content
from bench.clients.transport import HttpResponse
from bench.config import Endpoint
from bench.executors.batch_queue import BatchQueue

RETRIES = 2
"""How often a call that came back without a reply goes into a further batch, within one start of the command."""


class BatchedCall(HttpClient):
    """A client for one call, known by its key. `batch` names the last batch that it was in.

    Opens and closes nothing. Two calls to `complete` are two asks: the second is a judge asked once more.
    """

    batch: str | None = None

    def __init__(self, queue: BatchQueue, endpoint: Endpoint, key: str, pacing: Pacing, sleep: Sleep) -> None:
        super().__init__(wire_of(endpoint), endpoint, concurrency=1, pacing=pacing, sleep=sleep)
        self._queue, self._key, self._ask = queue, key, 0

    async def complete(self, request: Request) -> Reply:
        self._ask += 1
        return await super().complete(request)

    async def _attempt(self, body: bytes, model: str) -> Content | Fault:
        brought = await self._queue.bring(self._key, self._ask, body)
        self.batch = brought.batch or self.batch
        if isinstance(brought.outcome, Fault):
            return brought.outcome
        # From here on it is as if the endpoint had answered this very request.
        self._connection = _Came(brought.outcome)
        return await super()._attempt(body, model)

    @property
    def mark(self) -> dict[str, Any]:
        """What the record of the call says of the batch. The hours in a queue are no latency of a model."""
        return {"batch": self.batch, "latency_s": None}


def batched_call(queue: BatchQueue, endpoint: Endpoint, key: str, pacing: Pacing, sleep: Sleep) -> BatchedCall:
    """The client for the call `key` of an endpoint that has batches."""
    # A call's next try waits for its batch anyway; no pause keeps the tries of one round in one batch.
    hurried = replace(pacing, max_retries=min(RETRIES, pacing.max_retries), first_wait_s=0.0, max_wait_s=0.0)
    return BatchedCall(queue, endpoint, key, hurried, sleep)


class _Came:
    """The connection over which a batch's result has come."""

    def __init__(self, answered: HttpResponse) -> None:
        self._answered = answered

    async def post(self, body: bytes) -> HttpResponse:
        del body
        return self._answered

    async def close(self) -> None:
        return None
