"""Composition: whether the set as a whole holds what LIT-RAGBench's does, and whether it has been solved blind.

While `data/dataset.toml` says composition = "growing", a shortfall is only told; once it says "final", it is an error.
"""

from __future__ import annotations

from collections import Counter

from bench.authoring.findings import Report, Severity
from bench.dataset.importers.own import Tables
from bench.records import Aspect, Review

MAIN, ONE_ASPECT, TWO_ASPECTS = 54, 12, 42
CHUNKS_OF_WORLD = 12
LEAST: dict[Aspect, int] = {
    Aspect.MULTI_SOURCE: 12,
    Aspect.MULTI_HOP: 11,
    Aspect.CALCULATION: 12,
    Aspect.SYNONYM: 11,
    Aspect.NUMERICAL_INCLUSION: 10,
    Aspect.CONCEPTUAL_INCLUSION: 9,
    Aspect.HTML: 8,
    Aspect.HTML_MERGED: 9,
    Aspect.MARKDOWN: 7,
    Aspect.CSV: 7,
}
SOLVES = {
    "main": ("with_evidence", "without_evidence"),
    "contradictory": ("contradictory",),
    "incomplete": ("incomplete",),
}


def check(tables: Tables, complete: bool, report: Report) -> None:
    """Minimum counts and blind solves of one language."""
    severity: Severity = "error" if complete else "info"
    _counts(tables, severity, report)
    _worlds(tables, severity, report)
    _twins(tables, severity, report)
    _solves(tables, complete, report)


def _counts(tables: Tables, severity: Severity, report: Report) -> None:
    items = [placed.record for placed in tables.items]
    sizes = Counter(len(item.aspects) for item in items)
    aspects = Counter(aspect for item in items for aspect in item.aspects)
    wanted = [
        ("Main items", len(items), MAIN),
        ("items with one aspect", sizes[1], ONE_ASPECT),
        ("items with two aspects", sizes[2], TWO_ASPECTS),
    ]
    wanted += [(f"{aspect} items", aspects[aspect], least) for aspect, least in LEAST.items()]
    for what, has, least in wanted:
        if has < least:
            report.add_set(
                "composition",
                severity,
                tables.lang,
                f"{tables.lang}/items.jsonl",
                f"has {has} {what}, wanted are {least}; write {least - has} more",
            )


def _worlds(tables: Tables, severity: Severity, report: Report) -> None:
    for world, count in Counter(placed.record.world for placed in tables.chunks).items():
        if count < CHUNKS_OF_WORLD:
            report.add_set(
                "small_world",
                severity,
                tables.lang,
                f"{tables.lang}/chunks.jsonl",
                f"world {world} has {count} chunks, wanted are {CHUNKS_OF_WORLD}; write more documents",
            )


def _twins(tables: Tables, severity: Severity, report: Report) -> None:
    has = {(placed.record.base, placed.record.kind) for placed in tables.abstention}
    for placed in tables.items:
        for kind in ("contradictory", "incomplete"):
            if (placed.record.id, kind) not in has:
                report.about(placed.row, tables.lang, placed.record.id).write(
                    severity, "overlay_missing", "id", f"has no {kind} item; add one to abstention.jsonl"
                )


def _solves(tables: Tables, complete: bool, report: Report) -> None:
    """The last solve of every context counts; those that are missing are only counted while the set grows."""
    missing = 0
    rows = [(placed.row, placed.record.id, placed.record.reviews, SOLVES["main"]) for placed in tables.items]
    rows += [(p.row, p.record.id, p.record.reviews, SOLVES[p.record.kind]) for p in tables.abstention]
    for row, name, reviews, contexts in rows:
        pen = report.about(row, tables.lang, name)
        last: dict[str, Review] = {review.context: review for review in reviews}
        for context in contexts:
            if context not in last:
                missing += 1
                if complete:
                    pen.error("not_solved", "reviews", f"has no blind solve of the context {context}; have it solved")
            elif not last[context].agrees:
                pen.error(
                    "solve_disagrees",
                    "reviews",
                    f"ends in a disagreement on {context}; fix or drop the item and have it solved again",
                )
        for strange in sorted(set(last) - set(contexts)):
            pen.error("review_context", "reviews", f"has a review of {strange}, which is not this item's; remove it")
    if missing and not complete:
        report.add_set(
            "not_solved",
            "info",
            tables.lang,
            f"{tables.lang}/items.jsonl",
            f"{missing} blind solves are missing in the files of this language; have them solved",
        )
