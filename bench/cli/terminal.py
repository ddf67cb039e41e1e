"""The terminal: its size, as far as it can be believed, and what commands print alike."""

from __future__ import annotations

from collections.abc import MutableMapping

NARROWEST = 20
"""Cells below which nothing of use can be shown; output is then laid out for this many."""


def drop_useless_sizes(environment: MutableMapping[str, str]) -> None:
    """Take COLUMNS and LINES out of `environment` where they are no size, and raise COLUMNS to NARROWEST.

    Libraries take them at their word: a table for COLUMNS=0 is empty, and COLUMNS=² ends the program. Without them
    the terminal is asked, and where there is none 80 columns are assumed.
    """
    for name, least in (("COLUMNS", NARROWEST), ("LINES", 1)):
        size = environment.get(name)
        if size is None:
            continue
        if not (size.isascii() and size.isdigit() and 0 < int(size) < 10_000):
            del environment[name]
        elif int(size) < least:
            environment[name] = str(least)


def notice(text: str) -> None:
    """Tell the person something, on stderr: one line, which only the terminal breaks."""
    import typer

    from bench.text.display import for_terminal

    typer.echo(f"bench: {for_terminal(text)}", err=True)


def print_json(value: object) -> None:
    """Print a record, or a value of lists and dictionaries, as JSON on several lines."""
    import json

    import typer
    from pydantic import BaseModel

    if isinstance(value, BaseModel):
        typer.echo(value.model_dump_json(indent=2))
    else:
        typer.echo(json.dumps(value, indent=2, ensure_ascii=False))


def refuse_two_forms(as_json: bool, as_markdown: bool) -> None:
    """Raise UsageError where both forms of output are wanted."""
    from bench.errors import UsageError

    if as_json and as_markdown:
        raise UsageError("--json and --markdown are two forms of the same output: give one.")
