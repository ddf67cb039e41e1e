"""`bench run --batch`: the calls of a run through the batches of OpenAI, Anthropic or Gemini, at half price.

The campaign stays as it is: every missing answer and vote is asked for at once, waits in a queue per model, and is
logged under its usual key when its batch has ended. Answers go on to the judges as they arrive, so votes make up the
next batch, and a verdict that cannot be read is asked for again in the one after. The rule judge works at once.
"""

from __future__ import annotations

import asyncio
import math
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import replace
from types import TracebackType
from typing import Self

from bench.campaign import Observer, PreparedRun, execute
from bench.campaign.execute import StopGuard
from bench.clients import Client, Pacing, Reply, Request, Unconnected
from bench.clients.calls import HttpClient
from bench.clients.classify import Fault
from bench.clients.open import wire_of
from bench.clients.reading import Content
from bench.clients.transport import HttpResponse
from bench.config import LOCAL_SERVERS, Endpoint, ModelSpec
from bench.errors import UsageError
from bench.executors.batch_api import BatchApi
from bench.executors.batch_ledger import LEDGER, Ledger, refuse_owed
from bench.executors.batch_provider import Provider
from bench.executors.batch_queue import BatchQueue
from bench.stage import Stop

__all__ = ["Batches", "execute_in_batches", "refuse_owed", "refuse_unbatchable"]


def execute_in_batches(run: PreparedRun, observer: Observer, guard: StopGuard | None = None) -> None:
    """Do every call the log does not have yet, in batches. Returns when all trials are answered and judged.

    `guard` as for `bench.campaign.execute`. Raises UsageError where the model or a judge has no batch API, and
    otherwise what `bench.campaign.execute` raises; the log and the ledger then hold everything, and the same command
    goes on without paying for anything again.
    """
    refuse_unbatchable(run.models)
    # Calls wait in a queue, not in flight: all of them at once make the fewest batches, and a vote has no time limit.
    at_once = replace(run, concurrency=len(run.trials), vote_timeout_s=math.inf)
    execute(at_once, observer, guard=guard, executor=Batches)


def refuse_unbatchable(models: Sequence[tuple[ModelSpec, Endpoint]]) -> None:
    """Raise UsageError for what has no batch API whatever its address. Any other endpoint is tried."""
    without = [
        model.spec
        for model, endpoint in models
        if endpoint.wire not in {"openai", "anthropic"} or endpoint.name in LOCAL_SERVERS
    ]
    if without:
        raise UsageError(
            f"{' and '.join(without)}: no batch API. --batch is for models and judges behind OpenAI's, Anthropic's or "
            "Gemini's API; leave it out."
        )


class Batches:
    """A CallExecutor (see `bench.campaign.connections`) with a queue for each model that a run asks.

    Use in `async with`, under the run's lock.
    """

    def __init__(self, run: PreparedRun, stop: Stop, tell: Callable[[str], None]) -> None:
        self._run, self._stop, self._tell = run, stop, tell
        self._queues: dict[tuple[str, str, str], BatchQueue] = {}
        self._asked: Counter[str] = Counter()
        self._closing = AsyncExitStack()
        self._ledger = Ledger(run.folder)

    async def __aenter__(self) -> Self:
        self._closing.enter_context(self._ledger)
        for fault in self._ledger.malformed:
            self._tell(f"{fault}; this line of {LEDGER} is passed over.")
        if self._run.max_cost is not None:
            self._tell("--max-cost: a batch that has been submitted is paid for; the limit stops the next one.")
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._closing.aclose()
        under_way = [s.batch for s in self._ledger.submissions.values() if s.step == "created"]
        if under_way:
            more = f" and {len(under_way) - 3} more" if len(under_way) > 3 else ""
            named = ", ".join(map(str, under_way[:3]))
            self._tell(f"Under way at the provider: {named}{more}. The same command fetches what they bring.")

    async def to(self, endpoint: Endpoint, concurrency: int) -> Client:
        """See CallExecutor. Nothing limits how many calls wait in a queue."""
        del concurrency
        return _BatchClient(self, endpoint)

    async def slotted(self, endpoint: Endpoint, concurrency: int) -> tuple[Client, asyncio.Semaphore]:
        """See CallExecutor."""
        return await self.to(endpoint, concurrency), asyncio.Semaphore(sys.maxsize)

    async def complete(self, endpoint: Endpoint, request: Request) -> Reply:
        """The reply to a request that has a key, when its batch has ended. Raises as a client does, and GivenUp."""
        self._asked[request.key] += 1
        queue, ask = self._queue(endpoint, request.model), self._asked[request.key]
        return await BatchedCall(queue, endpoint, request.key, ask, self._run.pacing, self._stop).complete(request)

    def _queue(self, endpoint: Endpoint, model: str) -> BatchQueue:
        name = (endpoint.name, endpoint.base_url, model)
        if name not in self._queues:
            provider = Provider(
                _api(endpoint, model), self._ledger, endpoint, model, self._run.pacing, self._stop, self._tell
            )
            self._queues[name] = BatchQueue(provider)
            self._closing.push_async_callback(self._queues[name].close)
        return self._queues[name]


def _api(endpoint: Endpoint, model: str) -> BatchApi:
    if endpoint.name == "gemini":
        from bench.executors.batch_gemini import GeminiBatches

        return GeminiBatches(endpoint, model)
    if endpoint.wire == "openai":
        from bench.executors.batch_openai import OpenAIBatches

        return OpenAIBatches(endpoint, model)
    from bench.executors.batch_anthropic import AnthropicBatches

    return AnthropicBatches(endpoint, model)


class _BatchClient(Unconnected):
    """The client of one endpoint whose calls go through batches."""

    def __init__(self, batches: Batches, endpoint: Endpoint) -> None:
        self._batches, self._endpoint = batches, endpoint

    async def complete(self, request: Request) -> Reply:
        return await self._batches.complete(self._endpoint, request)


RETRIES = 2
"""How often a call that came back without a reply goes into a further batch, within one start of the command."""


class BatchedCall(HttpClient):
    """A client for one call, known by its key and how often it has been asked (a judge may be asked once more)."""

    def __init__(self, queue: BatchQueue, endpoint: Endpoint, key: str, ask: int, pacing: Pacing, stop: Stop) -> None:
        # A call's next try waits for its batch anyway; no pause keeps the tries of one round in one batch.
        hurried = replace(pacing, max_retries=min(RETRIES, pacing.max_retries), first_wait_s=0.0, max_wait_s=0.0)
        super().__init__(
            wire_of(endpoint), endpoint, concurrency=1, pacing=hurried, sleep=stop.sleep, standings=queue.standings
        )
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
