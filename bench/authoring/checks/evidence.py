"""Evidence: quotes that stand where they should and nowhere else, and contexts without them that give nothing away."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bench.authoring.findings import Pen, Report
from bench.dataset.importers.own import Tables
from bench.dataset.matching import alikeness, holds, numbers
from bench.records import Chunk, MainRow
from bench.text.fold import squeeze

SAME_FACT = 0.6
"""Alikeness of two quotes above which equal numbers mean that they state one fact. A twin's sentence may be as alike,
but then its numbers differ."""


def check(tables: Tables, report: Report) -> None:
    """All checks on the evidence of one language."""
    flat = {name: squeeze(chunk.text) for name, chunk in tables.corpus.items()}
    for placed in tables.items:
        item, pen = placed.record, report.about(placed.row, placed.record.id)
        _quotes(item, tables.corpus, pen)
        _answer_elsewhere(item, tables.corpus, pen)
        _restated(item, flat, pen)
        _siblings(item, [other.record for other in tables.items if other is not placed], pen)


def _quotes(item: MainRow, corpus: Mapping[str, Chunk], pen: Pen) -> None:
    for position, evidence in enumerate(item.evidence):
        chunk, field = corpus.get(evidence.chunk), f"evidence[{position}].quote"
        if chunk is None:
            continue
        times = chunk.text.count(evidence.quote)
        if times == 0:
            pen.note("quote_not_verbatim", field, chunk=chunk.id)
        elif times > 1:
            pen.note("quote_repeated", field, times=times, chunk=chunk.id)
        others = [name for name, other in corpus.items() if name != chunk.id and evidence.quote in other.text]
        if others:
            pen.note("quote_elsewhere", field, chunks=", ".join(others))
    quoted = {evidence.chunk for evidence in item.evidence}
    for name in item.positive:
        if name not in quoted:
            pen.note("positive_without_evidence", "evidence", chunk=name)


def _answer_elsewhere(item: MainRow, corpus: Mapping[str, Chunk], pen: Pen) -> None:
    for chunk in (corpus[name] for name in item.negative if name in corpus):
        found = [value for value in (item.answer, *item.accept) if holds(f"{chunk.title}\n{chunk.text}", value)]
        if found:
            pen.note("answer_in_negative", "negative", value=found[0], chunk=chunk.id)


def _restated(item: MainRow, flat: Mapping[str, str], pen: Pen) -> None:
    """A negative chunk must not hold a quote, be it in another width or with other line breaks."""
    for evidence in item.evidence:
        for name in item.negative:
            if squeeze(evidence.quote) in flat.get(name, ""):
                pen.note("evidence_in_negative", "negative", chunk=evidence.chunk, negative=name)


def _siblings(item: MainRow, others: Sequence[MainRow], pen: Pen) -> None:
    """A negative chunk must not be another item's evidence for the same fact."""
    theirs = [(e, other.id) for other in others for e in other.evidence if e.chunk in item.negative]
    for own in item.evidence:
        for other, sibling in theirs:
            same_values = numbers(own.quote) == numbers(other.quote)
            if same_values and alikeness(own.quote, other.quote) >= SAME_FACT:
                pen.note("sibling_states_fact", "negative", negative=other.chunk, chunk=own.chunk, sibling=sibling)
