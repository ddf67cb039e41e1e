"""The `insight` section of a summary as tables: flips, closed-book certificate, price of an answer, twins, left-out.

The rows and their order are those of bench/report/insight_tables.
"""

from __future__ import annotations

from collections.abc import Sequence

from bench.records.insight import ClosedBook, FlipTable, GroundedCost, Headline, Insight, LeftOutReport, TwinTable
from bench.report.columns import UNDEFINED, percent
from bench.report.insight_tables import Makers, sections
from bench.report.site.run_text import Cell, Section, Table, Text, bracketed, decimal, name, rate_cell, said
from bench.text.display import with_minus

_LISTED = 12
_MOVES = {"right": "R", "wrong": "W", "abstained": "A"}


def insight_section(insight: Insight | None) -> Section | None:
    """Every table that has a row; None for a summary without the section, or without a row."""
    tables = list(sections(insight, Makers(_flips, _closed_book, _cost, _twins, _left_out)))
    return Section("insight", tables) if tables else None


def _flips(questions: str, tables: Sequence[FlipTable]) -> Table:
    moves = [(t.before, t.after) for t in tables[0].transitions if t.before != t.after]
    head: list[Text] = [said("language"), said("flips.arms"), "n", *(f"{_MOVES[b]}→{_MOVES[a]}" for b, a in moves)]
    rows: list[list[Cell]] = []
    for table in tables:
        counts = {(t.before, t.after): t.count for t in table.transitions}
        net: Cell = UNDEFINED if table.net is None else [with_minus(f"{100 * table.net:+.0f}"), bracketed(table.ci95)]
        p = UNDEFINED if table.p is None else f"{table.p:.2g}"
        moved = (str(counts[move]) for move in moves)
        rows.append([said(table.lang), f"{table.first} → {table.second}", str(table.items), *moved, net, p])
    notes: list[Text] = [said("note.flips")] if questions == "answerable" else []
    unsettled = sum(len(table.unsettled) for table in tables)
    if unsettled:
        notes.append(said("flips.unsettled", n=unsettled))
    return Table(said(f"table.flips.{questions}"), [*head, said("flips.net"), "p"], rows, notes=notes)


def _closed_book(book: ClosedBook) -> Table:
    categories = list(book.figures[0].every.categories)
    head = [said("arm"), said("questions"), said("trials"), *map(said, categories)]
    head += [said("metric.main"), said("metric.overall"), said("metric.over_abstention")]
    rows: list[list[Cell]] = []
    for figure in book.figures:
        for key, headline in (("every", figure.every), ("without", figure.without)):
            rows.append([said(f"arm.{figure.arm}"), said(f"closed_book.{key}"), *_headline(headline, categories)])
    notes: list[Text] = []
    if book.known:
        listed = ", ".join(name(item) for item in book.known[:_LISTED])
        more = len(book.known) - _LISTED
        notes.append(said("closed_book.listed", items=listed + (f" … (+{more})" if more > 0 else "")))
    title = said("table.closed_book", lang=said(book.lang), known=len(book.known), asked=book.asked)
    return Table(title, head, rows, notes=notes)


def _headline(headline: Headline, categories: Sequence[str]) -> list[Cell]:
    rates = (*(headline.categories[c].rate for c in categories), headline.main_avg, headline.overall_macro)
    return [str(headline.trials), *(percent(rate) for rate in (*rates, headline.over_abstention.rate))]


def _cost(rows: Sequence[GroundedCost]) -> Table:
    columns = ("calls", "correct", "usd", "tokens", "p90")
    body: list[list[Cell]] = [
        [
            said(row.lang),
            row.arm,
            f"{row.calls:,}",
            f"{row.correct:,}",
            decimal(row.usd_per_correct, 5),
            UNDEFINED if row.tokens_per_correct is None else f"{row.tokens_per_correct:,.0f}",
            decimal(row.latency_p90_s, 2),
        ]
        for row in rows
    ]
    head = [said("language"), said("arm"), *(said(f"cost.{c}") for c in columns)]
    return Table(said("table.cost"), head, body, notes=[said("note.cost")])


def _twins(tables: Sequence[TwinTable]) -> Table:
    columns = ("right_declined", "right_attempted", "missed_declined", "missed_attempted")
    head = [said("language"), said("arm"), *(said(f"twins.{c}") for c in columns), said("metric.discrimination")]
    body: list[list[Cell]] = [
        [said(t.lang), t.arm, *(str(getattr(t, c)) for c in columns), rate_cell(t.discrimination)] for t in tables
    ]
    return Table(said("table.twins"), head, body, notes=[said("note.twins")])


def _left_out(report: LeftOutReport) -> Table:
    columns = ("declined", "attempted", "excluded")
    head = [said("language"), said("arm"), *(said(f"left_out.{c}") for c in columns), said("metric.discrimination")]
    body: list[list[Cell]] = [
        [said(r.lang), r.arm, rate_cell(r.declined), str(r.attempted), str(r.excluded), rate_cell(r.discrimination)]
        for r in report.results
    ]
    return Table(said("table.leave_one_out", n=len(report.items)), head, body, notes=[said("note.leave_one_out")])
