"""The leaderboard as a page: boards to choose from, tables and charts, in one HTML file.

Guarantees: the page shows the figures of leaderboard.json and works out none but V(k, u) in the chosen situation;
a file's name, a model's and a submitter's reach it with every unprintable or direction-changing character made
visible.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any

from bench.figures import FIGURES, RANKING
from bench.records.leaderboard import Board, Entry, Gap, Leaderboard, Published, Refused
from bench.records.rates import CI95
from bench.report.board_columns import BoardColumn, Output, columns_in
from bench.report.site.page import Page, render
from bench.report.site.run_cards import meaning
from bench.report.site.situations import of_entry, settings
from bench.text.display import for_terminal
from bench.words import said

FAULTS_SHOWN = 20
"""Of one refused file; a hostile file may have millions."""
LONGEST_TEXT = 600
"""Characters of one text in the page. Names are shorter; a fault may quote what it found."""

ABOUT = ("word", "text", "date")
"""Formats of the columns that say what a system is and not how good."""
PARTS = ("view", "table", "releases", "plots", "sections")
"""Scripts of the page, in the order in which they need each other."""
UNKNOWN = {"right": None, "wrong": None, "false": None}

Json = dict[str, Any]


def leaderboard_page(leaderboard: Leaderboard, pages: Mapping[str, str] | None = None) -> str:
    """leaderboard.html, the same to the byte for the same leaderboard. Without boards: a page on how to submit.

    `pages`: addresses of the pages of runs, by the file of the submission (`run_pages`); none: no row opens its items.
    """
    from bench.report.site.leaderboard_charts import charts

    data = {
        "columns": {output: [_column(column) for column in _in_order(output)] for output in ("page", "detail")},
        "situation": settings(),
        "pages": {_id(file): address for file, address in (pages or {}).items()},
        "ranking": RANKING,
        "releases": [release.model_dump(mode="json") for release in leaderboard.releases],
        "boards": [_board(board) for board in leaderboard.boards],
        "gaps": [_gap(gap) for gap in leaderboard.gaps],
        "published": [_published(table) for table in leaderboard.published],
        "refused": [_refused(refused) for refused in leaderboard.refused],
        "duplicates": [d.model_dump(mode="json") for d in leaderboard.duplicates],
    }
    page = Page(
        title="RAG generator bench: leaderboard",
        heading="lb.title",
        body="leaderboard.html",
        parts=("situation.js", *(f"leaderboard_{part}.js" for part in PARTS)),
        script="leaderboard.js",
        style="leaderboard.css",
        words=("lb", "arm", "figure", "chart", "situation"),
        data=_visible(data),
        charts=charts() if leaderboard.boards else (),
    )
    return render(page)


def _in_order(output: Output) -> list[BoardColumn]:
    """Place and name, what the board and its reader rank by, the other figures, then what else is known of a system."""
    first = {"place": 0, "model": 0, "at_k": 1, **dict.fromkeys(ABOUT, 3)}
    return sorted(columns_in(output), key=lambda c: 1 if c.name == RANKING else first.get(c.format, 2))


def _column(column: BoardColumn) -> Json:
    below = f"{column.name}{CI95}" if column.format == "share" else None
    figure = FIGURES.get(column.word.removeprefix("figure.").partition(".")[0])
    path = column.path or column.name
    return {
        "key": column.name,
        "path": path,
        "format": column.format,
        "word": column.word,
        "head": said(column.word),
        "means": None if figure is None else meaning(figure),
        "interval": below,
    }


def _published(table: Published) -> Json:
    """Rows under the names that figures have here; what papers print as overall is over tags."""
    document = table.model_dump(mode="json")
    return {**document, "rows": [{**row, "overall_tag_micro": row["overall"]} for row in document["rows"]]}


def _board(board: Board) -> Json:
    document = board.model_dump(mode="json", exclude={"ranked", "not_ranked", "superseded", "crossings", "dominated"})
    parts = {name: [_entry(e, board) for e in getattr(board, name)] for name in ("ranked", "not_ranked", "superseded")}
    answerable = all(e.rate("false_answer").n == 0 for e in board.ranked)
    return {**document, **parts, "answerable": answerable}


def _entry(entry: Entry, board: Board) -> Json:
    params = json.dumps(entry.params, ensure_ascii=False, sort_keys=True) if entry.params else ""
    # An attempt at a canary is wrong, but no false answer: with canaries the counts do not give the rates.
    rates = UNKNOWN if board.protocol.canaries else of_entry(entry)
    return {**entry.model_dump(mode="json"), "id": _id(entry.file), "params": params, "rates": rates}


def _gap(gap: Gap) -> Json:
    return {**gap.model_dump(mode="json"), "id": _id(gap.file)}


def _refused(refused: Refused) -> Json:
    return {
        "file": refused.file,
        "faults": list(refused.faults[:FAULTS_SHOWN]),
        "more": max(len(refused.faults) - FAULTS_SHOWN, 0),
    }


def _id(file: str) -> str:
    """Names an entry in the page and its links; a file's own name may hold anything."""
    return hashlib.sha256(file.encode("utf-8", "surrogatepass")).hexdigest()[:12]


def _visible(value: Any) -> Any:
    """Every text in `value` on one line, with nothing in it that cannot be seen."""
    if isinstance(value, str):
        return for_terminal(value, LONGEST_TEXT)
    if isinstance(value, Mapping):
        return {_visible(key): _visible(inner) for key, inner in value.items()}
    if isinstance(value, Sequence):
        return [_visible(inner) for inner in value]
    return value
