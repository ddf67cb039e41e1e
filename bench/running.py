"""A prepared run carried out where its options say: in this process, by a provider's batch API, or on a Ray cluster."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from bench.campaign import Observer, PreparedRun
from bench.campaign.execute import StopGuard
from bench.errors import ProviderError, UsageError
from bench.options import RunOptions
from bench.records import Summary

MOST_REFUSED = 8
"""Parameters that are given up on before the run is left to find out for itself."""


def proven(options: RunOptions, run: PreparedRun, tell: Callable[[str], None]) -> PreparedRun:
    """`run`, or the same without what its model refuses (`bench.campaign.first_call`). Raises as that and `prepare` do.

    Nothing is asked before a batch, whose calls are all made at half the price, nor while one is still to bring some.
    """
    from bench.campaign import prepare
    from bench.campaign.first_call import first_call
    from bench.executors.batch import refuse_owed

    for _ in range(0 if options.batch else MOST_REFUSED):
        refuse_owed(run.folder)
        if not first_call(run, options.params or {}, tell):
            break
        run = prepare(options)
    return run


def carry_out(options: RunOptions, run: PreparedRun, observer: Observer, guard: StopGuard | None = None) -> None:
    """Do every call that the log does not have yet. Raises what the executor raises.

    `guard` is entered around the calls instead of the handling of signals, which needs the main thread. A cluster
    cannot be guarded: UsageError.
    """
    if guard is not None and (options.engine or options.executor != "local"):
        raise UsageError(
            "executor and engine need the main thread, without a running event loop (a notebook has one): use the "
            "command line, or a script."
        )
    from bench.executors.batch import execute_in_batches, refuse_owed

    if options.batch:
        execute_in_batches(run, observer, guard)
        return
    refuse_owed(run.folder)
    if options.engine is not None:
        from bench.executors.ray_vllm import answer_offline

        run = answer_offline(run, observer)
    if options.executor == "ray":
        from bench.executors.ray import execute as execute_on_ray

        execute_on_ray(run, observer, options.workers)
    else:
        from bench.campaign import execute

        execute(run, observer, observer.starting, guard)


def refuse_empty(summary: Summary) -> None:
    """Raise ProviderError when not one trial could be scored: tables of dashes are no success."""
    excluded = Counter(f"{e.outcome}, {e.reason}" for e in summary.exclusions)
    count = sum(r.trials - r.outcomes.failed - r.outcomes.invalid for r in summary.results)
    if excluded and count <= 0:
        reason, most = excluded.most_common(1)[0]
        raise ProviderError(
            f"Not one answer could be scored: {sum(excluded.values())} excluded, most often {reason} ({most}). "
            "The messages are in answers.jsonl and votes.jsonl; check the address, the model's name and the judge."
        )
