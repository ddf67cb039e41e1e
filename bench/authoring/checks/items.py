"""Items: their shape, their wording, and whether their aspects show in their documents."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Mapping

from bench.authoring.checks.chunks import real_names
from bench.authoring.findings import Pen, Report
from bench.dataset.importers.own_tables import Tables
from bench.dataset.matching import alikeness
from bench.dataset.rows import Severity
from bench.records import Aspect, Chunk, MainRow
from bench.text.fold import squeeze

LEAST_CHUNKS = 8
MOST_POSITIVES = 3
NEAR, NEARER = 0.35, 0.5
"""Alikeness (trigrams) of two questions. Among the 2,862 pairs of Main questions of LIT-RAGBench, which share no
template, the highest is 0.19; a reworded question reaches about 0.38, one template with other figures 0.59 and more."""
YES_NO = re.compile(
    r"(?:yes|no|true|false|はい|いいえ|可|不可|可能|不可能|できる|できない|○|×|正しい|誤り)[。.!]?|"
    r"(?:yes|no)[,、:;].*|(?:はい|いいえ)[、。,].*",
    re.I | re.S,
)
TABLES: Mapping[Aspect, tuple[re.Pattern[str], str]] = {
    Aspect.HTML: (re.compile(r"<table\b.*<t[dh]\b", re.S), "an HTML table"),
    Aspect.HTML_MERGED: (re.compile(r"<t[dh]\b[^<>]*\b(?:row|col)span=", re.S), "an HTML table with merged cells"),
    Aspect.MARKDOWN: (re.compile(r"^\|?(?:\s*:?-{2,}:?\s*\|)+", re.M), "a Markdown table"),
    Aspect.CSV: (re.compile(r"(?:^[^\n,、<>]*(?:,[^\n,]*){2,}$\n?){3,}", re.M), "a CSV table"),
}


def check(tables: Tables, report: Report) -> None:
    """All checks on the Main items of one language."""
    for item, pen in report.each(tables.items):
        _shape(item, pen)
        _wording(item, pen)
        _aspects(item, tables.corpus, pen)
        _worlds(item, tables.corpus, pen)
    _id_forms(tables, report)
    _alike(tables, report)


def _shape(item: MainRow, pen: Pen) -> None:
    shown = len({*item.positive, *item.negative, *(chunk.id for chunk in item.overlay.add)})
    if shown < LEAST_CHUNKS:
        pen.note("few_chunks", "negative", shown=shown, least=LEAST_CHUNKS)
    if len(item.positive) > MOST_POSITIVES:
        pen.note("many_positives", "positive", count=len(item.positive), most=MOST_POSITIVES)
    if Aspect.MULTI_SOURCE in item.aspects and len(item.positive) < 2:
        pen.note("one_source", "positive")
    if len(item.positive) > 1 and not {Aspect.MULTI_SOURCE, Aspect.MULTI_HOP} & set(item.aspects):
        pen.note("aspect_not_named", "aspects")
    for name in ("reasoning", "snapshot", "author"):
        if not getattr(item, name).strip():
            pen.note("field_empty", name)


def _wording(item: MainRow, pen: Pen) -> None:
    for field, value in (("answer", item.answer), *((f"accept[{n}]", form) for n, form in enumerate(item.accept))):
        if YES_NO.fullmatch(value.strip()):
            pen.note("yes_no_answer", field)
    for field, text in (("question", item.question), ("answer", item.answer)):
        if text != text.strip():
            pen.note("outer_whitespace", field)
        for name in real_names(text):
            pen.note("real_name", field, name=name)
    if re.search(r"\b[A-Z]\d{2}-\d{2}\b", item.question):
        pen.note("chunk_id_in_question", "question")


def _aspects(item: MainRow, corpus: Mapping[str, Chunk], pen: Pen) -> None:
    texts = [corpus[name].text for name in item.positive if name in corpus]
    for aspect in item.aspects:
        if aspect in TABLES and not any(TABLES[aspect][0].search(text) for text in texts):
            pen.note("table_missing", "aspects", aspect=aspect, table=TABLES[aspect][1])


def _worlds(item: MainRow, corpus: Mapping[str, Chunk], pen: Pen) -> None:
    """Distractors of other organisations alone are told from the evidence by their names."""
    own = {corpus[name].world for name in item.positive if name in corpus}
    around = {corpus[name].world for name in item.negative if name in corpus}
    if around and not own & around:
        pen.note("foreign_distractors", "negative", world=", ".join(sorted(own)))


def _id_forms(tables: Tables, report: Report) -> None:
    shapes = Counter(_shape_of(placed.record.id) for placed in tables.items)
    usual = shapes.most_common(1)[0][0] if shapes else ""
    for item, pen in report.each(tables.items):
        if _shape_of(item.id) != usual:
            pen.note("id_form.item", "id", usual=usual)
    for row, pen in report.each(tables.abstention):
        wanted = f"{row.base}-{row.kind[:3].upper()}"
        if row.id != wanted:
            pen.note("id_form.overlay", "id", wanted=wanted)


def _shape_of(name: str) -> str:
    return re.sub(r"\d", "0", name)


def _alike(tables: Tables, report: Report) -> None:
    for (left, _), (right, pen) in itertools.combinations(report.each(tables.items), 2):
        likeness = alikeness(left.question, right.question)
        if squeeze(left.question) == squeeze(right.question):
            pen.note("duplicate_question", "question", other=left.id)
        elif likeness >= NEAR:
            grave: Severity = "error" if likeness >= NEARER else "warning"
            pen.note("near_duplicate_question", "question", grave, other=left.id, likeness=likeness)
