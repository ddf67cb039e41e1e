"""`bench data card` and `bench data sums`: what is written about the data, kept true to it."""

from __future__ import annotations

from typing import Annotated

import typer

Source = Annotated[str, typer.Argument(help="gib, or a folder in the suite's own format.")]
Check = Annotated[bool, typer.Option("--check", help="Change nothing; exit code 1 where it is out of date.")]
Write = Annotated[bool, typer.Option("--write", help="Bring it up to date.")]


def card(source: Source = "gib", check: Check = False, write: Write = False) -> None:
    """The figures of the dataset card (README.md beside the data): print them, check them or write them."""
    from bench.authoring.card import NAME, figures, read, with_figures
    from bench.dataset.sources import locate
    from bench.log import write_whole

    _one_of(check, write)
    folder = locate(source)
    section = figures(folder)
    if not check and not write:
        typer.echo(section)
        return
    before = read(folder)
    after = with_figures(before, section)
    if write:
        write_whole(folder / NAME, after)
    elif after != before:
        typer.echo(f"The figures in {folder / NAME} are out of date. Run `make data-sums`.", err=True)
        raise typer.Exit(1)


def sums(source: Source = "gib", check: Check = False, write: Write = False) -> None:
    """The sha256 of each data file (SHA256SUMS beside the data): print them, check them or write them."""
    from bench.authoring.sums import NAME, data_sums, drifted
    from bench.dataset.sources import locate
    from bench.log import write_whole
    from bench.text.display import for_terminal

    _one_of(check, write)
    folder = locate(source)
    if write:
        write_whole(folder / NAME, data_sums(folder))
    elif check:
        faults = drifted(folder)
        for fault in faults:
            typer.echo(for_terminal(fault), err=True)
        if faults:
            typer.echo("If the change is meant, run `make data-sums`.", err=True)
            raise typer.Exit(1)
    else:
        typer.echo(data_sums(folder), nl=False)


def _one_of(check: bool, write: bool) -> None:
    if check and write:
        from bench.errors import UsageError

        raise UsageError("--check and --write exclude each other: give one.")
