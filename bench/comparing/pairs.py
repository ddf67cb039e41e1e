"""Two systems on the same questions: differences with intervals, tests, and what each says in words."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from bench import stats
from bench.comparing.measures import Measure
from bench.comparing.verdicts import verdict
from bench.outcomes import Outcome
from bench.records.comparison import Finding, MeasuredDifference, Pair, Unpaired

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
    found: dict[str, list[Outcome]] = defaultdict(list)
    for o in outcomes:
        if o.scored:
            found[key(o)].append(o)
    return found


def _difference(
    names: tuple[str, str], measure: Measure, left: Trials, right: Trials, cluster: Mapping[str, str], level: float
) -> MeasuredDifference:
    table = _table(measure, left, right, cluster)
    found = None
    if table.items and not measure.counts_only:
        found = stats.paired_difference(table.differences, table.weights, span=measure.span)
        if found is not None and found.p is not None and level <= found.p <= 1 / stats.RESAMPLES:
            # With many systems the level is below what the usual number of resamples can show.
            more = math.ceil(2 / level)
            found = stats.paired_difference(table.differences, table.weights, span=measure.span, resamples=more)
    if found is None:
        return _counted(names, measure, left, right, level, 0 if measure.counts_only else table.items)
    detectable = stats.minimal_detectable_difference(found.questions, found.spread, step=found.step, alpha=level)
    if detectable is not None and detectable > measure.span:
        detectable = None
    return _finished(
        names,
        MeasuredDifference(
            measure=measure.name,
            title=measure.title,
            higher_is_better=measure.higher_is_better,
            unit=measure.unit,
            first=table.first,
            second=table.second,
            difference=found.value,
            ci95=found.ci95,
            p=found.p,
            level=level,
            items=table.items,
            questions=found.questions,
            detectable=detectable,
            method="none" if found.p is None else "paired bootstrap",
            finding="undefined",
            verdict="",
        ),
    )


@dataclass
class _Table:
    """For each ratio of a measure, differences and weights by question; `items` counts those that are in any."""

    differences: list[list[float]]
    weights: list[list[float]]
    items: int
    first: float | None
    second: float | None


def _table(measure: Measure, left: Trials, right: Trials, cluster: Mapping[str, str]) -> _Table:
    place = {name: number for number, name in enumerate(dict.fromkeys(cluster.values()))}
    ratio = {name: number for number, name in enumerate(measure.ratios)}
    differences = [[0.0] * len(place) for _ in ratio]
    weights = [[0.0] * len(place) for _ in ratio]
    sums = [[0.0, 0.0] for _ in ratio]
    items = 0
    for item, question in cluster.items():
        mine, theirs = measure.parts(left[item]), measure.parts(right[item])
        both = [name for name in mine if name in theirs]
        items += bool(both)
        for name in both:
            row, column = ratio[name], place[question]
            differences[row][column] += mine[name] - theirs[name]
            weights[row][column] += 1
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
    return _finished(
        names,
        MeasuredDifference(
            measure=measure.name,
            title=measure.title,
            higher_is_better=measure.higher_is_better,
            unit=measure.unit,
            first=first,
            second=second,
            difference=None if first is None or second is None else first - second,
            ci95=None,
            p=stats.fisher(k1, n1, k2, n2) if usable else None,
            level=level,
            items=n1 + n2 if usable else paired,
            questions=0,
            detectable=None,
            method="Fisher" if usable else "none",
            finding="undefined",
            verdict="",
        ),
    )


def _hits(measure: Measure, side: Trials) -> tuple[int, int]:
    if not measure.counted:
        return 0, 0
    shares = [measure.parts(trials).get("items") for trials in side.values()]
    known = [share for share in shares if share is not None]
    return sum(share > 0.5 for share in known), len(known)


def _finished(names: tuple[str, str], found: MeasuredDifference) -> MeasuredDifference:
    """With finding and verdict filled in."""
    finding: Finding = "not_distinguishable"
    if found.p is None or found.difference is None:
        finding = "undefined"
    elif found.p < found.level and found.difference != 0:
        finding = "first" if (found.difference > 0) == found.higher_is_better else "second"
    decided = found.model_copy(update={"finding": finding})
    return decided.model_copy(update={"verdict": verdict(names, decided)})
