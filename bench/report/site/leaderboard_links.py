"""Which rows of a leaderboard have the page of their run on this machine, to be opened from the row.

Guarantees: a row is linked only to the run whose answers and votes it was made from, by their digests; an address is
made of folders that are here, never of what a submission says.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

from bench.records.leaderboard import Leaderboard
from bench.run_digests import run_digests

RUNS = "runs"
PAGE = "report.html"


def run_pages(leaderboard: Leaderboard, submissions: Path, out: Path) -> dict[str, str]:
    """The address of each run's page, relative to `out`, by the file of the submission; {} where none is here.

    `submissions`: the folder of the files; `out`: that of leaderboard.html, in which `runs` has the folders of runs.
    """
    here = {(digests.answers, digests.votes): folder for folder in _runs(out) if (digests := run_digests(folder))}
    # What was taken over from an older leaderboard has no file here, or another one of that name.
    own = [board for board in leaderboard.boards if not board.carried]
    found = {}
    for file in sorted({entry.file for board in own for entry in (*board.ranked, *board.not_ranked)}):
        if here and (folder := here.get(_log(submissions / file))):
            found[file] = f"{RUNS}/{quote(folder.name)}/{PAGE}"
    return found


def _runs(out: Path) -> Iterator[Path]:
    if (out / RUNS).is_dir():
        yield from sorted(folder for folder in (out / RUNS).iterdir() if (folder / PAGE).is_file())


def _log(file: Path) -> tuple[str, str]:
    """The digests of the logs that a submission was made from. The file has been read and found sound."""
    log = json.loads(file.read_bytes())["log"]
    return log["answers"], log["votes"]
