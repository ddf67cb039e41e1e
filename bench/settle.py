"""Asking two models only as long as it takes to know which one is better at a given cost of a wrong answer.

Both are asked the same questions, in a seeded order, batch by batch, until a confidence sequence of their difference in
Q(k) excludes zero. Guarantees: the chance of naming the worse model as the better one, or either where they are equal,
is at most alpha for all languages together, however often one looks; each model has one ordinary run folder that goes
on where it was, whose configuration is that of the whole run, so that `bench run` can ask the rest later.
"""

from __future__ import annotations

import hashlib
import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from bench.campaign import PreparedRun, Watch, execute, prepare
from bench.campaign.configure import opened
from bench.errors import UsageError
from bench.log import read
from bench.metrics import penalty
from bench.options import RunOptions
from bench.outcomes import Outcome, ordinary
from bench.plan import Trial
from bench.records import Answer, Lang, Vote
from bench.records.comparison import Settled, Settlement
from bench.records.panel import Intent
from bench.run_folder import ANSWERS, INTENTS, VOTES, read_manifest
from bench.scoring import RunLog, outcomes_of, score
from bench.sequential import ConfidenceSequence

BATCH = 8
"""Questions of each language that are asked before the next look. Looking is free; starting a batch takes a moment."""


@dataclass(frozen=True)
class Duel:
    """Two runs that differ in the model alone, and when to stop. `most_items`: per language, None for all."""

    runs: tuple[PreparedRun, PreparedRun]
    k: float
    alpha: float
    batch: int = BATCH
    most_items: int | None = None


def duel(
    first: str,
    second: str,
    options: RunOptions,
    *,
    k: float,
    alpha: float = 0.05,
    batch: int = BATCH,
    most_items: int | None = None,
    for_calls: bool = True,
) -> Duel:
    """Look everything up and check it. `options` says everything but the model; it must name one arm and no folder.

    Raises UsageError where that is not so, where the two models are one, and for a k, alpha, batch or number that makes
    no sense; and what `prepare` raises.
    """
    faults = {
        f"--k: the cost of a wrong answer is a number from 0 on, not {k}": not 0 <= k < math.inf,
        f"--alpha is a probability between 0 and 1, not {alpha}": not 0 < alpha < 1,
        f"--batch is {batch}; it must be at least 1": batch < 1,
        f"--max-items is {most_items}; it must be at least 1": most_items is not None and most_items < 1,
        f"--arm: one arm at a time, not {', '.join(options.arms) or 'none at all'}": len(options.arms) != 1,
        "two models have a folder each: name the folder that they go into": options.out is not None,
    }
    if wrong := [fault for fault, holds in faults.items() if holds]:
        raise UsageError(f"{'; '.join(wrong)}.")
    one, other = (prepare(replace(options, model=model), for_calls=for_calls) for model in (first, second))
    if one.folder == other.folder:
        raise UsageError(f"{first} and {second} are the same model with the same parameters: name two.")
    return Duel((one, other), k, alpha, batch, most_items)


def settle(ready: Duel, watch: Watch, tell: Callable[[str], None] = lambda _: None) -> Settlement:
    """Ask until every language is decided or its questions are used up, then score both runs.

    `watch` gives each batch of a run its observer; `tell` is given a sentence after every batch. The cost limit of the
    runs is that of both together. Raises what `execute` and `score` raise; what was asked stays asked, and the same
    call goes on from there.
    """
    for run in ready.runs:
        # The manifest is that of the whole run: an undecided or interrupted settling is an incomplete ordinary run.
        with opened(run):
            pass
    config = ready.runs[0].config
    races = [_Race(lang, ready, _ordered(ready.runs[0], lang)) for lang in config.langs]
    spent = 0.0
    while batch := {race.lang: names for race in races if (names := race.next_batch())}:
        outcomes = []
        for run in ready.runs:
            spent += _ask(run, batch, spent, watch)
            outcomes.append(_outcomes(run))
        for race in races:
            if race.lang in batch:
                race.look(batch[race.lang], *outcomes)
                tell(race.progress)
    for run in ready.runs:
        score(run.folder)
    return Settlement(
        first=ready.runs[0].config.model,
        second=ready.runs[1].config.model,
        runs=(ready.runs[0].folder.name, ready.runs[1].folder.name),
        arm=config.arms[0],
        k=ready.k,
        alpha=ready.alpha,
        languages=tuple(race.result for race in races),
    )


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


@dataclass
class _Race:
    """One language: which questions come next, and what is known so far."""

    lang: Lang
    ready: Duel
    order: Sequence[tuple[str, int]]
    """Questions with their numbers of trials, in the order in which they are asked."""
    asked: int = 0
    used: int = 0
    trials: int = 0
    verdict: Literal["first", "second", "undecided"] = "undecided"
    skipped: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._alpha = self.ready.alpha / len(self.ready.runs[0].config.langs)
        self._sequence = ConfidenceSequence(-(1 + self.ready.k), 1 + self.ready.k, self._alpha)

    def next_batch(self) -> list[str]:
        """The next questions; none once it is decided, or the questions or the allowed items are used up."""
        names: list[str] = []
        for name, size in self.order[self.asked : self.asked + self.ready.batch]:
            too_many = self.ready.most_items is not None and self.trials + size > self.ready.most_items
            if self.verdict != "undecided" or too_many:
                break
            names.append(name)
            self.trials += size
        self.asked += len(names)
        return names

    def look(self, batch: Sequence[str], first: Sequence[Outcome], second: Sequence[Outcome]) -> None:
        """Take in the questions of a batch in their order, up to the one that decides."""
        left, right = _by_question(first, self.lang), _by_question(second, self.lang)
        for name in batch:
            value = question_difference(left.get(name, ()), right.get(name, ()), self.ready.k)
            if value is None:
                self.skipped.append(name)
                continue
            low, high = self._sequence.add(value)
            self.used += 1
            if low > 0 or high < 0:
                self.verdict = "first" if low > 0 else "second"
                return

    @property
    def progress(self) -> str:
        low, high = self._sequence.interval
        mean = self._sequence.mean
        value = "nothing scored yet" if mean is None else f"difference {mean:+.3f} [{low:.3f}, {high:.3f}]"
        return f"{self.lang}: {self.asked} of {len(self.order)} questions asked, {value}."

    @property
    def result(self) -> Settled:
        return Settled(
            lang=self.lang,
            verdict=self.verdict,
            difference=self._sequence.mean,
            interval=self._sequence.interval,
            alpha=self._alpha,
            questions=self.used,
            asked=self.asked,
            available=len(self.order),
            trials=self.trials,
            skipped=tuple(self.skipped),
        )


def _ordered(run: PreparedRun, lang: Lang) -> list[tuple[str, int]]:
    """The questions of a language with their numbers of trials, in an order that the seed alone decides.

    The order says nothing about a question, so each is as good a draw as the next, which the sequence relies on.
    """
    sizes: dict[str, int] = defaultdict(int)
    for trial in run.trials:
        if trial.item.lang == lang:
            sizes[trial.item.cluster] += 1

    def rank(name: str) -> str:
        # Imported ids carry their language; without it, both languages ask the same questions first.
        return hashlib.sha256(f"{run.config.seed}|settle|{name.replace(f'-{lang}-', '-', 1)}".encode()).hexdigest()

    return [(name, sizes[name]) for name in sorted(sizes, key=rank)]


def _ask(run: PreparedRun, batch: Mapping[Lang, Sequence[str]], spent: float, watch: Watch) -> float:
    """Ask the trials of a batch, and say what new calls cost."""

    def in_batch(trial: Trial) -> bool:
        return trial.item.cluster in batch.get(trial.item.lang, ())

    part = replace(
        run,
        trials=tuple(trial for trial in run.trials if in_batch(trial)),
        max_cost=None if run.max_cost is None else run.max_cost - spent,
    )
    with watch(part) as observer:
        return execute(part, observer)


def _outcomes(run: PreparedRun) -> list[Outcome]:
    """What the run's log holds so far. The dataset is at hand, so it is not read again for every batch."""
    return ordinary(
        outcomes_of(
            RunLog(
                manifest=read_manifest(run.folder),
                items=tuple(item for lang in run.config.langs for item in run.dataset.langs[lang].items),
                answers=tuple(read(run.folder / ANSWERS, Answer).records.values()),
                votes=tuple(read(run.folder / VOTES, Vote).records.values()),
                intents=tuple(read(run.folder / INTENTS, Intent).records.values()),
            )
        )
    )


def _by_question(outcomes: Iterable[Outcome], lang: Lang) -> dict[str, list[Outcome]]:
    by_question: dict[str, list[Outcome]] = defaultdict(list)
    for o in outcomes:
        if o.lang == lang:
            by_question[o.cluster].append(o)
    return by_question
