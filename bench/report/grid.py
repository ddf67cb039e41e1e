"""A table of figures, as Markdown and for a terminal, in which it fits however narrow that is.

Guarantees: no figure is broken, cut or left out. Where the columns do not fit side by side, they are shown in several
tables, each with the column of labels; where one column does not fit beside its label, every figure has a line of its
own. Full-width characters count as two cells. Text is shown as it is given, never read as markup.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bench.text.display import for_terminal, markdown_cell

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

GAP = 2
"""Cells between two columns."""
HEADING = 14
"""Cells of a heading's line that is wider than its figures, before it is folded."""
LABEL = 24
"""Cells of a label before it is folded; in a narrow terminal a third of the width."""
PROSE = 24
"""Cells that a column of sentences needs at least."""


@dataclass(frozen=True, slots=True)
class Grid:
    """A table: `head` and every row have the same number of cells, the first of which is the label.

    Lines within a heading or a cell end in a line break. `names`: headings in full, where those of `head` are
    hyphenated. `prose`: places of columns that hold sentences, which may be wrapped. `bold`: labels whose rows stand
    out. `note` stands below.
    """

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    title: str = ""
    note: str = ""
    names: tuple[str, ...] = ()
    prose: frozenset[int] = frozenset()
    bold: frozenset[str] = frozenset()
    airy: bool = False
    """An empty line between rows, where a row has several lines."""


def print_grid(grid: Grid, console: Console) -> None:
    """Print title, table and note, each no wider than the console."""
    from rich.text import Text

    if grid.title:
        console.print(Text(f"\n{for_terminal(grid.title)}", style="bold"))
    groups = column_groups(grid, console.width)
    if groups is None:
        for line, style in _lines(grid):
            console.print(Text(line, style=style))
    for number, columns in enumerate(groups or ()):
        if number:
            console.print()
        console.print(_table(grid, columns, console.width))
    if grid.note:
        console.print(Text(for_terminal(grid.note), style="dim"))


def markdown_grid(grid: Grid) -> list[str]:
    """The same as blocks of Markdown: title, table and note, as far as there are."""
    rows = [_names(grid), *(tuple(map(_on_one_line, row)) for row in grid.rows)]
    lines = ["| " + " | ".join(map(markdown_cell, row)) + " |" for row in rows]
    lines.insert(1, "| " + " | ".join(["---", *("---:" for _ in grid.head[1:])]) + " |")
    title = [f"## {markdown_cell(grid.title)}"] if grid.title else []
    return [*title, "\n".join(lines), *([markdown_cell(grid.note)] if grid.note else [])]


def column_groups(grid: Grid, width: int) -> list[tuple[int, ...]] | None:
    """Which columns stand in which table, the label's left out; None where a figure would not fit beside its label.

    As many columns as fit stand in each, in their order.
    """
    label = _label_width(grid, width)
    groups: list[list[int]] = [[]]
    free = width - label
    for place in range(1, len(grid.head)):
        needed = GAP + _width(grid, place)
        if needed > width - label:
            return None
        if needed > free:
            groups.append([])
            free = width - label
        groups[-1].append(place)
        free -= needed
    return [tuple(group) for group in groups]


def _label_width(grid: Grid, width: int) -> int:
    widest = max((_cells(row[0]) for row in (grid.head, *grid.rows)), default=0)
    return min(widest, max(LABEL, width // 3) if width >= 80 else max(11, width // 3))


def _width(grid: Grid, place: int) -> int:
    figures = max((_cells(row[place]) for row in grid.rows), default=0)
    if place in grid.prose:
        return min(max(figures, _cells(grid.head[place])), PROSE)
    return max(figures, min(_cells(grid.head[place]), HEADING))


def _cells(text: str) -> int:
    from rich.cells import cell_len

    return max(cell_len(for_terminal(line)) for line in text.split("\n"))


def _table(grid: Grid, columns: Sequence[int], width: int) -> Table:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    tall = any(place in grid.prose or "\n" in row[place] for row in grid.rows for place in columns)
    leading = int(grid.airy and tall)
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False, show_edge=False, leading=leading)
    label = _label_width(grid, width)
    table.add_column(_text(grid.head[0]), width=label, vertical="top", overflow="fold")
    rest = width - label - sum(GAP + _width(grid, place) for place in columns if place not in grid.prose)
    sentences = [place for place in columns if place in grid.prose]
    for place in columns:
        if place in grid.prose:
            most = max(_cells(row[place]) for row in (grid.head, *grid.rows))
            room = min(most, rest // len(sentences) - GAP)
            table.add_column(_text(grid.head[place]), width=room, vertical="top", overflow="fold")
        else:
            room = _width(grid, place)
            heading = _text(grid.head[place])
            table.add_column(heading, justify="right", width=room, vertical="top", overflow="fold")
    for row in grid.rows:
        style = "bold" if row[0] in grid.bold else ""
        table.add_row(*(Text(_text(row[place]).plain, style=style) for place in (0, *columns)))
    return table


def _text(cell: str) -> Text:
    from rich.text import Text

    return Text("\n".join(for_terminal(line) for line in cell.split("\n")))


def _lines(grid: Grid) -> Iterator[tuple[str, str]]:
    """Every figure on a line of its own under its label, and the style of the line."""
    for row in grid.rows:
        yield for_terminal(row[0].replace("\n", " ")), "bold"
        for name, cell in zip(_names(grid)[1:], row[1:], strict=True):
            yield f"  {for_terminal(name)}: {for_terminal(_on_one_line(cell))}", ""


def _names(grid: Grid) -> tuple[str, ...]:
    return grid.names or tuple(heading.replace("\n", " ") for heading in grid.head)


def _on_one_line(cell: str) -> str:
    """Share (count, interval)."""
    first, *rest = cell.split("\n")
    return f"{first} ({', '.join(rest)})" if rest else first
