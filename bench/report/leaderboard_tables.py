"""The leaderboard as Markdown and as CSV. Names are other people's text: every cell is made safe for its reader."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence

from bench.records import Category, Rate
from bench.records.leaderboard import Board, Entry, Gap, Leaderboard, Published, PublishedRow
from bench.report.sections.parts import UNDEFINED, interval, percent
from bench.text.display import csv_cell, for_terminal, markdown_cell, with_minus

SERVED = {
    "provider": "provider",
    "own": "own server",
    "started": "vLLM started by the suite",
    "built-in": "built in",
    None: UNDEFINED,
}


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
    writer.writerow(_CSV_HEADINGS)
    for board in leaderboard.boards:
        for status, entries in _by_status(board):
            for e in entries:
                writer.writerow([csv_cell(_plain(value)) for value in _csv_values(board, status, e)])
    return out.getvalue()


_CSV_HEADINGS = (
    *("board", "dataset", "version", "sha256", "preset", "limit", "lang", "arm", "status", "rank", "place", "group"),
    *("title", "spec", "family", "weights", "reasoning", "served", "overall_macro", "ci95_low", "ci95_high"),
    *("overall_tag_micro", "overall_item_micro", "main_avg", *(c.value for c in Category)),
    *("over_abstention", "false_answer", "discrimination", "q1", "q2", "q4", "q9"),
    *("usd_per_1000", "usd_per_correct", "latency_median_s", "latency_p90_s"),
    *("trials", "excluded", "repeats", "judges", "submitter", "date", "suite_version", "file", "note"),
)


def _by_status(board: Board) -> tuple[tuple[str, tuple[Entry, ...]], ...]:
    return ("ranked", board.ranked), ("not ranked", board.not_ranked), ("superseded", board.superseded)


def _csv_values(board: Board, status: str, e: Entry) -> list[object]:
    low, high = e.overall_ci95 or (None, None)
    q = {quality.k: quality.value for quality in e.quality}
    data = board.dataset
    return [
        *(board.id, data.name, data.version, data.sha256, board.preset, board.limit, board.lang, board.arm, status),
        *(e.rank, e.place, e.group, e.title, e.spec, e.family, e.weights, e.reasoning, e.served),
        *(e.overall_macro, low, high, e.overall_tag_micro.rate, e.overall_item_micro.rate, e.main_avg),
        *(e.categories[c.value].rate for c in Category),
        *(e.over_abstention.rate, e.false_answer.rate, e.discrimination.rate, *(q.get(k) for k in (1, 2, 4, 9))),
        *(e.usd_per_1000, e.usd_per_correct, e.latency_median_s, e.latency_p90_s),
        *(e.trials, e.excluded, e.repeats, ", ".join(e.judges), e.submitter, e.date, e.suite_version, e.file, e.note),
    ]


def _plain(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:.6g}"
    # Lines and tabs are what a quoted cell may hold; escape codes would be obeyed by a terminal that shows the file.
    return re.sub(r"[^\t\n]+", lambda part: for_terminal(part[0]), str(value))


def _board(board: Board) -> Iterator[str]:
    data, p = board.dataset, board.protocol
    selection = board.preset if board.limit is None else f"{board.preset}, limit {board.limit}"
    headline = " (headline)" if board.headline else ""
    yield f"## {markdown_cell(data.name)} {markdown_cell(data.version)}, {board.lang}, {board.arm}{headline}"
    judges = markdown_cell(", ".join(judge.spec for judge in p.judges))
    retriever = f" Retriever: {markdown_cell(p.retriever)}, k = {p.k}." if p.retriever else ""
    data_line = f"Data sha256 {data.sha256[:12]}, items: {selection}."
    yield f"{data_line} Judged by {judges} ({p.judging}), seed {p.seed}.{retriever}"
    if board.ranked:
        yield _table(_HEADINGS, map(_cells, board.ranked))
    for title, entries in (("Not ranked:", board.not_ranked), ("Superseded:", board.superseded)):
        if entries:
            yield title
            # The reason stands beside the name: the last column of so wide a table is out of sight.
            yield _table(_with_reason(_HEADINGS, "Why"), (_with_reason(_cells(e), e.note) for e in entries))


def _with_reason(cells: Sequence[str], reason: str) -> list[str]:
    place, model, *others = cells
    return [place, model, reason, *others]


_HEADINGS = (
    *("Place", "Model", "Overall", "95 %", "Main", *(c.value for c in Category), "Over-abst.", "False answer"),
    *("Q(4)", "USD per 1000", "Median s", "Served", "Excluded", "Judge", "Submitter", "Date"),
)


def _cells(e: Entry) -> list[str]:
    name = e.title if e.title == e.spec else f"{e.title} ({e.spec})"
    q = next((quality.value for quality in e.quality if quality.k == 4), None)
    return [
        e.place or UNDEFINED,
        name,
        percent(e.overall_macro),
        UNDEFINED if e.overall_ci95 is None else interval(e.overall_ci95),
        percent(e.main_avg),
        *(_share(e.categories[c.value]) for c in Category),
        _share(e.over_abstention),
        _share(e.false_answer),
        _number(q, 3),
        _number(e.usd_per_1000, 2),
        _number(e.latency_median_s, 2),
        SERVED[e.served],
        f"{e.excluded} of {e.trials}",
        ", ".join(e.judges),
        e.submitter or UNDEFINED,
        e.date[:10],
    ]


def _published(table: Published) -> Iterator[str]:
    yield f"## Published for {markdown_cell(table.dataset)}, not ranked"
    yield f"{markdown_cell(table.source)}, judged by {markdown_cell(table.judge)}. {markdown_cell(table.note)}"
    headings = ("Language", "Model", "Overall (tags)", "Main", *(c.value for c in Category), "Over-abst.")
    yield _table(headings, map(_published_cells, table.rows))


def _published_cells(row: PublishedRow) -> list[str]:
    shares = [row.overall, row.main_avg, *(row.categories.get(c) for c in Category), row.over_abstention]
    return [row.lang, row.title, *map(percent, shares)]


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


def _share(rate: Rate) -> str:
    return percent(rate.rate)


def _number(value: float | None, digits: int) -> str:
    return UNDEFINED if value is None else with_minus(f"{value:.{digits}f}")
