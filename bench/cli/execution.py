"""Which executor carries out a run (this process, a provider's batch API, a Ray cluster), and whether that worked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bench.campaign import Run
    from bench.cli.progress import Silent
    from bench.records import Summary


@dataclass(frozen=True)
class Execution:
    """How the calls of a run are made, as it was asked for. Raises UsageError for what does not go together."""

    batch: bool = False
    executor: str = "local"
    workers: int | None = None
    engine: str | None = None

    def __post_init__(self) -> None:
        from bench.cli.given import at_least, choice
        from bench.errors import UsageError

        choice(self.executor, "executor", ("local", "ray"))
        if self.engine is not None:
            choice(self.engine, "engine", ("ray-vllm",))
        if self.workers is not None:
            at_least(1, self.workers, "--workers")
            if self.executor != "ray":
                raise UsageError("--workers goes with --executor ray: leave it out, or add that.")
        if self.batch and (self.executor != "local" or self.engine):
            raise UsageError("--batch leaves the calls to the provider: leave out --executor and --engine, or --batch.")

    def carry_out(self, run: Run, observer: Silent) -> None:
        """Do every call the log does not have yet. Raises what the executor raises."""
        from bench.executors.batch import execute_in_batches, refuse_owed

        if self.batch:
            execute_in_batches(run, observer)
            return
        refuse_owed(run.folder)
        if self.engine is not None:
            from bench.executors.ray_vllm import answer_offline

            run = answer_offline(run, observer)
        if self.executor == "ray":
            from bench.executors.ray import execute as execute_on_ray

            execute_on_ray(run, observer, self.workers)
        else:
            from bench.campaign import execute

            execute(run, observer, observer.starting)


def refuse_empty(summary: Summary) -> None:
    """Raise ProviderError when not one trial could be scored: tables of dashes are no success."""
    from collections import Counter

    from bench.errors import ProviderError

    excluded = Counter(f"{e.outcome}, {e.reason}" for e in summary.exclusions)
    scored = sum(r.trials - r.outcomes.failed - r.outcomes.invalid for r in summary.results)
    if excluded and scored <= 0:
        reason, count = excluded.most_common(1)[0]
        raise ProviderError(
            f"Not one answer could be scored: {sum(excluded.values())} excluded, most often {reason} ({count}). "
            "The messages are in answers.jsonl and votes.jsonl; check the address, the model's name and the judge."
        )
