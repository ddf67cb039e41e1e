"""Taking one step: from the log where it has been taken, else by a call whose record is logged at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from bench.call_record import recorded
from bench.claims.similarity import read_similarities
from bench.claims.steps import StepPrompt
from bench.clients import Request
from bench.clients.embeddings import EmbeddingsClient
from bench.config import Endpoint, ModelSpec
from bench.judge.call import JudgeModel
from bench.log import Writer, call_key
from bench.records import Item, Message
from bench.records.claims import ClaimCall, Step


@dataclass(eq=False)
class ClaimJudge(JudgeModel):
    """One judge model, with its log: the calls that are `known` already, and how many have been `made` since."""

    log: Writer[ClaimCall] = field(kw_only=True)
    known: dict[str, ClaimCall] = field(kw_only=True)
    made: int = field(default=0, init=False)

    async def take(
        self, step: StepPrompt, item: Item, chunks: tuple[str, ...], answer_key: str = "", of: str = ""
    ) -> ClaimCall:
        """The record of a step. A reply that cannot be read is asked for once more. Raises ProviderError, LogError."""
        key = self.key_of(step.prompt, step.step, answer_key or f"{item.lang}|{item.id}")
        if key in self.known:
            return self.known[key]
        call = await self.call(step.prompt, key, step.read, step.schema, step.step)
        fields = {**call.fields, **(call.result or {}), "chunks": chunks, "answer_key": answer_key, "of": of}
        return self.keep(step.step, item, fields)

    def keep(self, step: Step, item: Item, fields: Mapping[str, Any]) -> ClaimCall:
        """Log a call that was made, and give its record."""
        subject = {"step": step, "judge": self.spec, "item": item.id, "lang": item.lang}
        record = ClaimCall.model_validate({**fields, **subject})
        self.log.append(record)
        self.known[record.key] = record
        self.made += 1
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
        if key in self._judge.known:
            return self._judge.known[key]
        request = Request(model=self._model.name, messages=messages)
        reply = await self._client.complete(request)
        fields = recorded(reply, request, self._model, self._endpoint, key, "judge")
        similarities = read_similarities(reply.text, len(questions)) if reply.text is not None else None
        # The vectors are as long as a book and nobody reads them again.
        result = {"raw": None, "similarities": similarities, "answer_key": written.answer_key, "of": written.key}
        return self._judge.keep("embed", item, {**fields, **result})
