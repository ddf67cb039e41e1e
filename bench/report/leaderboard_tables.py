"""The leaderboard as Markdown and as CSV. Names are other people's text: every cell is made safe for its reader."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from bench.langs import DEFAULT
from bench.records import RULE, Category, Quality, Rate
from bench.records.leaderboard import (
    Board,
    Entry,
    Gap,
    JudgeSetting,
    Leaderboard,
    Published,
    PublishedRow,
    Release,
)
from bench.records.rounds import RoundOnBoard
from bench.report.board_columns import BoardColumn, columns_in
from bench.report.sections.parts import UNDEFINED, interval, percent
from bench.text.display import csv_cell, for_terminal, markdown_cell, with_minus
from bench.words import words_of


def markdown(leaderboard: Leaderboard) -> str:
    """leaderboard.md."""
    parts = [
        "# Leaderboard",
        "Ranked by overall (macro): the unweighted mean of the five category accuracies. Systems with the same place "
        "cannot be told apart from the first of their group at this size (paired bootstrap over questions, Bonferroni "
        "over the board's pairs).",
    ]
    if not leaderboard.boards:
        parts.append("No submissions yet.")
    if leaderboard.releases:
        parts.extend(["## Releases of the data", _release_table(leaderboard.releases)])
    for board in leaderboard.boards:
        parts.extend(_board(board))
    if leaderboard.gaps:
        parts.extend(["## Japanese minus English", _gap_table(leaderboard.gaps)])
    for table in leaderboard.published:
        parts.extend(_published(table))
    if leaderboard.duplicates:
        parts.append("## The same run twice")
        parts.append(
            "\n".join(f"- {markdown_cell(d.file)}: as {markdown_cell(d.same_as)}" for d in leaderboard.duplicates)
        )
    if leaderboard.refused:
        parts.append("## Refused")
        lines = (f"- {markdown_cell(r.file)}: {markdown_cell('; '.join(r.faults[:5]))}" for r in leaderboard.refused)
        parts.append("\n".join(lines))
    return "\n\n".join(parts) + "\n"


def comma_separated(leaderboard: Leaderboard) -> str:
    """leaderboard.csv: one line for each result on each board, ranked or not.

    Shares run from 0 to 1; what is undefined is empty. A cell that a spreadsheet would run as a formula has an
    apostrophe in front.
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([*_OF_BOARD, "status", *(name for column in columns_in("csv") for name in _csv_names(column))])
    for board in leaderboard.boards:
        facts = [value(board) for value in _OF_BOARD.values()]
        for status, entries in _by_status(board):
            for entry in entries:
                cells = (cell for column in columns_in("csv") for cell in _csv_cells(column, entry))
                writer.writerow([csv_cell(_plain(value)) for value in (*facts, status, *cells)])
    return out.getvalue()


_OF_BOARD: dict[str, Callable[[Board], object]] = {
    "board": lambda board: board.id,
    "dataset": lambda board: board.dataset.name,
    "version": lambda board: board.dataset.version,
    "sha256": lambda board: board.dataset.sha256,
    "preset": lambda board: board.preset,
    "limit": lambda board: board.limit,
    "lang": lambda board: board.lang,
    "arm": lambda board: board.arm,
    "round": lambda board: board.round.name if board.round else None,
    "sealed": lambda board: board.round.sealed if board.round else None,
}
"""Which board a line of the CSV is of."""


def _by_status(board: Board) -> tuple[tuple[str, tuple[Entry, ...]], ...]:
    return ("ranked", board.ranked), ("not ranked", board.not_ranked), ("superseded", board.superseded)


def _csv_names(column: BoardColumn) -> tuple[str, ...]:
    return (f"{column.name}_low", f"{column.name}_high") if column.format == "interval" else (column.name,)


def _csv_cells(column: BoardColumn, entry: Entry) -> tuple[object, ...]:
    value = column.value(entry)
    if column.format == "interval":
        return value or (None, None)
    if isinstance(value, Rate):
        return (value.rate,)
    if isinstance(value, Quality):
        return (value.value,)
    if column.format == "shares":
        return ("; ".join(f"{name} {rate.k}/{rate.n}" for name, rate in value.items()),)
    return (", ".join(value),) if column.format == "names" else (value,)


def _plain(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:.6g}"
    # Lines and tabs are what a quoted cell may hold; escape codes would be obeyed by a terminal that shows the file.
    return re.sub(r"[^\t\n]+", lambda part: for_terminal(part[0]), str(value))


def _judge(judge: JudgeSetting) -> str:
    """A judge as a board names it, with the version of the rules where rules judge."""
    version = judge.params.get("rules") or (judge.params.get("version") if judge.spec == RULE else None)
    return f"{judge.spec} ({version})" if version else judge.spec


def _board(board: Board) -> Iterator[str]:
    data, p = board.dataset, board.protocol
    selection = board.preset if board.limit is None else f"{board.preset}, limit {board.limit}"
    headline = " (headline)" if board.headline else ""
    yield f"## {markdown_cell(data.name)} {markdown_cell(data.version)}, {board.lang}, {board.arm}{headline}"
    judges = markdown_cell(", ".join(_judge(judge) for judge in p.judges))
    retriever = f" Retriever: {markdown_cell(p.retriever)}, k = {p.k}." if p.retriever else ""
    data_line = f"Data sha256 {data.sha256[:12]}, items: {selection}."
    if board.carried:
        yield "An earlier release, taken over as it was ranked then."
    if board.round:
        yield _round(board.round)
    itself = " The model is one of its own judges." if p.self_judged else ""
    yield f"{data_line} Judged by {judges} ({p.judging}), seed {p.seed}.{retriever}{itself}"
    if board.ranked:
        shown = _shown(board.ranked)
        yield _table(_headings(shown), (_cells(entry, shown) for entry in board.ranked))
    for title, entries in (("Not ranked:", board.not_ranked), ("Superseded:", board.superseded)):
        if entries:
            yield title
            shown = _shown(entries)
            # The reason stands beside the name: the last column of so wide a table is out of sight.
            yield _table(
                _with_reason(_headings(shown), words_of(DEFAULT)["lb.why"]),
                (_with_reason(_cells(entry, shown), entry.note) for entry in entries),
            )


def _release_table(found: Sequence[Release]) -> str:
    """Entries of two releases are never in one ranking."""
    rows = (
        (
            *(r.line, r.dataset.name, r.dataset.version, r.dataset.sha256[:12]),
            *(r.round or UNDEFINED, r.since or UNDEFINED),
            "newest" if r.newest else "older" if r.since else "nothing ranked",
        )
        for r in found
    )
    return _table(("Of", "Name", "Version", "sha256", "Sealed round", "Since", ""), rows)


def _round(found: RoundOnBoard) -> str:
    asked = "of the time when the seed was secret" if found.sealed else "of the time after the reveal: not sealed"
    head = f"Sealed round {found.name}, entries {asked}. Commitment {found.commitment}, published {found.published};"
    if found.seed is None:
        return f"{head} the seed is secret."
    proof = "; the set was drawn again from it and is the same to the byte" if found.redrawn else ""
    return f"{head} seed {found.seed}, revealed {found.revealed}, opens it{proof}."


def _with_reason(cells: Sequence[str], reason: str) -> list[str]:
    place, model, *others = cells
    return [place, model, reason, *others]


def _shown(entries: Sequence[Entry]) -> list[BoardColumn]:
    """The columns of a table of entries: intervals only where one of them has one."""
    return [
        column
        for column in columns_in("markdown")
        if column.format != "interval" or any(column.value(entry) is not None for entry in entries)
    ]


def _headings(shown: Iterable[BoardColumn]) -> list[str]:
    return [words_of(DEFAULT)[column.word] for column in shown]


def _cells(entry: Entry, shown: Iterable[BoardColumn]) -> list[str]:
    return [_cell(column, column.value(entry), entry) for column in shown]


def _cell(column: BoardColumn, value: Any, entry: Entry | None = None) -> str:
    """A value as people read it; — for what is undefined or unknown, nothing for an interval that there is none of."""
    form = column.format
    if isinstance(value, Rate):
        value = value.rate
    if isinstance(value, Quality):
        value = value.value
    if value is None or value == "":
        return "" if form == "interval" else UNDEFINED
    if form in ("share", "rate"):
        return percent(value)
    if form in ("quality", "money", "seconds"):
        return with_minus(f"{value:.{3 if form == 'quality' else 2}f}")
    if form == "interval":
        return interval(value)
    if form == "word":
        return words_of(DEFAULT)[f"{column.word}.{value}"]
    if form == "names":
        return ", ".join(value)
    if form == "model" and entry and entry.spec != entry.title:
        return f"{entry.title} ({entry.spec})"
    if form == "excluded" and entry:
        return f"{value} of {entry.trials}"
    return str(value)[:10] if form == "date" else str(value)


def _published(table: Published) -> Iterator[str]:
    yield f"## Published for {markdown_cell(table.dataset)}, not ranked"
    yield f"{markdown_cell(table.source)}, judged by {markdown_cell(table.judge)}. {markdown_cell(table.note)}"
    columns = [c for c in columns_in("markdown") if any(_printed(row, c) is not None for row in table.rows)]
    headings = ["Language", "Model", *(words_of(DEFAULT)[column.word] for column in columns)]
    rows = ([row.lang, row.title, *(_cell(c, _printed(row, c)) for c in columns)] for row in table.rows)
    yield _table(headings, rows)


def _printed(row: PublishedRow, column: BoardColumn) -> float | None:
    """What a paper has printed for a column; its overall is over tags."""
    figure, _, part = column.path.partition(".")
    if part:
        return row.categories.get(Category(part)) if figure == "categories" else None
    values: dict[str, float | None] = {
        "main_avg": row.main_avg,
        "overall_tag_micro": row.overall,
        "over_abstention": row.over_abstention,
    }
    return values.get(figure)


def _gap_table(gaps: Sequence[Gap]) -> str:
    rows = (
        [
            g.title,
            g.arm,
            UNDEFINED if g.value is None else with_minus(f"{g.value:+.1f} points"),
            UNDEFINED if g.ci95 is None else with_minus(f"[{g.ci95[0]:.1f}, {g.ci95[1]:.1f}]"),
            str(g.n),
            g.file,
        ]
        for g in gaps
    )
    return _table(("Model", "Arm", "Overall (macro)", "95 %", "Items", "File"), rows)


def _table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    safe = [[markdown_cell(cell) for cell in row] for row in rows]
    return "\n".join("| " + " | ".join(row) + " |" for row in [headings, ["---"] * len(headings), *safe])
