"""What is compared: each figure as a mean of ratios over items, so that it can be paired and resampled by question.

Guarantees: an item's part of a figure comes from the very functions in bench/metrics that define the figure, so over
the same items with equally many repeats the parts add up to it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal

from bench.figures import FIGURES
from bench.metrics import lit, penalty, rag
from bench.metrics.situation import Situation, rates, value
from bench.outcomes import Outcome
from bench.records import MAIN_CATEGORIES, Category, Rate
from bench.words import said

Parts = Mapping[str, float]
"""Ratio name to an item's numerator in it, averaged over its repeats; its denominator there is 1."""


@dataclass(frozen=True, slots=True)
class Measure:
    """One figure that two systems are compared by. It is the mean of `ratios`, each a mean over the items in it.

    `parts` gives what one item adds, from its scored trials (at least one). `span`: the largest difference that two
    systems can have on one item, `spans` that in each ratio where they are not all the same. `counted`: whether an
    item's part is a share of hits, which Fisher's test can take; `counts_only`: it is always tested so, as WRH does for
    canaries, which are few.
    """

    name: str
    title: Mapping[str, str]
    higher_is_better: bool
    unit: Literal["points", "Q"]
    span: float
    ratios: tuple[str, ...]
    counted: bool
    parts: Callable[[Sequence[Outcome]], Parts]
    counts_only: bool = False
    spans: tuple[float, ...] = ()


def measures(
    ks: Sequence[float], *, canaries: bool = False, situation: Situation | None = None, tagged: bool = True
) -> tuple[Measure, ...]:
    """Everything that runs are compared by: one Q for each cost in `ks`, V in the reader's situation where one is
    given, and canary violations where there are any. `tagged`: whether the questions have LIT's tags; where none has,
    the accuracy on what can be answered takes the place of the means over categories."""
    main = tuple(category.value for category in MAIN_CATEGORIES)
    every = tuple(category.value for category in Category)
    return (
        *(
            (
                _figure("main_avg", main, False, partial(_categories, main)),
                _figure("overall_macro", every, False, partial(_categories, every)),
            )
            if tagged
            else (_figure("correct_of_answerable", ("items",), True, partial(_rate, rag.correct_of_answerable)),)
        ),
        _figure("overall_item_micro", ("items",), True, partial(_rate, lit.overall_item_micro)),
        _figure("over_abstention", ("items",), True, partial(_rate, lit.over_abstention)),
        _figure("false_answer", ("items",), True, partial(_rate, rag.false_answer)),
        *(
            Measure(
                f"quality_{k:g}", title(f"quality_{k:g}"), True, "Q", 1 + k, ("items",), False, partial(_quality, k)
            )
            for k in ks
        ),
        *([_value(situation)] if situation else []),
        *([_canaries()] if canaries else []),
    )


def title(measure: str) -> dict[str, str]:
    """The name of a measure in words: that of its figure, as in every table."""
    kind, _, k = measure.partition("quality_")
    return said("measure.quality", k=k) if k else said(f"figure.{kind}" if kind in FIGURES else f"measure.{kind}")


def _figure(name: str, ratios: tuple[str, ...], counted: bool, parts: Callable[[Sequence[Outcome]], Parts]) -> Measure:
    return Measure(name, title(name), FIGURES[name].better == "higher", "points", 1.0, ratios, counted, parts)


def _rate(figure: Callable[[Sequence[Outcome]], Rate], trials: Sequence[Outcome]) -> Parts:
    share = figure(trials).rate
    return {} if share is None else {"items": share}


def _categories(wanted: Sequence[str], trials: Sequence[Outcome]) -> Parts:
    rates = lit.categories(trials)
    return {c.value: r.rate for c, r in rates.items() if r.rate is not None and c.value in wanted}


def _quality(k: float, trials: Sequence[Outcome]) -> Parts:
    value = penalty.quality(penalty.tally(trials), k)
    return {} if value is None else {"items": value}


def _value(situation: Situation) -> Measure:
    """V(k, u): the worth of answerable trials and that of the others, each with its weight.

    A measure is the mean of its ratios, so each part is multiplied by their number.
    """
    k, u = situation.cost, situation.unanswerable
    weights = {name: weight for name, weight in (("answerable", 1 - u), ("unanswerable", u)) if weight > 0}
    words = said("measure.reader_value", k=f"{k:g}", u=f"{100 * u:g}")
    largest = {"answerable": 1 + k, "unanswerable": k}
    spans = tuple(len(weights) * weight * largest[name] for name, weight in weights.items())

    def parts(trials: Sequence[Outcome]) -> Parts:
        of = rates(trials)
        worth = {"answerable": value(of, k, 0), "unanswerable": value(of, k, 1)}
        return {n: len(weights) * w * v for n, w in weights.items() if (v := worth[n]) is not None}

    return Measure("reader_value", words, True, "Q", max(spans), tuple(weights), False, parts, spans=spans)


def _violations(trials: Sequence[Outcome]) -> Parts:
    attempted = [bool(o.attempted) for o in trials if o.canary]
    return {"items": sum(attempted) / len(attempted)} if attempted else {}


def _canaries() -> Measure:
    name = "canary_violations"
    return Measure(name, title(name), False, "points", 1.0, ("items",), True, _violations, counts_only=True)
