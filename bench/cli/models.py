"""`bench models`: what the registry knows."""

from __future__ import annotations

from typing import Annotated

import typer


def models(
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")] = False,
) -> None:
    """List the models that have an alias, their endpoints, and which keys are set (never their values)."""
    from bench.cli.terminal import print_json
    from bench.config import BASELINES, load_registry, resolve

    registry = load_registry()
    rows = []
    for alias, entry in registry.models.items():
        _, endpoint = resolve(alias)
        state = "set" if endpoint.api_key else "not set" if endpoint.key_required else "not needed"
        rows.append(
            {
                "alias": alias,
                "spec": entry.spec,
                "title": entry.title,
                "weights": entry.weights,
                "reasoning": entry.reasoning,
                "price": f"{entry.price.input:g}, {entry.price.output:g}" if entry.price else None,
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
        shown.append([str(row["alias"]), str(row["weights"]), reasoning, price, key, str(row["spec"])])
    console = Console()
    head = ("alias", "weights", "thinks", "USD/M in, out", "key", "spec")
    print_table(Table("Models with an alias", head, shown, prose=[5]), console)
    console.print(f"Built-in baselines: {', '.join(f'baseline:{name}' for name in BASELINES)}", highlight=False)
    endpoints = ", ".join(sorted(registry.endpoints))
    console.print(f"Any other model: PROVIDER:NAME with a provider of {endpoints}.", highlight=False)
