"""The first stage of two-stage judging: what an answer does, before anyone asks whether it is right.

The classifier is the primary judge's model. It sees the question and the answer, never the reference, so that it
cannot grade in disguise.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, get_args

from bench import prompts
from bench.clients import Client, Request
from bench.config import Endpoint, ModelSpec
from bench.generate import recorded
from bench.judge.asking import Patience, ask
from bench.judge.llm import Prompt
from bench.judge.reading import last_object, share
from bench.log import call_key
from bench.records import Answer, Item
from bench.records.panel import Intent, IntentName

SCHEMA = {
    "type": "object",
    "properties": {
        "reason": {"type": "string"},
        "intent": {"type": "string", "enum": list(get_args(IntentName))},
        "confidence": {"type": "number"},
    },
    "required": ["reason", "intent", "confidence"],
    "additionalProperties": False,
}


class Classifier(Protocol):
    """Says what an answer does. `key` is what its classification is logged under."""

    @property
    def spec(self) -> str: ...

    def key(self, item: Item, answer: Answer) -> str: ...

    async def classify(self, item: Item, answer: Answer, stored: Prompt | None = None) -> Intent: ...


@dataclass(frozen=True, slots=True)
class IntentReading:
    """What a classifier said."""

    intent: IntentName
    reason: str = ""
    confidence: float | None = None


class LlmClassifier:
    """One model, asked what an answer does."""

    role = "intent"

    def __init__(self, model: ModelSpec, endpoint: Endpoint, client: Client, patience: Patience | None = None) -> None:
        self._model, self._endpoint, self._client = model, endpoint, client
        self._patience = patience or Patience()

    @property
    def spec(self) -> str:
        return self._model.spec

    def key(self, item: Item, answer: Answer) -> str:
        """Identifies the classification: model, its parameters, the prompt and the answer."""
        return self._key(self.prompt(item, answer), answer)

    def prompt(self, item: Item, answer: Answer) -> Prompt:
        """The prompt as today's template makes it."""
        template = prompts.load(self.role, item.lang)
        values = {"question": prompts.frame(item.question), "answer": prompts.frame(answer.text or "")}
        return Prompt(template.fill(values), template.fingerprint)

    async def classify(self, item: Item, answer: Answer, stored: Prompt | None = None) -> Intent:
        """Ask, with a stored prompt to the letter or with today's. Raises ProviderError when nothing can be asked."""
        prompt = stored or self.prompt(item, answer)
        schema = SCHEMA if "json_schema" in self._model.accepts else None
        request = Request(
            model=self._model.name,
            messages=prompt.messages,
            params=dict(self._model.params),
            schema=schema,
            schema_name="intent",
            key=self._key(prompt, answer),
        )
        reply, reading = await ask(self._client, request, read_intent, self._patience)
        reading = reading or IntentReading("unclear", "the classifier's reply could not be read")
        return Intent(
            **recorded(reply, request, self._model, self._endpoint, request.key, "judge"),
            prompt_hash=prompt.fingerprint,
            answer_key=answer.key,
            intent=reading.intent,
            reason=reading.reason,
            confidence=reading.confidence,
        )

    def _key(self, prompt: Prompt, answer: Answer) -> str:
        return call_key(self.spec, dict(self._model.params), prompt.messages, 0, answer.key)


def read_intent(raw: str) -> IntentReading | None:
    """The intent in a classifier's reply, or None when there is no usable one. The last complete object counts."""
    value = last_object(raw, ("intent",))
    given = value.get("intent") if value else None
    if not isinstance(given, str) or value is None:
        return None
    word = given.strip().casefold()
    for known in get_args(IntentName):
        if word == known:
            reason = value.get("reason")
            return IntentReading(known, reason if isinstance(reason, str) else "", share(value.get("confidence")))
    return None
