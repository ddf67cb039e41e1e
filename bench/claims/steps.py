"""The steps of a check as requests: prompt, schema and reader of each.

Blind: no step sees the reference, an earlier verdict, or the name of the system that answered. The questions are
written from the answer alone, so that they cannot repeat the one that was asked.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, get_args

from bench import prompts
from bench.citations import without_marks
from bench.claims.reading import QUESTIONS, read_bearing, read_cited, read_claims, read_questions, read_support
from bench.judge.call import JudgePrompt, filled, object_schema
from bench.records import Chunk, Item, Lang
from bench.records.claims import Step, Support

Result = Mapping[str, Sequence[object]]
"""The result field of the record and its value."""

ROLES: dict[Step, str] = {
    "extract": "claims",
    "verify": "verify",
    "questions": "questions",
    "context": "context",
    "cited": "cited",
}


@dataclass(frozen=True, slots=True)
class StepPrompt:
    """One step ready to be asked. `read` makes the record's result of a reply, or None where it cannot be read."""

    step: Step
    prompt: JudgePrompt
    schema: Mapping[str, Any]
    read: Callable[[str], Result | None]


def extract(item: Item, answer: str) -> StepPrompt:
    """Which claims an answer makes."""
    values = {"question": prompts.frame(item.question), "answer": prompts.frame(answer)}
    properties = {"claims": {"type": "array", "items": {"type": "string"}}}
    return _step("extract", item.lang, values, properties, "claims", read_claims)


def verify(item: Item, shown: Sequence[Chunk], claims: Sequence[str]) -> StepPrompt:
    """Which of the claims the chunks shown bear out. Needs at least one claim."""
    values = {
        "question": prompts.frame(item.question),
        "documents": prompts.documents(shown, item.lang),
        "claims": prompts.frame("\n".join(f"{n}. {claim}" for n, claim in enumerate(claims, 1))),
    }
    verdict = {"claim": {"type": "integer"}, "reason": {"type": "string"}, "supported": {"type": "boolean"}}
    properties = {"verdicts": {"type": "array", "items": object_schema(verdict)}}
    return _step("verify", item.lang, values, properties, "supported", lambda raw: read_support(raw, len(claims)))


def questions(item: Item, answer: str) -> StepPrompt:
    """Which questions an answer would answer; none where it declines."""
    values = {"answer": prompts.frame(answer), "count": str(QUESTIONS)}
    properties = {"declines": {"type": "boolean"}, "questions": {"type": "array", "items": {"type": "string"}}}
    return _step("questions", item.lang, values, properties, "questions", read_questions)


def context(item: Item, shown: Sequence[Chunk]) -> StepPrompt:
    """Which of the chunks bear on the question. Needs at least one chunk."""
    values = {"question": prompts.frame(item.question), "documents": prompts.documents(shown, item.lang)}
    entry = {"document": {"type": "integer"}, "reason": {"type": "string"}, "bears": {"type": "boolean"}}
    properties = {"documents": {"type": "array", "items": object_schema(entry)}}
    return _step("context", item.lang, values, properties, "bearing", lambda raw: read_bearing(raw, len(shown)))


def cited(item: Item, answer: str, sentence: str, passages: Sequence[Chunk]) -> StepPrompt:
    """Whether the passages that a sentence of `answer` cites carry it. Needs at least one passage.

    The answer is shown without its marks, whose numbers are not those of the passages here.
    """
    values = {
        "question": prompts.frame(item.question),
        "documents": prompts.documents(passages, item.lang),
        "answer": prompts.frame(without_marks(answer).strip()),
        "sentence": prompts.frame(sentence),
    }
    properties = {"reason": {"type": "string"}, "support": {"type": "string", "enum": list(get_args(Support))}}
    return _step("cited", item.lang, values, properties, "support", read_cited)


def _step(
    step: Step,
    lang: Lang,
    values: Mapping[str, str],
    properties: Mapping[str, Any],
    field: str,
    read: Callable[[str], Sequence[object] | None],
) -> StepPrompt:
    def result(raw: str) -> Result | None:
        value = read(raw)
        return None if value is None else {field: value}

    return StepPrompt(step, filled(ROLES[step], lang, values), object_schema(properties), result)
