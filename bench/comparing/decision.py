"""Which system to choose, by what a wrong answer costs: rankings, where two systems cross, who is never the better."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Literal

from bench.metrics import penalty
from bench.metrics.penalty import Tally
from bench.metrics.situation import Rates, Situation, crossing_cost, crossing_share, value
from bench.metrics.situation import rates as of_rates
from bench.outcomes import Outcome
from bench.records.comparison import Crossing, Decision, Domination, RankedSystem, Ranking, Turn

LEAST_SCORED = 0.5
"""Share of the items scored for anybody that a system must have scored trials of to be ranked with the others, of whom
it would else take more items than it leaves."""

Systems = Mapping[str, Sequence[Outcome]]
"""Name to outcomes of one language and arm."""


def decide(systems: Systems, ks: Sequence[float], situation: Situation | None = None) -> Decision:
    """The decision table (WRH §3): rankings over the items that every ranked system has scored trials of.

    Not ranked is a system with less than LEAST_SCORED of the items, unless that leaves fewer than two. What is said of
    a pair, where it crosses and turns and who dominates, is over the items that the two share. Without a common item
    every value is None and nothing crosses. Q is linear in k, and V in k and in u, so crossings are exact; equal values
    share a rank. Where no ranked system has a scored trial without an answer, V is that of a reader who meets none
    (u = 0).
    """
    situation = situation or Situation()
    scored = _scored(systems)
    ranked, shared = _ranked_together(scored)
    every = set().union(*scored.values())
    joint = {name: _of_items(o, shared) if name in ranked else [] for name, o in systems.items()}
    rankings = tuple(_ranking({name: penalty.tally(o) for name, o in joint.items()}, k) for k in ks)
    all_answerable = no_unanswerable([o for outcomes in joint.values() for o in outcomes])
    u = 0.0 if all_answerable else situation.unanswerable
    worths = {name: value(of_rates(o), situation.cost, u) for name, o in joint.items()}
    orders = {tuple((s.name, s.rank) for s in ranking.systems) for ranking in rankings}
    pairs = [
        {name: _of_items(systems[name], scored[first] & scored[second]) for name in (first, second)}
        for first, second in combinations(ranked, 2)
    ]
    tallies = [{name: penalty.tally(o) for name, o in pair.items()} for pair in pairs]
    rates = [{name: of_rates(o) for name, o in pair.items()} for pair in pairs]
    turns = [turn for pair in rates for turn in _turns(pair, situation.cost, u, all_answerable)]
    return Decision(
        items=len(shared),
        left_out=tuple(sorted(every - shared)),
        unscored={name: len(every - items) for name, items in scored.items() if every - items},
        unranked=tuple(name for name in systems if name not in ranked),
        rankings=rankings,
        crossings=tuple(sorted((c for pair in tallies for c in crossings(pair)), key=lambda c: c.k)),
        dominated=tuple(d for pair in tallies for d in dominated(pair)),
        stable=len(orders) <= 1,
        cost=situation.cost,
        unanswerable=u,
        all_answerable=all_answerable,
        by_value=_ranked(worths),
        turns=tuple(sorted(turns, key=lambda turn: (turn.by, turn.at))),
    )


def shared_rates(systems: Systems) -> dict[str, Rates]:
    """r, w and f of each system over the items that `decide` ranks by; no rates of a system that is not ranked."""
    ranked, shared = _ranked_together(_scored(systems))
    return {name: of_rates(_of_items(o, shared) if name in ranked else []) for name, o in systems.items()}


def no_unanswerable(outcomes: Sequence[Outcome]) -> bool:
    """Whether some trial was scored, and none of a question without an answer."""
    scored = [o for o in outcomes if o.scored]
    return bool(scored) and all(o.answerable for o in scored)


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


def _scored(systems: Systems) -> dict[str, set[str]]:
    return {name: {o.item for o in outcomes if o.scored} for name, outcomes in systems.items()}


def _ranked_together(scored: Mapping[str, set[str]]) -> tuple[list[str], set[str]]:
    """The systems that are ranked, in their order, and the items that all of them have scored trials of."""
    every = set().union(*scored.values())
    ranked = [name for name, items in scored.items() if len(items) >= LEAST_SCORED * len(every)]
    if len(ranked) < 2:
        ranked = list(scored)
    return ranked, set.intersection(*(scored[name] for name in ranked)) if ranked else set()


def _of_items(outcomes: Sequence[Outcome], items: Collection[str]) -> list[Outcome]:
    return [o for o in outcomes if o.item in items]


def _turns(rates: Mapping[str, Rates], k: float, u: float, all_answerable: bool) -> Iterator[Turn]:
    """Every pair that changes places at a cost (with share u), or at a share without an answer (with cost k)."""
    for first, second in combinations(rates, 2):
        one, other = rates[first], rates[second]
        at = crossing_cost(one, other, u)
        if at:
            yield _turn("cost", at, (first, value(one, at + 1, u)), (second, value(other, at + 1, u)))
        share = None if all_answerable else crossing_share(one, other, k)
        if share is not None and 0 < share < 1:
            yield _turn("unanswerable", share, (first, value(one, k, 1)), (second, value(other, k, 1)))


def _turn(
    by: Literal["cost", "unanswerable"], at: float, first: tuple[str, float | None], second: tuple[str, float | None]
) -> Turn:
    """`first`, `second`: the systems with their worth beyond the turn."""
    above, below = (first, second) if (first[1] or 0.0) > (second[1] or 0.0) else (second, first)
    return Turn(by=by, at=at, below=below[0], above=above[0])


def _ranking(tallies: Mapping[str, Tally], k: float) -> Ranking:
    values = {name: penalty.quality(tally, k) for name, tally in tallies.items()}
    return Ranking(k=k, threshold=k / (k + 1), systems=_ranked(values))


def _ranked(values: Mapping[str, float | None]) -> tuple[RankedSystem, ...]:
    """Best first; equal values share a rank, and what has no value comes last without one."""
    known = {name: value for name, value in values.items() if value is not None}
    ranks = {name: 1 + sum(other > value for other in known.values()) for name, value in known.items()}
    order = sorted(values, key=lambda name: (ranks.get(name, len(values) + 1), list(values).index(name)))
    return tuple(RankedSystem(name=name, rank=ranks.get(name), value=values[name]) for name in order)
