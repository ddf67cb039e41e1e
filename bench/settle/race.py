"""One language of a settling: which questions come next, what is known so far, and when to stop.

Guarantees: asks nobody and reads nothing; the same questions with the same differences give the same verdict, however
they come in batches and rounds.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from bench.figures import UNANSWERABLE
from bench.kinds import kind_of
from bench.metrics.situation import worth_of
from bench.outcomes import Outcome
from bench.records import Lang
from bench.records.comparison import Settled, SettledVerdict
from bench.sequential import ConfidenceSequence, Interval

BATCH = 8
"""Questions of each language that are asked before the next look. Looking is free; starting a batch takes a moment."""


@dataclass(frozen=True, slots=True)
class Question:
    """One observation to come, with its trials of each model: on items that have an answer, and on those without."""

    name: str
    answerable: int
    unanswerable: int = 0

    @property
    def size(self) -> int:
        return self.answerable + self.unanswerable


class Difference(NamedTuple):
    """What one question says: the first model's mean worth minus the second's on its items that have an answer, and on
    those without one, each from -(1 + k) to 1 + k. None: it has no such item that is scored for both."""

    answerable: float | None
    unanswerable: float | None


@dataclass(frozen=True, slots=True)
class Rules:
    """When a race ends.

    `k`: the cost of a wrong answer, in right ones. `unanswerable`: the share u of the reader's questions without an
    answer. `alpha`: the accepted chance of naming the wrong model, here of one language. `batch`: questions between two
    looks. `most_items`: trials at most, None for all. `gap`: a difference in V(k, u), from 0 on, that nobody cares
    about; None where every difference counts.
    """

    k: float
    alpha: float
    unanswerable: float = UNANSWERABLE
    batch: int = BATCH
    most_items: int | None = None
    gap: float | None = None


@dataclass
class Race:
    """Two models in one language. Questions are given by `open`, asked by others and looked at by `look`.

    V(k, u) = (1 - u) A + u U, with A the mean worth of what has an answer and U that of what has none. Each has a
    confidence sequence of its own, at 1 - alpha (1 - u) and 1 - alpha u, so both hold with probability 1 - alpha, and
    with them the interval that their bounds give for V. So neither the data's own share of questions without an answer
    nor an item that is not scored moves the weights.
    """

    lang: Lang
    rules: Rules
    asked: int = 0
    available: int = 0
    used: int = 0
    trials: int = 0
    verdict: SettledVerdict = "undecided"
    skipped: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        rules, reach = self.rules, 1 + self.rules.k
        weights = {"answerable": 1 - rules.unanswerable, "unanswerable": rules.unanswerable}
        self._parts = [
            (name, weight, ConfidenceSequence(-reach, reach, rules.alpha * weight))
            for name, weight in weights.items()
            if weight > 0
        ]
        self._waiting: list[Question] = []
        self._full = False

    @property
    def over(self) -> bool:
        """Whether nothing more is to be asked: it is decided, or the next question would be one too many."""
        return self._full or self.verdict != "undecided"

    def open(self, questions: Sequence[Question]) -> None:
        """Add questions in the order in which they are asked; those of which nothing counts are not."""
        counting = [q for q in questions if any(getattr(q, name) for name, *_ in self._parts)]
        self._waiting += counting
        self.available += len(counting)

    def next_batch(self) -> list[str]:
        """The next questions; none once it is over or all are asked."""
        names: list[str] = []
        most = self.rules.most_items
        while self._waiting and not self.over and len(names) < self.rules.batch:
            question = self._waiting[0]
            if most is not None and self.trials + question.size > most:
                self._full = True
                break
            del self._waiting[0]
            names.append(question.name)
            self.trials += question.size
        self.asked += len(names)
        return names

    def look(self, differences: Iterable[tuple[str, Difference]]) -> None:
        """Take in the questions of a batch in their order, up to the one that decides.

        One of which nothing that counts is scored for both is skipped and named.
        """
        for question, difference in differences:
            known = [(value, s) for name, _, s in self._parts if (value := getattr(difference, name)) is not None]
            if not known:
                self.skipped.append(question)
                continue
            for value, sequence in known:
                sequence.add(value)
            self.used += 1
            self.verdict = self._verdict()
            if self.verdict != "undecided":
                return

    @property
    def interval(self) -> Interval:
        """Where the difference in V(k, u) is."""
        bounds = [(weight, sequence.interval) for _, weight, sequence in self._parts]
        return sum(weight * low for weight, (low, _) in bounds), sum(weight * high for weight, (_, high) in bounds)

    @property
    def difference(self) -> float | None:
        """The difference in V(k, u) so far; None before something of each part that counts is scored for both."""
        means = [(weight, sequence.mean) for _, weight, sequence in self._parts]
        known = [weight * mean for weight, mean in means if mean is not None]
        return sum(known) if len(known) == len(means) else None

    @property
    def progress(self) -> str:
        low, high = self.interval
        mean = self.difference
        value = "nothing scored yet" if mean is None else f"difference {mean:+.3f} [{low:.3f}, {high:.3f}]"
        return f"{self.lang}: {self.asked} of {self.available} questions asked, {value}."

    @property
    def result(self) -> Settled:
        return Settled(
            lang=self.lang,
            unanswerable=self.rules.unanswerable,
            verdict=self.verdict,
            difference=self.difference,
            interval=self.interval,
            alpha=self.rules.alpha,
            questions=self.used,
            observed={name: len(sequence) for name, _, sequence in self._parts},
            asked=self.asked,
            available=self.available,
            trials=self.trials,
            skipped=tuple(self.skipped),
        )

    def _verdict(self) -> SettledVerdict:
        low, high = self.interval
        if self.difference is None:
            return "undecided"
        if low > 0 or high < 0:
            return "first" if low > 0 else "second"
        gap = self.rules.gap
        return "within_gap" if gap is not None and -gap <= low and high <= gap else "undecided"


def share_met(questions: Iterable[Question], u: float) -> float:
    """The share u that can be settled by with these questions: 0 where none has an item without an answer, 1 where none
    has another, else `u`."""
    sizes = [(q.answerable, q.unanswerable) for q in questions]
    has, lacks = any(n for n, _ in sizes), any(n for _, n in sizes)
    return u if has == lacks else float(lacks)


def question_difference(first: Iterable[Outcome], second: Iterable[Outcome], k: float) -> Difference:
    """What one question says, from its outcomes in two runs.

    Only trials that are scored for both count, paired by item and repeat. A trial belongs to a part by its item, and is
    worth what the documents shown made of it.
    """
    left = {(o.item, o.repeat): o for o in first if o.scored}
    right = {(o.item, o.repeat): o for o in second if o.scored}
    shared = [(left[key], right[key]) for key in sorted(left.keys() & right.keys())]
    means = []
    for answerable in (True, False):
        pairs = [(one, other) for one, other in shared if kind_of(one.own_kind).answerable == answerable]
        leads = [worth_of(one, k) - worth_of(other, k) for one, other in pairs]
        means.append(sum(leads) / len(leads) if leads else None)
    return Difference(*means)
