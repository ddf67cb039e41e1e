"""Sections as Markdown.

Guarantees: the tables are those of terminal and page, in one language; names and reasons are other people's text and
cannot break out of a cell, a heading or a list.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bench.langs import DEFAULT
from bench.report.sections.parts import Section, Table, lines, on_one_line
from bench.text.display import markdown_cell
from bench.words import Text, in_language, said


def markdown(
    title: str, sections: Iterable[Section], lang: str = DEFAULT, *, folded: bool = True, end: Text = ""
) -> str:
    """A document: its title, every section, and a paragraph at the `end`.

    `folded`: also the tables that a page folds. Charts are left out.
    """
    blocks = [f"# {markdown_cell(title)}"]
    for section in sections:
        blocks.extend(section_blocks(section, lang, folded=folded))
    return "\n\n".join([*blocks, *([_said(end, lang)] if end else [])]) + "\n"


def section_blocks(section: Section, lang: str = DEFAULT, *, folded: bool = True) -> Iterator[str]:
    """A section as blocks: title, warnings, tables, notes."""
    yield f"## {_said(said(f'section.{section.name}'), lang)}"
    for warning in section.warnings:
        yield f"> **{_said(said('markdown.warning'), lang)}** {_said(warning, lang)}"
    if section.lead:
        yield "\n".join(f"- {_said(sentence, lang)}" for sentence in section.lead)
    for table in section.tables:
        if folded or not table.folded:
            yield from _table(table, lang)
    for note in section.notes:
        yield _said(note, lang)


def _table(table: Table, lang: str) -> Iterator[str]:
    yield f"### {_said(table.title, lang)}"
    if table.rows:
        rows = [
            [in_language(title, lang) for title in table.head],
            *([on_one_line(lines(cell, lang)) for cell in row] for row in table.rows),
        ]
        text = ["| " + " | ".join(map(markdown_cell, row)) + " |" for row in rows]
        sides = ("---" if column == 0 or column in table.prose else "---:" for column in range(len(table.head)))
        text.insert(1, f"| {' | '.join(sides)} |")
        yield "\n".join(text)
    if table.notes:
        yield "\n".join(f"- {_said(note, lang)}" for note in table.notes)


def _said(text: Text, lang: str) -> str:
    return markdown_cell(in_language(text, lang))
