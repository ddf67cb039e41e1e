"""One call over HTTP: attempts, their deadline and the waits between them, the same for every wire format.

Owns the only retry loop (the SDKs' own are off, so attempts are counted truly) and the decision that the run cannot
go on. Once it has been taken, no further request is sent. How many calls are in flight, and how fast they follow, is
`bench.clients.flow`'s part; whether a rejection concerns more than its item, `bench.clients.standing`'s.
"""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections import Counter
from collections.abc import Callable
from contextlib import AsyncExitStack
from dataclasses import KW_ONLY, dataclass, field, replace
from types import TracebackType
from typing import Any, NoReturn, Protocol, Self

from pydantic_core import PydanticSerializationError, to_json

from bench.clients.base import PACING, Pacing, Reply, Request, Sleep, standing_still
from bench.clients.classify import Fault, address_of, of_exception, of_status, of_told, plain
from bench.clients.error_body import error_in
from bench.clients.flow import Flow
from bench.clients.reading import Content, Unreadable, parse, settle, storable
from bench.clients.silence import Silence
from bench.clients.standing import Standing, Standings
from bench.clients.thinking import unknown_mark
from bench.clients.transport import HttpResponse
from bench.clients.waits import next_wait
from bench.config import Endpoint
from bench.errors import ProviderError
from bench.records import Message

QUICK_TRIES = 3
"""How often nobody is tried for who has never answered."""
FREE_TURNS = 50
"""How often one call is turned away without using up an attempt, while others get through."""
SILENT_CALLS = 3
"""So many calls without any reply in time, and none ever, are a server that does not answer."""
HARMLESS = (Message(role="user", content="Reply with the single word OK."),)
"""What is asked to see whether a model answers at all."""


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


@dataclass(slots=True)
class _Tries:
    """The attempts of one call: `sent` in all, `used` of those that are allowed, `turned_away` while others got
    through."""

    sent: int = 0
    used: int = 0
    turned_away: int = 0
    free: bool = False
    """Whether the latest used up none of them."""
    latency_s: float = 0.0
    fault: Fault | None = None


@dataclass(eq=False)
class HttpClient:
    """A Client (see `bench.clients.base`) over any wire. `rng` draws the jitter of the waits, `tell` is given what a
    person should know, a sentence each."""

    wire: Wire
    endpoint: Endpoint
    _: KW_ONLY
    concurrency: int
    pacing: Pacing = PACING
    sleep: Sleep = asyncio.sleep
    rng: random.Random = field(default_factory=random.Random)
    tell: Callable[[str], None] = field(default=lambda _: None)
    standings: Standings = field(default_factory=Standings)
    trials: bool = True
    """Whether a harmless request may be made to see whether a rejection is one item's own; else it ends the run."""
    _connection: Connection | None = field(default=None, init=False)
    _closing: AsyncExitStack = field(default_factory=AsyncExitStack, init=False)
    _answers: int = field(default=0, init=False)
    _served: Counter[str] = field(default_factory=Counter, init=False)
    """Replies by model: an address may have several."""
    _unanswered: int = field(default=0, init=False)
    _marks: set[str] = field(default_factory=set, init=False)
    _stopped: str | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        self.flow = Flow(
            self.concurrency,
            self.pacing,
            self.sleep,
            self.rng,
            requests_per_minute=self.endpoint.requests_per_minute,
            tokens_per_minute=self.endpoint.tokens_per_minute,
        )
        self._silence = Silence(address_of(self.endpoint), self.pacing.deadline_s, self.tell)

    async def __aenter__(self) -> Self:
        self._connection = self.wire.connect(self.endpoint, self.concurrency, self.pacing.deadline_s)
        self._closing.push_async_callback(self._connection.close)
        self._closing.callback(self.flow.close)
        self._closing.callback(self._silence.close)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._connection = None
        await self._closing.aclose()

    async def complete(self, request: Request) -> Reply:
        standing = self.standings.of(request)
        with standing.asking():
            result, tries = await self._tried(request, standing)
            if isinstance(result, Fault) and result.suspect:
                await self._refuse_common(result, request, standing)
        if isinstance(result, Fault):
            return _failed(result, tries, self.pacing.long_wait_s)
        reply = settle(result, latency_s=tries.latency_s, attempts=tries.sent, status=200)
        self._tell_of_marks(reply.text or "", request.model)
        return reply

    async def _tried(self, request: Request, standing: Standing | None) -> tuple[Content | Fault, _Tries]:
        """What came of a request at last, with the attempts it took. Raises ProviderError."""
        body = _encoded(self.wire.body(request))
        answers_before, tries = self._answers, _Tries()
        while True:
            result = await self._turn(body, request.model, tries)
            if isinstance(result, Content):
                if standing is not None:
                    standing.replied()
                return result, tries
            if result.kind is None:
                self._stop(result.message)
            if self._is_last(result, tries):
                self._refuse_nobody(result, tries, answers_before)
                return result, tries
            if not (tries.free or (result.kind == "rate_limited" and result.crowded)):
                await self.sleep(next_wait(self.pacing, tries.used, result.retry_after_s, self.rng))

    async def _turn(self, body: bytes, model: str, tries: _Tries) -> Content | Fault:
        """One attempt in its turn, and what it teaches the flow."""
        through, served = self.flow.succeeded, self._served[model]
        with standing_still():
            sent_at = await self.flow.enter(len(body), self._is_pointless)
        if sent_at is None:
            return self._not_sent(tries)
        tries.sent += 1
        started = time.perf_counter()
        try:
            with self._silence.listening():
                result = await self._attempt(body, model)
            # Learned before the place is given back: who gets it must not be sent against what this call was told.
            self._learn(result, model, sent_at)
            if isinstance(result, Content):
                self.flow.used(len(body), result.usage.prompt_tokens, result.usage.completion_tokens)
        except asyncio.CancelledError:
            # Whoever waits for this call has lost patience: so much of silence counts as no reply in time.
            self._unanswered += not self._answers and time.perf_counter() - started >= self._silence.after_s
            raise
        finally:
            tries.latency_s = time.perf_counter() - started
            self.flow.leave()
        if isinstance(result, Fault):
            # Once an endpoint has answered anybody, it counts how long nobody gets through a limit on the rate, not how
            # often this call. Where it had no room, a call is free as long as others of its model get through: a model
            # that is down behind an address with other models is not asked for ever.
            others = self.flow.succeeded > through if result.kind == "rate_limited" else self._served[model] > served
            limited = result.kind == "rate_limited" and self.flow.succeeded > 0
            tries.free = result.crowded and (others or limited)
            tries.turned_away += tries.free and others
            tries.used += not tries.free
            tries.fault = result
        return result

    def _learn(self, result: Content | Fault, model: str, sent_at: float) -> None:
        if isinstance(result, Content):
            self._served[model] += 1
            self.flow.got_through(sent_at)
        elif result.own:
            return
        elif result.kind == "rate_limited" or (result.crowded and self._has_room_at_times(result, model)):
            self.flow.turned_away(sent_at, result.retry_after_s)
        elif result.kind == "timeout" and result.status is None:
            self.flow.timed_out(sent_at)
            self._unanswered += not self._answers
        elif result.retry_after_s and result.retry_after_s <= self.pacing.long_wait_s:
            # A fault that names hours is the end of this call alone (`_is_last`); others may well get through.
            self.flow.pause(result.retry_after_s)
        elif not result.retry and result.kind is not None:
            self.flow.got_through(sent_at)

    def _has_room_at_times(self, fault: Fault, model: str) -> bool:
        """Whether a model without room is one that is asked too much: it has answered, and names no hours."""
        return self._served[model] > 0 and (fault.retry_after_s or 0.0) <= self.pacing.long_wait_s

    def _is_last(self, fault: Fault, tries: _Tries) -> bool:
        """Whether a call is not tried again. One that is turned away goes on as long as others get through."""
        if not fault.retry or (fault.retry_after_s or 0.0) > self.pacing.long_wait_s:
            return True
        if fault.crowded:
            return self.flow.hopeless or tries.turned_away > FREE_TURNS or tries.used > self.pacing.max_retries
        quickly = fault.unreached and not self._answers
        return tries.used > (min(self.pacing.max_retries, QUICK_TRIES - 1) if quickly else self.pacing.max_retries)

    def _is_pointless(self) -> bool:
        """Whether a call that waits for its turn need not be sent any more."""
        left = self.flow.paused_for()
        return (
            self._stopped is not None
            or (self._unanswered >= SILENT_CALLS and not self._answers)
            or left > self.pacing.long_wait_s
            or (self.flow.hopeless and left > 0)
        )

    def _not_sent(self, tries: _Tries) -> Fault:
        """What a call came to that was not sent (again). Raises ProviderError where it never was."""
        where = address_of(self.endpoint)
        if self._stopped is not None:
            raise ProviderError(self._stopped)
        if self._unanswered >= SILENT_CALLS and not self._answers:
            self._stop(
                f"{where} takes connections and answers nothing: the first {self._unanswered} calls had no reply "
                f"within {self.pacing.deadline_s:g} s. Check the server, or give it longer with --timeout."
            )
        if tries.fault is not None and (tries.fault.crowded or tries.fault.kind == "rate_limited"):
            return replace(tries.fault, retry=False)
        left = self.flow.paused_for()
        raise ProviderError(
            f"{where} turns every call away, and is not asked for another {left:.0f} s: run the same command again "
            "later; finished rows are kept."
        )

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
        status, headers = response.status, response.headers
        if not 200 <= status < 300:
            return of_status(status, headers, response.body, endpoint=self.endpoint, model=model, now=time.time())
        try:
            payload = parse(response.body)
            told = error_in(payload)
            if told is None:
                return self.wire.read(payload)
        except Unreadable as error:
            return Fault("malformed", plain(f"{error}.", self.endpoint), status, retry=True)
        return of_told(status, headers, told, endpoint=self.endpoint, model=model, now=time.time())

    async def _refuse_common(self, fault: Fault, request: Request, standing: Standing) -> None:
        """End the run where a rejection is not the item's own. An address where nothing is found needs no trial."""
        nowhere = fault.status in {404, 405} and not standing.answered
        if (
            nowhere
            or (not self.trials and not standing.answered)
            or not await standing.is_own(lambda: self._answers_to(request))
        ):
            self._stop(fault.suspect)

    async def _answers_to(self, request: Request) -> bool:
        """Whether the model answers a harmless request with the same parameters."""
        harmless = replace(request, messages=HARMLESS, task=None, key="")
        result, _ = await self._tried(harmless, None)
        return isinstance(result, Content)

    def _stop(self, message: str) -> NoReturn:
        """End the run. Raises ProviderError."""
        self._stopped = self._stopped or message
        raise ProviderError(message)

    def _refuse_nobody(self, fault: Fault, tries: _Tries, answers_before: int) -> None:
        """A server that answered nobody while this call tried again and again will not answer the next item."""
        if not fault.unreached or self._answers != answers_before:
            return
        where = address_of(self.endpoint)
        tried = f"({tries.sent} attempts; {fault.message.rstrip('.')})"
        if self._answers:
            self._stop(
                f"{where} has stopped answering {tried}: start the server again and run the same command; finished "
                "rows are kept."
            )
        self._stop(f"Nothing answers at {where} {tried}: check the address and that the server is running.")

    def _tell_of_marks(self, text: str, model: str) -> None:
        mark = unknown_mark(text)
        if mark is not None and mark not in self._marks and len(self._marks) < 20:
            self._marks.add(mark)
            self.tell(
                f"An answer of {model} holds {plain(mark, self.endpoint)!r}, which looks like a mark of reasoning or "
                "of a chat template and is not known as one: it is graded as a part of the answer."
            )


def _encoded(body: dict[str, Any]) -> bytes:
    """A request's body as JSON. A chunk may hold half a surrogate pair, which UTF-8 cannot carry: it is replaced."""
    try:
        return to_json(body)
    except PydanticSerializationError:
        return storable(json.dumps(body, ensure_ascii=False, separators=(",", ":"))).encode()


def _failed(fault: Fault, tries: _Tries, long_wait_s: float) -> Reply:
    message, wait = fault.message, fault.retry_after_s
    if wait is not None and wait > long_wait_s:
        message += f" It asks to wait {wait:.0f} s: left for a later run."
    return Reply(
        failure=fault.kind, message=message, status=fault.status, latency_s=tries.latency_s, attempts=tries.sent
    )
