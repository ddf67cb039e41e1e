"""`bench leaderboard`: check submissions, add one to a folder, and build the ranking from all of them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from bench.records.leaderboard import Leaderboard

SHOWN = 50
"""Faults of one file that are printed; a hostile file may have millions."""

FOLDER = Path("results/submissions")

Rounds = Annotated[
    list[Path] | None,
    typer.Option("--round", metavar="FILE", help="A sealed round, whose set is known too; may be given again."),
]

app = typer.Typer(help="Check submissions and rank them.", no_args_is_help=True)


@app.command("check")
def check(
    files: Annotated[list[Path], typer.Argument(metavar="FILE…", help="Submission files.")],
    rounds: Rounds = None,
) -> None:
    """Check submissions: form, consistency, and every figure recomputed from its rows. Exit code 1 on a fault."""
    from bench.report.checking import own_data, read_submission, unproven
    from bench.report.rounds import hold, reference_with
    from bench.text.display import for_terminal

    bad, reference = 0, reference_with([hold(path) for path in rounds or ()], own_data)
    for file in files:
        submission, faults = read_submission(file, reference)
        bad += bool(faults)
        if submission is None:
            _print_faults(str(file), faults)
            continue
        why = "; ".join(unproven(submission, reference))
        typer.echo(for_terminal(f"{file}: sound{f', but not ranked: {why}' if why else ''}"))
    if bad:
        raise typer.Exit(1)


@app.command("add")
def add(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A submission file.")],
    folder: Annotated[Path, typer.Option("--dir", help="Folder of the submissions.")] = FOLDER,
    rounds: Rounds = None,
) -> None:
    """Check a submission and copy it into the folder under its canonical name. Nothing is copied on a fault."""
    from bench.report.checking import own_data
    from bench.report.leaderboard import add as add_to
    from bench.report.rounds import hold, reference_with
    from bench.text.display import for_terminal

    reference = reference_with([hold(path) for path in rounds or ()], own_data)
    typer.echo(for_terminal(f"{file}: sound; added as {add_to(file, folder, reference)}"))


@app.command("build")
def build(
    folder: Annotated[Path, typer.Option("--dir", help="Folder of the submissions.")] = FOLDER,
    out: Annotated[Path, typer.Option(help="Folder for leaderboard.json, .csv, .md and .html.")] = Path("results"),
    rounds: Rounds = None,
    older: Annotated[
        list[Path] | None,
        typer.Option(
            "--older", metavar="FILE", help="An earlier leaderboard.json: its boards of other releases are taken over."
        ),
    ] = None,
) -> None:
    """Rank all sound submissions. Files with faults are named and left out; then the exit code is 1."""
    from bench.errors import UsageError
    from bench.log import write_whole
    from bench.report.checking import own_data
    from bench.report.leaderboard import build as build_from
    from bench.report.leaderboard import read
    from bench.report.leaderboard_tables import comma_separated, markdown
    from bench.report.rounds import hold
    from bench.report.site.leaderboard_links import run_pages
    from bench.report.site.leaderboard_page import leaderboard_page

    if out.resolve() == folder.resolve():
        raise UsageError(f"--out: {out} holds the submissions, and leaderboard.json would be read as one of them.")
    earlier = [read(path) for path in older or ()]
    leaderboard = build_from(folder, own_data, rounds=[hold(path) for path in rounds or ()], older=earlier)
    write_whole(out / "leaderboard.json", leaderboard)
    write_whole(out / "leaderboard.csv", comma_separated(leaderboard))
    write_whole(out / "leaderboard.md", markdown(leaderboard))
    write_whole(out / "leaderboard.html", leaderboard_page(leaderboard, run_pages(leaderboard, folder, out)))
    _print_account(leaderboard, out)
    if leaderboard.refused:
        raise typer.Exit(1)


def _print_account(leaderboard: Leaderboard, out: Path) -> None:
    from bench.text.display import for_terminal

    for refused in leaderboard.refused:
        _print_faults(refused.file, refused.faults)
    for twice in leaderboard.duplicates:
        typer.echo(for_terminal(f"{twice.file}: the same run as {twice.same_as}; it counts once"), err=True)
    boards = leaderboard.boards
    typer.echo(
        for_terminal(f"Wrote {out / 'leaderboard.json'}, .csv, .md and .html. Boards: {len(boards)}; ")
        + f"results ranked: {sum(len(board.ranked) for board in boards)}, "
        f"not ranked: {sum(len(board.not_ranked) for board in boards)}, "
        f"superseded: {sum(len(board.superseded) for board in boards)}; files refused: {len(leaderboard.refused)}."
    )


def _print_faults(name: str, faults: list[str] | tuple[str, ...]) -> None:
    from bench.text.display import for_terminal

    typer.echo(f"{for_terminal(name)}: refused, {len(faults)} {'fault' if len(faults) == 1 else 'faults'}", err=True)
    for fault in faults[:SHOWN]:
        typer.echo(f"  {for_terminal(fault, 300)}", err=True)
    if len(faults) > SHOWN:
        typer.echo(f"  and {len(faults) - SHOWN} more", err=True)
