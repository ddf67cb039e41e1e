"""Composition: whether the set as a whole holds what LIT-RAGBench's does, and whether it has been solved blind.

While `data/dataset.toml` says composition = "growing", a shortfall is only told; once it says "final", it is an error.
"""

from __future__ import annotations

from collections import Counter

from bench.authoring.findings import Report
from bench.authoring.review import context_of
from bench.dataset.importers.own_tables import Tables
from bench.dataset.rows import Severity
from bench.kinds import KINDS, MAIN
from bench.records import Aspect, Review
from bench.records.items import OWN_ROW_KINDS

MAIN_ITEMS, ONE_ASPECT, TWO_ASPECTS = 54, 12, 42
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
SOLVES: tuple[str, ...] = (context_of(MAIN), *(context_of(kind.id) for kind in KINDS.values() if kind.twin))
"""Contexts that a Main item is solved in; every other item with a row is solved in the context of its kind."""


def check(tables: Tables, complete: bool, report: Report) -> None:
    """Minimum counts and blind solves of one language."""
    severity: Severity = "error" if complete else "info"
    _counts(tables, severity, report)
    for world, count in Counter(placed.record.world for placed in tables.chunks).items():
        if count < CHUNKS_OF_WORLD:
            pen = report.about(f"{tables.lang}/chunks.jsonl")
            pen.note("small_world", "", severity, world=world, count=count, least=CHUNKS_OF_WORLD)
    has = {(placed.record.base, placed.record.kind) for placed in tables.abstention}
    for item, pen in report.each(tables.items):
        for kind in OWN_ROW_KINDS if item.kind == MAIN else ():
            if (item.id, kind) not in has:
                pen.note("overlay_missing", "id", severity, kind=kind)
    _solves(tables, complete, report)


def _counts(tables: Tables, severity: Severity, report: Report) -> None:
    items = [placed.record for placed in tables.items]
    sizes = Counter(len(item.aspects) for item in items)
    aspects = Counter(aspect for item in items for aspect in item.aspects)
    wanted = [
        ("Main items", len(items), MAIN_ITEMS),
        ("items with one aspect", sizes[1], ONE_ASPECT),
        ("items with two aspects", sizes[2], TWO_ASPECTS),
    ]
    wanted += [(f"{aspect} items", aspects[aspect], least) for aspect, least in LEAST.items()]
    pen = report.about(f"{tables.lang}/items.jsonl")
    for what, has, least in wanted:
        if has < least:
            pen.note("composition", "", severity, has=has, what=what, least=least, missing=least - has)


def _solves(tables: Tables, complete: bool, report: Report) -> None:
    """The last solve of every context counts; those that are missing are only counted while the set grows."""
    missing = 0
    rows = [
        (i.reviews, SOLVES if i.kind == MAIN else (context_of(i.kind),), pen) for i, pen in report.each(tables.items)
    ]
    # A twin without evidence is solved with its Main item, whose row has both solves.
    own = [(row, pen) for row, pen in report.each(tables.abstention) if row.kind in OWN_ROW_KINDS]
    rows += [(row.reviews, (context_of(row.kind),), pen) for row, pen in own]
    for reviews, contexts, pen in rows:
        last: dict[str, Review] = {review.context: review for review in reviews}
        for context in contexts:
            if context not in last:
                missing += 1
                if complete:
                    pen.note("not_solved", "reviews", context=context)
            elif not last[context].agrees:
                pen.note("solve_disagrees", "reviews", context=context)
        for strange in sorted(set(last) - set(contexts)):
            pen.note("review_context", "reviews", context=strange)
    if missing and not complete:
        report.about(f"{tables.lang}/items.jsonl").note("not_solved.count", missing=missing)
