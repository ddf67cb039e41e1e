"""The reader's situation (METRICS §11): what a system is worth where the reader says what a wrong answer costs and how
many questions have no answer in the documents.

V(k, u) = (1 - u) * (r - k * w) - u * k * f, with r and w the right and wrong rates on answerable trials, f the share of
unanswerable trials that were attempted, k the cost of a wrong answer in right ones, u the share of questions without an
answer. Declining is worth 0, so always declining is. A canary has no answer in what was shown: it counts as
unanswerable, which makes Q(k) of WRH the V(k, u) at the data's own share u.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING

from bench import stats
from bench.figures import COST, COSTS, UNANSWERABLE
from bench.outcomes import Outcome
from bench.records import Arm, Lang, Quality
from bench.wilson import Interval, effective_size, share_over, worth

if TYPE_CHECKING:
    from numpy import float64
    from numpy.typing import NDArray

APART = 1
"""Added to the seed of the unanswerable trials' resamples, so that the two parts are drawn independently."""


@dataclass(frozen=True, slots=True)
class Situation:
    """The reader's: what a wrong answer costs in right ones, and the share of questions without an answer, 0 to 1."""

    cost: float = COST
    unanswerable: float = UNANSWERABLE


@dataclass(frozen=True, slots=True)
class Rates:
    """r, w and f, each from 0 to 1. None: nothing of the kind was scored; r and w are known or unknown together."""

    right: float | None
    wrong: float | None
    false_answer: float | None


def rates(outcomes: Sequence[Outcome]) -> Rates:
    """r, w and f over scored trials. No trials: None each."""
    answerable, unanswerable = _Part.of(outcomes, True), _Part.of(outcomes, False)
    right, wrong = answerable.means()
    return Rates(right, wrong, unanswerable.means()[1])


def value(of: Rates, k: float, u: float) -> float | None:
    """V(k, u), from -k to 1. None where a rate that counts (its weight is above 0) is unknown.

    Raises ValueError for a k that is negative or not finite, and a u outside 0 to 1.
    """
    line = _line(of, k, u)
    return None if line is None else line[0] - k * line[1]


def values(
    outcomes: Sequence[Outcome], costs: Sequence[float] = COSTS, unanswerable: float = UNANSWERABLE
) -> tuple[Quality, ...]:
    """V(k, u) for each k with its 95 % interval; answerable and unanswerable clusters are resampled apart.

    No scored trial of a part that counts: no value. A single cluster of it: a value without an interval. A part without
    spread, because all of its clusters agree, has the bounds of Wilson's intervals over clusters instead of its
    resamples, and the two parts' distances add in squares (MOVER: Zou and Donner, Statistics in Medicine 27, 2008).
    """
    found = rates(outcomes)
    weighted = [(_Part.of(outcomes, True), 1 - unanswerable), (_Part.of(outcomes, False), unanswerable)]
    parts = [(part, weight, part.resampled()) for part, weight in weighted if weight > 0]
    worths = {k: value(found, k, unanswerable) for k in costs}
    return tuple(Quality(k=k, value=v, ci95=_interval(v, k, parts)) for k, v in worths.items())


def by_lang_and_arm(
    outcomes: Sequence[Outcome], langs: Sequence[Lang], arms: Sequence[Arm], situation: Situation
) -> dict[tuple[Lang, Arm], Quality]:
    """V in a situation for each language and arm. With no scored trial without an answer, u is taken to be 0."""
    found = {}
    for lang, arm in product(langs, arms):
        some = [o for o in outcomes if (o.lang, o.arm) == (lang, arm)]
        met = any(o.scored and not o.answerable for o in some)
        (found[lang, arm],) = values(some, [situation.cost], situation.unanswerable if met else 0.0)
    return found


def crossing_cost(first: Rates, second: Rates, u: float) -> float | None:
    """The cost k >= 0 at which two systems are worth the same, at a share u. None: never, or for every k.

    V is linear in k at fixed u, so the crossing is exact.
    """
    one, other = _line(first, 0, u), _line(second, 0, u)
    if one is None or other is None or one[1] == other[1]:
        return None
    k = (one[0] - other[0]) / (one[1] - other[1])
    return k if k >= 0 else None


def crossing_share(first: Rates, second: Rates, k: float) -> float | None:
    """The share u from 0 to 1 at which two systems are worth the same, at a cost k. None: never, or for every u.

    V is linear in u at fixed k, so the crossing is exact.
    """
    ends = [value(of, k, u) for u in (0.0, 1.0) for of in (first, second)]
    if any(end is None for end in ends):
        return None
    at_0, at_1 = (ends[0] or 0.0) - (ends[1] or 0.0), (ends[2] or 0.0) - (ends[3] or 0.0)
    if at_0 == at_1:
        return None
    u = at_0 / (at_0 - at_1)
    return u if 0 <= u <= 1 else None


def _line(of: Rates, k: float, u: float) -> tuple[float, float] | None:
    """A and B of V = A - k * B at a share u."""
    if not 0 <= k < float("inf"):
        raise ValueError(f"the cost of a wrong answer is a number from 0 on, not {k}")
    if not 0 <= u <= 1:
        raise ValueError(f"the share of unanswerable questions lies between 0 and 1, not at {u}")
    if (u < 1 and of.right is None) or (u > 0 and of.false_answer is None):
        return None
    right, wrong, false = of.right or 0.0, of.wrong or 0.0, of.false_answer or 0.0
    return (1 - u) * right, (1 - u) * wrong + u * false


@dataclass(frozen=True)
class _Part:
    """The scored trials with an answer, or those without one, by cluster: right, wrong, trials.

    An attempt at an unanswerable trial is wrong, whatever it says, and none of these is right.
    """

    right: Sequence[float]
    wrong: Sequence[float]
    trials: Sequence[float]
    answerable: bool

    @classmethod
    def of(cls, outcomes: Sequence[Outcome], answerable: bool) -> _Part:
        by_cluster: dict[str, list[tuple[bool, bool]]] = defaultdict(list)
        for o in outcomes:
            if o.scored and o.answerable == answerable:
                right = answerable and bool(o.attempted) and o.correct
                by_cluster[o.cluster].append((right, bool(o.attempted) and not right))
        groups = list(by_cluster.values())
        return cls(
            [float(sum(right for right, _ in group)) for group in groups],
            [float(sum(wrong for _, wrong in group)) for group in groups],
            [float(len(group)) for group in groups],
            answerable,
        )

    def means(self) -> tuple[float | None, float | None]:
        n = sum(self.trials)
        return (sum(self.right) / n, sum(self.wrong) / n) if n else (None, None)

    def resampled(self) -> NDArray[float64] | None:
        seed = stats.SEED if self.answerable else stats.SEED + APART
        return stats.resampled_ratios([self.right, self.wrong], self.trials, seed=seed)

    def worth(self, k: float) -> float:
        right, wrong = self.means()
        return (right or 0.0) - k * (wrong or 0.0)

    def agree(self, k: float) -> bool:
        """Whether every cluster is worth the same, so that resampling shows no spread."""
        worths = [(r - k * w) / n for r, w, n in zip(self.right, self.wrong, self.trials, strict=True)]
        return max(worths) - min(worths) < 1e-12

    def wilson(self, k: float) -> Interval:
        """The worth at the unfavourable and at the favourable bounds of the part's two rates."""
        (right, wrong), size = self.means(), effective_size(self.trials)
        if self.answerable:
            return worth(right or 0.0, wrong or 0.0, size, k)
        low, high = share_over(wrong or 0.0, size)  # nothing there can be right
        return -k * high, -k * low


def _interval(
    v: float | None, k: float, parts: Sequence[tuple[_Part, float, NDArray[float64] | None]]
) -> Interval | None:
    drawn = [(part, weight, ratios) for part, weight, ratios in parts if ratios is not None]
    if v is None or len(drawn) < len(parts):
        return None
    worths = [weight * (ratios[:, 0] - k * ratios[:, 1]) for _, weight, ratios in drawn]
    if not any(part.agree(k) for part, _, _ in drawn):
        total = worths[0]
        for other in worths[1:]:
            total = total + other
        return stats.middle_95(total)
    below = above = 0.0
    for (part, weight, _), resamples in zip(drawn, worths, strict=True):
        low, high = (weight * b for b in part.wilson(k)) if part.agree(k) else stats.middle_95(resamples) or (v, v)
        centre = weight * part.worth(k)
        below += (centre - low) ** 2
        above += (high - centre) ** 2
    return v - math.sqrt(below), v + math.sqrt(above)
