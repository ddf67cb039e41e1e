"""Reading a judge's reply strictly: a verdict that was really given, or None. Never a guess.

One JSON object counts, all of whose verdict fields agree. A reply with two objects that differ, such as one that quotes
a verdict from the answer before its own, gives none, and neither does prose, but for a lone word or a labelled grade.
Reasoning blocks, fences and invisible characters are ignored. Valid JSON is taken as it is; only what does not parse is
repaired. What gives none is asked once more by the caller. One-call and two-stage judging and the checks of claims read
by this module alone.
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
"""Fields of a verdict. Where an object has several, they must say the same."""
_FLAGS = ("abstained", "conflict_named", "acceptable")
_WORDS: Labels = {"correct": "correct", "incorrect": "incorrect", "正解": "correct", "不正解": "incorrect"}
_PLAIN: Labels = {"1": "correct", "0": "incorrect", "true": "correct", "false": "incorrect"}
"""Values of a field or of a label that are no words of prose."""
_INVISIBLE = re.compile(r"[\u200b-\u200f\u2060\ufeff\u00ad]")
_BAD_ESCAPE = re.compile(r'\\(?!["\\/bfnrt]|u[0-9a-fA-F]{4})')
_TWICE = object()
"""Stands for the value of a field that an object has twice, with different values."""


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
    text = _visible(raw)
    if "{" not in text:
        grade = _from_words(text, words)
        return ParsedVerdict(grade, reason=text) if grade else None
    readings = [_from_object(fields, words) for fields in _with_field(text, _FIELDS)]
    last = readings[-1] if readings else None
    return last if last is not None and all(r is not None and _said(r) == _said(last) for r in readings) else None


def agreed_object(raw: str, names: Sequence[str]) -> dict[str, Any] | None:
    """The top-level JSON object of a reply that has a field of `names`; of several the last, if all have the same
    values in those fields. What does not parse at the end of the reply is repaired.

    None where there is no such object, where two differ, or where one has a field twice with different values.
    """
    objects = list(_with_field(_visible(raw), names))
    values = [[fields.get(name) for name in names] for fields in objects]
    usable = bool(objects) and all(value == values[-1] for value in values) and _TWICE not in values[-1]
    return objects[-1] if usable else None


def _visible(raw: str) -> str:
    text, _ = split(raw)
    return _INVISIBLE.sub("", text)[-MAX_REPLY:].strip()


def _said(verdict: ParsedVerdict) -> tuple[object, ...]:
    return verdict.verdict, *(getattr(verdict, flag) for flag in _FLAGS)


def _with_field(text: str, names: Sequence[str]) -> Iterator[dict[str, Any]]:
    """Every complete top-level JSON object that has a field of `names`, in order; at last what is left, repaired."""
    decoder = json.JSONDecoder(strict=False, object_pairs_hook=_fields)
    start = text.find("{")
    tries = complete = 0
    while start >= 0 and tries < 500:  # hostile input may hold thousands of braces
        tries += 1
        try:
            value, end = decoder.raw_decode(text, start)
        except (json.JSONDecodeError, RecursionError):
            try:
                value, _ = decoder.raw_decode(_BAD_ESCAPE.sub(r"\\\\", text[start:]), 0)
                end = len(text)
            except (json.JSONDecodeError, RecursionError):
                start = text.find("{", start + 1)
                continue
        complete = end
        if isinstance(value, dict) and any(name in value for name in names):
            yield value
        start = text.find("{", end)
    if "{" in text[complete:]:
        rest = _repaired(text[text.rindex("{") :], names)
        yield from [rest] if rest is not None else []


def _fields(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in pairs:
        found[name] = value if found.get(name, value) == value else _TWICE
    return found


def _repaired(fragment: str, names: Sequence[str]) -> dict[str, Any] | None:
    from json_repair import repair_json

    value = repair_json(fragment, return_objects=True, skip_json_loads=True)
    if isinstance(value, dict) and any(name in value for name in names):
        return value
    return None


def _from_object(fields: dict[str, Any], words: Labels) -> ParsedVerdict | None:
    grades = {_grade(fields[name], words) for name in _FIELDS if name in fields}
    verdict = grades.pop() if len(grades) == 1 else None
    if verdict is None or any(fields.get(flag) is _TWICE for flag in _FLAGS):
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
        return {**_PLAIN, **words}.get(word)
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
    r"(?<![A-Za-z])(?:final\s+)?(?:grade|verdict|score|判定|評価|採点|スコア)(?:結果)?[*_\"'」]*\s*[:：]"
    r"[\s\"'*_「]*(?P<word>不?正解(?=です|とする|[\s。、」』*_)）]|$)|[^\s,;。、」』*_\"']+)",
    re.IGNORECASE,
)
_NEGATED = re.compile(
    r"\bnot\s+(?:entirely\s+|fully\s+|quite\s+)?correct\b"
    r"|正解(?:とは|では|じゃ|と|にはなら|になら)(?:言え|いえ)?(?:ない|ません|ありません)",
    re.IGNORECASE,
)
_AROUND = " \t\n.!。！\"'*_`「」"


def _from_words(text: str, words: Labels) -> Graded | None:
    """A verdict in plain words: a word that stands alone, or labelled grades that all say the same thing."""
    lone = text.strip(_AROUND).removesuffix("です").casefold()
    if lone in words:
        return words[lone]
    grades = {**_PLAIN, **words}
    plain = _NEGATED.sub("不正解", text)
    labelled = {grades.get(m["word"].rstrip(".!").casefold()) for m in _LABELLED.finditer(plain)}
    return labelled.pop() if len(labelled) == 1 else None
