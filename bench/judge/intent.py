"""The first stage of two-stage judging: what an answer does, before anyone asks whether it is right.

The classifier is the primary judge's model. It sees the question and the answer, never the reference, so that it
cannot grade in disguise.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import get_args

from bench import prompts
from bench.judge.call import JudgeModel, JudgePrompt, filled, object_schema
from bench.judge.reading import agreed_object, share
from bench.records import Answer, Item
from bench.records.panel import Intent, IntentName

SCHEMA = object_schema(
    {
        "reason": {"type": "string"},
        "intent": {"type": "string", "enum": list(get_args(IntentName))},
        "confidence": {"type": "number"},
    }
)


@dataclass(frozen=True, slots=True)
class ParsedIntent:
    """What a classifier said."""

    intent: IntentName
    reason: str = ""
    confidence: float | None = None


class LlmClassifier(JudgeModel):
    """One model, asked what an answer does."""

    def key(self, item: Item, answer: Answer) -> str:
        """Identifies the classification: model, its parameters, the prompt and the answer."""
        return self.key_of(self.prompt(item, answer), answer.key)

    def prompt(self, item: Item, answer: Answer) -> JudgePrompt:
        """The prompt as today's template makes it."""
        values = {"question": prompts.frame(item.question), "answer": prompts.frame(answer.text or "")}
        return filled("intent", item.lang, values)

    async def classify(self, item: Item, answer: Answer, stored: JudgePrompt | None = None) -> Intent:
        """Ask, with a stored prompt to the letter or with today's. Raises ProviderError when nothing can be asked."""
        prompt = stored or self.prompt(item, answer)
        call = await self.call(prompt, self.key_of(prompt, answer.key), read_intent, SCHEMA, "intent")
        intent = call.result or ParsedIntent("unclear", "the classifier's reply could not be read")
        return Intent(**call.fields, **asdict(intent), answer_key=answer.key)


def read_intent(raw: str) -> ParsedIntent | None:
    """The intent in a classifier's reply, or None when there is no usable one."""
    fields = agreed_object(raw, ("intent",)) or {}
    word, reason = fields.get("intent"), fields.get("reason")
    for known in get_args(IntentName):
        if isinstance(word, str) and word.strip().casefold() == known:
            return ParsedIntent(known, reason if isinstance(reason, str) else "", share(fields.get("confidence")))
    return None
