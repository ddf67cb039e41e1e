"""The LLM judge: any generator spec, one call per answer, structured output, read strictly.

Blind: the prompt holds the question, the reference and the answer, and neither the documents nor a name, arm or id
of the system that answered. A reply that does not parse is repaired; if that fails, or the verdict contradicts itself,
the judge is asked once more; then the vote is `invalid`, and its reason says which of the two it was. A call that
fails or takes too long is an invalid vote with its failure, due again when the run is resumed.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from bench import prompts
from bench.judge.call import JudgeModel, JudgePrompt, filled, judged_kind, object_schema
from bench.judge.reading import ParsedVerdict, read_verdict
from bench.kinds import kind_of
from bench.records import Answer, Item, Kind, Vote


@dataclass(eq=False)
class LlmJudge(JudgeModel):
    """One judge model. With `two_stage` it grades attempts at answerable items only, and says nothing of declining."""

    two_stage: bool = field(default=False, kw_only=True)

    _asked: tuple[Item, Answer, JudgePrompt, str] | None = field(default=None, init=False, repr=False)
    """The latest item and answer with their prompt and key: a vote is looked for in the log and cast right after."""

    def key(self, item: Item, answer: Answer) -> str:
        """Identifies the vote: judge, its parameters, its prompt and the answer that is judged."""
        return self._today(item, answer)[1]

    def _today(self, item: Item, answer: Answer) -> tuple[JudgePrompt, str]:
        """Today's prompt and the key of the vote that counts."""
        known = self._asked
        if known is None or known[0] is not item or known[1] is not answer:
            prompt = self.prompt(item, answer)
            self._asked = known = (item, answer, prompt, self.key_of(prompt, answer.key))
        return known[2], known[3]

    def prompt(self, item: Item, answer: Answer) -> JudgePrompt:
        """The prompt as today's template makes it."""
        accept = [*item.accept, *(" / ".join(spellings) for spellings in item.parts)]
        values = {
            "question": prompts.frame(item.question),
            "kind": kind_of(item.kind).judged_as,
            "reference": prompts.frame(item.answer),
            "accept": prompts.frame("\n".join(accept)) if accept else "-",
            "answer": prompts.frame(answer.text or ""),
            "refuted": prompts.frame(item.refuted),
        }
        return filled("verdict" if self.two_stage else kind_of(item.kind).judge_prompt, item.lang, values)

    async def vote(self, item: Item, answer: Answer, stored: JudgePrompt | None = None, *, regrade: int = 0) -> Vote:
        """Ask for a verdict with a stored prompt, to the letter, or without one with today's.

        `regrade` from 1 on marks a vote that does not count and is cast only to see whether the judge repeats itself.
        Raises ProviderError when the endpoint refuses everything.
        """
        if stored or regrade:
            prompt = stored or self.prompt(item, answer)
            key = self.key_of(prompt, answer.key, repeat=regrade)
        else:
            prompt, key = self._today(item, answer)
        schema = verdict_schema(two_stage=self.two_stage)
        call = await self.call(prompt, key, lambda text: self._read(text, item), schema, "verdict")
        verdict = call.result or ParsedVerdict("invalid", reason=_why_unusable(call.text, item))
        if self.two_stage and verdict.verdict != "invalid":
            # The classifier has settled that this is an attempt.
            verdict = replace(verdict, abstained=False)
        return Vote(
            **call.fields,
            **{name: getattr(verdict, name) for name in ParsedVerdict.__dataclass_fields__},
            answer_key=answer.key,
            round=regrade,
            judged_kind=judged_kind(item, answer),
        )

    def _read(self, text: str, item: Item) -> ParsedVerdict | None:
        """The verdict in a reply, if it is complete and does not contradict itself."""
        verdict = read_verdict(text)
        return verdict if verdict and (self.two_stage or not fault(verdict, item.kind)) else None


def _why_unusable(text: str | None, item: Item) -> str:
    """In words of this suite, why nothing was taken from the last reply; the reply itself is logged as `raw`."""
    if text is None:
        return "the judge gave no reply"
    verdict = read_verdict(text)
    return fault(verdict, item.kind) if verdict else "the judge's reply could not be read"


def fault(verdict: ParsedVerdict, kind: Kind) -> str:
    """What makes a verdict that could be read unusable for an item of `kind`; empty where it can be used."""
    if verdict.verdict == "invalid":
        return ""
    if verdict.abstained is None:
        return "the verdict is incomplete: it does not say whether the answer abstained"
    entry = kind_of(kind)
    if entry.consistent(verdict.verdict == "correct", verdict.abstained):
        return ""
    did = "abstained" if verdict.abstained else "did not abstain"
    return f"the verdict contradicts itself: {verdict.verdict}, but the answer {did} and the item is {entry.judged_as}"


def verdict_schema(*, two_stage: bool = False) -> dict[str, Any]:
    """The JSON schema of a verdict.

    `confidence` has no bounds in it, because not every endpoint takes bounds; reading drops what is not 0 to 1.
    """
    flags = {} if two_stage else {"abstained": {"type": "boolean"}, "conflict_named": {"type": "boolean"}}
    return object_schema(
        {
            "reason": {"type": "string"},
            **flags,
            "verdict": {"type": "string", "enum": ["correct", "incorrect", "invalid"]},
            "confidence": {"type": "number"},
        }
    )
