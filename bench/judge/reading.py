"""Reading a judge's reply strictly: a verdict that was really given, or None. Never a guess.

The last complete JSON object that carries a verdict counts, so a verdict quoted from the answer before it does not.
Reasoning blocks, fences and invisible characters are ignored. Valid JSON is taken as it is; only what does not parse
is repaired. A bare word or a labelled grade counts where nothing else in the text speaks against it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from bench.clients.thinking import split

Graded = Literal["correct", "incorrect"]
Labels = Mapping[str, Graded]

MAX_REPLY = 100_000
"""Characters of a reply that are looked at, from its end; a judge's verdict is a few lines."""

_FIELDS = ("verdict", "score", "correct", "grade", "is_correct")
_WORDS: Labels = {"correct": "correct", "incorrect": "incorrect", "正解": "correct", "不正解": "incorrect"}
_INVISIBLE = re.compile(r"[\u200b-\u200f\u2060\ufeff\u00ad]")
_BAD_ESCAPE = re.compile(r'\\(?!["\\/bfnrt]|u[0-9a-fA-F]{4})')


@dataclass(frozen=True, slots=True)
class ParsedVerdict:
    """What a judge said. `verdict` "invalid" is the judge's own statement that it cannot tell."""

    verdict: Literal["correct", "incorrect", "invalid"]
    abstained: bool | None = None
    conflict_named: bool | None = None
    reason: str = ""
    confidence: float | None = None
    acceptable: bool | None = None


def read_verdict(raw: str, labels: Labels | None = None) -> ParsedVerdict | None:
    """The verdict in a judge's reply, or None when there is no usable one.

    `labels` maps extra grades ("A", "C", "I") to verdicts, for prompts that ask for a letter.
    """
    words = {**_WORDS, **{k.casefold(): v for k, v in (labels or {}).items()}}
    fields = last_object(raw, _FIELDS)
    if fields is not None:
        return _from_object(fields, words)
    text = _visible(raw)
    grade = _from_words(text, words) if "{" not in text else None
    return ParsedVerdict(grade, reason=text) if grade else None


def last_object(raw: str, names: Sequence[str]) -> dict[str, Any] | None:
    """The last complete top-level JSON object with a field of `names`; where none parses, the last one repaired.

    None where there is no object, or none that can be repaired into one with such a field.
    """
    text = _visible(raw)
    objects = list(_objects(text, names))
    if objects:
        return objects[-1]
    return _repaired(text[text.rindex("{") :], names) if "{" in text else None


def _visible(raw: str) -> str:
    text, _ = split(raw)
    return _INVISIBLE.sub("", text)[-MAX_REPLY:].strip()


def _objects(text: str, names: Sequence[str]) -> Iterator[dict[str, Any]]:
    """Every complete top-level JSON object that has a field of `names`, in order."""
    decoder = json.JSONDecoder(strict=False)
    start = text.find("{")
    tries = 0
    while start >= 0 and tries < 500:  # hostile input may hold thousands of braces
        tries += 1
        try:
            value, end = decoder.raw_decode(text, start)
        except (json.JSONDecodeError, RecursionError):
            try:
                value, end = decoder.raw_decode(_BAD_ESCAPE.sub(r"\\\\", text[start:]), 0)
                end = len(text)
            except (json.JSONDecodeError, RecursionError):
                start = text.find("{", start + 1)
                continue
        if isinstance(value, dict) and any(name in value for name in names):
            yield value
        start = text.find("{", end)


def _repaired(fragment: str, names: Sequence[str]) -> dict[str, Any] | None:
    from json_repair import repair_json

    value = repair_json(fragment, return_objects=True, skip_json_loads=True)
    if isinstance(value, dict) and any(name in value for name in names):
        return value
    return None


def _from_object(fields: dict[str, Any], words: Labels) -> ParsedVerdict | None:
    verdict = _grade(next(fields[name] for name in _FIELDS if name in fields), words)
    if verdict is None:
        return None
    reason = fields.get("reason")
    return ParsedVerdict(
        verdict=verdict,
        abstained=_flag(fields.get("abstained")),
        conflict_named=_flag(fields.get("conflict_named")),
        reason=reason if isinstance(reason, str) else "",
        confidence=share(fields.get("confidence")),
        acceptable=_flag(fields.get("acceptable")),
    )


def _grade(value: object, words: Labels) -> Literal["correct", "incorrect", "invalid"] | None:
    if isinstance(value, bool):
        return "correct" if value else "incorrect"
    if isinstance(value, int | float):
        return "correct" if value == 1 else "incorrect" if value == 0 else None
    if isinstance(value, str):
        word = value.strip().casefold()
        if word == "invalid":
            return "invalid"
        plain: Labels = {"1": "correct", "0": "incorrect", "true": "correct", "false": "incorrect", **words}
        return plain.get(word)
    return None


def _flag(value: object) -> bool | None:
    if isinstance(value, bool):
        return value
    if isinstance(value, str):
        return {"true": True, "false": False}.get(value.strip().casefold())
    return None


def share(value: object) -> float | None:
    """A number from 0 to 1 as it was value, or None for anything else."""
    if isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1:
        return float(value)
    return None


_LABELLED = re.compile(
    r"(?<![A-Za-z])(?:grade|verdict|判定|評価)\s*[:：]\s*[\"'*「]*(?P<word>[A-Za-z]+|不?正解)", re.IGNORECASE
)
_NEGATED = re.compile(
    r"\bnot\s+(?:entirely\s+|fully\s+|quite\s+)?correct\b|正解(?=とは|では|じゃ|と(?:は)?言え|になら)", re.IGNORECASE
)
_WORD = re.compile(r"不正解|正解|\bincorrect\b|\bcorrect\b", re.IGNORECASE)


def _from_words(text: str, words: Labels) -> Graded | None:
    """A verdict in plain words: a labelled grade, or words that all say the same thing."""
    if text.strip(" .。\"'*「」").casefold() in words:
        return words[text.strip(" .。\"'*「」").casefold()]
    plain = _NEGATED.sub("不正解", text)
    labelled = {words.get(m["word"].casefold()) for m in _LABELLED.finditer(plain)}
    if labelled:
        return labelled.pop() if len(labelled) == 1 else None
    said = {words[m[0].casefold()] for m in _WORD.finditer(plain)}
    return said.pop() if len(said) == 1 else None
