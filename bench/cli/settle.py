"""`bench settle`: two models, asked only until it is known which is better."""

from __future__ import annotations

from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from bench.cli import complete
from bench.cli.given import DATA_LANGS_HELP, Flags, above_zero, at_least, choice, choices, parts

if TYPE_CHECKING:
    from bench.campaign import Run
    from bench.cli.progress import Progress, Silent
    from bench.settle import Duel


def settle(
    first: Annotated[
        str, typer.Argument(metavar="MODEL_A", help="A model, as for `bench run`.", autocompletion=complete.models)
    ],
    second: Annotated[str, typer.Argument(metavar="MODEL_B", help="Another one.", autocompletion=complete.models)],
    k: Annotated[float, typer.Option(help="What a wrong answer costs, in right ones.")] = 4.0,
    arm: Annotated[
        str, typer.Option(help="The context arm: gold, shuffled, retrieved or none.", autocompletion=complete.arm)
    ] = "shuffled",
    data: Annotated[str, typer.Option(help="gib, lit, or a file or folder.")] = "gib",
    langs: Annotated[
        str | None, typer.Option("--langs", "--lang", help=DATA_LANGS_HELP, autocompletion=complete.langs)
    ] = None,
    alpha: Annotated[
        float, typer.Option(help="The chance of a wrong verdict that is accepted, for all languages together.")
    ] = 0.05,
    max_items: Annotated[
        int | None, typer.Option("--max-items", help="Ask at most N items per language, decided or not.")
    ] = None,
    batch: Annotated[int, typer.Option(help="Questions of each language between two looks.")] = 8,
    judge: Annotated[
        str | None, typer.Option(help="Who judges, as for `bench run`.", autocompletion=complete.judges)
    ] = None,
    top: Annotated[int, typer.Option("--top", help="How many chunks the retriever returns.")] = 10,
    seed: Annotated[int, typer.Option(help="Decides the order of questions and of chunks.")] = 0,
    concurrency: Annotated[int, typer.Option(help="Calls in flight at once, per endpoint.")] = 32,
    max_cost: Annotated[
        float | None, typer.Option("--max-cost", help="Stop when both have spent so many USD in this command.")
    ] = None,
    runs: Annotated[Path, typer.Option("--out", help="Folder that the two runs go into.")] = Path("results/runs"),
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Say what would be called at most. Calls nothing.")
    ] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print the result (with --dry-run: the plans) as JSON and nothing else.")
    ] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No progress; notices and the result stay.")] = False,
) -> None:
    """Ask two models the same questions, batch by batch, until one is better at the given cost of a wrong answer.

    The interval holds wherever asking stops, so stopping early is no cheating. The same command goes on where it was.
    """
    from bench.campaign import Wanted
    from bench.records import ARMS, LANGS
    from bench.settle import duel

    flags = Flags()
    asked: dict[str, Any] = {
        "langs": None if langs is None else flags.of(choices, langs, "language", LANGS),
        "arms": (flags.of(choice, arm, "arm", ARMS),),
        "k": flags.of(at_least, 1, top, "--top"),
        "concurrency": flags.of(at_least, 1, concurrency, "--concurrency"),
        "max_cost": flags.of(above_zero, max_cost, "--max-cost"),
    }
    flags.refuse()
    wanted = Wanted(model=first, data=data, seed=seed, judges=parts(judge), runs=runs, **asked)
    ready = duel(first, second, wanted, k=k, alpha=alpha, batch=batch, most_items=max_items, for_calls=not dry_run)
    if dry_run:
        from bench.cli.dry_run import show_all

        show_all(ready.runs, as_json=as_json)
        return
    _execute(ready, as_json=as_json, quiet=quiet)


def _execute(ready: Duel, *, as_json: bool, quiet: bool) -> None:
    from rich.console import Console

    from bench.cli.progress import Progress, Silent
    from bench.report.render.terminal import print_sections
    from bench.report.sections.settlement import settlement_section
    from bench.settle import settle as run_duel
    from bench.text.display import for_terminal

    err = Console(stderr=True)
    silent = quiet or as_json

    def watch(run: Run) -> AbstractContextManager[Progress | Silent]:
        # A run is asked in many small batches; `tell` has a line for each of them.
        return Silent(err) if silent else Progress(err, run, announced=False)

    def tell(text: str) -> None:
        if not silent:
            err.print(f"bench: {for_terminal(text)}", markup=False, highlight=False, soft_wrap=True)

    found = run_duel(ready, watch, tell)
    if as_json:
        typer.echo(found.model_dump_json(indent=2))
        return
    print_sections([settlement_section(found)], Console())
