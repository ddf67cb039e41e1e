"""`bench judge-eval`: how far a judge can be trusted, measured on labelled answers."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def judge_eval(
    judge: Annotated[
        str,
        typer.Argument(help="`rule`, an alias that `bench models` lists, or PROVIDER:NAME; NAME@URL for a server."),
    ] = "rule",
    langs: Annotated[str, typer.Option("--langs", "--lang", help="Languages, comma-separated: en, ja.")] = "en,ja",
    labelled: Annotated[
        Path | None,
        typer.Option("--set", help="Folder with en.jsonl and ja.jsonl. Default: the suite's own labelled set."),
    ] = None,
    out: Annotated[
        Path | None, typer.Option(help="Folder of votes and report. Default: results/judge-eval/NAME.")
    ] = None,
    concurrency: Annotated[int, typer.Option(help="Calls in flight at once.")] = 32,
    as_json: Annotated[bool, typer.Option("--json", help="Print the report as JSON and nothing else.")] = False,
) -> None:
    """Have a judge grade labelled answers, and say where it is right, wrong, or cannot tell.

    Interrupted or killed, the same command goes on where it was; no finished call is paid twice.
    """
    from bench.cli.terminal import notice, print_json
    from bench.judge_eval.casting import EvaluationOptions, execute, prepare
    from bench.records import LANGS
    from bench.report.render.terminal import print_document, say
    from bench.report.sections.judging import evaluation_sections, evaluation_title
    from bench.values import at_least, choices

    wanted = EvaluationOptions(
        judge=judge,
        langs=choices(langs, "language", LANGS),
        labelled=labelled,
        out=out,
        concurrency=at_least(1, concurrency, "--concurrency"),
    )
    ready = prepare(wanted)
    report = execute(ready, tell=notice)
    if as_json:
        print_json(report)
        return
    from rich.console import Console

    console = Console()
    print_document(evaluation_title(report), evaluation_sections(report), console)
    say(console, f"Files: {ready.folder}/ (report.json, votes.jsonl)", wrap=False)
