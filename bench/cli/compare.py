"""`bench compare`: several runs on the same questions, side by side and pair by pair."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from bench.arms import ARMS
from bench.cli import complete
from bench.values import choices


def compare(
    runs: Annotated[
        list[Path],
        typer.Argument(metavar="RUN RUN…", help="Folders of runs, results/runs/NAME.", autocompletion=complete.runs),
    ],
    arm: Annotated[
        str | None,
        typer.Option(
            "--arm", "--arms", help="Context arms, comma-separated, or `all`. Default: shuffled, the headline."
        ),
    ] = None,
    k: Annotated[float, typer.Option(help="What a wrong answer costs, besides 1, 2, 4 and 9.")] = 4.0,
    as_json: Annotated[bool, typer.Option("--json", help="Print the comparison as JSON and nothing else.")] = False,
    as_markdown: Annotated[bool, typer.Option("--markdown", help="Print Markdown tables and nothing else.")] = False,
) -> None:
    """Say which system is better, by how much and how surely: paired by question, corrected for many pairs.

    The runs must share dataset, seed, preset and limit. Calls nobody.
    """
    from bench.cli.terminal import print_json, refuse_two_forms
    from bench.comparing import compare as compare_runs
    from bench.report.sections.comparison import comparison_sections, comparison_title

    refuse_two_forms(as_json, as_markdown)
    every = arm is not None and arm.strip().lower() == "all"
    comparison = compare_runs(runs, "all" if every else choices(arm, "arm", tuple(ARMS)) if arm else None, k)
    if as_json:
        print_json(comparison)
        return
    title, sections = comparison_title(comparison), comparison_sections(comparison, comparison.notices)
    if as_markdown:
        from bench.report.render.markdown import markdown

        typer.echo(markdown(title, sections), nl=False)
    else:
        from rich.console import Console

        from bench.report.render.terminal import print_document

        print_document(title, sections, Console())
