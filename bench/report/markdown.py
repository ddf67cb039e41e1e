"""A report as Markdown, for a pull request: short where the page is long.

Guarantees: the tables are those of the page (bench/report/site/run_*), in one language; names and reasons are other
people's text and cannot break out of a cell, a heading or a list.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from bench.report.grid import Grid, markdown_grid
from bench.report.site.run_page import Report
from bench.report.site.run_text import Cell, Section, Table, Text, in_language, said
from bench.text.display import markdown_cell

SHORT = ("run", "results", "attribution", "side_by_side", "differences", "decision", "sweep")
"""Sections that a pull request gets; the page has them all. Tables that a page folds are left out too."""


def report_markdown(report: Report, lang: str = "en", page: str = "") -> str:
    """The headline tables, differences with their verdicts, and what was excluded; `page` is named at the end."""
    blocks = [f"# {markdown_cell(report.title)}"]
    for section in report.sections:
        if section.name in SHORT:
            blocks.extend(_section(section, lang))
    if page:
        blocks.append(markdown_cell(in_language(said("markdown.page", page=page), lang)))
    return "\n\n".join(blocks) + "\n"


def _section(section: Section, lang: str) -> Iterator[str]:
    yield f"## {markdown_cell(in_language(said(f'section.{section.name}'), lang))}"
    for warning in section.warnings:
        yield f"> **{markdown_cell(in_language(said('markdown.warning'), lang))}** {_said(warning, lang)}"
    for part in section.parts:
        if isinstance(part, Table) and not part.folded:
            yield from _table(part, lang)
    for note in section.notes:
        yield _said(note, lang)


def _table(table: Table, lang: str) -> Iterator[str]:
    yield f"### {_said(table.title, lang)}"
    if table.rows:
        head = tuple(in_language(title, lang) for title in table.head)
        rows = tuple(tuple(_lines(cell, lang) for cell in row) for row in table.rows)
        yield from markdown_grid(Grid(head, rows, prose=frozenset(table.prose)))
    if table.notes:
        yield "\n".join(f"- {_said(note, lang)}" for note in table.notes)


def _lines(cell: Cell, lang: str) -> str:
    lines = [cell] if isinstance(cell, str | Mapping) else cell
    return "\n".join(in_language(line, lang) for line in lines)


def _said(text: Text, lang: str) -> str:
    return markdown_cell(in_language(text, lang))
