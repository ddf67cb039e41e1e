"""`bench sweep`: how accuracy changes with the place of the evidence and the number of distractors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bench import values
from bench.cli.command import Output, command
from bench.options import Option

if TYPE_CHECKING:
    from bench.options import RunOptions


def _sweep(options: RunOptions, output: Output, positions: Sequence[float], distractors: Sequence[int]) -> None:
    """Ask the shuffled arm once for each setting and print the two curves with their intervals.

    Every point is a run in its own folder. Interrupted, the same command goes on; what two points ask alike is asked
    once.
    """
    from bench.sweep import points

    ready = points(options, positions, distractors, for_calls=not output.dry_run)
    if output.dry_run:
        from bench.cli.dry_run import show_all

        show_all([point.run for point in ready], as_json=output.as_json)
        return
    from rich.console import Console

    from bench.report.render.terminal import print_document
    from bench.report.sections.comparison import sweep_section
    from bench.report.sections.parts import name
    from bench.sweep import sweep as run_sweep

    result = run_sweep(ready, output.watch)
    if not output.json_of(result):
        title = f"{name(result.model.title)} on {name(result.dataset)}"
        print_document(title, [sweep_section(result.curves)], Console())


sweep = command(
    "sweep",
    _sweep,
    own=(
        Option(
            "Places of the evidence, comma-separated, 0 (first) to 1 (last); '' for none.",
            values.list_of(values.position()),
            "positions",
            "0,0.25,0.5,0.75,1",
            ("--positions",),
        ),
        Option(
            "Numbers of distractors, comma-separated; '' for none.",
            values.whole_numbers(),
            "distractors",
            "0,2,4,8,16",
            ("--distractors",),
        ),
    ),
    changes={
        "model": {"help": "The model, as for `bench run`."},
        "data": {"help": "gib, lit, or a file or folder."},
        "preset": {"help": "full, lit or smoke, as for `bench run`."},
        "limit": {"help": "At most N items per language."},
        "judge": {"help": "Who judges, as for `bench run`."},
        "base_url": {"help": "Address of the model's server."},
        "params": {"help": "NAME=VALUE, as for `bench run`."},
        "chunk_tokens": {"help": "Cut the corpus anew first."},
        "overlap": {"help": "Repeated tokens; with --chunk-tokens."},
        "seed": {"help": "Decides samples, orders and which distractors are drawn."},
        "max_cost": {"help": "Stop when the sweep has spent so many USD in this command."},
    },
    result="the curves (with --dry-run: the plans)",
)
