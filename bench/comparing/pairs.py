"""Two systems on the same questions: differences with intervals, tests, and what each says in words."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from bench import stats
from bench.comparing.measures import Measure
from bench.langs import DEFAULT
from bench.outcomes import Outcome
from bench.records.comparison import Finding, MeasuredDifference, Pair, Unpaired
from bench.stats import Interval
from bench.text.display import with_minus
from bench.words import Text, said

Trials = Mapping[str, Sequence[Outcome]]
"""What an item is paired by to its scored trials."""


def compare_pair(
    names: tuple[str, str],
    first: Iterable[Outcome],
    second: Iterable[Outcome],
    measures: Sequence[Measure],
    level: float,
    key: Callable[[Outcome], str] = lambda o: o.item,
) -> Pair:
    """Compare two sides item by item. `key`: what an item shares with its partner; `level`: p of a finding.

    Only scored trials count. Nothing in common gives differences without a value. The order does not matter.
    """
    left, right = _scored(first, key), _scored(second, key)
    shared = sorted(left.keys() & right.keys())
    # Questions are named within the first side; the second has the same grouping, under other names between languages.
    cluster = {item: left[item][0].cluster for item in shared}
    return Pair(
        first=names[0],
        second=names[1],
        items=len(shared),
        unpaired=Unpaired(
            first=tuple(sorted(left.keys() - right.keys())), second=tuple(sorted(right.keys() - left.keys()))
        ),
        measures=tuple(_difference(names, measure, left, right, cluster, level) for measure in measures),
    )


def _scored(outcomes: Iterable[Outcome], key: Callable[[Outcome], str]) -> dict[str, list[Outcome]]:
    scored: dict[str, list[Outcome]] = defaultdict(list)
    for o in outcomes:
        if o.scored:
            scored[key(o)].append(o)
    return scored


def _difference(
    names: tuple[str, str], measure: Measure, left: Trials, right: Trials, cluster: Mapping[str, str], level: float
) -> MeasuredDifference:
    table = _table(measure, left, right, cluster)
    paired = None
    if table.items and not measure.counts_only:
        paired = stats.paired_difference(table.differences, table.weights, span=measure.span, spans=measure.spans)
        if paired is not None and paired.p is not None and level <= paired.p <= 1 / stats.RESAMPLES:
            # With many systems the level is below what the usual number of resamples can show.
            more = math.ceil(2 / level)
            paired = stats.paired_difference(
                table.differences, table.weights, span=measure.span, spans=measure.spans, resamples=more
            )
    if paired is None:
        return _counted(names, measure, left, right, level, 0 if measure.counts_only else table.items)
    detectable = stats.minimal_detectable_difference(paired.questions, paired.spread, step=paired.step, alpha=level)
    return _measured(
        names,
        measure,
        first=table.first,
        second=table.second,
        difference=paired.value,
        ci95=paired.ci95,
        p=paired.p,
        level=level,
        items=table.items,
        questions=paired.questions,
        detectable=None if detectable is None or detectable > measure.span else detectable,
        needed=_needed(paired, level),
        method="none" if paired.p is None else "paired bootstrap",
    )


def _needed(paired: stats.PairedDifference, level: float) -> int | None:
    """How many questions would find the difference: more than there are, since these have not."""
    if paired.value == 0 or paired.ci95 is None:
        return None
    found = stats.questions_for(abs(paired.value), paired.spread, step=paired.step, alpha=level)
    return max(found, paired.questions + 1)


@dataclass
class _Table:
    """For each ratio of a measure, differences and weights by question; `items` counts those that are in any."""

    differences: list[list[float]]
    weights: list[list[float]]
    items: int
    first: float | None
    second: float | None


def _table(measure: Measure, left: Trials, right: Trials, cluster: Mapping[str, str]) -> _Table:
    column = {name: number for number, name in enumerate(dict.fromkeys(cluster.values()))}
    ratio = {name: number for number, name in enumerate(measure.ratios)}
    differences = [[0.0] * len(column) for _ in ratio]
    weights = [[0.0] * len(column) for _ in ratio]
    sums = [[0.0, 0.0] for _ in ratio]
    items = 0
    for item, question in cluster.items():
        mine, theirs = measure.parts(left[item]), measure.parts(right[item])
        both = [name for name in mine if name in theirs]
        items += bool(both)
        for name in both:
            row, at = ratio[name], column[question]
            differences[row][at] += mine[name] - theirs[name]
            weights[row][at] += 1
            sums[row][0] += mine[name]
            sums[row][1] += theirs[name]
    counts = [sum(row) for row in weights]
    if not all(counts):
        return _Table(differences, weights, items, None, None)
    first, second = (
        sum(side[n] / count for side, count in zip(sums, counts, strict=True)) / len(counts) for n in (0, 1)
    )
    return _Table(differences, weights, items, first, second)


def _counted(
    names: tuple[str, str], measure: Measure, left: Trials, right: Trials, level: float, paired: int
) -> MeasuredDifference:
    """Where no item is paired, and for canaries: Fisher's exact test on counts of items, or nothing at all.

    An item counts once, as a hit where most of its trials are, because repeats are not independent.
    """
    (k1, n1), (k2, n2) = (_hits(measure, side) for side in (left, right))
    # With items in common the measure lacks a ratio (a category): then no test on the others would be about it.
    usable = measure.counted and paired == 0 and n1 > 0 and n2 > 0
    first, second = (k1 / n1, k2 / n2) if usable else (None, None)
    return _measured(
        names,
        measure,
        first=first,
        second=second,
        difference=None if first is None or second is None else first - second,
        p=stats.fisher(k1, n1, k2, n2) if usable else None,
        level=level,
        items=n1 + n2 if usable else paired,
        method="Fisher" if usable else "none",
    )


def _hits(measure: Measure, side: Trials) -> tuple[int, int]:
    if not measure.counted:
        return 0, 0
    shares = [measure.parts(trials).get("items") for trials in side.values()]
    known = [share for share in shares if share is not None]
    return sum(share > 0.5 for share in known), len(known)


def _measured(
    names: tuple[str, str],
    measure: Measure,
    *,
    first: float | None,
    second: float | None,
    difference: float | None,
    p: float | None,
    level: float,
    items: int,
    method: Literal["paired bootstrap", "Fisher", "none"],
    ci95: stats.Interval | None = None,
    questions: int = 0,
    detectable: float | None = None,
    needed: int | None = None,
) -> MeasuredDifference:
    """The record, with its finding and its verdict. Tables, sentences, gates and boards go by this finding alone."""
    finding: Finding = "not_distinguishable"
    if p is None or difference is None:
        finding = "undefined"
    elif p < level and difference != 0 and not _holds_0(ci95):
        finding = "first" if (difference > 0) == measure.higher_is_better else "second"
    measured = MeasuredDifference(
        measure=measure.name,
        title=measure.title[DEFAULT],
        higher_is_better=measure.higher_is_better,
        unit=measure.unit,
        first=first,
        second=second,
        difference=difference,
        ci95=ci95,
        p=p,
        level=level,
        items=items,
        questions=questions,
        detectable=detectable,
        needed=needed if finding == "not_distinguishable" else None,
        method=method,
        finding=finding,
        verdict="",
    )
    return measured.model_copy(update={"verdict": verdict(names, measured)[DEFAULT]})


def verdict(names: tuple[Text, Text], measured: MeasuredDifference) -> dict[str, str]:
    """`A is better by 4.2 points [1.1, 7.4]`, or why it cannot be said who is better.

    A verdict of "not distinguishable" says what would have shown: it is no proof that the systems are equal.
    """
    if measured.finding == "undefined":
        return said(f"verdict.{_undefined(measured)}")
    method = said("verdict.fisher") if measured.method == "Fisher" else ""
    if measured.finding == "not_distinguishable":
        return said("verdict.open", against=_level(measured), detectable=method or _detectable(measured))
    return said(
        "verdict.better",
        name=names[0] if measured.finding == "first" else names[1],
        amount=amount(abs(measured.difference or 0.0), measured.unit),
        bounds="" if measured.ci95 is None else f" {lead(measured)}",
        method=method,
    )


def with_p(sentence: Text, measured: MeasuredDifference) -> Text:
    """The verdict with p behind it, where it does not give p itself."""
    if measured.p is None or (measured.finding == "not_distinguishable" and _level(measured)):
        return sentence
    return said("verdict.p", sentence=sentence, sign="≤" if measured.p <= 1e-4 else "=", p=f"{measured.p:.2g}")


def amount(size: float, unit: str) -> Text:
    """A size of a difference as it is said: in points of a hundred, or in units of Q."""
    return said("verdict.points", n=f"{100 * size:.1f}") if unit == "points" else f"{size:.3f}"


def lead(measured: MeasuredDifference) -> str:
    """The interval of the better side's lead in square brackets: turned around where the difference is below 0."""
    low, high = measured.ci95 or (0.0, 0.0)
    of_better: Interval = (low, high) if (measured.difference or 0.0) > 0 else (-high, -low)
    return with_minus(
        "[{}, {}]".format(*(f"{100 * b:.1f}" if measured.unit == "points" else f"{b:.3f}" for b in of_better))
    )


def told_apart(p: float, level: float) -> tuple[str, str]:
    """Both with as many digits as it takes to see which is larger, two at least; the same text where they are equal."""
    for digits in range(2, 7):
        shown = f"{p:.{digits}g}", f"{level:.{digits}g}"
        if shown[0] != shown[1]:
            return shown
    return f"{p:.2g}", f"{level:.2g}"


def _undefined(measured: MeasuredDifference) -> str:
    if measured.items == 0:
        return "no_item"
    if measured.difference is None:
        return "no_value"
    return "one_question" if measured.questions < 2 else "no_interval"


def _level(measured: MeasuredDifference) -> Text:
    """Why it is no finding where interval and p do not agree on it; nothing where they do."""
    if measured.p is None or measured.ci95 is None:
        return ""
    p, level = told_apart(measured.p, measured.level)
    if not _holds_0(measured.ci95):
        return said("verdict.level", p=p, level=level)
    return said("verdict.holds_0", p=p) if measured.p < measured.level else ""


def _holds_0(ci95: Interval | None) -> bool:
    return ci95 is not None and ci95[0] <= 0 <= ci95[1]


def _detectable(measured: MeasuredDifference) -> dict[str, str]:
    if measured.detectable is None:
        return said("verdict.nothing_shows")
    return said("verdict.detectable", amount=amount(measured.detectable, measured.unit))
