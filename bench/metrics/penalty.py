"""Penalty-aware scoring of Why RAGs Hallucinate (WRH, arXiv 2608.26385): what a wrong answer costs.

Here "correct" means a right *attempt*. Declining is worth 0 wherever it happens, on an unanswerable item too, and an
attempt at an unanswerable item is wrong. So a system that always declines has Q = 0, not the share of unanswerable
items. (LIT's figures count such a decline as correct; they are in lit.py.)
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from bench import stats
from bench.figures import COSTS
from bench.metrics.rates import rate_of
from bench.outcomes import Outcome
from bench.records import Quality, Rate
from bench.wilson import effective_size, no_spread, worth


@dataclass(frozen=True, slots=True)
class Tally:
    """Counts of trials. `violations`: attempts at a canary that happened to be right; they are part of `correct`."""

    correct: int
    wrong: int
    abstained: int
    violations: int = 0

    def __post_init__(self) -> None:
        if min(self.correct, self.wrong, self.abstained, self.violations) < 0 or self.violations > self.correct:
            raise ValueError(f"impossible counts: {self}")

    @property
    def n(self) -> int:
        return self.correct + self.wrong + self.abstained

    @property
    def gain(self) -> float:
        """A of Q(k) = A - k * B: right attempts without violations, per trial. n must not be 0."""
        return (self.correct - self.violations) / self.n

    @property
    def loss(self) -> float:
        """B of Q(k) = A - k * B: wrong attempts and violations, per trial. n must not be 0."""
        return (self.wrong + self.violations) / self.n


def tally(outcomes: Sequence[Outcome]) -> Tally:
    """Scored trials as right attempts, wrong attempts and everything that was no attempt."""
    attempts = [o for o in outcomes if o.scored and o.attempted]
    right = sum(o.correct for o in attempts)
    violations = sum(o.canary and o.correct for o in attempts)
    return Tally(right, len(attempts) - right, sum(o.scored and not o.attempted for o in outcomes), violations)


def volume(outcomes: Sequence[Outcome]) -> Rate:
    """Right attempts / scored trials (WRH §3)."""
    return rate_of(outcomes, lambda o: o.correct and bool(o.attempted))


def accuracy_given_attempt(outcomes: Sequence[Outcome]) -> Rate:
    """Right attempts / attempts (WRH §3). No attempts: no value."""
    return rate_of(outcomes, lambda o: o.correct, lambda o: o.attempted is not False)


def quality(counts: Tally, k: float) -> float | None:
    """Q(k) = (c - k*w - (1 + k)*v) / n, from -k to 1: each wrong attempt and each violation costs k (WRH §3).

    None for no trials. Raises ValueError for a negative or non-finite k.
    """
    if not 0 <= k < float("inf"):
        raise ValueError(f"the cost of a wrong answer is a number from 0 on, not {k}")
    if counts.n == 0:
        return None
    return (counts.correct - k * counts.wrong - (1 + k) * counts.violations) / counts.n


def qualities(outcomes: Sequence[Outcome], ks: Sequence[float] = COSTS) -> tuple[Quality, ...]:
    """Q(k) for each k with a bootstrap interval over questions: all trials of a cluster are drawn together.

    Where every question is worth the same, the interval is that of Wilson's bounds over questions for the two rates,
    right without violations and wrong with them (`bench.wilson.worth`). No scored trials: no values. A single
    question: values without an interval.
    """
    by_question: dict[str, list[Outcome]] = defaultdict(list)
    for o in outcomes:
        if o.scored:
            by_question[o.cluster].append(o)
    tallies = [tally(group) for group in by_question.values()]
    scores = [[t.correct - k * t.wrong - (1 + k) * t.violations for t in tallies] for k in ks]
    sizes, whole = [t.n for t in tallies], tally(outcomes)
    resamples = stats.resampled_ratios(scores, sizes)
    found = []
    for position, k in enumerate(ks):
        ci95 = None if resamples is None else stats.middle_95(resamples[:, position])
        if no_spread(ci95):
            ci95 = worth(whole.gain, whole.loss, effective_size(sizes), k)
        found.append(Quality(k=k, value=quality(whole, k), ci95=ci95))
    return tuple(found)


def crossing(first: Tally, second: Tally) -> float | None:
    """The k >= 0 at which two systems have the same Q; None where they never meet, or are equal for every k.

    Q is linear in k, so k* = (A1 - A2) / (B1 - B2) (WRH §3). None also where one has no trials.
    """
    if first.n == 0 or second.n == 0 or first.loss == second.loss:
        return None
    k = (first.gain - second.gain) / (first.loss - second.loss)
    return k if k >= 0 else None


def dominated(first: Tally, second: Tally) -> bool:
    """Whether `first` has a lower Q than `second` for every k >= 0. False where one has no trials."""
    if first.n == 0 or second.n == 0:
        return False
    return first.gain < second.gain and first.loss >= second.loss
