"""How alike the questions of an answer are to the question that was asked: cosines of their embeddings."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence

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
