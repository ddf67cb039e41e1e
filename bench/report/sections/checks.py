"""Sections that only some runs have: retrieval, citations, faithfulness, CRAG's truthfulness."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from bench.records import Rate, Summary
from bench.records.claims import CitationSupport, ClaimMean, FaithfulnessResult
from bench.records.measures import CitationResult, CragCounts, CragResult
from bench.records.retrieval import RetrievalResult, RetrievalSlice
from bench.report.sections.parts import (
    UNDEFINED,
    Cell,
    Section,
    Table,
    arm_word,
    by_lang,
    decimal,
    mean_lines,
    name,
    rate_lines,
)
from bench.words import Text, recognised, said

_FOLDED_SLICES = ("aspect", "kind")
_MEASURES = ("faithfulness", "hallucination", "claims", "answer_relevance", "context_relevance")
_SUPPORT = ("supported", "partly", "not_supported", "whole_answers")
_LABELS = ("perfect", "acceptable", "missing", "incorrect", "excluded")


def claim_sections(summary: Summary) -> Iterator[Section]:
    """Citations, faithfulness and truthfulness: those that the summary has anything on, a table for each language."""
    langs = summary.config.langs
    cited = by_lang(langs, (r for r in summary.citations if r.answers), lambda r: r.lang)
    if cited:
        tables = [_citations(lang, results) for lang, results in cited]
        yield Section("citations", tables, [said("note.citations")])
    carried = by_lang(langs, summary.citation_support, lambda r: r.lang)
    if carried:
        supports = [table for lang, results in carried for table in _support(lang, results)]
        yield Section("citation_support", supports, [said("note.citation_support")])
    checked = by_lang(langs, summary.faithfulness, lambda r: r.lang)
    if checked:
        yield Section(
            "faithfulness",
            [table for lang, results in checked for table in _faithfulness(lang, results)],
            [said("note.faithfulness")],
        )
    labelled = by_lang(langs, (r for r in summary.crag if _size(r.counts)), lambda r: r.lang)
    if labelled:
        both = labelled[0][1][0].mean_of_judges
        notes = [said("note.crag"), *([said("crag.mean_of_judges")] if both else [])]
        yield Section("crag", [_crag(lang, results) for lang, results in labelled], notes)


def retrieval_section(results: Sequence[RetrievalResult]) -> Section:
    """What a retriever found; slices by aspect and by kind are folded. Where no question could be measured there is no
    table, and the notes say why."""
    tables = [table for result in results if any(part.n for part in result.slices) for table in _retrieval(result)]
    unmeasured = [note for result in results if not any(p.n for p in result.slices) for note in _not_eligible(result)]
    return Section("retrieval", tables, [*([said("note.retrieval")] if tables else []), *unmeasured])


def _retrieval(result: RetrievalResult) -> Iterator[Table]:
    lang = said(f"lang.{result.lang}")
    unit = said("unit.page" if result.unit == "page" else "unit.chunk")
    title = said("table.retrieval", lang=lang, retriever=name(result.retriever), k=result.k, unit=unit)
    head: list[Text] = [said("slice"), "n", *(f"{m}@{result.k}" for m in ("Recall", "Precision", "nDCG", "MRR"))]
    rows = [_slice(part) for part in result.slices if part.by not in _FOLDED_SLICES]
    yield Table(title, head, rows, _not_eligible(result))
    rest = [_slice(part) for part in result.slices if part.by in _FOLDED_SLICES]
    if rest:
        yield Table(said("table.retrieval_slices", lang=lang), head, rest, folded=True)


def _not_eligible(result: RetrievalResult) -> list[Text]:
    reasons = sorted(Counter(question.reason for question in result.not_eligible).items())
    return [said("retrieval.not_eligible", n=n, reason=recognised("ineligible", name(why))) for why, n in reasons]


def _slice(part: RetrievalSlice) -> list[Cell]:
    labels = {
        "all": ("all", {}),
        "positives": ("slice.positives", {"n": part.value}),
        "category": (f"figure.categories.{part.value}", {}),
    }
    key, values = labels.get(part.by, (f"{part.by}.{part.value}", {}))
    means = (part.recall, part.precision, part.ndcg, part.mrr)
    return [said(key, **values), str(part.n), *(mean_lines(mean.value, mean.ci95) for mean in means)]


def _citations(lang: str, results: Sequence[CitationResult]) -> Table:
    checks = ("coverage", "resolves", "quotes", "values", "eligible")
    rows: list[list[Cell]] = []
    for r in results:
        units = (check.units for check in (r.resolves, r.quotes, r.values, r.eligible))
        rows.append([arm_word(r.arm), rate_lines(r.coverage), *map(rate_lines, units)])
    head = [said("arm"), *(said(f"citation.{check}") for check in checks)]
    return Table(said("table.citations", lang=said(f"lang.{lang}")), head, rows)


def _support(lang: str, results: Sequence[CitationSupport]) -> Iterator[Table]:
    head = [said("arm"), *(said(f"support.{column}") for column in _SUPPORT)]
    for judge in dict.fromkeys(r.judge for r in results):
        own = [r for r in results if r.judge == judge]
        rows: list[list[Cell]] = [[arm_word(r.arm), *(rate_lines(getattr(r, c)) for c in _SUPPORT)] for r in own]
        undefined = sum(len(r.undefined) for r in own)
        notes: list[Text] = [said("support.undefined", n=undefined)] if undefined else []
        yield Table(said("table.citation_support", lang=said(f"lang.{lang}"), judge=name(judge)), head, rows, notes)


def _faithfulness(lang: str, results: Sequence[FaithfulnessResult]) -> Iterator[Table]:
    head = [said("arm"), *(said(f"claims.{measure}") for measure in _MEASURES)]
    for judge in dict.fromkeys(r.judge for r in results):
        own = [r for r in results if r.judge == judge]
        rows: list[list[Cell]] = [
            [arm_word(r.arm), *(_measure(getattr(r, measure)) for measure in _MEASURES)] for r in own
        ]
        embedders = ", ".join(dict.fromkeys(name(r.embedder) for r in own if r.embedder))
        undefined = sum(len(r.undefined) for r in own)
        notes: list[Text] = [said("claims.embedder", models=embedders)] if embedders else []
        notes += [said("claims.undefined_total", n=undefined)] if undefined else []
        yield Table(said("table.faithfulness", lang=said(f"lang.{lang}"), judge=name(judge)), head, rows, notes)


def _measure(value: Rate | ClaimMean) -> Cell:
    if isinstance(value, Rate):
        return rate_lines(value)
    undefined = [said("claims.undefined", n=value.undefined)] if value.undefined else []
    counted = [f"n {value.n}"] if value.value is not None else []
    return mean_lines(value.value, value.ci95, *counted, *undefined)


def _crag(lang: str, results: Sequence[CragResult]) -> Table:
    # Where no judge has called an answer acceptable, none may have been asked: then the label is not printed.
    labels = [label for label in _LABELS if label != "acceptable" or any(r.counts.acceptable for r in results)]
    head = [said("arm"), *(said(f"crag.{column}") for column in ("truthfulness", *labels, "exact", "by_judge"))]
    rows: list[list[Cell]] = []
    for r in results:
        judges = [f"{name(j.judge)} {decimal(j.truthfulness)}" for j in r.judges] or UNDEFINED
        counts = [str(getattr(r.counts, label)) for label in labels]
        rows.append([arm_word(r.arm), mean_lines(r.truthfulness, r.ci95), *counts, str(r.exact), judges])
    return Table(said("table.crag", lang=said(f"lang.{lang}")), head, rows, prose=[len(head) - 1])


def _size(counts: CragCounts) -> int:
    return sum(getattr(counts, label) for label in _LABELS)
