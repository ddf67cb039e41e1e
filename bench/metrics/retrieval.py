"""What a retriever found: recall, precision, nDCG and MRR at k, by slice, over the questions that have gold.

Guarantees: an id that comes back twice is credited once, at its best rank, so nothing exceeds 1; every figure of a
slice is a mean over the same questions; a question without gold is in none of them and listed.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from bench import stats
from bench.arms import arm_of
from bench.dataset.rechunk import source_of
from bench.records import Answer, Category, Item, Lang, RunConfig
from bench.records.retrieval import Mean, NotEligible, RetrievalResult, RetrievalSlice, is_passage

PageOf = Callable[[str], str]
"""From a chunk id to the page or document that it is from."""
Unit = Literal["chunk", "page"]
FAILED, FOREIGN = "the retriever failed", "passages that are no chunks of the dataset"
"""Why a question is not measured whose retriever is a function of the caller's."""
SliceBy = Literal["all", "category", "aspect", "kind", "positives"]


def recall(ranked: Sequence[str], gold: Iterable[str], k: int) -> float | None:
    """The share of the gold ids among the first k, 0 to 1; None without gold. Raises ValueError for k below 1."""
    wanted = set(gold)
    return len(_hits(ranked, wanted, k)) / len(wanted) if wanted else None


def precision(ranked: Sequence[str], gold: Iterable[str], k: int) -> float | None:
    """Different gold ids among the first k, divided by k and not by what came back: an empty result gives 0.

    0 to 1; None without gold. Raises ValueError for k below 1.
    """
    wanted = set(gold)
    return len(_hits(ranked, wanted, k)) / k if wanted else None


def ndcg(ranked: Sequence[str], gold: Iterable[str], k: int) -> float | None:
    """Discounted gain with binary relevance and a discount of log2(rank + 1), divided by that of the best order.

    0 to 1; a repeated id counts at its first rank alone and still takes up the others. None without gold. Raises
    ValueError for k below 1. Source: Järvelin and Kekäläinen, TOIS 20 (2002), with the discount of trec_eval.
    """
    wanted = set(gold)
    hits = _hits(ranked, wanted, k)
    if not wanted:
        return None
    ideal = math.fsum(1 / math.log2(rank + 1) for rank in range(1, min(k, len(wanted)) + 1))
    return min(1.0, math.fsum(1 / math.log2(rank + 1) for rank in hits) / ideal)


def reciprocal_rank(ranked: Sequence[str], gold: Iterable[str], k: int) -> float | None:
    """1 / the rank of the first gold id among the first k, 0 where there is none; None without gold.

    Raises ValueError for k below 1.
    """
    wanted = set(gold)
    hits = _hits(ranked, wanted, k)
    return (1 / hits[0] if hits else 0.0) if wanted else None


def pages(ranked: Sequence[str], page_of: PageOf) -> tuple[str, ...]:
    """The ranking of pages behind a ranking of chunks: each page once, at the place of its best chunk."""
    return tuple(dict.fromkeys(map(page_of, ranked)))


def evaluate(
    lang: Lang,
    retriever: str,
    k: int,
    ranked: Mapping[str, Sequence[str]],
    items: Iterable[Item],
    *,
    page_of: PageOf | None = None,
    excluded: Mapping[str, str] | None = None,
) -> RetrievalResult:
    """Measure rankings by item id. `items` without a ranking are left out: they were not asked.

    Gold is what is positive and not removed; with `page_of` gold and ranking are of pages. `excluded` maps the ids of
    questions that cannot be measured to the reason. Means are over questions; their intervals are bootstrapped over
    clusters of questions, None below two. Raises ValueError for k below 1.
    """
    reasons = excluded or {}
    questions: list[_Question] = []
    aside: list[NotEligible] = []
    for item in items:
        if item.id not in ranked:
            continue
        gold: Sequence[str] = [name for name in item.positive if name not in item.overlay.remove]
        found: Sequence[str] = ranked[item.id]
        if page_of:
            gold, found = pages(gold, page_of), pages(found, page_of)
        reason = reasons.get(item.id) or ("" if gold else "no gold passage")
        if reason:
            aside.append(NotEligible(item=item.id, kind=item.kind, reason=reason))
        else:
            questions.append(_Question(item, len(set(gold)), _figures(found, gold, k)))
    unit: Unit = "page" if page_of else "chunk"
    return RetrievalResult(
        lang=lang, retriever=retriever, unit=unit, k=k, slices=_slices(questions), not_eligible=tuple(aside)
    )


def section(config: RunConfig, items: Iterable[Item], answers: Iterable[Answer]) -> tuple[RetrievalResult, ...]:
    """The `retrieval` section of a summary, from the chunk ids that the retrieved arm has logged.

    One result for each language, and one by document where the corpus was cut anew. Repeats show the same chunks, so
    a question counts once; failed calls count, because retrieval came before them; canaries are listed as not
    eligible, because their evidence had been taken away, as are questions on which the retriever failed or returned
    passages of its own. Empty where the arm was not asked.
    """
    retrieved = [a for a in answers if arm_of(a.arm).retrieval]
    every = list(items)
    results = []
    for lang in config.langs:
        own = [a for a in retrieved if a.lang == lang]
        if not own:
            continue
        ranked = {a.item: a.chunks for a in sorted(own, key=lambda a: -a.repeat)}
        canaries = {a.item: "asked as a canary, its evidence taken away" for a in own if a.canary}
        failed = {a.item: FAILED for a in own if a.failure and a.failure.stage == "retrieval"}
        foreign = {a.item: FOREIGN for a in own if any(map(is_passage, a.chunks))}
        excluded = {**canaries, **failed, **foreign}
        mine = [item for item in every if item.lang == lang]
        for page_of in (None, source_of) if config.chunk_tokens else (None,):
            results.append(evaluate(lang, config.retriever, config.k, ranked, mine, page_of=page_of, excluded=excluded))
    return tuple(results)


@dataclass(frozen=True, slots=True)
class _Question:
    item: Item
    gold: int
    figures: tuple[float, ...]
    """Recall, precision, nDCG, reciprocal rank."""


def _figures(ranked: Sequence[str], gold: Sequence[str], k: int) -> tuple[float, ...]:
    found = (measure(ranked, gold, k) for measure in (recall, precision, ndcg, reciprocal_rank))
    return tuple(value for value in found if value is not None)


def _hits(ranked: Sequence[str], wanted: set[str], k: int) -> list[int]:
    """The ranks, from 1, at which gold ids stand for the first time among the first k."""
    if k < 1:
        raise ValueError(f"k is {k}; a ranking has at least one place")
    seen: set[str] = set()
    hits = []
    for rank, name in enumerate(ranked[:k], start=1):
        if name in wanted and name not in seen:
            hits.append(rank)
        seen.add(name)
    return hits


def _slices(questions: Sequence[_Question]) -> tuple[RetrievalSlice, ...]:
    """All, then each category, aspect, kind and number of gold units that occurs, in the order of their names."""
    places: dict[tuple[SliceBy, str], list[_Question]] = {("all", "all"): list(questions)}
    order = {category.value: n for n, category in enumerate(Category)}
    for question in questions:
        item = question.item
        names: set[tuple[SliceBy, str]] = {("kind", item.kind), ("positives", str(question.gold))}
        names |= {("category", category.value) for category in item.categories}
        names |= {("aspect", aspect.value) for aspect in item.aspects}
        for name in names:
            places.setdefault(name, []).append(question)
    by: tuple[SliceBy, ...] = ("all", "category", "aspect", "kind", "positives")

    def place(name: tuple[SliceBy, str]) -> tuple[int, int, str]:
        number = int(name[1]) if name[0] == "positives" else order.get(name[1], 0)
        return by.index(name[0]), number, name[1]

    return tuple(_slice(*name, places[name]) for name in sorted(places, key=place))


def _slice(by: SliceBy, value: str, questions: Sequence[_Question]) -> RetrievalSlice:
    clusters: dict[str, list[_Question]] = {}
    # The order of questions is part of the bootstrap's protocol, and a dataset's own order may be another one.
    for question in sorted(questions, key=lambda q: q.item.id):
        clusters.setdefault(question.item.cluster, []).append(question)
    sums = [[math.fsum(q.figures[n] for q in group) for group in clusters.values()] for n in range(4)]
    intervals = stats.bootstrap_ratios(sums, [len(group) for group in clusters.values()])
    means = [
        Mean(value=min(1.0, math.fsum(column) / len(questions)) if questions else None, ci95=_bounded(interval))
        for column, interval in zip(sums, intervals, strict=True)
    ]
    return RetrievalSlice(
        by=by, value=value, n=len(questions), recall=means[0], precision=means[1], ndcg=means[2], mrr=means[3]
    )


def _bounded(interval: stats.Interval | None) -> stats.Interval | None:
    """Sums of shares may leave [0, 1] by a rounding error."""
    return None if interval is None else (max(0.0, interval[0]), min(1.0, interval[1]))
