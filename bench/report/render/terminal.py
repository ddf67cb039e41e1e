"""Sections and tables for a terminal, in which they fit however narrow that is.

Guarantees: no figure is broken, cut or left out. Where the columns do not fit side by side, they are shown in several
tables, each with the column of labels; where one column does not fit beside its label, every figure has a line of its
own. Full-width characters count as two cells. Text is shown as it is given, never read as markup; there is no colour
where the output is no terminal.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bench.langs import DEFAULT
from bench.report.sections.parts import Section, Table, lines, on_one_line
from bench.text.display import for_terminal
from bench.words import in_language, said

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table as RichTable
    from rich.text import Text as RichText

GAP = 2
"""Cells between two columns."""
HEADING = 14
"""Cells of a heading's line that is wider than its figures, before it is folded."""
LABEL = 24
"""Cells of a label before it is folded; in a narrow terminal a third of the width."""
PROSE = 32
"""Cells that a column of sentences needs at least."""
TALL = 3
"""Lines of a cell from which on an empty line stands below its row."""


def print_sections(sections: Iterable[Section], console: Console, lang: str = DEFAULT, *, folded: bool = False) -> None:
    """Print each section: title, warnings, tables, notes. `folded`: also the tables that a page folds."""
    for section in sections:
        say(console, f"\n== {in_language(said(f'section.{section.name}'), lang)}", "bold")
        print_lead(section, console, lang)
        for table in section.tables:
            if folded or not table.folded:
                print_table(table, console, lang)
        if section.notes:
            console.print()
        for note in section.notes:
            say(console, in_language(note, lang), "dim")


def print_lead(section: Section, console: Console, lang: str = DEFAULT) -> None:
    """Print what is read first in a section, without its title: warnings, then what came out."""
    for warning in section.warnings:
        say(console, f"{in_language(said('markdown.warning'), lang)} {in_language(warning, lang)}")
    for sentence in section.lead:
        say(console, in_language(sentence, lang))


def print_document(title: str, sections: Iterable[Section], console: Console, lang: str = DEFAULT) -> None:
    """Print a title and every section with all of its tables."""
    say(console, title, "bold")
    print_sections(sections, console, lang, folded=True)


def print_table(table: Table, console: Console, lang: str = DEFAULT) -> None:
    """Print title, table and notes, each no wider than the console."""
    if table.title:
        say(console, f"\n{in_language(table.title, lang)}", "bold")
    grid = _grid(table, lang)
    if grid.rows:
        groups = column_groups(grid, console.width)
        if groups is None:
            for line, style in _lines(grid):
                say(console, line, style)
        for number, columns in enumerate(groups or ()):
            if number:
                console.print()
            console.print(_drawn(grid, columns, console.width))
    for note in table.notes:
        say(console, in_language(note, lang), "dim")


def say(console: Console, text: str, style: str = "", *, wrap: bool = True) -> None:
    """Print one paragraph of text as it stands; a line break at its start is kept. `wrap`: at the console's width."""
    from rich.text import Text

    start = "\n" if text.startswith("\n") else ""
    # Text, not str: rich would read [brackets] and :names: in other people's text as its own.
    console.print(Text(start + for_terminal(text.removeprefix("\n")), style=style), soft_wrap=not wrap)


@dataclass(frozen=True)
class Grid:
    """A table in one language: every cell as safe lines. The first column holds the labels."""

    head: Sequence[Sequence[str]]
    names: Sequence[str]
    rows: Sequence[Sequence[Sequence[str]]]
    prose: frozenset[int]
    strong: frozenset[int]


def _grid(table: Table, lang: str) -> Grid:
    names = [for_terminal(in_language(title, lang)) for title in table.head]
    rows = [[[for_terminal(line) for line in lines(cell, lang)] for cell in row] for row in table.rows]
    widths = [max((_cells(row[column]) for row in rows), default=0) for column in range(len(names))]
    short = table.short if lang == DEFAULT else ()
    head = [text.split("\n") for text in short] or [
        _heading(title, width) for title, width in zip(names, widths, strict=True)
    ]
    return Grid(head, names, rows, frozenset(table.prose), frozenset(table.strong))


def _heading(title: str, width: int) -> list[str]:
    """A heading broken between its words, as wide as its figures where they are wider than its longest word."""
    from rich.cells import cell_len

    longest = max((cell_len(word) for word in title.split()), default=1)
    return textwrap.wrap(title, max(width, min(longest, HEADING)), break_long_words=False) or [""]


def column_groups(grid: Grid, width: int) -> list[tuple[int, ...]] | None:
    """Which columns stand in which table, the label's left out; None where a figure would not fit beside its label.

    As many columns as fit stand in each, in their order.
    """
    label = _label_width(grid, width)
    groups: list[list[int]] = [[]]
    free = width - label
    for column in range(1, len(grid.head)):
        needed = GAP + _width(grid, column)
        if needed > width - label:
            return None
        if needed > free:
            groups.append([])
            free = width - label
        groups[-1].append(column)
        free -= needed
    return [tuple(group) for group in groups]


def _label_width(grid: Grid, width: int) -> int:
    widest = max(_cells(row[0]) for row in (grid.head, *grid.rows))
    return min(widest, max(LABEL, width // 3) if width >= 80 else max(11, width // 3))


def _width(grid: Grid, column: int) -> int:
    figures = max(_cells(row[column]) for row in grid.rows)
    if column in grid.prose:
        return min(max(figures, _cells(grid.head[column])), PROSE)
    return max(figures, min(_cells(grid.head[column]), HEADING))


def _cells(cell: Sequence[str]) -> int:
    from rich.cells import cell_len

    return max(map(cell_len, cell))


def _drawn(grid: Grid, columns: Sequence[int], width: int) -> RichTable:
    from rich import box
    from rich.table import Table as RichTable

    table = RichTable(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False, show_edge=False)
    label = _label_width(grid, width)
    table.add_column(_text(grid.head[0]), width=label, vertical="top", overflow="fold")
    rest = width - label - sum(GAP + _width(grid, column) for column in columns if column not in grid.prose)
    sentences = sum(column in grid.prose for column in columns)
    for column in columns:
        if column in grid.prose:
            most = max(_cells(row[column]) for row in (grid.head, *grid.rows))
            room = min(most, rest // sentences - GAP)
            table.add_column(_text(grid.head[column]), width=room, vertical="top", overflow="fold")
        else:
            room = _width(grid, column)
            table.add_column(_text(grid.head[column]), justify="right", width=room, vertical="top", overflow="fold")
    for number, row in enumerate(grid.rows):
        style = "bold" if number in grid.strong else ""
        table.add_row(*(_text(row[column], style) for column in (0, *columns)))
        tall = any(column in grid.prose or len(row[column]) >= TALL for column in columns)
        if tall and row is not grid.rows[-1]:
            table.add_row()
    return table


def _text(cell: Sequence[str], style: str = "") -> RichText:
    from rich.text import Text

    return Text("\n".join(cell), style=style)


def _lines(grid: Grid) -> Iterator[tuple[str, str]]:
    """Every figure on a line of its own under its label, and the style of the line."""
    for row in grid.rows:
        yield " ".join(row[0]), "bold"
        for name, cell in zip(grid.names[1:], row[1:], strict=True):
            yield f"  {name}: {on_one_line(cell)}", ""
