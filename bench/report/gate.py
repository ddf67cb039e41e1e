"""A gate: what a comparison or a run must hold to, so that a command can end with exit code 1 where it does not.

Guarantees: a comparison fails where it is a finding that the new run is worse (bench/comparing/pairs.py), never for the
point alone; what cannot be decided (undefined, not complete, too much not scored, no drop that would show) is never a
pass; a gate on fewer questions than anything can be settled by is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from bench import stats
from bench.arms import headline_of
from bench.comparing.measures import title
from bench.comparing.pairs import amount, lead
from bench.errors import BenchError, UsageError
from bench.figures import COST, FIGURES, UNANSWERABLE, Column, Part, columns_of
from bench.langs import DEFAULT
from bench.metrics.rankable import MOST_EXCLUDED
from bench.metrics.situation import Situation
from bench.records import Arm, ArmResult, Lang, Quality, Rate, Summary
from bench.records.comparison import ArmComparison, Comparison, MeasuredDifference
from bench.report.sections.parts import (
    Section,
    arm_word,
    decimal,
    decimals,
    figure_lines,
    figure_word,
    name,
    on_one_line,
    percent,
)
from bench.report.sections.verdict import LEAST_QUESTIONS, value_bounds
from bench.words import Text, in_language, said

WORSE = "worse"
USUAL = "reader_value"
"""The figure that decides where none is named: V in the reader's situation."""
_SHARE = re.compile(r"([+-]?\d+(?:\.\d+)?)\s*%")
_OF_SHARES = ("rate", "share", "rates")


State = Literal["passed", "failed", "error"]
"""Error: it cannot be decided, which is no pass."""

Worths = Mapping[float, Mapping[tuple[Lang, Arm], Quality]]
"""V at a share u, by its cost k, then by language and arm."""


class GateError(BenchError):
    """What was asked of a run or a comparison does not hold. Exit code 1."""


@dataclass(frozen=True)
class Check:
    """One thing that was asked for, in one place. `place`: language and arm; `what`: the figure and its demand; `text`:
    the sentence that says whether it holds."""

    place: str
    what: str
    state: State
    text: Text


@dataclass(frozen=True)
class Threshold:
    """A figure and the least, or the most, that it may be. `cost`: of V its k."""

    column: Column
    limit: float
    most: bool = False
    cost: float | None = None

    @property
    def what(self) -> str:
        return f"{self.column.name} {'≤' if self.most else '≥'} {self.limit:g}"

    def holds(self, value: float) -> bool:
        return value <= self.limit if self.most else value >= self.limit


def thresholds(least: Sequence[str], most: Sequence[str] = (), cost: float = COST) -> list[Threshold]:
    """`FIGURE=VALUE` as typed for `--min` and for `--max`; a share as such (0.6) or in percent (`60%`).

    FIGURE is a name from bench/figures.py; one part of a figure is `categories.Logic`. V is `reader_value.K` at any
    cost K, or `reader_value` at `cost`. `--min` is for figures that are better where higher, `--max` for the others.
    Raises UsageError with all that are wrong.
    """
    found, faults = [], []
    for flag, given in (("--min", least), ("--max", most)):
        for text in given:
            figure, _, value = (part.strip() for part in text.partition("="))
            column, k = _column(figure, cost)
            fault = _fault(flag, figure, column, value)
            number = _number(value)
            if fault or column is None or number is None:
                faults.append(f"{flag} {text}: {fault}")
            else:
                found.append(Threshold(column, number, flag == "--max", k))
    if faults:
        raise UsageError(" ".join(faults))
    return found


def costs_of(asked: Iterable[Threshold]) -> list[float]:
    """The costs of a wrong answer at which V is held to something."""
    return sorted({threshold.cost for threshold in asked if threshold.cost is not None})


def limit_checks(
    summary: Summary, asked: Iterable[Threshold], worths: Worths | None = None, unanswerable: float = UNANSWERABLE
) -> list[Check]:
    """Every threshold in every language of the headline arm, or of the first arm where that was not asked. What would
    not hold with the trials that were not scored at their worst is not decided.

    `worths`: V at the share `unanswerable`, for each of `costs_of` the thresholds; KeyError where one is wanting.
    """
    arm = headline_of(summary.config.arms)
    results = [r for r in summary.results if r.arm == arm]
    situation = Situation(unanswerable=unanswerable)
    checks = [_within(r, threshold, worths or {}, situation) for threshold in asked for r in results]
    if checks and not summary.complete:
        checks.append(_incomplete(name(summary.run)))
    return checks


def worse_checks(comparison: Comparison, asked: Sequence[str]) -> list[Check]:
    """What `--fail-on worse[:FIGURE]` asks of two runs, the first of which is the baseline; in every language and arm.

    Raises UsageError for other than two runs, for a condition or a figure that there is none of, and for a baseline of
    fewer than LEAST_QUESTIONS questions, on which nothing but a collapse shows.
    """
    if not asked:
        return []
    if len(comparison.systems) != 2:
        raise UsageError(f"--fail-on compares two runs, BASE and NEW, not {len(comparison.systems)}.")
    measures = [m.measure for arm in comparison.arms[:1] for m in arm.pairs[0].measures]
    figures = [_figure(text, measures) for text in asked]
    _refuse_few(comparison)
    checks = [_worse(arm, m) for arm in comparison.arms for m in arm.pairs[0].measures if m.measure in figures]
    base, new = comparison.systems
    for arm in comparison.arms:
        checks += _scored(arm, (base.name, new.name))
    if not new.complete:
        checks.append(_incomplete(name(new.name)))
    return checks


def gate_section(checks: Sequence[Check]) -> Section:
    """The checks in sentences, what does not hold first."""
    order = ("failed", "error", "passed")
    return Section("gate", lead=[check.text for check in sorted(checks, key=lambda check: order.index(check.state))])


def refuse(checks: Sequence[Check]) -> None:
    """Raise GateError with every check that does not hold."""
    broken = [in_language(check.text, DEFAULT) for check in checks if check.state != "passed"]
    if broken:
        raise GateError("\n  ".join([f"{len(broken)} of {len(checks)} conditions failed.", *broken]))


def _column(figure: str, cost: float) -> tuple[Column | None, float | None]:
    """The column that a name means, None for no name; of V its cost k too."""
    worth, _, k = figure.partition(".")
    if worth == USUAL:
        at = cost if not k else _number(k)
        if at is None or at < 0:
            return None, None
        return Column(FIGURES[USUAL], Part(f"{at:g}", {DEFAULT: f"V({at:g})"}, ())), at
    return _known().get(figure), None


def _known() -> dict[str, Column]:
    return {
        column.name: column
        for figure in FIGURES.values()
        if figure.unit in (*_OF_SHARES, "qualities")
        for column in columns_of(figure)
        if column.part or figure.unit in ("rate", "share")
    }


def _fault(flag: str, figure: str, column: Column | None, value: str) -> str:
    """What is wrong with one demand, or nothing."""
    if column is None:
        return f"there is no figure {figure!r}; there are {', '.join(_known())}, and {USUAL}.K for any cost K."
    number, side = _number(value), column.figure.better
    right = {"higher": "--min", "lower": "--max"}.get(side, "")
    if number is None:
        return f"write FIGURE=VALUE with a number, as {figure}=0.6 or {figure}=60%."
    if not right:
        return f"neither a high nor a low {figure} is better, so there is no bound to hold it to."
    if flag != right:
        return f"{figure} is better where it is {side}: write {right} {figure}={value}."
    if number > 1 and column.figure.unit in _OF_SHARES:
        return f"a share is at most 1; write {figure}={number / 100:g} or {figure}={number:g}%."
    if number > 1:
        return f"{figure} is at most 1, so nothing would ever pass."
    if number < 0 and column.figure.unit in _OF_SHARES:
        return "a share is not below 0."
    return ""


def _number(text: str) -> float | None:
    share = _SHARE.fullmatch(text)
    try:
        value = float(share[1]) / 100 if share else float(text)
    except ValueError:
        return None
    return value if abs(value) < float("inf") else None


def _within(r: ArmResult, threshold: Threshold, worths: Worths, situation: Situation) -> Check:
    figure: Text = figure_word(threshold.column) if threshold.cost is None else f"V({threshold.cost:g})"
    value, shown, worst = _value(r, threshold, worths, situation)
    words = {"place": _place(r.lang, r.arm), "figure": figure, "value": shown}
    check = Check(f"{r.lang}, {r.arm}", threshold.what, "passed", "")
    if value is None:
        return replace(check, state="error", text=said("gate.undecided", text=said("gate.undefined"), **words))
    write = percent if threshold.column.figure.unit in _OF_SHARES else decimal
    words["asked"] = said("gate.at_most" if threshold.most else "gate.at_least", limit=write(threshold.limit))
    if not threshold.holds(value):
        return replace(check, state="failed", text=said("gate.too_high" if threshold.most else "gate.too_low", **words))
    if worst is not None and not threshold.holds(worst):
        without = {"n": r.outcomes.failed + r.outcomes.invalid, "total": r.trials, "worst": write(worst)}
        return replace(check, state="error", text=said("gate.could_be", **without, **words))
    return replace(check, text=said("gate.within", **words))


def _value(
    r: ArmResult, threshold: Threshold, worths: Worths, situation: Situation
) -> tuple[float | None, str, float | None]:
    """The number to hold to the limit, None where it is undefined; how it is shown; and the number with every trial at
    its worst that was not scored, None where that is not known or all are scored."""
    k, column = threshold.cost, threshold.column
    if k is not None:
        worth = worths[k][r.lang, r.arm]
        ends = value_bounds(r, replace(situation, cost=k))
        return worth.value, on_one_line([decimal(worth.value), decimals(worth.ci95)]), ends and ends[0]
    found, shown = r.value(column), on_one_line(figure_lines(r, column))
    if isinstance(found, Quality):
        return found.value, shown, None
    bounds = found.bounds if isinstance(found, Rate) else None
    if column.figure.unit == "share":
        bounds = r.bounds(column.figure.name)
    value = found.rate if isinstance(found, Rate) else found
    return (value if isinstance(value, float) else None), shown, bounds and bounds[threshold.most]


def _scored(arm: ArmComparison, names: tuple[str, str]) -> list[Check]:
    """That much more of the new run has no score than of the baseline, so that what is left is another measure.

    How much: the share beyond which no result is ranked. Rules as judges leave some of both runs, and that is no fault.
    """
    of = {system.name: system.result for system in arm.systems}
    base, new = (of[name] for name in names)
    without = [r.outcomes.failed + r.outcomes.invalid for r in (base, new)]
    if without[1] / max(1, new.trials) - without[0] / max(1, base.trials) <= MOST_EXCLUDED:
        return []
    words = {"place": _place(arm.lang, arm.arm), "n": without[1], "total": new.trials, "before": without[0]}
    return [Check(f"{arm.lang}, {arm.arm}", "scored", "error", said("gate.unscored", run=name(names[1]), **words))]


def _incomplete(run: str) -> Check:
    return Check(run, "complete", "error", said("gate.incomplete", run=run))


def _figure(text: str, measures: Sequence[str]) -> str:
    condition, _, figure = text.partition(":")
    figure = figure or USUAL
    if condition != WORSE or figure not in measures:
        raise UsageError(f"--fail-on {text}: write worse or worse:FIGURE, with one of {', '.join(measures)}.")
    return figure


def _refuse_few(comparison: Comparison) -> None:
    """Raise UsageError where the baseline has too few questions for any gate, with what so many can show."""
    few = {}
    for arm in comparison.arms:
        of = {system.name: system.result for system in arm.systems}
        questions = of[comparison.systems[0].name].rate("overall_item_micro").questions
        if questions < LEAST_QUESTIONS:
            few[f"{arm.lang}, {arm.arm}"] = questions
    if few:
        n = min(few.values())
        least = stats.minimal_detectable_difference(n)
        shown = "no drop of accuracy at all" if least is None else f"no drop of accuracy below {100 * least:.0f} points"
        raise UsageError(
            f"--fail-on: {n} questions of the baseline are scored ({'; '.join(few)}), and so few show {shown}: a gate "
            f"on them would pass nearly anything. Ask {LEAST_QUESTIONS} or more in both runs, e.g. with --preset lit."
        )


def _worse(arm: ArmComparison, m: MeasuredDifference) -> Check:
    of_reader = m.measure == USUAL
    situation = {"k": f"{arm.decision.cost:g}", "u": f"{100 * arm.decision.unanswerable:g}"}
    figure = said("measure.reader_value", **situation) if of_reader else title(m.measure)
    words = {"place": _place(arm.lang, arm.arm), "figure": figure}
    check = Check(f"{arm.lang}, {arm.arm}", f"{WORSE}:{m.measure}", "passed", "")
    if m.difference is None or m.finding == "undefined":
        why = said("gate.undefined" if m.difference is None else "verdict.no_interval")
        return replace(check, state="error", text=said("gate.undecided", text=why, **words))
    shown = percent if m.unit == "points" else decimal
    words |= {"first": shown(m.first), "second": shown(m.second)}
    if m.finding == "first":
        moved = {"amount": amount(abs(m.difference), m.unit), "bounds": f" {lead(m)}" if m.ci95 else ""}
        key = "gate.fell" if m.higher_is_better else "gate.rose"
        return replace(check, state="failed", text=said(key, **moved, **words))
    if m.method == "paired bootstrap" and m.detectable is None:
        why = said("gate.nothing_shows", n=m.questions)
        return replace(check, state="error", text=said("gate.undecided", text=why, **words))
    sees: Text = ""
    if m.detectable is not None:
        sees = said("gate.sees", amount=amount(m.detectable, m.unit), n=m.questions)
    return replace(check, text=said("gate.kept", sees=sees, **words))


def _place(lang: str, arm: str) -> Text:
    return said("situation.group", lang=said(f"lang.{lang}"), arm=arm_word(arm))
