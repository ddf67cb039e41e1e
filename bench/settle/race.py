"""One language of a settling: which questions come next, what is known so far, and when to stop.

Guarantees: asks nobody and reads nothing; the same questions with the same differences give the same verdict, however
they come in batches and rounds.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from bench.metrics import penalty
from bench.outcomes import Outcome
from bench.records import Lang
from bench.records.comparison import Settled, SettledVerdict
from bench.sequential import ConfidenceSequence

BATCH = 8
"""Questions of each language that are asked before the next look. Looking is free; starting a batch takes a moment."""


@dataclass(frozen=True, slots=True)
class Rules:
    """When a race ends.

    `k`: the cost of a wrong answer, in right ones. `alpha`: the accepted chance of naming the wrong model, here of one
    language. `batch`: questions between two looks. `most_items`: trials at most, None for all. `gap`: a difference in
    Q(k), from 0 on, that nobody cares about; None where every difference counts.
    """

    k: float
    alpha: float
    batch: int = BATCH
    most_items: int | None = None
    gap: float | None = None


@dataclass
class Race:
    """Two models in one language. Questions are given by `open`, asked by others and looked at by `look`."""

    lang: Lang
    rules: Rules
    asked: int = 0
    available: int = 0
    used: int = 0
    trials: int = 0
    verdict: SettledVerdict = "undecided"
    skipped: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        k = self.rules.k
        self._sequence = ConfidenceSequence(-(1 + k), 1 + k, self.rules.alpha)
        self._waiting: list[tuple[str, int]] = []
        self._full = False

    @property
    def over(self) -> bool:
        """Whether nothing more is to be asked: it is decided, or the next question would be one too many."""
        return self._full or self.verdict != "undecided"

    def open(self, questions: Sequence[tuple[str, int]]) -> None:
        """Add questions with their numbers of trials, in the order in which they are asked."""
        self._waiting += questions
        self.available += len(questions)

    def next_batch(self) -> list[str]:
        """The next questions; none once it is over or all are asked."""
        names: list[str] = []
        most = self.rules.most_items
        while self._waiting and not self.over and len(names) < self.rules.batch:
            name, size = self._waiting[0]
            if most is not None and self.trials + size > most:
                self._full = True
                break
            del self._waiting[0]
            names.append(name)
            self.trials += size
        self.asked += len(names)
        return names

    def look(self, differences: Iterable[tuple[str, float | None]]) -> None:
        """Take in the questions of a batch in their order, up to the one that decides; None is skipped and named."""
        for name, value in differences:
            if value is None:
                self.skipped.append(name)
                continue
            low, high = self._sequence.add(value)
            self.used += 1
            self.verdict = self._verdict(low, high)
            if self.verdict != "undecided":
                return

    @property
    def progress(self) -> str:
        low, high = self._sequence.interval
        mean = self._sequence.mean
        value = "nothing scored yet" if mean is None else f"difference {mean:+.3f} [{low:.3f}, {high:.3f}]"
        return f"{self.lang}: {self.asked} of {self.available} questions asked, {value}."

    @property
    def result(self) -> Settled:
        return Settled(
            lang=self.lang,
            verdict=self.verdict,
            difference=self._sequence.mean,
            interval=self._sequence.interval,
            alpha=self.rules.alpha,
            questions=self.used,
            asked=self.asked,
            available=self.available,
            trials=self.trials,
            skipped=tuple(self.skipped),
        )

    def _verdict(self, low: float, high: float) -> SettledVerdict:
        if low > 0 or high < 0:
            return "first" if low > 0 else "second"
        gap = self.rules.gap
        return "within_gap" if gap is not None and -gap <= low and high <= gap else "undecided"


def question_difference(first: Iterable[Outcome], second: Iterable[Outcome], k: float) -> float | None:
    """Q(k) of the first minus that of the second over one question's trials, from -(1 + k) to 1 + k.

    Only trials that are scored for both count, paired by item and repeat; None where there is none.
    """
    left = {(o.item, o.repeat): o for o in first if o.scored}
    right = {(o.item, o.repeat): o for o in second if o.scored}
    shared = sorted(left.keys() & right.keys())
    one = penalty.quality(penalty.tally([left[key] for key in shared]), k)
    other = penalty.quality(penalty.tally([right[key] for key in shared]), k)
    return None if one is None or other is None else one - other
