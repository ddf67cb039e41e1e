"""What is known of retrieval: figures by slice, curves of a sweep, and evidence spans looked up in a new corpus."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from bench.records.items import Chunk, Kind, Lang, Record
from bench.records.rates import Interval, ModelRef, Rate, Share01

PASSAGE = "passage:"
"""Begins the id of a passage that a retriever has returned and that is no chunk of the corpus."""


def is_passage(chunk: str) -> bool:
    """Whether an id is that of a passage which is no chunk of the corpus."""
    return chunk.startswith(PASSAGE)


class Returned(Record):
    """One line of retrieved.jsonl: what a function of the caller's returned for one question, best first.

    `k`: how many passages it was asked for. `chunks`: ids, each once. `passages`: those of them that are no chunks of
    the dataset, whole; their `doc_id` is the id that the function gave. `failure`: what went wrong, "" for nothing.
    """

    lang: Lang
    question: str
    k: int = Field(ge=1)
    chunks: tuple[str, ...] = ()
    passages: tuple[Chunk, ...] = ()
    failure: str = ""


class Mean(Record):
    """A mean over questions, 0 to 1, with a bootstrap interval over question clusters. Null where there is none."""

    value: Share01 | None
    ci95: Interval | None


class RetrievalSlice(Record):
    """Retrieval figures of the eligible questions of one slice. `k` is that of the result."""

    by: Literal["all", "category", "aspect", "kind", "positives"]
    value: str
    """Which category, aspect, kind or number of gold units; `all` for all."""
    n: int = Field(ge=0)
    """Eligible questions: every figure of the slice is a mean over exactly these."""
    recall: Mean
    precision: Mean
    ndcg: Mean
    mrr: Mean


class NotEligible(Record):
    """A question that no retrieval figure counts, and why."""

    item: str
    kind: Kind
    reason: str


class RetrievalResult(Record):
    """A retriever measured on the questions of one language, by chunk or by page (document)."""

    lang: Lang
    retriever: str
    unit: Literal["chunk", "page"]
    k: int = Field(ge=1)
    slices: tuple[RetrievalSlice, ...]
    not_eligible: tuple[NotEligible, ...]


class MovedSpan(Record):
    """An evidence quote found again: in which chunk of the new corpus, at which characters, and how."""

    item: str
    lang: Lang
    position: int = Field(ge=0)
    """Which of the item's evidence entries, from 0."""
    old_chunk: str
    old_quote: str
    method: Literal["exact", "folded", "fuzzy"]
    chunk: str
    start: int = Field(ge=0)
    end: int = Field(gt=0)
    quote: str
    """As it stands in the new chunk."""
    likeness: Share01


class MissedSpan(Record):
    """An evidence quote that was not found in exactly one place, for a person to look at."""

    item: str
    lang: Lang
    position: int = Field(ge=0)
    chunk: str
    quote: str
    reason: str
    nearest_chunk: str | None = None
    nearest: str | None = None
    likeness: Share01 | None = None


class SpanReport(Record):
    """Every quote is in exactly one of the two lists."""

    moved: tuple[MovedSpan, ...]
    missed: tuple[MissedSpan, ...]


class CurvePoint(Record):
    """One setting of a sweep in one language, over the items of the shuffled arm."""

    lang: Lang
    setting: float
    """Relative place of the gold chunks, or number of distractors."""
    run: str
    """Name of the run folder that holds it."""
    accuracy: Rate
    """Main items answered right."""
    over_abstention: Rate
    """Main items declined."""
    false_answer: Rate
    """Unanswerable items attempted."""


class Curve(Record):
    by: Literal["gold_position", "distractors"]
    points: tuple[CurvePoint, ...]


class Sweep(Record):
    """What `bench sweep` prints with --json."""

    model: ModelRef
    dataset: str
    curves: tuple[Curve, ...]
