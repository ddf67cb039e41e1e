"""Releases of the data on a leaderboard: which is the newest of its line, and where the older ones are ranked.

A release is data of one name, version and digest. Entries of two releases are never in one ranking; what is said here
is how the rankings belong together.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import groupby

from bench.kits.release import NAME as DRAWN
from bench.records.leaderboard import Board, Release
from bench.records.results import DatasetRef


def releases(boards: Iterable[Board]) -> tuple[Release, ...]:
    """The releases that boards are of: lines by name, the newest of a line first. No boards: ().

    Where every version of a line is a number such as 2.0.0 they are ordered by it; else, and for drawn sets, by the day
    from which the release was there: that of the commitment of its round, or its earliest entry's. Only releases with a
    ranked entry are in the order, so that no unknown data is called the newest; others come last.
    """
    by_data = sorted(boards, key=lambda board: _identity(board.dataset))
    found = [_release(list(group)) for _, group in groupby(by_data, key=lambda board: _identity(board.dataset))]
    found.sort(key=lambda each: each.line)
    return tuple(each for _, line in groupby(found, key=lambda each: each.line) for each in _in_order(list(line)))


def line_of(dataset: DatasetRef) -> str:
    """What a release is a release of: the name of the data; of all sets that were drawn with a seed one line."""
    return DRAWN if dataset.name.startswith(f"{DRAWN}-") else dataset.name


def _identity(dataset: DatasetRef) -> tuple[str, str, str]:
    return dataset.name, dataset.version, dataset.sha256


def _release(boards: Sequence[Board]) -> Release:
    rounds = [board.round for board in boards if board.round]
    ranked = [entry.date[:10] for board in boards for entry in board.ranked]
    return Release(
        dataset=boards[0].dataset,
        line=line_of(boards[0].dataset),
        round=rounds[0].name if rounds else None,
        since=min((each.published for each in rounds), default=min(ranked, default=None)) if ranked else None,
        newest=False,
        boards=tuple(sorted(board.id for board in boards)),
    )


def _in_order(line: Sequence[Release]) -> list[Release]:
    """One line, newest first. Releases of one name and version are equally new: they differ in languages alone."""
    placed = [each for each in line if each.since is not None]
    versions = [each.dataset.version for each in placed]
    numbered = line[0].line != DRAWN and all(re.fullmatch(r"[0-9]+(\.[0-9]+)*", version) for version in versions)

    def age(each: Release) -> tuple[tuple[int, ...], str]:
        numbers = tuple(map(int, each.dataset.version.split("."))) if numbered else ()
        return numbers, each.since or ""

    placed.sort(key=age, reverse=True)
    first = placed[0].dataset if placed else None
    newest = (first.name, first.version) if first else None
    marked = [
        each.model_copy(update={"newest": (each.dataset.name, each.dataset.version) == newest}) for each in placed
    ]
    return [*marked, *(each for each in line if each.since is None)]
