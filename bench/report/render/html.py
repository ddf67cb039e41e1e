"""Sections as the data from which the page's script draws them."""

from __future__ import annotations

from typing import Any

from bench.report.sections.parts import Section, Table


def as_json(section: Section) -> dict[str, Any]:
    """A section as the page's script reads it: texts are strings or by language, a cell is a text or its lines."""
    return {
        "name": section.name,
        "notes": list(section.notes),
        "warnings": list(section.warnings),
        "parts": [part if isinstance(part, str) else _table(part) for part in section.parts],
    }


def _table(table: Table) -> dict[str, Any]:
    return {
        "title": table.title,
        "head": list(table.head),
        "rows": [list(row) for row in table.rows],
        "notes": list(table.notes),
        "prose": list(table.prose),
        "folded": table.folded,
    }
