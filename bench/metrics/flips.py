"""Flips: which items changed when only the context did, item by item and not only on balance.

Two arms can have the same accuracy and disagree on a third of the items; a difference of rates does not show that.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal

from bench import stats
from bench.arms import CONTRASTS
from bench.metrics.rates import rate
from bench.outcomes import Outcome
from bench.records import Arm, Lang
from bench.records.insight import FlipTable, State, Transition
from bench.wilson import effective_size

Questions = Literal["answerable", "unanswerable"]
STATES: Mapping[Questions, tuple[State, ...]] = {
    "answerable": ("right", "wrong", "abstained"),
    "unanswerable": ("right", "wrong"),
}


def flips(outcomes: Iterable[Outcome], langs: Sequence[Lang], arms: Sequence[Arm]) -> tuple[FlipTable, ...]:
    """A table for each language, pair of CONTRASTS that was run, and kind of question that both arms have.

    An item counts with the outcome of more than half of its scored repeats; one without such an outcome is unsettled.
    Canaries are left out: their question is another one.
    """
    found: dict[tuple[Lang, Questions, Arm], dict[str, list[Outcome]]] = defaultdict(lambda: defaultdict(list))
    for o in outcomes:
        if o.scored and not o.canary:
            found[o.lang, "answerable" if o.answerable else "unanswerable", o.arm][o.item].append(o)
    tables = (
        flip_table(lang, (first, second), questions, found[lang, questions, first], found[lang, questions, second])
        for lang in langs
        for first, second in CONTRASTS
        if first in arms and second in arms
        for questions in STATES
    )
    return tuple(table for table in tables if table.items or table.unsettled)


def flip_table(
    lang: Lang,
    arms: tuple[Arm, Arm],
    questions: Questions,
    before: Mapping[str, Sequence[Outcome]],
    after: Mapping[str, Sequence[Outcome]],
) -> FlipTable:
    """One table from the scored trials of each item. Items that only one arm has are left out; none: no values.

    Variants of one question are not independent. So the interval is that of the same shares of as many items as they
    are worth (`effective_size`), and in the test a question counts once, on the side to which more of its items
    flipped; both change nothing where every question has one item.
    """
    states = {item: (_state(before[item]), _state(after[item])) for item in sorted(before.keys() & after.keys())}
    settled = {item: (b, a) for item, (b, a) in states.items() if b is not None and a is not None}
    cluster = {item: before[item][0].cluster for item in settled}
    lost = rate((cluster[i], b == "right" != a) for i, (b, a) in settled.items())
    gained = rate((cluster[i], a == "right" != b) for i, (b, a) in settled.items())
    both = sum(b == a == "right" for b, a in settled.values())
    part = effective_size(Counter(cluster.values()).values()) / len(settled) if settled else 1.0
    counts = (both, gained.k, lost.k, len(settled) - both - lost.k - gained.k)
    balance: Counter[str] = Counter()
    for item, (b, a) in settled.items():
        balance[cluster[item]] += (a == "right") - (b == "right")
    return FlipTable(
        lang=lang,
        first=arms[0],
        second=arms[1],
        questions=questions,
        items=len(settled),
        transitions=tuple(_transitions(settled, STATES[questions])),
        lost=lost,
        gained=gained,
        net=(gained.k - lost.k) / len(settled) if settled else None,
        ci95=paired_interval(*(part * count for count in counts)),
        p=mcnemar(sum(b < 0 for b in balance.values()), sum(b > 0 for b in balance.values())) if settled else None,
        unsettled=tuple(item for item in states if item not in settled),
    )


def mcnemar(lost: int, gained: int) -> float:
    """McNemar's exact two-sided p, 0 to 1: given that a question flips, either direction is equally likely.

    2 * P(X <= min(lost, gained)) for X binomial with n = lost + gained and 1/2, at most 1; no flips give 1. Raises
    ValueError on negative counts.
    Source: Q. McNemar, Psychometrika 12 (1947), in the exact binomial form.
    """
    if min(lost, gained) < 0:
        raise ValueError(f"{min(lost, gained)} is not a count of flips")
    n = lost + gained
    tail = sum(math.comb(n, x) for x in range(min(lost, gained) + 1))
    return float(min(1.0, 2 * tail / 2**n))


def paired_interval(both: float, first_only: float, second_only: float, neither: float) -> stats.Interval | None:
    """95 % interval of (first_only - second_only) / n, the difference of two shares of the same n items, -1 to 1.

    Wilson's intervals of the two shares, squared and added with their estimated correlation. Counts may be parts of
    an item, as in `stats.wilson`. None without an item.
    Source: R. G. Newcombe, Statistics in Medicine 17 (1998) 2635-2650, method 10.
    """
    n = both + first_only + second_only + neither
    one, other = stats.wilson(both + first_only, n), stats.wilson(both + second_only, n)
    if one is None or other is None:
        return None
    p, q = (both + first_only) / n, (both + second_only) / n
    correlation = _correlation(both, first_only, second_only, neither)
    down = _added(p - one[0], other[1] - q, correlation)
    up = _added(one[1] - p, q - other[0], correlation)
    value = (first_only - second_only) / n
    return max(-1.0, value - down), min(1.0, value + up)


def _correlation(both: float, first_only: float, second_only: float, neither: float) -> float:
    """Phi of the four counts, with Newcombe's correction of n / 2 where it is positive; 0 where a margin is empty."""
    n = both + first_only + second_only + neither
    margins = (both + first_only) * (second_only + neither) * (both + second_only) * (first_only + neither)
    cross = both * neither - first_only * second_only
    if margins == 0:
        return 0.0
    return (max(cross - n / 2, 0.0) if cross > 0 else cross) / math.sqrt(margins)


def _added(one: float, other: float, correlation: float) -> float:
    return math.sqrt(max(0.0, one * one - 2 * correlation * one * other + other * other))


def _state(trials: Sequence[Outcome]) -> State | None:
    counts = Counter(_of(o) for o in trials)
    state, count = counts.most_common(1)[0]
    return state if 2 * count > len(trials) else None


def _of(o: Outcome) -> State:
    if o.correct:
        return "right"
    return "abstained" if o.outcome == "abstained" else "wrong"


def _transitions(settled: Mapping[str, tuple[State, State]], states: Sequence[State]) -> Iterator[Transition]:
    for before in states:
        for after in states:
            items = tuple(item for item, pair in settled.items() if pair == (before, after))
            yield Transition(before=before, after=after, count=len(items), items=() if before == after else items)
