"""The leaderboard as a page: boards to choose from, tables and charts, in one HTML file.

Guarantees: the page shows the figures of leaderboard.json and works out none but Q(k) at the chosen k, which is linear;
a file's name, a model's and a submitter's reach it with every unprintable or direction-changing character made
visible.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any

from bench.figures import RANKING
from bench.records.leaderboard import Board, Entry, Gap, Leaderboard, Published, Refused
from bench.report.board_columns import BoardColumn, columns_in
from bench.report.site.page import Page, render
from bench.text.display import for_terminal
from bench.words import said

FAULTS_SHOWN = 20
"""Of one refused file; a hostile file may have millions."""
LONGEST_TEXT = 600
"""Characters of one text in the page. Names are shorter; a fault may quote what it found."""

Json = dict[str, Any]


def leaderboard_page(leaderboard: Leaderboard) -> str:
    """leaderboard.html, the same to the byte for the same leaderboard. Without boards: a page on how to submit."""
    from bench.report.site.leaderboard_charts import charts

    data = {
        "columns": {output: [_column(column) for column in columns_in(output)] for output in ("page", "detail")},
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
        parts=tuple(f"leaderboard_{part}.js" for part in ("view", "table", "releases", "plots", "sections")),
        script="leaderboard.js",
        style="leaderboard.css",
        words=("lb", "arm", "figure", "chart"),
        data=_visible(data),
        charts=charts() if leaderboard.boards else (),
    )
    return render(page)


def _column(column: BoardColumn) -> Json:
    below = "overall_ci95" if column.name == RANKING else None
    path = column.path or column.name
    return {
        "key": column.name,
        "path": path,
        "format": column.format,
        "word": column.word,
        "head": said(column.word),
        "interval": below,
    }


def _published(table: Published) -> Json:
    """Rows under the names that figures have here; what papers print as overall is over tags."""
    document = table.model_dump(mode="json")
    return {**document, "rows": [{**row, "overall_tag_micro": row["overall"]} for row in document["rows"]]}


def _board(board: Board) -> Json:
    document = board.model_dump(mode="json", exclude={"ranked", "not_ranked", "superseded", "crossings", "dominated"})
    return {
        **document,
        "ranked": [_entry(e) for e in board.ranked],
        "not_ranked": [_entry(e) for e in board.not_ranked],
        "superseded": [_entry(e) for e in board.superseded],
        "crossings": [{"k": c.k, "below": _id(c.below), "above": _id(c.above)} for c in board.crossings],
        "dominated": [{"better": _id(d.better), "worse": _id(d.worse)} for d in board.dominated],
    }


def _entry(entry: Entry) -> Json:
    params = json.dumps(entry.params, ensure_ascii=False, sort_keys=True) if entry.params else ""
    return {**entry.model_dump(mode="json"), "id": _id(entry.file), "params": params}


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
