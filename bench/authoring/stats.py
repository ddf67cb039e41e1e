"""Counting a source: what it holds, by kind, aspect and size. Counts are exact; nothing is judged here.

Percentiles are the value at position int(p * n) of the sorted list, so that every figure is one that occurs. Token
counts are in cl100k_base. A count over nothing is 0, a percentile over nothing None.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from bench import tokens
from bench.authoring import stats_lit
from bench.authoring.counts import sizes, spread
from bench.dataset import sources
from bench.dataset.importers.files import of_language
from bench.dataset.importers.own import Tables
from bench.dataset.rows import Faults
from bench.dataset.shapes import LangData
from bench.records import KINDS, Aspect, Category, Item, Lang


def stats(source: str, langs: Sequence[Lang]) -> dict[str, Any]:
    """Figures of a source, ready for JSON: `dataset`, then one entry for each language.

    LIT-RAGBench also gets `litragbench`: the figures of its own files by row, as `stats_lit.figures` documents.
    Raises what `load` raises: a faulty set is not counted.
    """
    dataset = sources.load(source, langs)
    found: dict[str, Any] = {"dataset": dataset.ref.model_dump(mode="json")}
    found |= {lang: lang_figures(data) for lang, data in dataset.langs.items()}
    for lang, tables in sources.own_tables(source, langs).items():
        found[lang] |= own_figures(tables)
    if dataset.name == "lit":
        _, files = sources.open_files(source, langs, Faults())
        found["litragbench"] = stats_lit.figures(
            {lang: of_language(files, "question", lang)[0] for lang in dataset.langs}
        )
    return found


def lang_figures(data: LangData) -> dict[str, Any]:
    """What any format has: chunks and items of one language."""
    main = [item for item in data.items if item.answerable]
    return {
        "chunks": len(data.corpus),
        "items": len(data.items),
        "kinds": {kind: sum(item.kind == kind for item in data.items) for kind in KINDS},
        "aspects": _count((a for item in data.items for a in item.aspects), list(Aspect)),
        "categories": _count((c for item in data.items for c in item.categories), list(Category)),
        "combinations": _combinations(main),
        "chunk_tokens": spread(tokens.count(chunk.text) for chunk in data.corpus.values()),
        "positives_per_main_item": sizes(len(item.positive) for item in main),
        "chunks_per_main_item": sizes(len({*item.positive, *item.negative}) for item in main),
        "flags": dict(sorted(Counter(flag for item in data.items for flag in item.flags).items())),
    }


def own_figures(tables: Tables) -> dict[str, Any]:
    """What only the suite's own format has: worlds, evidence and blind solves."""
    items = [placed.record for placed in tables.items]
    overlays = [placed.record for placed in tables.abstention]
    reviews = [(item.id, review) for item in items for review in item.reviews]
    reviews += [(row.id, review) for row in overlays for review in row.reviews]
    return {
        "worlds": dict(sorted(Counter(placed.record.world for placed in tables.chunks).items())),
        "evidence": {
            "quotes": sum(len(item.evidence) for item in items),
            "per_main_item": sizes(len(item.evidence) for item in items),
            "derivations": sum(item.derivation is not None for item in items),
        },
        "rivals": sum(row.add is not None for row in overlays),
        "cuts": sum(row.cut is not None for row in overlays),
        "reviews": {
            "count": len(reviews),
            "agreeing": sum(review.agrees for _, review in reviews),
            "rows_reviewed": len({name for name, _ in reviews}),
            "rows": len(items) + len(overlays),
            "by_context": dict(sorted(Counter(review.context for _, review in reviews).items())),
        },
    }


def _count(values: Iterable[str], names: Sequence[str]) -> dict[str, int]:
    counted = Counter(values)
    return {str(name): counted[name] for name in names}


def _combinations(items: Sequence[Item]) -> dict[str, int]:
    counted = Counter(" + ".join(item.aspects) or "none" for item in items)
    return dict(sorted(counted.items(), key=lambda pair: (-pair[1], pair[0])))
