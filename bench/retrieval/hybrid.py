"""Reciprocal rank fusion: one ranking out of several, from their ranks alone."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import fsum

from bench.records import Item
from bench.retrieval.corpus import Retriever, best_first

K = 60
"""The constant of the published formula."""


@dataclass(frozen=True)
class Hybrid:
    """Fuses the whole rankings of its members: score(d) = sum over members of 1 / (60 + rank of d), ranks from 1.

    Equal scores are ordered by chunk id.
    Source: Cormack, Clarke and Büttcher, Reciprocal rank fusion outperforms Condorcet and individual rank learning
    methods, SIGIR 2009.
    """

    members: tuple[Retriever, ...]
    size: int
    """At least the number of chunks that any item's corpus has: members are asked for so many."""
    name: str = "hybrid"

    def rank(self, item: Item, k: int) -> tuple[str, ...]:
        """The k best chunk ids; fewer where the members know fewer."""
        return fused(member.rank(item, self.size) for member in self.members)[:k]


def fused(rankings: Iterable[Sequence[str]]) -> tuple[str, ...]:
    """All ids of the rankings, best first. A ranking that lacks an id adds nothing to it; no rankings give no ids."""
    parts: defaultdict[str, list[float]] = defaultdict(list)
    for ranking in rankings:
        for rank, name in enumerate(ranking, start=1):
            parts[name].append(1 / (K + rank))
    # fsum, because plain sums of the same terms in another order differ in the last digit, and then so does the order.
    return best_first({name: fsum(terms) for name, terms in parts.items()})
