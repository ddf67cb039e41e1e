"""Sections that only some runs have: citations, faithfulness, CRAG's truthfulness, and what the retriever found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from bench.records import Summary
from bench.records.citations import CitationResult
from bench.records.claims import ClaimMean, FaithfulnessResult
from bench.records.crag import CragCounts, CragResult
from bench.records.retrieval import Mean, RetrievalResult, RetrievalSlice
from bench.report.columns import UNDEFINED
from bench.report.site.run_text import Cell, Section, Table, Text, decimal, decimals, name, rate_cell, said

_FOLDED_SLICES = ("aspect", "kind")


def check_sections(summary: Summary) -> Iterator[Section]:
    """Retrieval, citations, faithfulness, truthfulness: those that the summary has anything on, in this order."""
    if summary.retrieval:
        yield Section(
            "retrieval",
            [table for result in summary.retrieval for table in _retrieval(result)],
            notes=[said("note.retrieval")],
        )
    cited = [r for r in summary.citations if r.answers]
    if cited:
        yield Section("citations", [_citations(cited)], notes=[said("note.citations")])
    if summary.faithfulness:
        tables = [
            _faithfulness(judge, [r for r in summary.faithfulness if r.judge == judge])
            for judge in dict.fromkeys(r.judge for r in summary.faithfulness)
        ]
        yield Section("faithfulness", tables, notes=[said("note.faithfulness")])
    labelled = [r for r in summary.crag if _size(r.counts)]
    if labelled:
        yield Section("crag", [_crag(labelled)], notes=_crag_notes(labelled))


def _retrieval(result: RetrievalResult) -> Iterator[Table]:
    unit = said("unit.page" if result.unit == "page" else "unit.chunk")
    title = said("table.retrieval", lang=said(result.lang), retriever=name(result.retriever), k=result.k, unit=unit)
    head: list[Text] = [said("slice"), "n", *(f"{m}@{result.k}" for m in ("Recall", "Precision", "nDCG", "MRR"))]
    whole = [part for part in result.slices if part.by not in _FOLDED_SLICES]
    notes = []
    for reason, n in sorted(Counter(question.reason for question in result.not_eligible).items()):
        notes.append(said("retrieval.not_eligible", n=n, reason=_ineligible(reason)))
    yield Table(title, head, [_slice(part) for part in whole], notes=notes)
    rest = [part for part in result.slices if part.by in _FOLDED_SLICES]
    if rest:
        yield Table(
            said("table.retrieval_slices", lang=said(result.lang)), head, [_slice(p) for p in rest], folded=True
        )


def _ineligible(reason: str) -> Text:
    from bench.report.site.words_report import INELIGIBLE

    return {"en": name(reason), "ja": INELIGIBLE.get(reason, name(reason))}


def _slice(part: RetrievalSlice) -> list[Cell]:
    label: Text
    if part.by == "all":
        label = said("all")
    elif part.by == "positives":
        label = said("slice.positives", n=part.value)
    else:
        label = said({"kind": f"kind.{part.value}", "aspect": f"aspect.{part.value}"}.get(part.by, part.value))
    return [label, str(part.n), *map(_mean, (part.recall, part.precision, part.ndcg, part.mrr))]


def _mean(mean: Mean) -> Cell:
    return UNDEFINED if mean.value is None else [decimal(mean.value), decimals(mean.ci95)]


def _citations(results: list[CitationResult]) -> Table:
    checks = ("coverage", "resolves", "quotes", "values", "eligible")
    head = [said("language"), said("arm"), *(said(f"citation.{c}") for c in checks)]
    rows: list[list[Cell]] = []
    for r in results:
        units = (r.resolves.units, r.quotes.units, r.values.units, r.eligible.units)
        rows.append([said(r.lang), r.arm, rate_cell(r.coverage), *map(rate_cell, units)])
    return Table(said("table.citations"), head, rows)


def _faithfulness(judge: str, results: list[FaithfulnessResult]) -> Table:
    measures = ("faithfulness", "hallucination", "claims", "answer_relevance", "context_relevance")
    head = [said("language"), said("arm"), *(said(f"claims.{m}") for m in measures)]
    rows: list[list[Cell]] = [
        [
            said(r.lang),
            r.arm,
            _claims(r.faithfulness),
            _claims(r.hallucination),
            rate_cell(r.claims),
            _claims(r.answer_relevance),
            _claims(r.context_relevance),
        ]
        for r in results
    ]
    embedders = ", ".join(dict.fromkeys(name(r.embedder) for r in results if r.embedder))
    notes: list[Text] = [said("claims.embedder", models=embedders)] if embedders else []
    undefined = sum(len(r.undefined) for r in results)
    if undefined:
        notes.append(said("claims.undefined_total", n=undefined))
    return Table(said("table.faithfulness", judge=name(judge)), head, rows, notes=notes)


def _claims(mean: ClaimMean) -> Cell:
    undefined = [said("claims.undefined", n=mean.undefined)] if mean.undefined else []
    if mean.value is None:
        return [UNDEFINED, *undefined]
    return [decimal(mean.value), f"n {mean.n}", decimals(mean.ci95), *undefined]


def _crag(results: list[CragResult]) -> Table:
    labels = ("perfect", "acceptable", "missing", "incorrect", "excluded")
    head = [said("language"), said("arm"), said("crag.truthfulness"), *(said(f"crag.{label}") for label in labels)]
    head += [said("crag.exact"), said("crag.by_judge")]
    rows: list[list[Cell]] = []
    for r in results:
        score: Cell = UNDEFINED if r.truthfulness is None else [decimal(r.truthfulness), decimals(r.ci95)]
        judges = [f"{name(j.judge)} {decimal(j.truthfulness)}" for j in r.judges] or UNDEFINED
        counts = [str(getattr(r.counts, label)) for label in labels]
        rows.append([said(r.lang), r.arm, score, *counts, str(r.exact), judges])
    return Table(said("table.crag"), head, rows, prose=[len(head) - 1])


def _crag_notes(results: list[CragResult]) -> list[Text]:
    return [said("note.crag"), *([said("crag.mean_of_judges")] if results[0].mean_of_judges else [])]


def _size(counts: CragCounts) -> int:
    return sum((counts.perfect, counts.acceptable, counts.missing, counts.incorrect, counts.excluded))
