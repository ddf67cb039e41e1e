"""Overlays: rivals that really contradict, cuts that really take the evidence away, and answers that decline."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from bench.authoring.checks.answers import unsourced
from bench.authoring.checks.tables import years
from bench.authoring.findings import Pen, Report
from bench.authoring.languages import Rules, rules_of
from bench.dataset.importers.own_tables import Tables
from bench.dataset.matching import holds, titled, values
from bench.dataset.shapes import REMOVED
from bench.kinds import kind_of
from bench.records import AbstentionRow, Chunk, Cut, MainRow
from bench.text.fold import squeeze

_ROW = re.compile(r"\||<tr\b|[^\s,]+,(?:[^\n,]*,){2,}")
"""A quote that is a row of a table. In prose an answer may stand in another role, as a planned shift does."""
HEAD = 3
"""Lines at the top of a document in which it says when it was made and for what time."""


def check(tables: Tables, report: Report) -> None:
    """All checks on the abstention items of one language."""
    corpus, rules = tables.corpus, rules_of(tables.lang)
    seen: dict[tuple[str, str], str] = {}
    for row, pen in report.each(tables.abstention):
        base = tables.bases.get(row.base)
        if base is None:
            continue
        if (row.base, row.kind) in seen:
            pen.note("second_overlay", "base", kind=row.kind, other=seen[row.base, row.kind])
        seen.setdefault((row.base, row.kind), row.id)
        if not rules.declines.search(row.answer):
            pen.note("answer_does_not_decline", "answer")
        gold = [corpus[name] for name in base.positive if name in corpus]
        for rival in _rivals_of(row):
            _rival(row, rival, base, gold, rules, pen)
        if kind_of(row.kind).evidence == "cut":
            _cuts(row, base, corpus, pen)
        if row.kind == REMOVED and row.overlay and set(base.positive) - set(row.overlay.remove):
            pen.note("evidence_not_gone", "overlay.remove")


def _rivals_of(row: AbstentionRow) -> tuple[Chunk, ...]:
    """The added chunks that state another value than the gold ones, in either form of the row."""
    if row.overlay is None:
        return (row.add,) if row.add else ()
    return tuple(chunk for chunk in row.overlay.add if chunk.id in row.overlay.rival)


def _rival(row: AbstentionRow, rival: Chunk, base: MainRow, gold: Sequence[Chunk], rules: Rules, pen: Pen) -> None:
    """Its value must be of a kind that the evidence holds, stand in no gold chunk, and be named by the reference.

    That the value is in the same role cannot be computed; that the reference names a value of the rival which the
    base's answer is not is the nearest to it.
    """
    field = "add" if row.overlay is None else "overlay.add"
    for position, evidence in enumerate(base.evidence):
        if squeeze(evidence.quote) in squeeze(rival.text):
            pen.note("rival_holds_quote", f"{field}.text", position=position, base=base.id)
    known = values(" ".join(map(titled, gold)))
    new = values(titled(rival)) - known
    wanted = values(" ".join((base.answer, *(evidence.quote for evidence in base.evidence))))
    kinds = [name for name in ("numbers", "dates", "names") if getattr(wanted, name)]
    if not any(getattr(new, kind) for kind in kinds):
        pen.note("rival_without_value", f"{field}.text", kinds=" or ".join(kinds))
    # A rival value may stand in the evidence in another role, so only the answer's own values are left out.
    elif not (values(row.answer) & values(rival.text)) - values(f"{base.answer} {base.question}"):
        pen.note("rival_value_not_named", "answer")
    if rival.snapshot != (gold[0].snapshot if gold else rival.snapshot):
        pen.note("rival_snapshot", f"{field}.snapshot")
    if rank := rules.ranks.search(rival.text):
        pen.note("rival_ranks_itself", f"{field}.text", words=rank[0])
    here, there = _head_years(rival), set[int]().union(*map(_head_years, gold))
    if here and there and not here & there:
        pen.note("rival_period", f"{field}.text", here=max(here), there=max(there))
    # What a calculation gives stands in no document; the value that goes into it does.
    if base.derivation is None and (loose := unsourced(row.answer, [*gold, rival], f"{base.question} {base.answer}")):
        pen.note("reference_unsourced", "answer", numbers=loose)


def _head_years(chunk: Chunk) -> set[int]:
    return years(f"{chunk.title}\n" + "\n".join(chunk.text.split("\n")[:HEAD]))


def _cuts(row: AbstentionRow, base: MainRow, corpus: Mapping[str, Chunk], pen: Pen) -> None:
    cuts = row.overlay.cuts if row.overlay else (row.cut,) if row.cut else ()
    gold = [cut for cut in cuts if cut.chunk in base.positive]
    if cuts and not gold:
        pen.note("cut_keeps_evidence", "overlay.cuts")
    for cut in gold:
        if cut.chunk in corpus:
            _cut(cut, base, corpus, pen)


def _cut(cut: Cut, base: MainRow, corpus: Mapping[str, Chunk], pen: Pen) -> None:
    text = corpus[cut.chunk].text
    kept, gone = text[: cut.end], text[cut.end :]
    quotes = [evidence.quote for evidence in base.evidence if evidence.chunk == cut.chunk]
    rows = [quote for quote in quotes if _ROW.match(quote) and holds(quote, base.answer)]
    if all(quote in kept for quote in quotes):
        pen.note("cut_keeps_evidence", "cut.end")
    elif rows and all(quote in kept for quote in rows):
        pen.note("cut_behind_answer", "cut.end")
    rest = [corpus[name].text for name in base.positive if name in corpus and name != cut.chunk]
    if any(holds(part, value) for part in (kept, *rest) for value in (base.answer, *base.accept)):
        # It may stand there in another role, as another order's date does; only a reader can tell.
        pen.note("cut_keeps_answer", "cut.end")
    if not gone.strip() or not kept.strip():
        pen.note("cut_of_nothing", "cut.end")
