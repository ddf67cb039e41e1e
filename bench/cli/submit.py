"""`bench submit`: a finished run as one file for a leaderboard."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer


def submit(
    run: Annotated[Path, typer.Argument(help="Folder of the finished run, results/runs/NAME.")],
    out: Annotated[
        Path | None, typer.Option(help="File to write. Default: results/submissions/MODEL-DATASET-DIGEST.json.")
    ] = None,
    submitter: Annotated[str, typer.Option(help="Who submits: shown on the leaderboard.")] = "",
) -> None:
    """Write the submission of a finished run: what was asked, one letter for each trial, and no text."""
    from bench.arms import arm_of
    from bench.errors import DataError
    from bench.log import write_whole
    from bench.report.boards import SubmittedRun, unranked
    from bench.report.checking import check, own_data
    from bench.report.checking.head import barred
    from bench.report.submission import file_name, make_submission
    from bench.text.display import for_terminal

    if out:
        _refuse_foreign(out)
    submission = make_submission(run, submitter)
    path = out or Path("results/submissions") / file_name(submission)
    write_whole(path, submission)
    faults = check(path, own_data)
    if faults:
        shown = [for_terminal(fault) for fault in faults]
        raise DataError(f"{path} was written, but a leaderboard would refuse it:", shown)
    typer.echo(for_terminal(f"Wrote {path}"))
    if not submission.leaderboard:
        typer.echo(for_terminal(f"It will be listed as not ranked: {'; '.join(barred(submission))}."))
        return
    for result in SubmittedRun.of(path.name, submission).results:
        if arm_of(result.arm).documents and (why := unranked(result)):
            typer.echo(f"Not ranked: {result.lang}, {result.arm}: {why}.")


def _refuse_foreign(out: Path) -> None:
    """Raise UsageError where `out` is no name of a submission, or holds something else: a log cannot be had again."""
    from bench.errors import UsageError
    from bench.report.checking.document import read_document

    if out.suffix != ".json":
        raise UsageError(f"--out: {str(out)!r} is no name of a submission: give one that ends in .json.")
    # Not Path.is_file, which raises where the folder may not be looked into; writing will say that.
    if os.path.isfile(out):
        document, _ = read_document(out)
        if not (isinstance(document, dict) and {"submitter", "log", "rows"} <= document.keys()):
            raise UsageError(f"--out: {out} exists and is no submission: give another name, or remove it.")
