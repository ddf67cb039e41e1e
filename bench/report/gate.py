"""A gate: what a comparison or a run must hold to, so that a command can end with exit code 1 where it does not.

Guarantees: a comparison fails where the interval of the paired difference says that the new run is worse, never for the
point alone; what cannot be computed, or is not complete, is an error and never a pass.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from bench.arms import headline_of
from bench.comparing.pairs import verdict as in_words
from bench.errors import BenchError, UsageError
from bench.figures import FIGURES, Column, columns_of
from bench.langs import DEFAULT
from bench.records import ArmResult, Quality, Rate, Summary
from bench.records.comparison import Comparison, MeasuredDifference
from bench.report.sections.parts import Section, figure_lines, name, on_one_line
from bench.words import Text, in_language, said

WORSE = "worse"
USUAL = "reader_value"
"""The figure that decides where none is named: V in the reader's situation."""
_SHARE = re.compile(r"([+-]?\d+(?:\.\d+)?)\s*%")


State = Literal["passed", "failed", "error", "open"]
"""Open: so few questions that there is no interval, which passes and says so."""


class GateError(BenchError):
    """What was asked of a run or a comparison does not hold. Exit code 1."""


@dataclass(frozen=True)
class Check:
    """One thing that was asked for, in one place. `place`: language and arm; `what`: the figure and its demand."""

    place: str
    what: str
    state: State
    text: Text


@dataclass(frozen=True)
class Threshold:
    """A figure and the least that it must be."""

    column: Column
    least: float


def thresholds(given: Sequence[str]) -> list[Threshold]:
    """`FIGURE=VALUE` as typed, the value as a share or in percent (`60%`). Raises UsageError with all that are wrong.

    FIGURE is a name from bench/figures.py; one part of a figure is `categories.Logic` or `reader_value.4`.
    """
    known = {
        column.name: column
        for figure in FIGURES.values()
        if figure.unit in ("rate", "share", "rates", "qualities")
        for column in columns_of(figure)
        if column.part or figure.unit in ("rate", "share")
    }
    found, faults = [], []
    for text in given:
        figure, _, value = (part.strip() for part in text.partition("="))
        number = _number(value)
        if figure not in known:
            faults.append(f"--min {text}: there is no figure {figure!r}; there are {', '.join(known)}.")
        elif number is None:
            faults.append(f"--min {text}: write FIGURE=VALUE with a number, as {figure}=0.6 or {figure}=60%.")
        elif known[figure].figure.better != "higher":
            faults.append(f"--min {text}: {figure} is not better where it is higher, so a least value says nothing.")
        else:
            found.append(Threshold(known[figure], number))
    if faults:
        raise UsageError(" ".join(faults))
    return found


def least_checks(summary: Summary, asked: Iterable[Threshold]) -> list[Check]:
    """Every threshold in every language of the headline arm, or of the first arm where that was not asked."""
    arm = headline_of(summary.config.arms)
    results = [r for r in summary.results if r.arm == arm]
    checks = [_least(r, threshold) for threshold in asked for r in results]
    if checks and not summary.complete:
        checks.append(Check(name(summary.run), "complete", "error", said("gate.incomplete", run=name(summary.run))))
    return checks


def worse_checks(comparison: Comparison, asked: Sequence[str]) -> list[Check]:
    """What `--fail-on worse[:FIGURE]` asks of two runs, the first of which is the baseline; in every language and arm.

    Worse: the finding of the paired comparison, and an interval wholly on the worse side.
    Raises UsageError for other than two runs, and for a condition or a figure that there is none of.
    """
    if not asked:
        return []
    if len(comparison.systems) != 2:
        raise UsageError(f"--fail-on compares two runs, BASE and NEW, not {len(comparison.systems)}.")
    measures = [m.measure for arm in comparison.arms[:1] for m in arm.pairs[0].measures]
    figures = [_figure(text, measures) for text in asked]
    checks = [
        _worse(f"{arm.lang}, {arm.arm}", (arm.pairs[0].first, arm.pairs[0].second), m)
        for arm in comparison.arms
        for m in arm.pairs[0].measures
        if m.measure in figures
    ]
    new = comparison.systems[1]
    if not new.complete:
        checks.append(Check(name(new.name), "complete", "error", said("gate.incomplete", run=name(new.name))))
    return checks


def gate_section(checks: Sequence[Check]) -> Section:
    """The checks in sentences, what does not hold first."""
    order = ("failed", "error", "open", "passed")
    shown = sorted(checks, key=lambda check: order.index(check.state))
    return Section("gate", lead=[_line(check) for check in shown])


def refuse(checks: Sequence[Check]) -> None:
    """Raise GateError with every check that does not hold."""
    broken = [in_language(_line(check), DEFAULT) for check in checks if check.state in ("failed", "error")]
    if broken:
        raise GateError("\n  ".join([f"{len(broken)} of {len(checks)} conditions do not hold.", *broken]))


def _line(check: Check) -> dict[str, str]:
    return said(f"gate.{check.state}", place=check.place, what=check.what, text=check.text)


def _number(text: str) -> float | None:
    share = _SHARE.fullmatch(text)
    try:
        value = float(share[1]) / 100 if share else float(text)
    except ValueError:
        return None
    return value if abs(value) < float("inf") else None


def _least(r: ArmResult, threshold: Threshold) -> Check:
    found = r.value(threshold.column)
    value = found.rate if isinstance(found, Rate) else found.value if isinstance(found, Quality) else found
    what = f"{threshold.column.name} ≥ {threshold.least:g}"
    place = f"{r.lang}, {r.arm}"
    if not isinstance(value, float):
        return Check(place, what, "error", said("gate.undefined"))
    shown = said("gate.value", value=on_one_line(figure_lines(r, threshold.column)))
    return Check(place, what, "passed" if value >= threshold.least else "failed", shown)


def _figure(text: str, measures: Sequence[str]) -> str:
    condition, _, figure = text.partition(":")
    figure = figure or USUAL
    if condition != WORSE or figure not in measures:
        raise UsageError(f"--fail-on {text}: write worse or worse:FIGURE, with one of {', '.join(measures)}.")
    return figure


def _worse(place: str, names: tuple[str, str], m: MeasuredDifference) -> Check:
    state: State = "passed"
    if m.difference is None:
        state = "error"
    elif m.finding == "undefined":
        state = "open"
    elif m.finding == "first" and (m.ci95 is None or m.ci95[0] > 0 or m.ci95[1] < 0):
        state = "failed"
    return Check(place, f"{WORSE}:{m.measure}", state, in_words((name(names[0]), name(names[1])), m))
