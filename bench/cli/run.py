"""`bench run`: benchmark a model."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench.cli.command import Output, command

if TYPE_CHECKING:
    from bench.options import RunOptions


def _run(options: RunOptions, output: Output) -> None:
    """Benchmark a model: ask every item in every arm, judge the answers, print the tables.

    Interrupted or killed, the same command goes on where it was; no finished call is paid twice.
    """
    from bench.campaign import prepare

    ready = prepare(options, for_calls=not output.dry_run)
    if output.dry_run:
        from bench.cli.dry_run import show

        show(ready, as_json=output.as_json, batch=options.batch)
        return
    from rich.console import Console

    from bench.report.run_report import print_summary
    from bench.running import carry_out, refuse_empty
    from bench.scoring import score

    with output.watch(ready) as observer:
        carry_out(options, ready, observer)
    summary = score(ready.folder)
    if not output.json_of(summary):
        console = Console()
        print_summary(summary, console, ready.folder)
        if ready.endpoint.wire == "baseline":
            console.print(
                "This was a built-in baseline. A real model: make bench MODEL=gpt-5 (or bench run gpt-5); "
                "`bench models` lists what there is.",
                highlight=False,
            )
    refuse_empty(summary)


run = command("run", _run, result="the summary (with --dry-run: the plan)")
