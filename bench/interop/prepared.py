"""The trials of a run as another tool asks them: each by its id, with its prompt ready; and what an answer comes to.

Guarantees: trials are made by the code that `bench run` asks with, from the same configuration; nothing is called.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bench.campaign import PreparedRun, prepare
from bench.campaign.due import Due
from bench.dataset.as_shown import as_shown
from bench.errors import UsageError
from bench.judge import Judge
from bench.options import RunOptions
from bench.outcomes import Outcome, outcome
from bench.plan import PreparedTrial, Trial
from bench.records import Answer, Item, Vote

KEY = "rag_generator_bench"
"""Under this name the suite's own record stands in the logs of other tools."""


@dataclass(frozen=True)
class PreparedTask:
    """A run that another tool carries out. `trials`: every trial by its id, in the order in which it is asked."""

    run: PreparedRun
    trials: Mapping[str, PreparedTrial]

    def judged_item(self, prepared: PreparedTrial) -> Item:
        """The item as it is shown (bench.dataset.as_shown), by which other tools judge an answer at once.

        Where the rival alone is shown it is the item itself, for want of a mark that no rate counts the trial; the
        imported log has it.
        """
        item = prepared.trial.item
        data = self.run.dataset.langs[item.lang]
        base = next((other for other in data.items if other.id == item.base), None) if item.base else None
        return as_shown(item, base, prepared.chunks) or item


def prepare_task(options: RunOptions) -> PreparedTask:
    """Everything that is asked, ready. Raises what `prepare` raises, and UsageError where a call is needed first."""
    if callable(options.retriever):
        raise UsageError("retriever is a function, which the logs of other tools cannot name: give a TREC run.")
    run = prepare(options, for_calls=False)
    due = Due(run)
    if not all(map(due.can_prepare, run.trials)):
        raise UsageError(
            f"The retriever {run.config.retriever} has {len(due.to_embed)} texts to embed first, and no embedding is "
            "asked for here: use bm25 or a TREC run, or let `bench run` embed them in this folder of runs."
        )
    return PreparedTask(run, {trial_id(trial): due.prepare(trial) for trial in run.trials})


def trial_id(trial: Trial) -> str:
    """`LANG/ITEM/ARM/REPEAT`: which trial this is, as logs of other tools name it."""
    return "/".join(map(str, trial.trial_id))


@dataclass(frozen=True)
class Judged:
    """An outcome, and the vote that it comes from; no vote where there was no text to judge."""

    outcome: Outcome
    vote: Vote | None


async def judged(answer: Answer, item: Item, judge: Judge) -> Judged:
    """The outcome of an answer by one judge. A failed answer is not judged. Raises what the judge raises."""
    vote = None if answer.text is None else await judge.vote(item, answer)
    decided = outcome(answer, {judge.spec: vote} if vote else {}, item, [judge.spec])
    assert decided is not None  # the whole panel has voted
    return Judged(decided, vote)
