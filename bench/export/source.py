"""A run as exporters of other tools' formats need it: its figures, and its trials with the texts that were shown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from bench.dataset.as_shown import item_of
from bench.dataset.shown import gold_of, overlaid
from bench.errors import UsageError
from bench.metrics.insight import parted
from bench.outcomes import Outcome
from bench.records import Answer, Chunk, Item, Summary
from bench.records.engine import EngineLog
from bench.run_folder import read_engine_log
from bench.scoring import RunLog, outcomes_of, read_run, score_run


@dataclass(frozen=True)
class Trial:
    """One question asked once. `item`: as the documents shown made it, with the reference that holds then.

    `outcome`: None while a judge still owes a vote. `shown`: the documents in the order in which they stood in the
    prompt. `gold`: those that the reference rests on, rivals too, shown or not.
    """

    answer: Answer
    item: Item
    outcome: Outcome | None
    shown: tuple[Chunk, ...]
    gold: tuple[Chunk, ...]


@dataclass(frozen=True)
class Source:
    """One run, read once."""

    log: RunLog
    engine: EngineLog

    @cached_property
    def summary(self) -> Summary:
        """Computed anew from the log. Raises as `bench.scoring.score_run` does."""
        return score_run(self.log)

    @cached_property
    def trials(self) -> tuple[Trial, ...]:
        """Every trial that has an answer or a failure, in the order of the log.

        Left out: leave-one-out trials, which no rate counts, and trials that the documents shown made no question of
        any kind.
        """
        return tuple(self._trials())

    def _trials(self) -> Iterator[Trial]:
        items = {(item.lang, item.id): item for item in self.log.items}
        outcomes = {outcome.trial_id: outcome for outcome in outcomes_of(self.log)}
        latest = {answer.trial_id: answer for answer in self.log.answers}
        for answer in parted(latest.values(), items)[0]:
            item = item_of(answer, items)
            if item is None:
                continue
            seen = overlaid(item, (self.log.corpora or {})[answer.lang])
            shown = tuple(seen[name] for name in answer.chunks)
            gold = tuple(seen[name] for name in gold_of(item))
            yield Trial(answer, item, outcomes.get(answer.trial_id), shown, gold)


def read_sources(folders: Sequence[Path], tell: Callable[[str], None], *, figures: bool) -> tuple[Source, ...]:
    """The runs in the order given. `tell` hears of every line of a log that does not count, and of every run that is
    not complete; without `figures`, which take most of the time, only of those that have no record of some trial.

    Raises what reading and scoring a run raises, and UsageError where two runs have one name.
    """
    sources = tuple(Source(read_run(folder), read_engine_log(folder)) for folder in folders)
    for source in sources:
        for notice in source.log.notices:
            tell(f"{source.log.manifest.run}: {notice}")
    refuse_twice([source.log for source in sources])
    for source in sources:
        lacking = len({answer.trial_id for answer in source.log.answers}) < source.log.manifest.trials
        if lacking or (figures and not source.summary.complete):
            tell(incomplete(source.log.manifest.run))
    return sources


def incomplete(run: str) -> str:
    """What a reader of an export is told of a run that is not complete."""
    return f"{run} is not complete: trials are missing, or failed in a way that may pass."


def refuse_twice(runs: Sequence[RunLog]) -> None:
    """Raise UsageError where two runs have one name."""
    twice = sorted(name for name, count in Counter(run.manifest.run for run in runs).items() if count > 1)
    if twice:
        raise UsageError(f"Two runs have the name {', '.join(twice)}: name each run once, or rename a folder's run.")
