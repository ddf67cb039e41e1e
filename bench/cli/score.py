"""`bench score`: a run's log to its summary, as often as wanted and for nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from bench.cli import complete


def score(
    run: Annotated[Path, typer.Argument(help="Folder of the run, results/runs/NAME.", autocompletion=complete.runs)],
    as_json: Annotated[bool, typer.Option("--json", help="Print the summary as JSON and nothing else.")] = False,
    as_markdown: Annotated[bool, typer.Option("--markdown", help="Print Markdown tables and nothing else.")] = False,
) -> None:
    """Compute every figure of a run again from its log, write summary.json and print the tables. Calls nobody."""
    from bench.cli.terminal import notice, print_json, refuse_two_forms
    from bench.report.run_report import markdown, print_summary
    from bench.scoring import score as score_run

    refuse_two_forms(as_json, as_markdown)
    summary = score_run(run, tell=notice)
    if as_json:
        print_json(summary)
    elif as_markdown:
        typer.echo(markdown(summary), nl=False)
    else:
        from rich.console import Console

        print_summary(summary, Console(), run)
