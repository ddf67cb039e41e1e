"""Which system to choose, by what a wrong answer costs: rankings, where two systems cross, who is never the better."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from bench.metrics import penalty
from bench.metrics.penalty import Tally
from bench.outcomes import Outcome
from bench.records.comparison import Crossing, Decision, Domination, RankedSystem, Ranking


def decide(systems: Mapping[str, Sequence[Outcome]], ks: Sequence[float]) -> Decision:
    """The decision table over the trials of the items that every system has scored trials of (WRH §3).

    `systems`: name to outcomes of one language and arm. Without a common item every value is None and nothing
    crosses. Q is linear in k, so crossings are exact; equal values share a rank.
    """
    scored = {name: {o.item for o in outcomes if o.scored} for name, outcomes in systems.items()}
    shared = set.intersection(*scored.values()) if scored else set()
    tallies = {name: penalty.tally([o for o in outcomes if o.item in shared]) for name, outcomes in systems.items()}
    rankings = tuple(_ranking(tallies, k) for k in ks)
    orders = {tuple((s.name, s.rank) for s in ranking.systems) for ranking in rankings}
    return Decision(
        items=len(shared),
        left_out=tuple(sorted(set().union(*scored.values()) - shared)),
        rankings=rankings,
        crossings=tuple(sorted(crossings(tallies), key=lambda c: c.k)),
        dominated=dominated(tallies),
        stable=len(orders) <= 1,
    )


def crossings(tallies: Mapping[str, Tally]) -> Iterator[Crossing]:
    """Every pair of lines that meet at a k from 0 on. Lines that coincide meet nowhere."""
    for first, second in combinations(tallies, 2):
        one, other = tallies[first], tallies[second]
        k = penalty.crossing(one, other)
        if k is not None:
            # Beyond the crossing the one that is wrong less often is better; before it the other.
            above, below = (first, second) if one.loss < other.loss else (second, first)
            yield Crossing(k=k, below=below, above=above)


def dominated(tallies: Mapping[str, Tally]) -> tuple[Domination, ...]:
    """Every pair of which one has the higher Q for every k from 0 on."""
    return tuple(
        Domination(better=better, worse=worse)
        for pair in combinations(tallies, 2)
        for worse, better in (pair, pair[::-1])
        if penalty.dominated(tallies[worse], tallies[better])
    )


def _ranking(tallies: Mapping[str, Tally], k: float) -> Ranking:
    values = {name: penalty.quality(tally, k) for name, tally in tallies.items()}
    known = {name: value for name, value in values.items() if value is not None}
    ranks = {name: 1 + sum(other > value for other in known.values()) for name, value in known.items()}
    order = sorted(values, key=lambda name: (ranks.get(name, len(values) + 1), list(values).index(name)))
    return Ranking(
        k=k,
        threshold=k / (k + 1),
        systems=tuple(RankedSystem(name=name, rank=ranks.get(name), value=values[name]) for name in order),
    )
