"""Overlays: rivals that really contradict, cuts that really take the evidence away, and answers that decline."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from bench.authoring.findings import Pen, Report
from bench.authoring.languages import rules_of
from bench.dataset.importers.own_tables import Tables
from bench.dataset.matching import holds, titled, values
from bench.records import AbstentionRow, Chunk, Cut, MainRow
from bench.text.fold import squeeze

_SENTENCE_END = re.compile(r"[。．.!?！？]['”\")」』）]*\s*\Z")


def check(tables: Tables, report: Report) -> None:
    """All checks on the contradictory and incomplete items of one language."""
    corpus, declines = tables.corpus, rules_of(tables.lang).declines
    seen: dict[tuple[str, str], str] = {}
    for row, pen in report.each(tables.abstention):
        base = tables.bases.get(row.base)
        if base is None:
            continue
        if (row.base, row.kind) in seen:
            pen.note("second_overlay", "base", kind=row.kind, other=seen[row.base, row.kind])
        seen.setdefault((row.base, row.kind), row.id)
        if not declines.search(row.answer):
            pen.note("answer_does_not_decline", "answer")
        gold = [corpus[name] for name in base.positive if name in corpus]
        if row.add is not None:
            _rival(row, row.add, base, gold, pen)
        elif row.cut is not None and row.cut.chunk in corpus:
            _cut(row.cut, base, corpus, pen)


def _rival(row: AbstentionRow, rival: Chunk, base: MainRow, gold: Sequence[Chunk], pen: Pen) -> None:
    """Its value must be of a kind that the evidence holds, stand in no gold chunk, and be named by the reference.

    That the value is in the same role cannot be computed; that the reference names a value of the rival which the
    base's answer is not is the nearest to it.
    """
    for position, evidence in enumerate(base.evidence):
        if squeeze(evidence.quote) in squeeze(rival.text):
            pen.note("rival_holds_quote", "add.text", position=position, base=base.id)
    known = values(" ".join(map(titled, gold)))
    new = values(titled(rival)) - known
    wanted = values(" ".join((base.answer, *(evidence.quote for evidence in base.evidence))))
    kinds = [name for name in ("numbers", "dates", "names") if getattr(wanted, name)]
    if not any(getattr(new, kind) for kind in kinds):
        pen.note("rival_without_value", "add.text", kinds=" or ".join(kinds))
    # A rival value may stand in the evidence in another role, so only the answer's own values are left out.
    elif not (values(row.answer) & values(rival.text)) - values(f"{base.answer} {base.question}"):
        pen.note("rival_value_not_named", "answer")
    if rival.snapshot != (gold[0].snapshot if gold else rival.snapshot):
        pen.note("rival_snapshot", "add.snapshot")


def _cut(cut: Cut, base: MainRow, corpus: Mapping[str, Chunk], pen: Pen) -> None:
    text = corpus[cut.chunk].text
    kept, gone = text[: cut.end], text[cut.end :]
    quotes = [evidence.quote for evidence in base.evidence if evidence.chunk == cut.chunk]
    if all(quote in kept for quote in quotes):
        pen.note("cut_keeps_evidence", "cut.end")
    rest = [corpus[name].text for name in base.positive if name in corpus and name != cut.chunk]
    if any(holds(part, value) for part in (kept, *rest) for value in (base.answer, *base.accept)):
        # It may stand there in another role, as another order's date does; only a reader can tell.
        pen.note("cut_keeps_answer", "cut.end")
    if not gone.strip() or not kept.strip():
        pen.note("cut_of_nothing", "cut.end")
    elif at_boundary(kept, gone):
        pen.note("cut_at_boundary", "cut.end")


def at_boundary(kept: str, gone: str) -> bool:
    """Whether a cut falls between two paragraphs, or between two sentences outside a table.

    Between two rows of a table it does not: a table that stops is visibly cut.
    """
    if kept.endswith("\n\n") or gone.startswith("\n\n") or (kept.endswith("\n") and gone.startswith("\n")):
        return True
    if _in_table(kept, gone):
        return False
    at_line_end = kept.endswith("\n") or gone.startswith("\n")
    return at_line_end or (_SENTENCE_END.search(kept) is not None and not re.match(r"\d", gone))


def _in_table(kept: str, gone: str) -> bool:
    if kept.count("<table") > kept.count("</table>"):
        return True
    before = kept.rstrip("\n").rpartition("\n")[2] if kept.endswith("\n") else kept.rpartition("\n")[2]
    after = gone.lstrip("\n").partition("\n")[0] if gone.startswith("\n") else gone.partition("\n")[0]
    pipes = before.lstrip().startswith("|") and (after.lstrip().startswith("|") or "|" in after)
    return pipes or (before.count(",") >= 2 and after.count(",") >= 2)
