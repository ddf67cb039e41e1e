"""One call to a judge model, made and recorded alike whatever is asked: a verdict, an intent, a step of a claim check.

The call has one slot for its whole time, a second try for a reply that cannot be used, and a time limit.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeVar

from bench import prompts
from bench.call_record import recorded
from bench.clients import Client, Reply, Request
from bench.clients.base import PATIENCE
from bench.config import Endpoint, ModelSpec
from bench.log import call_key
from bench.records import Answer, Item, Kind, Lang, Message, Usage

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class JudgePrompt:
    """What a judge is shown, to the letter, and the fingerprint of the template it was made from."""

    messages: tuple[Message, ...]
    fingerprint: str


def filled(role: str, lang: Lang, values: Mapping[str, str]) -> JudgePrompt:
    """The prompt that today's template `role` makes of `values`."""
    template = prompts.load(role, lang)
    return JudgePrompt(template.fill(values), template.fingerprint)


def judged_kind(item: Item, answer: Answer) -> Kind | None:
    """What a vote says of the kind as which an answer was judged; None where that is its item's own."""
    return None if item.kind == answer.kind else item.kind


def object_schema(properties: Mapping[str, Any]) -> dict[str, Any]:
    """The JSON schema of an object with exactly these properties, in the order in which the prompt asks for them."""
    return {
        "type": "object",
        "properties": dict(properties),
        "required": list(properties),
        "additionalProperties": False,
    }


@dataclass(frozen=True, slots=True)
class Patience:
    """How a call waits. `slots` bounds the calls in flight to the judge's endpoint (an asyncio.Semaphore); the wait
    for a slot is not the judge's fault and does not count, nor is the wait for a turn where the endpoint limits the
    rate. `timeout_s` bounds everything else by the wall clock: both tries, and their retries. None: no limit.
    """

    slots: AbstractAsyncContextManager[Any] = field(default_factory=nullcontext)
    timeout_s: float | None = None


@dataclass(frozen=True, slots=True)
class JudgedCall(Generic[T]):
    """`fields`: those of a bench.records.Call. `text`: what is read, None where the call failed. `result`: what was
    read, None where nothing usable was."""

    fields: dict[str, Any]
    text: str | None
    result: T | None


@dataclass(eq=False)
class JudgeModel:
    """One judge model and how it is reached."""

    model: ModelSpec
    endpoint: Endpoint
    client: Client
    patience: Patience = field(default_factory=Patience)

    @property
    def spec(self) -> str:
        return self.model.spec

    def key_of(self, prompt: JudgePrompt, *scope: str, repeat: int = 0) -> str:
        """Identifies a call: model, its parameters, the prompt, and what it is about (`scope`, an answer's key)."""
        return call_key(self.spec, self.model.params, prompt.messages, repeat, *scope)

    async def call(
        self, prompt: JudgePrompt, key: str, read: Callable[[str], T | None], schema: Mapping[str, Any], name: str
    ) -> JudgedCall[T]:
        """Ask, and read the reply with `read`, which gives None for what cannot be used; such a reply is asked for
        once more. `schema` (called `name`) is sent where the model takes one.

        Past the time limit the call is cancelled and its failure is `timeout`: what it cost is then unknown, so its
        usage is empty. Raises ProviderError when the endpoint refuses everything.
        """
        request = Request(
            model=self.model.name,
            messages=prompt.messages,
            params=dict(self.model.params),
            schema=schema if "json_schema" in self.model.accepts else None,
            schema_name=name,
            key=key,
        )
        async with self.patience.slots:
            started = time.perf_counter()
            try:
                async with asyncio.timeout(self.patience.timeout_s) as limit:
                    held = PATIENCE.set(limit)
                    try:
                        reply, result = await self._twice(request, read)
                    finally:
                        PATIENCE.reset(held)
            except TimeoutError:
                took = time.perf_counter() - started
                message = f"no verdict within {self.patience.timeout_s:g} s; the call was cancelled"
                reply, result = Reply(failure="timeout", message=message, latency_s=took), None
        fields = recorded(reply, request, self.model, self.endpoint, key, "judge")
        return JudgedCall({**fields, "prompt_hash": prompt.fingerprint}, reply.text, result)

    async def _twice(self, request: Request, read: Callable[[str], T | None]) -> tuple[Reply, T | None]:
        reply = await self.client.complete(request)
        result = read(reply.text) if reply.text is not None else None
        if result is not None or reply.failure is not None:
            return reply, result
        again = await self.client.complete(request)
        result = read(again.text) if again.text is not None else None
        return replace(again, usage=_sum(reply.usage, again.usage), attempts=reply.attempts + again.attempts), result


def _sum(a: Usage, b: Usage) -> Usage:
    def add(x: int | None, y: int | None) -> int | None:
        return None if x is None or y is None else x + y

    return Usage(**{name: add(getattr(a, name), getattr(b, name)) for name in Usage.model_fields})
