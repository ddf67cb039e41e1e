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
    run: Annotated[
        Path | None,
        typer.Option(
            "--run",
            help="The run that the submission was made from, to compare all of it.",
            autocompletion=complete.runs,
        ),
    ] = None,
) -> None:
    """Derive every figure again from the log and compare. Exit code 1 at a difference.

    A run: digests and keys of its logs first, so that a single changed byte is found; then prompts, seeds, times and
    replies of its records; then every number.
    """
    from bench.cli.terminal import notice
    from bench.errors import UsageError
    from bench.text.display import for_terminal
    from bench.verify import verify_run, verify_submission

    if run and path.is_dir():
        raise UsageError("--run goes with the file of a submission: a run is verified by itself.")
    audit = verify_run(path) if path.is_dir() else verify_submission(path, run)
    for text in audit.notices:
        notice(text)
    printed = f"{audit.numbers:,} numbers recomputed, all as printed." if audit.numbers else "sound."
    typer.echo(for_terminal(f"{path}: {printed}"))
    typer.echo(for_terminal(f"Also checked: {'; '.join(audit.checked)}."))
    uncovered = ", ".join(audit.not_covered)
    typer.echo(for_terminal(f"Not covered: {uncovered}." if uncovered else "Not covered: nothing."))
