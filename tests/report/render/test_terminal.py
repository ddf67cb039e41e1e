"""A table at any width: several tables, then a figure a line, but never a figure that is broken, cut or lost."""

from __future__ import annotations

import io

from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.console import Console

from bench.report.render.markdown import section_blocks
from bench.report.render.terminal import _grid, column_groups, print_table
from bench.report.sections.parts import Section, Table

TABLE = Table(
    title="A title",
    head=("Arm", "Integration", "Accuracy", "Said"),
    rows=(
        ("gold", ["83.3 %", "10/12"], "0.123", "better by far"),
        ("shuffled", "—", "12,345", "no difference to see"),
    ),
    notes=("A note.",),
    short=("Arm", "Inte-\ngration", "Accuracy", "Said"),
    prose=(3,),
)


def shown(table: Table, width: int, lang: str = "en") -> list[str]:
    out = io.StringIO()
    print_table(table, Console(file=out, width=width), lang)
    return out.getvalue().split("\n")


def groups(table: Table, width: int) -> list[tuple[int, ...]] | None:
    return column_groups(_grid(table, "en"), width)


def test_one_table_where_it_fits() -> None:
    assert groups(TABLE, 80) == [(1, 2, 3)]
    text = "\n".join(shown(TABLE, 80))
    assert text.count("shuffled") == 1
    assert "better by far" in text
    assert text.rstrip().endswith("A note.")


def test_several_tables_with_the_label_in_each_where_it_does_not() -> None:
    assert groups(TABLE, 40) == [(1, 2), (3,)]
    lines = shown(TABLE, 40)
    assert [line.split()[0] for line in lines if line.startswith("shuffled")] == ["shuffled", "shuffled"]
    assert max(map(cell_len, lines)) <= 40


def test_a_figure_a_line_where_a_column_does_not_fit_beside_its_label() -> None:
    wide = Table("", ("Arm", "Accuracy"), (("gold", "0.123456789012345678"),))
    assert groups(wide, 24) is None
    assert [line for line in shown(wide, 40) if line] != [line for line in shown(wide, 24) if line]
    lines = shown(TABLE, 26)
    assert "  Integration: 83.3 %" in "\n".join(lines)
    assert "  Accuracy: 12,345" in lines
    assert max(map(cell_len, lines)) <= 26


def test_sentences_are_wrapped_and_figures_are_not() -> None:
    long = Table("", ("", "n", "Said"), (("a", "1,234,567", "word " * 30),), prose=(2,))
    lines = shown(long, 60)
    assert max(map(cell_len, lines)) <= 60
    assert any("1,234,567" in line for line in lines)
    assert sum(line.count("word") for line in lines) == 30


def test_full_width_text_keeps_the_columns_in_line() -> None:
    grid = Table("", ("Arm", "n"), (("日本語の名前", "1"), ("short", "22")))
    _, _, first, second, *_ = shown(grid, 40)
    assert cell_len(first.rstrip()) == cell_len(second.rstrip())
    assert cell_len(first[: first.index("1")]) == cell_len(second[: second.index("22")]) + 1


def test_nobody_s_text_is_markup_or_controls_the_terminal() -> None:
    grid = Table("", ("Arm", "[red]x[/red]"), (("\x1b[31mred", ":smile:"),))
    text = "\n".join(shown(grid, 40))
    assert "\x1b" not in text
    assert ":smile:" in text
    assert "[red]x[/red]" in text


def test_markdown_names_columns_in_full_and_puts_a_cell_on_one_line() -> None:
    _, title, table, note = section_blocks(Section("results", [TABLE]))
    assert (title, note) == ("### A title", "- A note.")
    assert table.split("\n")[0] == "| Arm | Integration | Accuracy | Said |"
    assert table.split("\n")[1] == "| --- | ---: | ---: | --- |"
    assert table.split("\n")[2] == "| gold | 83.3 % (10/12) | 0.123 | better by far |"


def test_headings_are_broken_between_words_as_wide_as_their_figures() -> None:
    table = Table("", ("Arm", "Values in source"), (("gold", "100.0 %"),))
    assert [line.split() for line in shown(table, 40)[:3]] == [["Values"], ["in"], ["Arm", "source"]]


def test_a_table_is_shown_in_the_language_that_is_asked_for() -> None:
    table = Table({"en": "Arms", "ja": "条件別"}, ({"en": "Arm", "ja": "条件"}, "n"), (("gold", "1"),))
    assert "条件別" in shown(table, 40, "ja")
    assert "Arms" in shown(table, 40)


@given(
    width=st.integers(20, 130),
    figures=st.lists(st.lists(st.integers(0, 10**15), min_size=3, max_size=3), min_size=1, max_size=4),
)
def test_every_figure_is_there_whole_at_any_width(width: int, figures: list[list[int]]) -> None:
    rows = tuple((f"row {n}", *map(str, row)) for n, row in enumerate(figures))
    lines = shown(Table("", ("", "One", "Two", "Three"), rows), width)
    words = [word for line in lines for word in line.split()]
    for row in rows:
        for figure in row[1:]:
            assert figure in words
    assert max(map(cell_len, lines)) <= max(width, max(len("  Three: ") + len(f) for row in rows for f in row[1:]))
