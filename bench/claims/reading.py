"""Reading what a judge model replies at each step, strictly: the whole result that was asked for, or None.

As with verdicts, the last complete JSON object that has the field counts, so one that is quoted from an answer or a
document before it does not.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from typing import Any, get_args

from bench.judge.reading import agreed_object
from bench.records.claims import Support

MOST_CLAIMS = 200
QUESTIONS = 3
"""How many questions are asked for."""


def read_claims(raw: str) -> tuple[str, ...] | None:
    """`{"claims": ["…", …]}`: every claim a text with something in it. An empty list is a result."""
    return _texts(raw, "claims", MOST_CLAIMS)


def read_questions(raw: str) -> tuple[str, ...] | None:
    """`{"declines": false, "questions": ["…", …]}`: one to three questions, and none where the answer declines."""
    value = agreed_object(raw, ("questions",))
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


def read_cited(raw: str) -> Support | None:
    """`{"reason": "…", "support": "partly"}`: one of the three words of Support, and no other."""
    word = (agreed_object(raw, ("support",)) or {}).get("support")
    if not isinstance(word, str):
        return None
    said = "_".join(word.casefold().replace("_", " ").split())
    return next((known for known in get_args(Support) if said == known), None)


def _list(raw: str, field: str) -> list[Any] | None:
    value = (agreed_object(raw, (field,)) or {}).get(field)
    return value if isinstance(value, list) else None


def _texts(raw: str, field: str, most: int) -> tuple[str, ...] | None:
    entries = _list(raw, field)
    if entries is None or len(entries) > most:
        return None
    texts = [" ".join(text.split()) if isinstance(text, str) else "" for text in entries]
    return tuple(texts) if all(texts) else None


def _numbered(raw: str, field: str, number: str, flag: str, count: int) -> tuple[bool, ...] | None:
    entries = _list(raw, field)
    if entries is None or len(entries) != count:
        return None
    flags: dict[int, bool] = {}
    for entry in entries:
        position, value = (entry.get(number), entry.get(flag)) if isinstance(entry, dict) else (None, None)
        # True is a whole number for Python, and no position.
        if type(position) is not int or not isinstance(value, bool):
            return None
        flags[position] = value
    numbers = range(1, count + 1)
    return tuple(flags[n] for n in numbers) if flags.keys() == set(numbers) else None


DIGITS = 10
"""Decimals of a cosine that are kept: the last bits depend on the order in which numbers are added."""


def read_similarities(text: str, questions: int) -> tuple[float, ...] | None:
    """The cosine of the first vector with each of the others, -1 to 1.

    `text` is a JSON list of vectors, as the embeddings client gives it. None where their number is not 1 + `questions`
    or their lengths differ. A vector of zeros is like nothing: its cosine is 0.
    """
    vectors: list[list[float]] = json.loads(text)
    if len(vectors) != questions + 1 or len({len(vector) for vector in vectors}) != 1:
        return None
    question, *others = vectors
    return tuple(_cosine(question, other) for other in others)


def _cosine(a: Sequence[float], b: Sequence[float]) -> float:
    # hypot scales, so that neither huge nor tiny vectors overflow or vanish.
    lengths = math.hypot(*a), math.hypot(*b)
    if 0 in lengths:
        return 0.0
    product = math.fsum((x / lengths[0]) * (y / lengths[1]) for x, y in zip(a, b, strict=True))
    return max(-1.0, min(1.0, round(product, DIGITS)))
