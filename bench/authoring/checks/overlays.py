"""Overlays: rivals that really contradict, cuts that really take the evidence away, and answers that decline."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from bench.authoring.findings import Pen, Report
from bench.dataset.importers.own import Tables
from bench.dataset.matching import holds, values
from bench.records import AbstentionRow, Chunk, Lang, MainRow
from bench.text.fold import squeeze

DECLINES: dict[Lang, re.Pattern[str]] = {
    "en": re.compile(r"cannot be (?:determined|decided|answered|told)|not possible to|no answer", re.I),
    "ja": re.compile(
        "(?:判断|確定|回答|特定|決定|断定|算出)[はが]?でき(?:ない|ません)|答えられ(?:ない|ません)|[分わ]からない"
    ),
}
_SENTENCE_END = re.compile(r"[。．.!?！？]['”\")」』）]*\s*\Z")


def check(tables: Tables, report: Report) -> None:
    """All checks on the contradictory and incomplete items of one language."""
    corpus = {placed.record.id: placed.record for placed in tables.chunks}
    bases = {placed.record.id: placed.record for placed in tables.items}
    seen: dict[tuple[str, str], str] = {}
    for placed in tables.abstention:
        row, pen = placed.record, report.about(placed.row, tables.lang, placed.record.id)
        base = bases.get(row.base)
        if base is None:
            continue
        if (row.base, row.kind) in seen:
            pen.error("second_overlay", "base", f"has a {row.kind} item already ({seen[row.base, row.kind]}); keep one")
        seen.setdefault((row.base, row.kind), row.id)
        if not DECLINES[tables.lang].search(row.answer):
            pen.error("answer_does_not_decline", "answer", "does not say that no answer can be given; begin with that")
        gold = [corpus[name] for name in base.positive if name in corpus]
        if row.add is not None:
            _rival(row, row.add, base, gold, pen)
        elif row.cut is not None and row.cut.chunk in corpus:
            _cut(row, base, corpus, pen)


def _rival(row: AbstentionRow, rival: Chunk, base: MainRow, gold: Sequence[Chunk], pen: Pen) -> None:
    """Its value must be of a kind that the evidence holds, stand in no gold chunk, and be named by the reference.

    That the value is in the same role cannot be computed; that the reference names a value of the rival which the
    base's answer is not is the nearest to it.
    """
    for position, evidence in enumerate(base.evidence):
        if squeeze(evidence.quote) in squeeze(rival.text):
            pen.error(
                "rival_holds_quote",
                "add.text",
                f"holds the quote evidence[{position}] of {base.id}; a rival states something else there",
            )
    known = values(" ".join(f"{chunk.title}\n{chunk.text}" for chunk in gold))
    new = values(f"{rival.title}\n{rival.text}") - known
    wanted = values(" ".join((base.answer, *(evidence.quote for evidence in base.evidence))))
    kinds = [name for name in ("numbers", "dates", "names") if getattr(wanted, name)]
    if not any(getattr(new, kind) for kind in kinds):
        pen.error(
            "rival_without_value",
            "add.text",
            f"holds none of the {' or '.join(kinds)} that differ from the evidence; state another value",
        )
    # A rival value may stand in the evidence in another role, so only the answer's own values are left out.
    elif not (values(row.answer) & values(rival.text)) - values(f"{base.answer} {base.question}"):
        pen.warning(
            "rival_value_not_named",
            "answer",
            "names no value of the rival; name both values, so that a judge can tell the conflict",
        )
    if rival.snapshot != (gold[0].snapshot if gold else rival.snapshot):
        pen.error(
            "rival_snapshot", "add.snapshot", "differs from the gold chunk's, which decides between them; align it"
        )


def _cut(row: AbstentionRow, base: MainRow, corpus: Mapping[str, Chunk], pen: Pen) -> None:
    assert row.cut is not None
    text, end = corpus[row.cut.chunk].text, row.cut.end
    kept, gone = text[:end], text[end:]
    quotes = [evidence.quote for evidence in base.evidence if evidence.chunk == row.cut.chunk]
    if all(quote in kept for quote in quotes):
        pen.error("cut_keeps_evidence", "cut.end", "leaves every quote of the chunk whole; cut before or inside one")
    rest = [corpus[name].text for name in base.positive if name in corpus and name != row.cut.chunk]
    if any(holds(part, value) for part in (kept, *rest) for value in (base.answer, *base.accept)):
        # It may stand there in another role, as another order's date does; only a reader can tell.
        pen.warning(
            "cut_keeps_answer",
            "cut.end",
            "leaves the answer's words standing in the evidence; make sure that they do not answer there",
        )
    if not gone.strip() or not kept.strip():
        pen.error("cut_of_nothing", "cut.end", "leaves nothing before or after it; cut inside the text")
    elif at_boundary(kept, gone):
        pen.error(
            "cut_at_boundary",
            "cut.end",
            "falls where a paragraph ends, so nothing looks cut; end inside a sentence or a table row",
        )


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
