"""`bench import`: a log that another tool has written of this suite's task, as a run of the suite."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Annotated

import typer

SHOWN = 5
"""Reasons for missing trials that are printed."""
RULE = "rule"


def import_log(
    logs: Annotated[
        list[Path],
        typer.Argument(metavar="LOG…", help="An .eval or .json log of inspect_ai, or the samples_*.jsonl of lm_eval."),
    ],
    tool: Annotated[str, typer.Option("--from", help="Which tool wrote it: inspect or lm-eval.")],
    judge: Annotated[str, typer.Option(help="Who is to judge, as for `bench run`. By rule is done at once.")] = "rule",
    model: Annotated[
        str | None,
        typer.Option("--model", help="lm-eval only: what the model is called here, where the log does not say it."),
    ] = None,
    out: Annotated[Path | None, typer.Option(help="Folder of the run. Default: results/runs/NAME.")] = None,
) -> None:
    """Make a run of a log of inspect_ai or lm-evaluation-harness, after checking every prompt and parameter in it."""
    from bench.errors import UsageError
    from bench.interop.imported import import_run
    from bench.interop.inspect_log import read_inspect
    from bench.interop.lm_eval_log import read_lm_eval
    from bench.text.display import for_terminal
    from bench.values import choice, parts

    if choice(tool, "tool", ("inspect", "lm-eval")) == "inspect":
        if len(logs) != 1 or model is not None:
            raise UsageError("--from inspect takes one log, and the model from it: leave out the others and --model.")
        log = read_inspect(logs[0])
    else:
        log = read_lm_eval(logs, model)
    judges = tuple(parts(judge))
    made = import_run(log, judges, out)
    typer.echo(for_terminal(f"Imported {made.answers} answers of {log.config.model.spec} into {made.folder}"))
    if made.missing:
        typer.echo(f"Trials that the log does not have: {made.missing}")
        for reason in made.dropped[:SHOWN]:
            typer.echo(f"  {for_terminal(reason, 200)}")
    if judges == (RULE,):
        _judge_by_rule(made.folder)
        typer.echo(for_terminal(f"The tables: bench score {shlex.quote(str(made.folder))}"))
    else:
        # A judge's address is in its votes, and there is none yet.
        address = next((f" --base-url http{name.partition('@http')[2]}" for name in judges if "@http" in name), "")
        folder = shlex.quote(str(made.folder))
        typer.echo(for_terminal(f"Now let it be judged: bench judge {folder} --backfill{address}"))


def _judge_by_rule(folder: Path) -> None:
    """Cast the rule judge's votes, which cost nothing."""
    from bench.campaign.execute import Notices
    from bench.campaign.rejudge import Rejudging, rejudge
    from bench.cli.terminal import notice
    from bench.scoring import read_run

    log = read_run(folder)
    rejudging = Rejudging(folder=folder, manifest=log.manifest, items=log.items, answers=log.answers, backfill=True)
    typer.echo(f"Votes cast by rule: {rejudge(rejudging, Notices(notice))}")
