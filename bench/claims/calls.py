"""Taking one step: from the log where it has been taken, else by a call whose record is logged at once."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from bench.call_record import recorded
from bench.campaign.call_log import CallLog
from bench.claims.similarity import read_similarities
from bench.claims.steps import StepPrompt
from bench.clients import Request
from bench.clients.embeddings import EmbeddingsClient
from bench.config import Endpoint, ModelSpec
from bench.judge.call import JudgeModel
from bench.log import call_key
from bench.records import Item, Message
from bench.records.claims import ClaimCall, Step


@dataclass(eq=False)
class ClaimJudge(JudgeModel):
    """One judge model, with the log of the check, and how many calls have been `made` now."""

    log: CallLog[ClaimCall] = field(kw_only=True)
    made: int = field(default=0, init=False)

    async def take(
        self, step: StepPrompt, item: Item, chunks: tuple[str, ...], answer_key: str = "", of: str = ""
    ) -> ClaimCall:
        """The record of a step. A reply that cannot be read is asked for once more. Raises ProviderError, LogError."""
        key = self.key_of(step.prompt, step.step, answer_key or f"{item.lang}|{item.id}")

        async def fields() -> dict[str, Any]:
            call = await self.call(step.prompt, key, step.read, step.schema, step.step)
            return {**call.fields, **(call.result or {}), "chunks": chunks, "answer_key": answer_key, "of": of}

        return await self.logged(key, step.step, item, fields)

    async def logged(
        self, key: str, step: Step, item: Item, fields: Callable[[], Awaitable[dict[str, Any]]]
    ) -> ClaimCall:
        """The record of a call: from the log, else made now: `fields` gives its own, and it is logged."""

        async def make() -> ClaimCall:
            subject = {"step": step, "judge": self.spec, "item": item.id, "lang": item.lang}
            return ClaimCall.model_validate({**await fields(), **subject})

        record, bought = await self.log.once(key, make)
        self.made += bought
        return record


class Embedder:
    """One embedding model, logging beside the judge whose questions it embeds."""

    def __init__(self, model: ModelSpec, endpoint: Endpoint, client: EmbeddingsClient, judge: ClaimJudge) -> None:
        self._model, self._endpoint, self._client, self._judge = model, endpoint, client, judge

    async def take(self, item: Item, written: ClaimCall) -> ClaimCall:
        """How alike the questions of the step `written` are to the item's. Raises ProviderError and LogError."""
        questions = written.questions or ()
        messages = tuple(Message(role="user", content=text) for text in (item.question, *questions))
        key = call_key(self._model.spec, {}, messages, 0, "embed", written.key)

        async def fields() -> dict[str, Any]:
            request = Request(model=self._model.name, messages=messages)
            reply = await self._client.complete(request)
            similarities = read_similarities(reply.text, len(questions)) if reply.text is not None else None
            # The vectors are as long as a book and nobody reads them again.
            result = {"raw": None, "similarities": similarities, "answer_key": written.answer_key, "of": written.key}
            return {**recorded(reply, request, self._model, self._endpoint, key, "judge"), **result}

        return await self._judge.logged(key, "embed", item, fields)
