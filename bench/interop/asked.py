"""The trials of a run as another tool asks them: each by its place, with its prompt and parameters ready.

Guarantees: they are made by the code that `bench run` asks with, from the same configuration; nothing is called.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bench.campaign import Run, Wanted, prepare
from bench.campaign.due import Due
from bench.errors import UsageError
from bench.plan import PreparedTrial, Trial
from bench.records import Answer

KEY = "rag_generator_bench"
"""Under this name the suite's own record stands in the logs of other tools."""


@dataclass(frozen=True)
class Asked:
    """A run that another tool carries out. `trials`: every trial by its place, in the order in which it is asked."""

    run: Run
    trials: Mapping[str, PreparedTrial]


def asked(wanted: Wanted) -> Asked:
    """Everything that is asked, ready. Raises what `prepare` raises, and UsageError where a call is needed first."""
    run = prepare(wanted, for_calls=False)
    due = Due(run)
    if not all(map(due.can_prepare, run.trials)):
        raise UsageError(
            f"The retriever {run.config.retriever} has {len(due.to_embed)} texts to embed first, and no embedding is "
            "asked for here: use bm25 or a TREC run, or let `bench run` embed them in this folder of runs."
        )
    return Asked(run, {place(trial): due.prepare(trial) for trial in run.trials})


def place(trial: Trial | Answer) -> str:
    """`LANG/ITEM/ARM/REPEAT`: which trial this is, as logs of other tools name it."""
    if isinstance(trial, Trial):
        return f"{trial.item.lang}/{trial.item.id}/{trial.arm}/{trial.repeat}"
    return f"{trial.lang}/{trial.item}/{trial.arm}/{trial.repeat}"


def names(given: Any, what: str, known: Sequence[str]) -> tuple[Any, ...]:
    """Names given as a text with commas or as a list, each one of `known`, without repeats. Raises UsageError."""
    parts = given.split(",") if isinstance(given, str) else given if isinstance(given, list | tuple) else [given]
    found = tuple(dict.fromkeys(str(part).strip() for part in parts if str(part).strip()))
    strangers = [name for name in found if name not in known]
    if strangers or not found:
        wrong = f"Unknown {what} {', '.join(map(repr, strangers))}" if strangers else f"No {what} given"
        raise UsageError(f"{wrong}: choose from {', '.join(known)}.")
    return found
