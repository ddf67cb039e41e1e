"""What a run says beyond its rates: flips, closed-book certificate, price of an answer, twins, leave-one-out.

What a run did not ask gives no table.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bench.figures import Column, columns
from bench.records import MAIN_CATEGORIES, Rate
from bench.records.insight import ClosedBook, FlipTable, GroundedCost, Headline, Insight, LeftOutReport, TwinTable
from bench.records.rates import CI95
from bench.report.sections.parts import (
    UNDEFINED,
    Cell,
    Section,
    Table,
    arm_word,
    by_lang,
    decimal,
    figure_word,
    interval,
    listed,
    percent,
    rate_lines,
    whole,
)
from bench.text.display import with_minus
from bench.words import Text, said

_LISTED = 12
_INITIALS = {"right": "R", "wrong": "W", "abstained": "A"}
_TWINS = ("right_declined", "right_attempted", "missed_declined", "missed_attempted")


def insight_section(langs: Sequence[str], insight: Insight | None) -> Section | None:
    """Every table that has a row; None for a summary without the section, or without a row."""
    tables = list(_tables(langs, insight)) if insight else []
    return Section("insight", tables) if tables else None


def _tables(langs: Sequence[str], insight: Insight) -> Iterator[Table]:
    for questions in ("answerable", "unanswerable"):
        flips = [table for table in insight.flips if table.questions == questions]
        for lang, rows in by_lang(langs, flips, lambda table: table.lang):
            yield _flips(questions, lang, rows)
    for book in insight.closed_book:
        if book.asked and book.figures:
            yield _closed_book(book)
    for lang, priced in by_lang(langs, (row for row in insight.grounded_cost if row.correct), lambda row: row.lang):
        yield _cost(lang, priced)
    for lang, twins in by_lang(langs, insight.twins, lambda table: table.lang):
        yield _twins(lang, twins)
    if insight.leave_one_out:
        yield from _left_out(langs, insight.leave_one_out)


def _flips(questions: str, lang: str, tables: Sequence[FlipTable]) -> Table:
    moves = [(t.before, t.after) for t in tables[0].transitions if t.before != t.after]
    rows: list[list[Cell]] = []
    for table in tables:
        counts = {(t.before, t.after): t.count for t in table.transitions}
        net = UNDEFINED if table.net is None else [with_minus(f"{100 * table.net:+.0f}"), f"[{interval(table.ci95)}]"]
        p = UNDEFINED if table.p is None else f"{table.p:.2g}"
        moved = (str(counts[move]) for move in moves)
        rows.append([f"{table.first} → {table.second}", str(table.items), *moved, net, p])
    head: list[Text] = [said("flips.arms"), "n", *(f"{_INITIALS[b]}→{_INITIALS[a]}" for b, a in moves)]
    notes: list[Text] = [said("note.flips")]
    unsettled = sum(len(table.unsettled) for table in tables)
    if unsettled:
        notes.append(said("flips.unsettled", n=unsettled))
    title = said(f"table.flips.{questions}", lang=said(f"lang.{lang}"))
    return Table(title, [*head, said("flips.net"), "p"], rows, notes)


def _closed_book(book: ClosedBook) -> Table:
    shown = [c for c in columns("categories") if _tagged(book) or not c.figure.of_tags]
    rows: list[list[Cell]] = []
    for figures in book.figures:
        for key, headline in (("every", figures.every), ("without", figures.without)):
            label = said(f"closed_book.{key}", arm=arm_word(figures.arm))
            rows.append([label, str(headline.trials), *(_share(headline, column) for column in shown)])
    notes = [said("closed_book.listed", items=listed(book.known, _LISTED))] if book.known else []
    title = said("table.closed_book", lang=said(f"lang.{book.lang}"), known=len(book.known), asked=book.asked)
    head = [said("arm"), said("trials"), *map(figure_word, shown)]
    return Table(title, head, rows, notes, short=("", "Trials", *("\n".join(column.short) for column in shown)))


def _tagged(book: ClosedBook) -> bool:
    """Whether a question with one of LIT's tags was asked."""
    return any(figures.every.categories[c].n for figures in book.figures for c in MAIN_CATEGORIES)


def _share(headline: Headline, column: Column) -> list[str]:
    """A figure of the certificate's headline, which has those of the table of categories."""
    value = getattr(headline, column.figure.name)
    if column.part is not None:
        value = value[column.part.key]
    if isinstance(value, Rate):
        return rate_lines(value)
    ci95 = getattr(headline, f"{column.figure.name}{CI95}")
    return [percent(value), *([f"q{interval(ci95)}"] if ci95 is not None else [])]


def _cost(lang: str, rows: Sequence[GroundedCost]) -> Table:
    body: list[list[Cell]] = [
        [
            arm_word(row.arm),
            f"{row.calls:,}",
            f"{row.correct:,}",
            decimal(row.usd_per_correct, 5),
            whole(row.tokens_per_correct),
            decimal(row.latency_p90_s, 2),
        ]
        for row in rows
    ]
    head = [said("arm"), *(said(f"cost.{column}") for column in ("calls", "correct", "usd", "tokens", "p90"))]
    return Table(said("table.cost", lang=said(f"lang.{lang}")), head, body, [said("note.cost")])


def _twins(lang: str, tables: Sequence[TwinTable]) -> Table:
    head = [said("arm"), *(said(f"twins.{column}") for column in _TWINS), said("figure.discrimination")]
    body: list[list[Cell]] = [
        [arm_word(t.arm), *(str(getattr(t, column)) for column in _TWINS), rate_lines(t.discrimination)] for t in tables
    ]
    return Table(said("table.twins", lang=said(f"lang.{lang}")), head, body, [said("note.twins")])


def _left_out(langs: Sequence[str], report: LeftOutReport) -> Iterator[Table]:
    columns = ("declined", "attempted", "excluded")
    head = [said("arm"), *(said(f"left_out.{column}") for column in columns), said("figure.discrimination")]
    for lang, results in by_lang(langs, report.results, lambda r: r.lang):
        body: list[list[Cell]] = [
            [arm_word(r.arm), rate_lines(r.declined), str(r.attempted), str(r.excluded), rate_lines(r.discrimination)]
            for r in results
        ]
        title = said("table.leave_one_out", lang=said(f"lang.{lang}"), n=len(report.items))
        yield Table(title, head, body, [said("note.leave_one_out")])
