"""`bench verify`: a run's summary against its log, or a submission against its rows."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from bench.cli import complete


def verify(
    path: Annotated[
        Path,
        typer.Argument(
            metavar="RUN|FILE", help="Folder of a run, or the file of a submission.", autocompletion=complete.runs
        ),
    ],
) -> None:
    """Compute every figure again with code that shares nothing with `bench score`. Exit code 1 at a difference.

    A run: digests and keys of its logs first, so that a single changed byte is found, then every number.
    """
    from bench.text.display import for_terminal
    from bench.verify import verify_run, verify_submission

    audit = verify_run(path) if path.is_dir() else verify_submission(path)
    for notice in audit.notices:
        typer.echo(f"bench: {for_terminal(notice)}", err=True)
    typer.echo(for_terminal(f"{path}: {audit.numbers:,} numbers recomputed, all as printed."))
    typer.echo(for_terminal(f"Also checked: {'; '.join(audit.checked)}."))
    uncovered = ", ".join(audit.not_covered)
    typer.echo(for_terminal(f"Not covered: {uncovered}." if uncovered else "Not covered: nothing."))
