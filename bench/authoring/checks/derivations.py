"""Derivations: the arithmetic of an item against its answer and its evidence."""

from __future__ import annotations

from fractions import Fraction

from bench.authoring.findings import Pen, Report
from bench.dataset.arithmetic import FREE, constants, evaluate
from bench.dataset.importers.own import Tables
from bench.dataset.matching import numbers
from bench.records import Aspect, MainRow
from bench.text.fold import flatten
from bench.text.numbers import find_numbers
from bench.text.quantities import find_quantities


def check(tables: Tables, report: Report) -> None:
    """All checks on the derivations of one language."""
    for placed in tables.items:
        item, pen = placed.record, report.about(placed.row, placed.record.id)
        if item.derivation is not None:
            _check(item, item.derivation, pen)
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


def _check(item: MainRow, derivation: str, pen: Pen) -> None:
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
