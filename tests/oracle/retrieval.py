"""What the retrieved arm's retriever found, from the chunk ids in the log, by the formulas of docs/metrics.md."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bench.dataset.rechunk import source_of
from bench.records import Item
from tests.oracle.figures import ASPECTS
from tests.oracle.reading import Fields
from tests.oracle.resampling import interval_of_mean

Items = Mapping[tuple[str, str], Item]
MEASURES = ("recall", "precision", "ndcg", "mrr")


@dataclass(frozen=True, slots=True)
class Question:
    """One question that has gold, with its figures by the names of MEASURES."""

    item: Item
    gold: int
    figures: Mapping[str, float]


def retrieval_figures(config: Fields, items: Items, answers: Sequence[Fields]) -> list[dict[str, Any]]:
    """The section: by language, and once more by document where the corpus was cut anew. `answers` count, without
    leave-one-out ones; a question counts with its first repeat. Empty where the arm was not asked."""
    rows = []
    for lang in config["langs"]:
        first: dict[str, Fields] = {}
        canaries: set[str] = set()
        for a in answers:
            if (a["lang"], a["arm"]) == (lang, "retrieved"):
                if a["item"] not in first or a["repeat"] < first[a["item"]]["repeat"]:
                    first[a["item"]] = a
                if a["canary"]:
                    canaries.add(a["item"])
        asked = [item for (of, name), item in items.items() if of == lang and name in first]
        for unit in ("chunk", "page") if config["chunk_tokens"] else ("chunk",):
            if first:
                shown = {name: a["chunks"] for name, a in first.items()}
                rows.append(_result(lang, config, unit, asked, shown, canaries))
    return rows


def _result(
    lang: str, config: Fields, unit: str, asked: Sequence[Item], shown: Mapping[str, Sequence[str]], canaries: set[str]
) -> dict[str, Any]:
    questions, aside = [], []
    for item in asked:
        gold = {_unit(chunk, unit) for chunk in item.positive if chunk not in item.overlay.remove}
        ranked = [_unit(chunk, unit) for chunk in shown[item.id]]
        if unit == "page":
            ranked = list(dict.fromkeys(ranked))
        if item.id in canaries:
            aside.append((item, "asked as a canary, its evidence taken away"))
        elif not gold:
            aside.append((item, "no gold passage"))
        else:
            questions.append(Question(item, len(gold), _figures(ranked, gold, config["k"])))
    return {
        "lang": lang,
        "retriever": config["retriever"],
        "unit": unit,
        "k": config["k"],
        "slices": [_slice(by, value, inside) for by, value, inside in _slices(questions)],
        "not_eligible": [{"item": item.id, "kind": item.kind, "reason": reason} for item, reason in aside],
    }


def _unit(chunk: str, unit: str) -> str:
    return source_of(chunk) if unit == "page" else chunk


def _figures(ranked: Sequence[str], gold: set[str], k: int) -> dict[str, float]:
    """Each gold unit found among the first k, at its best rank."""
    ranks = sorted(ranked.index(name) + 1 for name in gold if name in ranked[:k])
    best = math.fsum(1 / math.log2(1 + rank) for rank in range(1, min(len(gold), k) + 1))
    return {
        "recall": len(ranks) / len(gold),
        "precision": len(ranks) / k,
        "ndcg": math.fsum(1 / math.log2(1 + rank) for rank in ranks) / best,
        "mrr": 1 / ranks[0] if ranks else 0.0,
    }


def _slices(questions: Sequence[Question]) -> Iterator[tuple[str, str, list[Question]]]:
    """All, then every category, aspect, kind and number of gold units that a question has."""
    yield "all", "all", list(questions)
    for name, aspects in ASPECTS.items():
        yield from _some("category", name, [q for q in questions if set(q.item.aspects) & set(aspects)])
    for aspect in sorted({aspect.value for q in questions for aspect in q.item.aspects}):
        yield from _some("aspect", aspect, [q for q in questions if aspect in q.item.aspects])
    for kind in sorted({q.item.kind for q in questions}):
        yield from _some("kind", kind, [q for q in questions if q.item.kind == kind])
    for size in sorted({q.gold for q in questions}):
        yield from _some("positives", str(size), [q for q in questions if q.gold == size])


def _some(by: str, value: str, inside: list[Question]) -> Iterator[tuple[str, str, list[Question]]]:
    if inside:
        yield by, value, inside


def _slice(by: str, value: str, questions: Sequence[Question]) -> dict[str, Any]:
    means: dict[str, Any] = {}
    ordered = sorted(questions, key=lambda q: q.item.id)
    for measure in MEASURES:
        values = [q.figures[measure] for q in questions]
        means[measure] = {
            "value": math.fsum(values) / len(values) if values else None,
            "ci95": interval_of_mean((q.item.cluster, q.figures[measure]) for q in ordered),
        }
    return {"by": by, "value": value, "n": len(questions), **means}
