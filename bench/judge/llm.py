"""The LLM judge: any generator spec, one call per answer, structured output, read strictly.

A reply that does not parse is repaired; if that fails the judge is asked once more; then the vote is `invalid`.
A call that fails technically is an invalid vote with its failure, due again when the run is resumed.
"""

from __future__ import annotations

from dataclasses import replace

from bench import prompts
from bench.clients import Client, Reply, Request
from bench.config import Endpoint, ModelSpec
from bench.generate import failure_of, now
from bench.judge.reading import Reading, read_verdict
from bench.log import call_key
from bench.records import Answer, Item, Kind, Message, Usage, Vote

SCHEMA = {
    "type": "object",
    "properties": {
        "reason": {"type": "string"},
        "abstained": {"type": "boolean"},
        "conflict_named": {"type": "boolean"},
        "verdict": {"type": "string", "enum": ["correct", "incorrect", "invalid"]},
    },
    "required": ["reason", "abstained", "conflict_named", "verdict"],
    "additionalProperties": False,
}

_KIND: dict[Kind, str] = {
    "main": "answerable",
    "insufficient": "unanswerable",
    "incomplete": "unanswerable",
    "contradictory": "conflicting",
}


class LlmJudge:
    """One judge model. Its prompt shows the question, the reference and the answer, never the documents."""

    def __init__(self, model: ModelSpec, endpoint: Endpoint, client: Client) -> None:
        self._model, self._endpoint, self._client = model, endpoint, client

    @property
    def spec(self) -> str:
        return self._model.spec

    def key(self, item: Item, answer: Answer) -> str:
        """Identifies the vote: judge, its parameters, its prompt and the answer that is judged."""
        return call_key(self.spec, self._params(), self._messages(item, answer), 0, answer.key)

    async def vote(self, item: Item, answer: Answer) -> Vote:
        """Ask for a verdict. Raises ProviderError when the endpoint refuses everything."""
        messages = self._messages(item, answer)
        schema = SCHEMA if "json_schema" in self._model.accepts else None
        request = Request(model=self._model.name, messages=messages, params=self._params(), schema=schema)
        reply = await self._client.complete(request)
        reading = _usable(reply, item)
        if reading is None and reply.failure is None:
            again = await self._client.complete(request)
            reading = _usable(again, item)
            reply = replace(again, usage=_sum(reply.usage, again.usage), attempts=reply.attempts + again.attempts)
        reading = reading or Reading("invalid", reason="the judge's reply could not be read")
        return Vote(
            key=call_key(self.spec, request.params, messages, 0, answer.key),
            model=self.spec,
            endpoint=self._endpoint.base_url,
            params=dict(request.params),
            prompt_hash=prompts.load("judge", item.lang).fingerprint,
            messages=messages,
            raw=reply.raw,
            reasoning=reply.reasoning,
            finish_reason=reply.finish_reason,
            usage=reply.usage,
            latency_s=round(reply.latency_s, 4),
            attempts=reply.attempts,
            at=now(),
            failure=failure_of(reply, "judge"),
            answer_key=answer.key,
            verdict=reading.verdict,
            abstained=reading.abstained,
            conflict_named=reading.conflict_named,
            reason=reading.reason,
            confidence=reading.confidence,
        )

    def _params(self) -> dict[str, object]:
        return dict(self._model.params)

    def _messages(self, item: Item, answer: Answer) -> tuple[Message, ...]:
        accept = [*item.accept, *(" / ".join(spellings) for spellings in item.parts)]
        values = {
            "question": prompts.frame(item.question),
            "kind": _KIND[item.kind],
            "reference": prompts.frame(item.answer),
            "accept": prompts.frame("\n".join(accept)) if accept else "-",
            "answer": prompts.frame(answer.text or ""),
        }
        return prompts.load("judge", item.lang).fill(values)


def _usable(reply: Reply, item: Item) -> Reading | None:
    """The reading of a reply, if it is complete and does not contradict itself."""
    if reply.text is None:
        return None
    reading = read_verdict(reply.text)
    if reading is None or reading.verdict == "invalid":
        return reading
    if reading.abstained is None:
        return None
    right = reading.verdict == "correct"
    if item.kind == "main":
        consistent = not (right and reading.abstained)
    elif item.kind == "contradictory":
        consistent = right or not reading.abstained
    else:
        consistent = right == reading.abstained
    return reading if consistent else None


def _sum(a: Usage, b: Usage) -> Usage:
    def add(x: int | None, y: int | None) -> int | None:
        return None if x is None or y is None else x + y

    return Usage(
        prompt_tokens=add(a.prompt_tokens, b.prompt_tokens),
        completion_tokens=add(a.completion_tokens, b.completion_tokens),
        reasoning_tokens=add(a.reasoning_tokens, b.reasoning_tokens),
        cached_tokens=add(a.cached_tokens, b.cached_tokens),
    )
