"""Tables of the `insight` section: flips, closed-book certificate, price of an answer, twins, leave-one-out.

Guarantees: readable at any width; every rate with its count and interval; undefined is an em dash; nothing is
computed here. What a run did not ask gives no table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

from bench.records import Lang, Rate
from bench.records.insight import ClosedBook, FlipTable, GroundedCost, Headline, Insight, LeftOutReport, TwinTable
from bench.report.columns import UNDEFINED, interval, percent
from bench.report.grid import Grid, markdown_grid, print_grid
from bench.text.display import with_minus

if TYPE_CHECKING:
    from rich.console import Console

T = TypeVar("T")
_NAMES: dict[Lang, str] = {"en": "English", "ja": "Japanese"}
_INITIALS = {"right": "R", "wrong": "W", "abstained": "A"}
_LISTED = 12
_FLIPS = (
    "Items that changed, by outcome in the two arms: R right, W wrong, A abstained (unanswerable: R declined, W "
    "attempted). Net = gained − lost, in points, [95 % interval, Newcombe, over questions]; p: McNemar, exact, over "
    "questions."
)
_COST = "Cost and tokens of all calls of the arm / right answers to answerable items that were shown all evidence."


def insight_tables(insight: Insight | None) -> Iterator[Grid]:
    """Every table that has a row, in a fixed order."""
    return sections(insight, Makers(_flips, _closed_book, _cost, _twins, _left_out))


@dataclass(frozen=True)
class Makers(Generic[T]):
    """What makes a table of each section: for the terminal, or for a page."""

    flips: Callable[[str, Sequence[FlipTable]], T]
    closed_book: Callable[[ClosedBook], T]
    cost: Callable[[Sequence[GroundedCost]], T]
    twins: Callable[[Sequence[TwinTable]], T]
    left_out: Callable[[LeftOutReport], T]


def sections(insight: Insight | None, make: Makers[T]) -> Iterator[T]:
    """One table for each section that has something to show, in a fixed order."""
    if insight is None:
        return
    for questions in ("answerable", "unanswerable"):
        rows = [table for table in insight.flips if table.questions == questions]
        if rows:
            yield make.flips(questions, rows)
    for book in insight.closed_book:
        if book.asked and book.figures:
            yield make.closed_book(book)
    priced = [row for row in insight.grounded_cost if row.correct]
    if priced:
        yield make.cost(priced)
    if insight.twins:
        yield make.twins(insight.twins)
    if insight.leave_one_out:
        yield make.left_out(insight.leave_one_out)


def print_insight(insight: Insight | None, console: Console) -> None:
    """Print every table; nothing for a summary without the section."""
    for table in insight_tables(insight):
        print_grid(table, console)


def markdown_insight(insight: Insight | None) -> list[str]:
    """The same as blocks of Markdown; [] for a summary without the section."""
    return [block for table in insight_tables(insight) for block in markdown_grid(table)]


def _flips(questions: str, tables: Sequence[FlipTable]) -> Grid:
    moves = [(t.before, t.after) for t in tables[0].transitions if t.before != t.after]
    rows = []
    for table in tables:
        counts = {(t.before, t.after): t.count for t in table.transitions}
        p = UNDEFINED if table.p is None else f"{table.p:.2g}"
        rows.append(
            (
                f"{table.lang} {table.first}→{table.second}",
                str(table.items),
                *(str(counts[move]) for move in moves),
                UNDEFINED if table.net is None else with_minus(f"{100 * table.net:+.0f} [{interval(table.ci95)}]"),
                p,
            )
        )
    headings = tuple(f"{_INITIALS[before]}→{_INITIALS[after]}" for before, after in moves)
    unsettled = sum(len(table.unsettled) for table in tables)
    note = _FLIPS if questions == "answerable" else ""
    if unsettled:
        note = f"{note} Without one outcome in most repeats, and not counted: {unsettled}.".strip()
    title = f"Flips between arms, {questions} items"
    return Grid(("", "n", *headings, "Net", "p"), tuple(rows), title, note)


def _closed_book(book: ClosedBook) -> Grid:
    names = list(book.figures[0].every.categories)
    rows = []
    for figure in book.figures:
        for label, headline in ((figure.arm, figure.every), ("– without", figure.without)):
            rows.append((label, *_headline(headline, names)))
    listed = ", ".join(book.known[:_LISTED]) + (f" and {len(book.known) - _LISTED} more" * (len(book.known) > _LISTED))
    known = f"{len(book.known)} of {book.asked} Main items answered without any document"
    note = f"Without: these questions and their variants left out ({listed})." if book.known else ""
    short = tuple(f"{name[:5]}." if len(name) > 6 else name for name in names)
    return Grid(
        ("", "Trials", *short, "Main", "Overall", "Over-a."),
        tuple(rows),
        f"{_NAMES[book.lang]}, closed-book certificate: {known}",
        note,
        names=("", "Trials", *names, "Main", "Overall", "Over-abstention"),
    )


def _headline(headline: Headline, names: Sequence[str]) -> tuple[str, ...]:
    rates = (*(headline.categories[name].rate for name in names), headline.main_avg, headline.overall_macro)
    return str(headline.trials), *(_points(rate) for rate in (*rates, headline.over_abstention.rate))


def _points(share: float | None) -> str:
    return UNDEFINED if share is None else f"{100 * share:.1f}"


def _cost(rows: Sequence[GroundedCost]) -> Grid:
    return Grid(
        ("", "Calls", "Right", "USD", "Tokens", "p90 s"),
        tuple(
            (
                f"{row.lang} {row.arm}",
                f"{row.calls:,}",
                f"{row.correct:,}",
                UNDEFINED if row.usd_per_correct is None else f"{row.usd_per_correct:.5f}",
                UNDEFINED if row.tokens_per_correct is None else f"{row.tokens_per_correct:,.0f}",
                UNDEFINED if row.latency_p90_s is None else f"{row.latency_p90_s:.2f}",
            )
            for row in rows
        ),
        "Price of one grounded correct answer",
        _COST,
    )


def _twins(tables: Sequence[TwinTable]) -> Grid:
    return Grid(
        ("", "Right, decl.", "Right, att.", "Missed, decl.", "Missed, att."),
        tuple(
            (
                f"{t.lang} {t.arm}",
                *map(str, (t.right_declined, t.right_attempted, t.missed_declined, t.missed_attempted)),
            )
            for t in tables
        ),
        "Twins: Main items (right or missed) and the same without evidence (declined or attempted)",
        "The first column is discrimination; its rate and interval are in the table of rates.",
    )


def _left_out(report: LeftOutReport) -> Grid:
    return Grid(
        ("", "Declined", "Att.", "Excl.", "Discrimination"),
        tuple(
            (f"{r.lang} {r.arm}", _rate(r.declined), str(r.attempted), str(r.excluded), _rate(r.discrimination))
            for r in report.results
        ),
        f"Leave-one-out: {len(report.items)} questions without one of their gold chunks",
        "Declining is right; Att.: attempted. Discrimination: right with all evidence and declined without the chunk. "
        "Counted in no other figure.",
    )


def _rate(rate: Rate) -> str:
    if rate.n == 0:
        return UNDEFINED
    return f"{percent(rate.rate)} {rate.k}/{rate.n} [{interval(rate.ci95_questions)}]"
