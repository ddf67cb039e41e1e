"""Paired comparison: the same questions under two conditions, matched by id and never by text."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from typing import TypeVar

from bench import stats
from bench.outcomes import Outcome

K = TypeVar("K", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Difference:
    """Mean accuracy of the first condition minus that of the second, over the items that both have scored trials of.

    `value` -1 to 1, None without a shared item. `ci95`: bootstrap over clusters, None below two clusters; where all of
    them differ by the same, Wilson's bounds over clusters (`stats.bootstrap_ratios`).
    `p`: two-sided paired bootstrap. `only_first`, `only_second`: items that have no partner and are left out.
    """

    value: float | None
    ci95: stats.Interval | None
    p: float | None
    n: int
    only_first: tuple[str, ...]
    only_second: tuple[str, ...]


def difference(
    first: Iterable[Outcome], second: Iterable[Outcome], key: Callable[[Outcome], str] = lambda o: o.item
) -> Difference:
    """Compare two conditions item by item; each item's accuracy is the mean over its scored repeats (WRH §3).

    `key` names what an item shares with its partner: its id between arms, the paired id between languages. Two
    items with equal texts and different ids are two items.
    """
    left, right = list(first), list(second)
    accuracy, partner = accuracies(left, key), accuracies(right, key)
    shared = sorted(accuracy.keys() & partner.keys())
    # Clusters are named within the first condition: the second has the same grouping under other names.
    cluster = {key(o): o.cluster for o in left}
    groups = grouped((cluster[i], accuracy[i] - partner[i]) for i in shared)
    return Difference(
        value=mean(value for group in groups for value in group),
        ci95=stats.bootstrap_mean(groups, lowest=-1.0),
        p=stats.paired_bootstrap_p([sum(group) / len(group) for group in groups]),
        n=len(shared),
        only_first=tuple(sorted(accuracy.keys() - partner.keys())),
        only_second=tuple(sorted(partner.keys() - accuracy.keys())),
    )


def accuracies(outcomes: Iterable[Outcome], key: Callable[[Outcome], K]) -> dict[K, float]:
    """Accuracy of each item over its scored repeats, by `key`; an item without a scored trial is not there.

    Canaries are left out: whether one was right says nothing about reading a context.
    """
    hits: dict[K, list[bool]] = defaultdict(list)
    for o in outcomes:
        if o.scored and not o.canary:
            hits[key(o)].append(o.correct)
    return {item: sum(found) / len(found) for item, found in hits.items()}


def grouped(values: Iterable[tuple[str, float]]) -> list[list[float]]:
    """The values of each cluster, clusters in the order of their first value."""
    groups: dict[str, list[float]] = defaultdict(list)
    for cluster, value in values:
        groups[cluster].append(value)
    return list(groups.values())


def mean(values: Iterable[float]) -> float | None:
    """The mean; None for no values."""
    known = list(values)
    return sum(known) / len(known) if known else None
