"""The contract of every client: a Request goes in, a Reply comes out, or one ProviderError stops the run.

Owns the shapes. Guarantees: nothing outside this folder knows a vendor, and one item's fault is always a Reply with a
failure kind, never an exception and never a text.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Protocol, Self

from bench.records import FailureKind, Lang, Message, Usage
from bench.records.answered_by import AnsweredBy

Sleep = Callable[[float], Awaitable[Any]]


@dataclass(frozen=True, slots=True)
class Task:
    """What the built-in baselines may look at instead of a prompt. Never sent to an endpoint.

    `chunks` are the texts shown, in the order shown: number n of the prompt is chunks[n - 1]. `oracle` is the
    ideal reply to this item in this arm (the reference where the evidence is shown, else an abstention).
    `final_line`: whether the reply is to end in a line with the answer alone.
    """

    question: str
    lang: Lang
    chunks: tuple[str, ...] = ()
    oracle: str = ""
    final_line: bool = False


@dataclass(frozen=True, slots=True)
class Request:
    """One call. `messages`: system first, if there is one. `params`: exactly what is sent besides the model, the
    messages and the schema; it has been filtered by what the model accepts and is not looked at again."""

    model: str
    messages: tuple[Message, ...]
    params: Mapping[str, Any] = field(default_factory=dict)
    schema: Mapping[str, Any] | None = None
    """JSON schema of the wanted reply (structured output), or None for free text."""
    schema_name: str = "verdict"
    task: Task | None = None
    key: str = ""
    """What the call is logged under, for who makes calls out of order (a batch). Never sent."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """What one call came to. Exactly one of `text` and `failure` is set.

    `raw` is the visible text as it came, reasoning blocks included (None where nothing came); `text` is what is
    graded: `raw` without them. A failed reply keeps its `raw`, `finish_reason` and `usage` where there were any:
    half an answer was still paid for. `latency_s` is the last attempt alone, waits excluded.
    """

    text: str | None = None
    raw: str | None = None
    reasoning: str | None = None
    finish_reason: str | None = None
    """The endpoint's own word, unchanged."""
    usage: Usage = field(default_factory=Usage)
    latency_s: float | None = 0.0
    """None where the call waited in a batch: hours in a queue are no latency of a model."""
    attempts: int = 1
    """Requests really sent for this call."""
    failure: FailureKind | None = None
    message: str = ""
    """Why it failed, in one line, without credentials; empty with a text."""
    status: int | None = None
    """HTTP status of the last attempt, where there was one."""
    batch: str | None = None
    """The provider's id of the batch that the call was made in, if it was."""
    answered_by: AnsweredBy | None = None
    """What the reply says of who gave it."""

    def __post_init__(self) -> None:
        if (self.text is None) == (self.failure is None):
            raise ValueError("a reply has either a text or a failure")


PATIENCE: ContextVar[asyncio.Timeout | None] = ContextVar("PATIENCE", default=None)
"""The time limit of who waits for a call. It stands still while the call waits for its turn at the endpoint: that is
nobody's fault."""


@contextmanager
def standing_still() -> Iterator[None]:
    """Stop the clock of PATIENCE, where there is one."""
    limit = PATIENCE.get()
    if limit is None or (due := limit.when()) is None:
        yield
        return
    loop = asyncio.get_running_loop()
    left = due - loop.time()
    limit.reschedule(None)
    try:
        yield
    finally:
        limit.reschedule(loop.time() + left)


class Client(Protocol):
    """An open connection to one endpoint. Use it in `async with`; leaving it closes every connection."""

    async def __aenter__(self) -> Self: ...

    async def __aexit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None: ...

    async def complete(self, request: Request) -> Reply:
        """One call, retried as the pacing allows. Never raises for one item's fault; raises ProviderError for
        what would stop every item (no key, no credit, no such model, nobody listening). Safe to cancel."""
        ...


class Unconnected:
    """The part of a Client that has no connection to open or close."""

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        return None


@dataclass(frozen=True, slots=True)
class Pacing:
    """How often and how long a call is tried. Times are seconds.

    `deadline_s` bounds each attempt from start to last byte, so a server that trickles bytes cannot hold a call.
    A wait the server asks for is always kept in full, with jitter on top; one above `long_wait_s` is not waited
    for: the call is recorded as rate_limited at once, for a later run to pick up.
    """

    max_retries: int = 6
    first_wait_s: float = 0.5
    max_wait_s: float = 60.0
    deadline_s: float = 600.0
    long_wait_s: float = 300.0
    fixed: bool = False
    """Whether the number of calls in flight stays as it was asked for, whatever the endpoint says."""


PACING = Pacing()
"""How calls are tried where nothing else is said."""
