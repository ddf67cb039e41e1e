"""`bench doctor`: what is there, what is wanting, and the fix."""

from __future__ import annotations

from typing import Annotated

import typer

_MARKS = {"ok": ("ok", "green"), "note": ("--", "yellow"), "wrong": ("!!", "red")}


def doctor(
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of lines.")] = False,
) -> None:
    """Look at this machine: packages, keys (never their values), endpoints, GPU, vLLM, Ray, disk, limits.

    One line for each, with the fix. Exit code 1 when something is wrong (!!), 0 where things are only absent (--).
    """
    from bench.cli.terminal import print_json
    from bench.doctor import examine

    findings = examine()
    if as_json:
        print_json([finding.model_dump() for finding in findings])
    else:
        from rich.console import Console
        from rich.text import Text

        from bench.text.display import for_terminal

        console = Console()
        width = max(len(finding.what) for finding in findings)
        for finding in findings:
            mark, colour = _MARKS[finding.state]
            line = Text(f"{mark} ", style=colour).append(f"{finding.what:{width}}  ", style="bold")
            line.append(for_terminal(finding.said), style="default")
            if finding.fix:
                line.append(for_terminal(f" → {finding.fix}"), style="default")
            # One line each, so that it can be searched and copied.
            console.print(line, soft_wrap=True)
    if any(finding.state == "wrong" for finding in findings):
        raise typer.Exit(1)
