"""Taking one step: from the log where it has been taken, else by a call whose record is logged at once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bench.claims.similarity import read_similarities
from bench.claims.steps import Asking
from bench.clients import Client, Reply, Request
from bench.clients.embeddings import EmbeddingsClient
from bench.config import Endpoint, ModelSpec
from bench.generate import recorded
from bench.judge import Patience
from bench.judge.asking import ask
from bench.log import Replay, Writer, call_key
from bench.records import Item, Message
from bench.records.claims import ClaimCall, Step


class Asker:
    """One judge model, with its log. `made` counts the calls that were not in the log."""

    def __init__(
        self,
        model: ModelSpec,
        endpoint: Endpoint,
        client: Client,
        patience: Patience,
        old: Replay[ClaimCall],
        log: Writer[ClaimCall],
    ) -> None:
        self._model, self._endpoint, self._client, self._patience = model, endpoint, client, patience
        self._log = log
        self.known = {key: old.records[key] for key in old.done()}
        self.made = 0

    @property
    def spec(self) -> str:
        return self._model.spec

    async def take(
        self, asking: Asking, item: Item, chunks: tuple[str, ...], answer_key: str = "", of: str = ""
    ) -> ClaimCall:
        """The record of a step. A reply that cannot be read is asked for once more. Raises ProviderError, LogError."""
        params = dict(self._model.params)
        key = call_key(self.spec, params, asking.messages, 0, asking.step, answer_key or f"{item.lang}|{item.id}")
        if key in self.known:
            return self.known[key]
        request = Request(
            model=self._model.name,
            messages=asking.messages,
            params=params,
            schema=asking.schema if "json_schema" in self._model.accepts else None,
            schema_name=asking.step,
        )
        reply, result = await ask(self._client, request, asking.read, self._patience)
        made = call(self._model, self._endpoint, request, reply, result or {}, key, asking.step, item, self.spec)
        return self.keep(
            made.model_copy(
                update={"prompt_hash": asking.fingerprint, "chunks": chunks, "answer_key": answer_key, "of": of}
            )
        )

    def keep(self, record: ClaimCall) -> ClaimCall:
        """Log a call that was made."""
        self._log.append(record)
        self.known[record.key] = record
        self.made += 1
        return record


class Embedder:
    """One embedding model, logging beside the judge whose questions it embeds."""

    def __init__(self, model: ModelSpec, endpoint: Endpoint, client: EmbeddingsClient, asker: Asker) -> None:
        self._model, self._endpoint, self._client, self._asker = model, endpoint, client, asker

    async def take(self, item: Item, asked: ClaimCall) -> ClaimCall:
        """How alike the questions of the step `asked` are to the item's. Raises ProviderError and LogError."""
        questions = asked.questions or ()
        messages = tuple(Message(role="user", content=text) for text in (item.question, *questions))
        key = call_key(self._model.spec, {}, messages, 0, "embed", asked.key)
        if key in self._asker.known:
            return self._asker.known[key]
        request = Request(model=self._model.name, messages=messages)
        reply = await self._client.complete(request)
        found = read_similarities(reply.text, len(questions)) if reply.text is not None else None
        result = {} if found is None else {"similarities": found}
        record = call(self._model, self._endpoint, request, reply, result, key, "embed", item, self._asker.spec)
        # The vectors are as long as a book and nobody reads them again.
        return self._asker.keep(
            record.model_copy(update={"raw": None, "answer_key": asked.answer_key, "of": asked.key})
        )


def call(
    model: ModelSpec,
    endpoint: Endpoint,
    request: Request,
    reply: Reply,
    result: Mapping[str, Any],
    key: str,
    step: Step,
    item: Item,
    judge: str,
) -> ClaimCall:
    """The record of a call and of what was read of its reply."""
    return ClaimCall.model_validate(
        {
            **recorded(reply, request, model, endpoint, key, "judge"),
            "step": step,
            "judge": judge,
            "item": item.id,
            "lang": item.lang,
            **result,
        }
    )
