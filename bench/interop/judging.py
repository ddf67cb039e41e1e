"""From an answer to its outcome in one step, as the summary of a run has it: one judge, one call."""

from __future__ import annotations

from dataclasses import dataclass

from bench.judge import Judge
from bench.outcomes import Outcome, outcome
from bench.records import Answer, Item, Vote


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
