"""Reading what a judge model replies at each step, strictly: the whole result that was asked for, or None.

As with verdicts, the last complete JSON object that has the field counts, so one that is quoted from an answer or a
document before it does not.
"""

from __future__ import annotations

from typing import Any

from bench.judge.reading import last_object

MOST_CLAIMS = 200
QUESTIONS = 3
"""How many questions are asked for."""


def read_claims(raw: str) -> tuple[str, ...] | None:
    """`{"claims": ["…", …]}`: every claim a text with something in it. An empty list is a result."""
    return _texts(raw, "claims", MOST_CLAIMS)


def read_questions(raw: str) -> tuple[str, ...] | None:
    """`{"declines": false, "questions": ["…", …]}`: one to three questions, and none where the answer declines."""
    value = last_object(raw, ("questions",))
    if value is None or not isinstance(value.get("declines"), bool):
        return None
    if value["declines"]:
        return ()
    return _texts(raw, "questions", QUESTIONS) or None


def read_support(raw: str, claims: int) -> tuple[bool, ...] | None:
    """`{"verdicts": [{"claim": 1, "supported": true}, …]}`: each of the claims once, in any order."""
    return _numbered(raw, "verdicts", "claim", "supported", claims)


def read_bearing(raw: str, documents: int) -> tuple[bool, ...] | None:
    """`{"documents": [{"document": 1, "bears": true}, …]}`: each of the documents once, in any order."""
    return _numbered(raw, "documents", "document", "bears", documents)


def _texts(raw: str, field: str, most: int) -> tuple[str, ...] | None:
    value = last_object(raw, (field,))
    given = value.get(field) if value else None
    if not isinstance(given, list) or len(given) > most:
        return None
    texts = [" ".join(text.split()) if isinstance(text, str) else "" for text in given]
    return tuple(texts) if all(texts) else None


def _numbered(raw: str, field: str, number: str, flag: str, count: int) -> tuple[bool, ...] | None:
    value = last_object(raw, (field,))
    given = value.get(field) if value else None
    if not isinstance(given, list) or len(given) != count:
        return None
    found: dict[int, bool] = {}
    for entry in given:
        place, said = _entry(entry, number), entry.get(flag) if isinstance(entry, dict) else None
        if place is None or place in found or not isinstance(said, bool):
            return None
        found[place] = said
    if found.keys() != set(range(1, count + 1)):
        return None
    return tuple(found[place] for place in range(1, count + 1))


def _entry(entry: Any, number: str) -> int | None:
    place = entry.get(number) if isinstance(entry, dict) else None
    return place if isinstance(place, int) and not isinstance(place, bool) else None
