"""The steps of a check as requests: prompt, schema and reader of each.

Blind: no step sees the reference, an earlier verdict, or the name of the system that answered. The questions are
written from the answer alone, so that they cannot repeat the one that was asked.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bench import prompts
from bench.claims.reading import QUESTIONS, read_bearing, read_claims, read_questions, read_support
from bench.records import Chunk, Item, Lang, Message
from bench.records.claims import Step

Result = Mapping[str, Sequence[object]]
"""The result field of the record and its value."""

ROLES: dict[Step, str] = {"extract": "claims", "verify": "verify", "questions": "questions", "context": "context"}


@dataclass(frozen=True, slots=True)
class Asking:
    """One step ready to be asked. `read` makes the record's result of a reply, or None where it cannot be read."""

    step: Step
    messages: tuple[Message, ...]
    fingerprint: str
    schema: Mapping[str, Any]
    read: Callable[[str], Result | None]


def extract(item: Item, answer: str) -> Asking:
    """Which claims an answer makes."""
    values = {"question": prompts.frame(item.question), "answer": prompts.frame(answer)}
    schema = _object({"claims": {"type": "array", "items": {"type": "string"}}})
    return _asking("extract", item.lang, values, schema, lambda raw: _result("claims", read_claims(raw)))


def verify(item: Item, shown: Sequence[Chunk], claims: Sequence[str]) -> Asking:
    """Which of the claims the chunks shown bear out. Needs at least one claim."""
    values = {
        "question": prompts.frame(item.question),
        "documents": prompts.documents(shown, item.lang),
        "claims": prompts.frame("\n".join(f"{n}. {claim}" for n, claim in enumerate(claims, 1))),
    }
    verdict = {"claim": {"type": "integer"}, "reason": {"type": "string"}, "supported": {"type": "boolean"}}
    schema = _object({"verdicts": {"type": "array", "items": _object(verdict)}})
    return _asking(
        "verify", item.lang, values, schema, lambda raw: _result("supported", read_support(raw, len(claims)))
    )


def questions(item: Item, answer: str) -> Asking:
    """Which questions an answer would answer; none where it declines."""
    schema = _object({"declines": {"type": "boolean"}, "questions": {"type": "array", "items": {"type": "string"}}})
    return _asking(
        "questions",
        item.lang,
        {"answer": prompts.frame(answer), "count": str(QUESTIONS)},
        schema,
        lambda raw: _result("questions", read_questions(raw)),
    )


def context(item: Item, shown: Sequence[Chunk]) -> Asking:
    """Which of the chunks bear on the question. Needs at least one chunk."""
    values = {"question": prompts.frame(item.question), "documents": prompts.documents(shown, item.lang)}
    entry = {"document": {"type": "integer"}, "reason": {"type": "string"}, "bears": {"type": "boolean"}}
    schema = _object({"documents": {"type": "array", "items": _object(entry)}})
    return _asking("context", item.lang, values, schema, lambda raw: _result("bearing", read_bearing(raw, len(shown))))


def _asking(
    step: Step,
    lang: Lang,
    values: Mapping[str, str],
    schema: Mapping[str, Any],
    read: Callable[[str], Result | None],
) -> Asking:
    template = prompts.load(ROLES[step], lang)
    return Asking(step, template.fill(values), template.fingerprint, schema, read)


def _result(field: str, value: Sequence[object] | None) -> Result | None:
    return None if value is None else {field: value}


def _object(properties: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": dict(properties),
        "required": list(properties),
        "additionalProperties": False,
    }
