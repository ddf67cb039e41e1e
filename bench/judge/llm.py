"""The LLM judge: any generator spec, one call per answer, structured output, read strictly.

Blind: the prompt holds the question, the reference and the answer, and neither the documents nor a name, arm or id
of the system that answered. A reply that does not parse is repaired; if that fails, or the verdict contradicts itself,
the judge is asked once more; then the vote is `invalid`, and its reason says which of the two it was. A call that
fails or takes too long is an invalid vote with its failure, due again when the run is resumed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from bench import prompts
from bench.clients import Client, Request
from bench.config import Endpoint, ModelSpec
from bench.generate import recorded
from bench.judge.asking import Patience, ask
from bench.judge.reading import Reading, read_verdict
from bench.kinds import kind_of
from bench.log import call_key
from bench.records import Answer, Item, Kind, Message, Vote


@dataclass(frozen=True, slots=True)
class Prompt:
    """What a judge is shown, to the letter, and the fingerprint of the template it was made from."""

    messages: tuple[Message, ...]
    fingerprint: str


class LlmJudge:
    """One judge model. With `two_stage` it grades attempts at answerable items only, and says nothing of declining."""

    def __init__(
        self,
        model: ModelSpec,
        endpoint: Endpoint,
        client: Client,
        patience: Patience | None = None,
        *,
        two_stage: bool = False,
    ) -> None:
        self._model, self._endpoint, self._client = model, endpoint, client
        self._patience, self._two_stage = patience or Patience(), two_stage

    @property
    def spec(self) -> str:
        return self._model.spec

    def key(self, item: Item, answer: Answer) -> str:
        """Identifies the vote: judge, its parameters, its prompt and the answer that is judged."""
        return self._key(self.prompt(item, answer), answer, 0)

    def prompt(self, item: Item, answer: Answer) -> Prompt:
        """The prompt as today's template makes it."""
        accept = [*item.accept, *(" / ".join(spellings) for spellings in item.parts)]
        template = prompts.load(self.role, item.lang)
        values = {
            "question": prompts.frame(item.question),
            "kind": kind_of(item.kind).judged_as,
            "reference": prompts.frame(item.answer),
            "accept": prompts.frame("\n".join(accept)) if accept else "-",
            "answer": prompts.frame(answer.text or ""),
        }
        return Prompt(template.fill(values), template.fingerprint)

    @property
    def role(self) -> str:
        """The name of the template."""
        return "verdict" if self._two_stage else "judge"

    async def vote(self, item: Item, answer: Answer) -> Vote:
        """Ask for a verdict. Raises ProviderError when the endpoint refuses everything."""
        return await self.recast(item, answer)

    async def recast(self, item: Item, answer: Answer, stored: Prompt | None = None, *, regrade: int = 0) -> Vote:
        """Ask for a verdict with a stored prompt, to the letter, or without one with today's. Raises as `vote` does.

        `regrade` from 1 on marks a vote that does not count and is cast only to see whether the judge repeats itself.
        """
        prompt = stored or self.prompt(item, answer)
        schema = None
        if "json_schema" in self._model.accepts:
            schema = verdict_schema(two_stage=self._two_stage)
        key = self._key(prompt, answer, regrade)
        request = Request(self._model.name, prompt.messages, self._params(), schema, key=key)
        reply, reading = await ask(self._client, request, lambda text: self._read(text, item), self._patience)
        reading = reading or Reading("invalid", reason=self._why_unusable(reply.text, item))
        return Vote(
            **recorded(reply, request, self._model, self._endpoint, key, "judge"),
            prompt_hash=prompt.fingerprint,
            answer_key=answer.key,
            verdict=reading.verdict,
            # In two stages the classifier has settled that this is an attempt.
            abstained=False if self._two_stage and reading.verdict != "invalid" else reading.abstained,
            conflict_named=reading.conflict_named,
            reason=reading.reason,
            confidence=reading.confidence,
            round=regrade,
            acceptable=reading.acceptable,
        )

    def _key(self, prompt: Prompt, answer: Answer, regrade: int) -> str:
        return call_key(self.spec, self._params(), prompt.messages, regrade, answer.key)

    def _params(self) -> dict[str, object]:
        return dict(self._model.params)

    def _read(self, text: str, item: Item) -> Reading | None:
        """The reading of a reply, if it is complete and does not contradict itself."""
        reading = read_verdict(text)
        if reading is None or self._two_stage:
            return reading
        return None if fault(reading, item.kind) else reading

    def _why_unusable(self, text: str | None, item: Item) -> str:
        """In words of this suite, why `_read` took nothing from the last reply; the reply itself is logged as `raw`."""
        if text is None:
            return "the judge gave no reply"
        reading = read_verdict(text)
        return fault(reading, item.kind) if reading else "the judge's reply could not be read"


def fault(reading: Reading, kind: Kind) -> str:
    """What makes a verdict that could be read unusable for an item of `kind`; empty where it can be used."""
    if reading.verdict == "invalid":
        return ""
    if reading.abstained is None:
        return "the verdict is incomplete: it does not say whether the answer abstained"
    right, abstained = reading.verdict == "correct", reading.abstained
    if kind_of(kind).consistent(right, abstained):
        return ""
    did = "abstained" if abstained else "did not abstain"
    judged_as = kind_of(kind).judged_as
    return f"the verdict contradicts itself: {reading.verdict}, but the answer {did} and the item is {judged_as}"


def verdict_schema(*, two_stage: bool = False) -> dict[str, Any]:
    """The JSON schema of a verdict, in the order in which the prompt asks for its fields.

    `confidence` has no bounds in it, because not every endpoint takes bounds; reading drops what is not 0 to 1.
    """
    flags = {} if two_stage else {"abstained": {"type": "boolean"}, "conflict_named": {"type": "boolean"}}
    properties = {
        "reason": {"type": "string"},
        **flags,
        "verdict": {"type": "string", "enum": ["correct", "incorrect", "invalid"]},
        "confidence": {"type": "number"},
    }
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }
