"""Drawn rows: what their files alone can show. What a kit guarantees of its items is tested where the kits are."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

from bench.authoring.findings import Pen, Report
from bench.authoring.languages import rules_of
from bench.dataset.importers.own_tables import Tables
from bench.records import AbstentionRow, Chunk, Drawn, Evidence, Lang, MainRow
from bench.text.fold import squeeze

PAIRED = ("kit", "program", "seed", "tier", "hops", "rows", "context_tokens", "language_independent")
"""Fields of `drawn` that agree in every language."""


def check(tables: Tables, report: Report) -> None:
    """All checks on the drawn rows of one language; `tables` hold no others."""
    declines = rules_of(tables.lang).declines
    for item, pen in report.each(tables.items):
        _item(item, tables.corpus, pen)
    for row, pen in report.each(tables.abstention):
        if row.id != f"{row.base}-{row.kind[:3].upper()}":
            pen.note("id_form.overlay", "id", wanted=f"{row.base}-{row.kind[:3].upper()}")
        if not declines.search(row.answer):
            pen.note("answer_does_not_decline", "answer")
        base = tables.bases.get(row.base)
        if base is not None:
            _evidence_left(row, base, tables.corpus, pen)


def check_pairs(tables: Mapping[Lang, Tables], report: Report) -> None:
    """A drawn item is the same in every language: where it comes from, how hard it is, and which slips it has."""
    for first, second in combinations(tables.values(), 2):
        name = rules_of(first.lang).name
        for item, pen in report.each(second.items):
            other = first.bases.get(item.id)
            if item.drawn is None or other is None or other.drawn is None:
                continue
            for field, mine, theirs in _compared(item.drawn, other.drawn):
                if mine != theirs:
                    pen.note("pair_differs", f"drawn.{field}", here=mine, there=theirs, language=name)


def _compared(mine: Drawn, theirs: Drawn) -> list[tuple[str, object, object]]:
    found: list[tuple[str, object, object]] = [(name, getattr(mine, name), getattr(theirs, name)) for name in PAIRED]
    return [*found, ("slips", ", ".join(mine.slips), ", ".join(theirs.slips))]


def _item(item: MainRow, corpus: Mapping[str, Chunk], pen: Pen) -> None:
    assert item.drawn is not None
    start = f"{item.drawn.world}-{item.drawn.program}-"
    if not item.id.startswith(start) or not item.id.removeprefix(start).isdigit():
        pen.note("id_form.drawn", "id", start=start)
    chunks = {**corpus, **{chunk.id: chunk for chunk in item.overlay.add}}
    for position, evidence in enumerate(item.evidence):
        if evidence.chunk in chunks and evidence.quote not in chunks[evidence.chunk].text:
            pen.note("quote_not_verbatim", f"evidence[{position}].quote", chunk=evidence.chunk)
    taken = {squeeze(form): "the answer" for form in (item.answer, *item.accept)}
    for name, forms in item.drawn.slips.items():
        for form in forms:
            if taken.setdefault(squeeze(form), name) != name:
                pen.note("slip_not_apart", f"drawn.slips.{name}", form=form, other=taken[squeeze(form)])


def _evidence_left(row: AbstentionRow, base: MainRow, corpus: Mapping[str, Chunk], pen: Pen) -> None:
    """Where evidence is left out or cut, the gold chunks and their copies no longer hold every quote."""
    overlay = row.overlay
    if overlay is None or overlay.rival or not base.evidence:
        return
    ends = {cut.chunk: cut.end for cut in overlay.cuts}
    chunks = {**corpus, **{chunk.id: chunk for chunk in overlay.add}}
    shown = {*(row.positive or ()), *(row.negative or ()), *(chunk.id for chunk in overlay.add)}
    shown -= set(overlay.remove)

    def stands(evidence: Evidence) -> bool:
        places = {evidence.chunk, *overlay.copies_of([evidence.chunk])}
        left = [name for name in places if name in shown and name in chunks]
        return any(evidence.quote in chunks[name].text[: ends.get(name)] for name in left)

    if all(map(stands, base.evidence)):
        pen.note("evidence_not_gone", "overlay")
