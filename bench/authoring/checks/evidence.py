"""Evidence: quotes that stand where they should and nowhere else, contexts without them that give nothing away, and
arithmetic that goes from the quotes to the answer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from bench.authoring.findings import Pen, Report
from bench.dataset.arithmetic import FREE, constants, evaluate
from bench.dataset.importers.own_tables import Tables
from bench.dataset.matching import alikeness, holds, numbers, titled
from bench.records import Aspect, Chunk, MainRow
from bench.text.fold import flatten, squeeze
from bench.text.numbers import find_numbers
from bench.text.quantities import find_quantities

SAME_FACT = 0.6
"""Alikeness of two quotes above which equal numbers mean that they state one fact. A twin's sentence may be as alike,
but then its numbers differ."""


def check(tables: Tables, report: Report) -> None:
    """All checks on the evidence and the derivations of one language."""
    flat = {name: squeeze(chunk.text) for name, chunk in tables.corpus.items()}
    for item, pen in report.each(tables.items):
        _quotes(item, tables.corpus, pen)
        _answer_elsewhere(item, tables.corpus, pen)
        _restated(item, flat, pen)
        _siblings(item, [other.record for other in tables.items if other.record is not item], pen)
    for item, pen in report.each(tables.items):
        if item.derivation is not None:
            _derivation(item, item.derivation, pen)
        elif Aspect.CALCULATION in item.aspects:
            pen.note("derivation_missing", "derivation")


def states(answer: str, value: Fraction) -> bool:
    """Whether a text states the value: as printed, rounded to the printed digits, or as a percentage of it."""
    found = [(n.value, n.step, n.end) for n in find_numbers(answer)]
    found += [(q.number.value, q.number.step, q.number.end) for q in find_quantities(answer)]
    flat = flatten(answer)
    for printed, step, end in found:
        percent = flat[end : end + 10].lstrip().casefold().startswith(("%", "percent", "per cent", "パーセント"))
        for target in (value, value * 100) if percent else (value,):
            if abs(printed - target) <= step / 2:
                return True
    return False


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
        found = [value for value in (item.answer, *item.accept) if holds(titled(chunk), value)]
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


def _derivation(item: MainRow, derivation: str, pen: Pen) -> None:
    try:
        value = evaluate(derivation)
    except ValueError as error:
        pen.note("derivation_invalid", "derivation", reason=error)
        return
    if not states(item.answer, value):
        pen.note("derivation_differs", "derivation", value=f"{float(value):g}", answer=item.answer)
    sourced = numbers(item.question).union(*(numbers(evidence.quote) for evidence in item.evidence))
    sourced |= {number / 100 for number in sourced}
    loose = [f"{float(n):g}" for n in dict.fromkeys(constants(derivation)) if n not in FREE and n not in sourced]
    if loose:
        pen.note("derivation_number_loose", "derivation", numbers=", ".join(loose))
