"""`bench leaderboard`: check submissions, and build the ranking from them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

SHOWN = 50
"""Faults of one file that are printed; a hostile file may have millions."""

app = typer.Typer(help="Check submissions and rank them.", no_args_is_help=True)


@app.command("check")
def check(
    files: Annotated[list[Path], typer.Argument(metavar="FILE…", help="Submission files.")],
) -> None:
    """Check submissions: form, consistency, and every figure recomputed from its rows. Exit code 1 on a fault."""
    from bench.report.checking import check as faults_of
    from bench.report.checking import own_data

    bad = 0
    for file in files:
        faults = faults_of(file, own_data)
        bad += bool(faults)
        if faults:
            _print_faults(str(file), faults)
        else:
            typer.echo(f"{file}: sound")
    if bad:
        raise typer.Exit(1)


@app.command("build")
def build(
    folder: Annotated[Path, typer.Option("--dir", help="Folder of the submissions.")] = Path("results/submissions"),
    out: Annotated[Path, typer.Option(help="Folder for leaderboard.json and leaderboard.md.")] = Path("results"),
) -> None:
    """Rank all sound submissions. Files with faults are named and left out; then the exit code is 1."""
    from bench.log import write_whole
    from bench.report.checking import own_data
    from bench.report.leaderboard import build as build_from
    from bench.report.leaderboard import markdown

    leaderboard = build_from(folder, own_data)
    write_whole(out / "leaderboard.json", leaderboard)
    write_whole(out / "leaderboard.md", markdown(leaderboard))
    for refused in leaderboard.refused:
        _print_faults(refused.file, refused.faults)
    ranked = sum(len(board.ranked) for board in leaderboard.boards)
    unranked = sum(len(board.not_ranked) for board in leaderboard.boards)
    typer.echo(
        f"Wrote {out / 'leaderboard.json'} and leaderboard.md. Boards: {len(leaderboard.boards)}; results ranked: "
        f"{ranked}, not ranked: {unranked}; files refused: {len(leaderboard.refused)}."
    )
    if leaderboard.refused:
        raise typer.Exit(1)


def _print_faults(name: str, faults: list[str] | tuple[str, ...]) -> None:
    from bench.text.display import for_terminal

    typer.echo(f"{for_terminal(name)}: refused, {len(faults)} {'fault' if len(faults) == 1 else 'faults'}", err=True)
    for fault in faults[:SHOWN]:
        typer.echo(f"  {for_terminal(fault, 300)}", err=True)
    if len(faults) > SHOWN:
        typer.echo(f"  and {len(faults) - SHOWN} more", err=True)
