"""`bench claims`: the claims of a run's answers checked against what they were shown."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from bench.cli import complete


def claims(
    run: Annotated[Path, typer.Argument(help="Folder of the run, results/runs/NAME.", autocompletion=complete.runs)],
    judge: Annotated[str, typer.Option(help="The model that takes answers apart and checks their claims.")],
    embed: Annotated[
        str | None,
        typer.Option(help="Embedding model for answer relevance, e.g. ollama:bge-m3 or NAME@URL. Default: none."),
    ] = None,
    concurrency: Annotated[int, typer.Option(help="Calls in flight at once, per endpoint.")] = 32,
    timeout: Annotated[float, typer.Option(help="Seconds until a step is cancelled and fails.")] = 180.0,
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON and nothing else.")] = False,
) -> None:
    """Have a judge model check every claim of a run's answers: faithfulness, answer and context relevance.

    The model of the run is not asked again. Interrupted or killed, the same command goes on where it was.
    """
    from rich.console import Console

    from bench.claims import Checking, check
    from bench.cli.judge import trials_of
    from bench.cli.terminal import notice, print_json
    from bench.errors import LogError
    from bench.report.render.terminal import print_sections
    from bench.report.sections.checks import claim_sections
    from bench.scoring import read_run, score
    from bench.values import above, at_least

    log = read_run(run)
    if log.corpora is None:
        raise LogError(f"{run} has no corpus to look claims up in.")
    checking = Checking(
        folder=run,
        manifest=log.manifest,
        items=log.items,
        answers=trials_of(log.answers),
        corpora=log.corpora,
        judge=judge,
        embed=embed,
        concurrency=at_least(1, concurrency, "--concurrency"),
        timeout_s=above(0, timeout, "--timeout"),
    )
    made = check(checking, notice)
    summary = score(run)
    if as_json:
        figures = [result.model_dump(mode="json") for result in summary.faithfulness]
        print_json({"calls": made, "faithfulness": figures})
        return
    console = Console()
    console.print(f"Calls made: {made}.", highlight=False)
    print_sections(claim_sections(summary.model_copy(update={"citations": (), "crag": ()})), console)
