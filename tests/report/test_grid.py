"""A grid at any width: several tables, then a figure a line, but never a figure that is broken, cut or lost."""

from __future__ import annotations

import io

from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.console import Console

from bench.report.grid import Grid, column_groups, markdown_grid, print_grid

GRID = Grid(
    head=("Arm", "Inte-\ngration", "Accuracy", "Said"),
    rows=(("gold", "83.3 %\n10/12", "0.123", "better by far"), ("shuffled", "—", "12,345", "no difference to see")),
    title="A title",
    note="A note.",
    names=("Arm", "Integration", "Accuracy", "Said"),
    prose=frozenset({3}),
)


def shown(grid: Grid, width: int) -> list[str]:
    out = io.StringIO()
    print_grid(grid, Console(file=out, width=width))
    return out.getvalue().split("\n")


def test_one_table_where_it_fits() -> None:
    assert column_groups(GRID, 80) == [(1, 2, 3)]
    text = "\n".join(shown(GRID, 80))
    assert text.count("shuffled") == 1
    assert "better by far" in text
    assert text.rstrip().endswith("A note.")


def test_several_tables_with_the_label_in_each_where_it_does_not() -> None:
    assert column_groups(GRID, 40) == [(1, 2), (3,)]
    lines = shown(GRID, 40)
    assert [line.split()[0] for line in lines if line.startswith("shuffled")] == ["shuffled", "shuffled"]
    assert max(map(cell_len, lines)) <= 40


def test_a_figure_a_line_where_a_column_does_not_fit_beside_its_label() -> None:
    wide = Grid(("Arm", "Accuracy"), (("gold", "0.123456789012345678"),))
    assert column_groups(wide, 24) is None
    assert [line for line in shown(wide, 40) if line] != [line for line in shown(wide, 24) if line]
    lines = shown(GRID, 26)
    assert "  Integration: 83.3 %" in "\n".join(lines)
    assert "  Accuracy: 12,345" in lines
    assert max(map(cell_len, lines)) <= 26


def test_sentences_are_wrapped_and_figures_are_not() -> None:
    long = Grid(("", "n", "Said"), (("a", "1,234,567", "word " * 30),), prose=frozenset({2}))
    lines = shown(long, 60)
    assert max(map(cell_len, lines)) <= 60
    assert any("1,234,567" in line for line in lines)
    assert sum(line.count("word") for line in lines) == 30


def test_full_width_text_keeps_the_columns_in_line() -> None:
    grid = Grid(("Arm", "n"), (("日本語の名前", "1"), ("short", "22")))
    _, _, first, second, *_ = shown(grid, 40)
    assert cell_len(first.rstrip()) == cell_len(second.rstrip())
    assert cell_len(first[: first.index("1")]) == cell_len(second[: second.index("22")]) + 1


def test_nobody_s_text_is_markup_or_controls_the_terminal() -> None:
    grid = Grid(("Arm", "[red]x[/red]"), (("\x1b[31mred", ":smile:"),))
    text = "\n".join(shown(grid, 40))
    assert "\x1b" not in text
    assert ":smile:" in text
    assert "[red]x[/red]" in text


def test_markdown_names_columns_in_full_and_puts_a_cell_on_one_line() -> None:
    title, table, note = markdown_grid(GRID)
    assert (title, note) == ("## A title", "A note.")
    assert table.split("\n")[0] == "| Arm | Integration | Accuracy | Said |"
    assert table.split("\n")[1] == "| --- | ---: | ---: | ---: |"
    assert table.split("\n")[2] == "| gold | 83.3 % (10/12) | 0.123 | better by far |"


@given(
    width=st.integers(20, 130),
    figures=st.lists(st.lists(st.integers(0, 10**15), min_size=3, max_size=3), min_size=1, max_size=4),
)
def test_every_figure_is_there_whole_at_any_width(width: int, figures: list[list[int]]) -> None:
    rows = tuple((f"row {n}", *map(str, row)) for n, row in enumerate(figures))
    lines = shown(Grid(("", "One", "Two", "Three"), rows), width)
    words = [word for line in lines for word in line.split()]
    for row in rows:
        for figure in row[1:]:
            assert figure in words
    assert max(map(cell_len, lines)) <= max(width, max(len("  Three: ") + len(f) for row in rows for f in row[1:]))
