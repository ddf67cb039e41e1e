"""What there is: `bench models`, as the registry knows them, and `bench doctor`, on this machine."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def models(
    registry_file: Annotated[
        Path | None, typer.Option("--registry", help="A file with models and endpoints of your own.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")] = False,
) -> None:
    """List the models that have an alias, their endpoints, and which keys are set (never their values)."""
    from bench.cli.terminal import print_json
    from bench.config import BASELINES, load_registry, own_file, resolve

    registry = load_registry(registry_file)
    rows = []
    for alias, entry in registry.models.items():
        model, endpoint = resolve(alias, registry=registry)
        state = "set" if endpoint.api_key else "not set" if endpoint.key_required else "not needed"
        rows.append(
            {
                "alias": alias,
                "spec": entry.spec,
                "title": entry.title,
                "weights": entry.weights,
                "reasoning": entry.reasoning,
                "price": _price(model.price_input, model.price_output),
                "shutdown": entry.shutdown.isoformat() if entry.shutdown else None,
                "successor": entry.successor or None,
                "key_env": endpoint.key_env,
                "key": state,
            }
        )
    if as_json:
        print_json(rows)
        return
    from rich.console import Console

    from bench.report.render.terminal import print_table
    from bench.report.sections.parts import Cell, Table

    shown: list[list[Cell]] = []
    for row in rows:
        key = [str(row["key_env"]), str(row["key"])] if row["key_env"] else "not needed"
        reasoning = "yes" if row["reasoning"] else "no"
        price = str(row["price"] or "—")
        until = [str(row["shutdown"]), f"→ {row['successor'] or '?'}"] if row["shutdown"] else "—"
        shown.append([str(row["alias"]), str(row["weights"]), reasoning, price, key, until, str(row["spec"])])
    console = Console()
    head = ("alias", "weights", "thinks", "USD/M in, out", "key", "shut down", "spec")
    print_table(Table("Models with an alias", head, shown, prose=[6]), console)
    console.print(f"Built-in baselines: {', '.join(f'baseline:{name}' for name in BASELINES)}", highlight=False)
    endpoints = ", ".join(sorted(registry.endpoints))
    console.print(f"Any other model: PROVIDER:NAME with a provider of {endpoints}.", highlight=False)
    console.print(
        f"Models and endpoints of your own: {own_file()}, or --registry FILE.", highlight=False, soft_wrap=True
    )


def _price(prompt: float | None, reply: float | None) -> str | None:
    return None if prompt is None or reply is None else f"{prompt:g}, {reply:g}"


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
