"""`bench sweep`: how accuracy changes with the place of the evidence and the number of distractors."""

from __future__ import annotations

from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from bench.cli import complete
from bench.cli.given import (
    DATA_LANGS_HELP,
    PRESETS,
    Flags,
    above_zero,
    at_least,
    at_least_if_given,
    choice,
    choices,
    parameters,
    parts,
    place,
    whole_numbers,
)

if TYPE_CHECKING:
    from bench.campaign import Run
    from bench.cli.progress import Progress, Silent
    from bench.sweep import Point


def sweep(
    model: Annotated[
        str, typer.Argument(help="The model, as for `bench run`.", autocompletion=complete.models)
    ] = "baseline:extractive",
    positions: Annotated[
        str, typer.Option(help="Places of the evidence, comma-separated, 0 (first) to 1 (last); '' for none.")
    ] = "0,0.25,0.5,0.75,1",
    distractors: Annotated[
        str, typer.Option(help="Numbers of distractors, comma-separated; '' for none.")
    ] = "0,2,4,8,16",
    data: Annotated[str, typer.Option(help="gib, lit, or a file or folder.")] = "gib",
    langs: Annotated[
        str | None, typer.Option("--langs", "--lang", help=DATA_LANGS_HELP, autocompletion=complete.langs)
    ] = None,
    preset: Annotated[
        str, typer.Option(help="full, lit or smoke, as for `bench run`.", autocompletion=complete.presets)
    ] = "full",
    limit: Annotated[int | None, typer.Option(help="At most N items per language.")] = None,
    repeats: Annotated[int, typer.Option(help="How often each question is asked.")] = 1,
    judge: Annotated[
        str | None, typer.Option(help="Who judges, as for `bench run`.", autocompletion=complete.judges)
    ] = None,
    base_url: Annotated[str | None, typer.Option("--base-url", help="Address of the model's server.")] = None,
    param: Annotated[list[str] | None, typer.Option("--param", help="NAME=VALUE, as for `bench run`.")] = None,
    chunk_tokens: Annotated[int | None, typer.Option("--chunk-tokens", help="Cut the corpus anew first.")] = None,
    overlap: Annotated[int | None, typer.Option("--overlap", help="Repeated tokens; with --chunk-tokens.")] = None,
    seed: Annotated[int, typer.Option(help="Decides samples, orders and which distractors are drawn.")] = 0,
    concurrency: Annotated[int, typer.Option(help="Calls in flight at once, per endpoint.")] = 32,
    max_cost: Annotated[
        float | None,
        typer.Option("--max-cost", help="Stop when the sweep has spent so many USD in this command."),
    ] = None,
    runs: Annotated[Path, typer.Option("--out", help="Folder that the runs go into.")] = Path("results/runs"),
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what would be called and what it costs.")] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print the curves (with --dry-run: the plans) as JSON and nothing else.")
    ] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No progress; notices and tables stay.")] = False,
) -> None:
    """Ask the shuffled arm once for each setting and print the two curves with their intervals.

    Every point is a run in its own folder. Interrupted, the same command goes on; what two points ask alike is asked
    once.
    """
    from bench.campaign import Wanted
    from bench.records import LANGS
    from bench.sweep import points

    flags = Flags()
    places = [flags.of(place, part, "--positions") for part in parts(positions)]
    numbers = flags.of(whole_numbers, distractors, "--distractors")
    asked: dict[str, Any] = {
        "langs": None if langs is None else flags.of(choices, langs, "language", LANGS),
        "preset": flags.of(choice, preset, "preset", PRESETS),
        "limit": flags.of(at_least_if_given, 1, limit, "--limit"),
        "repeats": flags.of(at_least, 1, repeats, "--repeats"),
        "params": flags.of(parameters, param or ()),
        "concurrency": flags.of(at_least, 1, concurrency, "--concurrency"),
        "max_cost": flags.of(above_zero, max_cost, "--max-cost"),
    }
    flags.refuse()
    wanted = Wanted(
        model=model,
        data=data,
        seed=seed,
        judges=parts(judge),
        base_url=base_url or None,
        runs=runs,
        chunk_tokens=chunk_tokens,
        overlap=overlap,
        **asked,
    )
    ready = points(wanted, places, numbers, for_calls=not dry_run)
    if dry_run:
        from bench.cli.dry_run import show_all

        show_all([point.run for point in ready], as_json=as_json)
        return
    _execute(ready, as_json=as_json, quiet=quiet)


def _execute(ready: tuple[Point, ...], *, as_json: bool, quiet: bool) -> None:
    from rich.console import Console

    from bench.cli.progress import Progress, Silent
    from bench.report.render.terminal import print_document
    from bench.report.sections.comparison import sweep_section
    from bench.report.sections.parts import name
    from bench.sweep import sweep as run_sweep

    err = Console(stderr=True)

    def watch(run: Run) -> AbstractContextManager[Progress | Silent]:
        return Silent(err) if quiet or as_json else Progress(err, run)

    found = run_sweep(ready, watch)
    if as_json:
        typer.echo(found.model_dump_json(indent=2))
        return
    title = f"{name(found.model.title)} on {name(found.dataset)}"
    print_document(title, [sweep_section(found.curves)], Console())
