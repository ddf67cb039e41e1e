"""The trials of a run as another tool asks them: each by its id, with its prompt and parameters ready.

Guarantees: they are made by the code that `bench run` asks with, from the same configuration; nothing is called.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bench.campaign import PreparedRun, prepare
from bench.campaign.retrieving import retrievers_without_calls
from bench.clients import open_client
from bench.config import Endpoint
from bench.errors import UsageError
from bench.generate import Generator, Prepared, Trial
from bench.options import RunOptions

KEY = "rag_generator_bench"
"""Under this name the suite's own record stands in the logs of other tools."""


@dataclass(frozen=True)
class PreparedTask:
    """A run that another tool carries out. `trials`: every trial by its id, in the order in which it is asked."""

    run: PreparedRun
    trials: Mapping[str, Prepared]


def prepare_task(options: RunOptions) -> PreparedTask:
    """Everything that is asked, ready. Raises what `prepare` raises, and UsageError where a call is needed first."""
    run = prepare(options, for_calls=False)
    retrievers, missing = retrievers_without_calls(run)
    if retrievers is None:
        raise UsageError(
            f"The retriever {run.config.retriever} has {len(missing)} texts to embed first, and no embedding is asked "
            "for here: use bm25 or a TREC run, or let `bench run` embed them in this folder of runs."
        )
    nowhere = open_client(Endpoint("baseline", "baseline", key_required=False), concurrency=1)
    generator = Generator(run.config, run.dataset, run.model, run.endpoint, nowhere, retrievers)
    return PreparedTask(run, {trial_id(trial): generator.prepare(trial) for trial in run.trials})


def trial_id(trial: Trial) -> str:
    """`LANG/ITEM/ARM/REPEAT`: which trial this is, as logs of other tools name it."""
    return f"{trial.item.lang}/{trial.item.id}/{trial.arm}/{trial.repeat}"
