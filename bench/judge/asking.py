"""Asking a judge model: one slot for the whole vote, a second try for a reply that cannot be used, a hard limit."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from bench.clients import Client, Reply, Request
from bench.records import Usage

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Patience:
    """How a vote waits. `slots` bounds the calls in flight to the judge's endpoint (an asyncio.Semaphore); the wait
    for a slot is not the judge's fault and does not count. `timeout_s` bounds everything after it by the wall clock:
    both tries, their retries and the pauses in between. None: no limit.
    """

    slots: AbstractAsyncContextManager[Any] = field(default_factory=nullcontext)
    timeout_s: float | None = None


async def ask(
    client: Client, request: Request, read: Callable[[str], T | None], patience: Patience
) -> tuple[Reply, T | None]:
    """The reply and what `read` makes of its text; None where the call failed or `read` took neither of two replies.

    Past the limit the call is cancelled and the reply is the failure `timeout`: what it cost is then unknown, so its
    usage is empty. Raises ProviderError when the endpoint refuses everything.
    """
    async with patience.slots:
        started = time.perf_counter()
        try:
            async with asyncio.timeout(patience.timeout_s):
                return await _twice(client, request, read)
        except TimeoutError:
            took = time.perf_counter() - started
            message = f"no verdict within {patience.timeout_s:g} s; the call was cancelled"
            return Reply(failure="timeout", message=message, latency_s=took), None


async def _twice(client: Client, request: Request, read: Callable[[str], T | None]) -> tuple[Reply, T | None]:
    reply = await client.complete(request)
    reading = read(reply.text) if reply.text is not None else None
    if reading is not None or reply.failure is not None:
        return reply, reading
    again = await client.complete(request)
    reading = read(again.text) if again.text is not None else None
    return replace(again, usage=_sum(reply.usage, again.usage), attempts=reply.attempts + again.attempts), reading


def _sum(a: Usage, b: Usage) -> Usage:
    def add(x: int | None, y: int | None) -> int | None:
        return None if x is None or y is None else x + y

    return Usage(
        prompt_tokens=add(a.prompt_tokens, b.prompt_tokens),
        completion_tokens=add(a.completion_tokens, b.completion_tokens),
        reasoning_tokens=add(a.reasoning_tokens, b.reasoning_tokens),
        cached_tokens=add(a.cached_tokens, b.cached_tokens),
    )
