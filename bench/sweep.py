"""A sweep: one run for each place of the evidence and each number of distractors, and the curves over them.

Guarantees: everything is looked up and checked before the first call; every point is a run of its own, in a folder of
its own, that goes on where it was; points share every answer whose prompt is the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bench.campaign import PreparedRun, Watch, execute, prepare
from bench.errors import UsageError
from bench.metrics.curves import Scored, curves
from bench.options import RunOptions
from bench.records.retrieval import Sweep
from bench.scoring import outcomes_of, read_run, score


@dataclass(frozen=True)
class Point:
    """One setting of the sweep, as a run that is ready."""

    position: float | None
    distractors: int | None
    options: RunOptions
    run: PreparedRun


def points(
    options: RunOptions, positions: Sequence[float], distractors: Sequence[int], *, for_calls: bool = True
) -> tuple[Point, ...]:
    """The runs of a sweep, each setting once, in the order given: positions, then numbers of distractors.

    `options` says everything else; its arms become `shuffled` alone. A position is tried with each item's own
    distractors, a number of distractors with the evidence in a seeded place. Raises what `prepare` raises, and
    UsageError where there is no setting or one folder is named for all.
    """
    if not positions and not distractors:
        raise UsageError("There is nothing to sweep: give --positions or --distractors.")
    if options.out is not None:
        raise UsageError("A sweep has a folder for each point: name the folder that they go into.")
    settings: list[tuple[float | None, int | None]] = [(position, None) for position in dict.fromkeys(positions)]
    settings += [(None, number) for number in dict.fromkeys(distractors)]
    result = []
    for position, number in settings:
        setting = replace(options, arms=("shuffled",), gold_position=position, distractors=number)
        result.append(Point(position, number, setting, prepare(setting, for_calls=for_calls)))
    return tuple(result)


def sweep(ready: Sequence[Point], watch: Watch) -> Sweep:
    """Do every point that is not done yet, score it, and draw the curves. `watch` gives each run its observer.

    The cost limit of the first point is that of them all together. Raises what `execute` and `score` raise; points
    that are done stay done.
    """
    spent = 0.0
    measured: list[Scored] = []
    for point in ready:
        limit = point.run.max_cost
        with watch(point.run) as observer:
            spent += execute(replace(point.run, max_cost=None if limit is None else limit - spent), observer)
        score(point.run.folder)
        measured.append((point.run.folder.name, point.run.config, outcomes_of(read_run(point.run.folder))))
    config = ready[0].run.config
    return Sweep(
        model=config.model,
        dataset=f"{config.dataset.name} {config.dataset.version}",
        curves=curves(measured),
    )
