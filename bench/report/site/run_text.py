"""Texts and tables of a report, in both languages of the interface, before anybody decides how they are drawn.

Guarantees: the page and the Markdown report show the same rows in the same order; figures are formatted by
bench/report/columns, as in the terminal; other people's names hold no control and no bidirectional character.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from bench.records import Rate, Share
from bench.records.rates import Interval
from bench.report.columns import UNDEFINED, interval, percent, share_text
from bench.report.site.page import LANGUAGES, words_of
from bench.text.display import for_terminal, with_minus

Text = str | Mapping[str, str]
"""Figures and names as they are, or what the interface says: language to text."""
Cell = Text | Sequence[Text]
"""One text, or lines: the first is the figure, the others its count and interval."""

_PLACE = re.compile(r"\{(\w+)\}")
_LONGEST_NAME = 120


@dataclass(frozen=True)
class Table:
    """The first column is the rows' heading. `prose`: numbers of the columns that hold sentences, not figures.

    `folded`: a page shows it only when it is opened.
    """

    title: Text
    head: Sequence[Text]
    rows: Sequence[Sequence[Cell]]
    notes: Sequence[Text] = ()
    prose: Sequence[int] = ()
    folded: bool = False


@dataclass(frozen=True)
class Section:
    """A part of the report. `name`: its anchor, and the key `section.NAME` of its title.

    `parts`: tables, and charts by their names, in the order in which they are shown.
    """

    name: str
    parts: Sequence[Table | str] = ()
    notes: Sequence[Text] = ()
    warnings: Sequence[Text] = field(default=())


def said(key: str, **values: Any) -> dict[str, str]:
    """The interface's words for `key` in every language, `{name}` filled in; a value may be a text of its own.

    Raises KeyError for a key or a name that is not there.
    """
    return {lang: _filled(_words()[lang][key], values, lang) for lang in LANGUAGES}


def in_language(text: Text, lang: str) -> str:
    return text if isinstance(text, str) else text[lang]


def joined(texts: Sequence[Text], en: str = ", ", ja: str = "、") -> Text:
    """Texts with a separator of each language between them; a plain text where there is one text, or none."""
    if len(texts) < 2:
        return texts[0] if texts else ""
    return {
        lang: between.join(in_language(t, lang) for t in texts)
        for lang, between in zip(LANGUAGES, (en, ja), strict=True)
    }


def name(text: str) -> str:
    """A name that somebody else chose, on one line, with escapes where it holds what cannot be seen."""
    return for_terminal(text, _LONGEST_NAME)


def rate_cell(rate: Rate) -> Cell:
    """Share; count and interval over questions (over trials where every trial is a question of its own)."""
    if rate.n == 0:
        return UNDEFINED
    bounds = rate.ci95 if rate.questions == rate.n else rate.ci95_questions
    return [percent(rate.rate), f"{rate.k}/{rate.n}", bracketed(bounds)]


def share_cell(share: Share) -> Cell:
    """A share of attribution in points, its interval, and over how many items."""
    if share.value is None:
        return UNDEFINED
    value, _, bounds = share_text(share).partition(" ")
    return [value, *([bounds] if bounds else []), f"n {share.n}"]


def bracketed(bounds: Interval | None) -> str:
    return UNDEFINED if bounds is None else f"[{interval(bounds)}]"


def decimal(value: float | None, digits: int = 3) -> str:
    return UNDEFINED if value is None else with_minus(f"{value:.{digits}f}")


def decimals(bounds: Interval | None) -> str:
    return UNDEFINED if bounds is None else with_minus("[{:.2f}, {:.2f}]".format(*bounds))


def as_json(section: Section) -> dict[str, Any]:
    """A section as the page's script reads it."""
    return {
        "name": section.name,
        "notes": list(section.notes),
        "warnings": list(section.warnings),
        "parts": [part if isinstance(part, str) else _table_json(part) for part in section.parts],
    }


def _table_json(table: Table) -> dict[str, Any]:
    return {
        "title": table.title,
        "head": list(table.head),
        "rows": [list(row) for row in table.rows],
        "notes": list(table.notes),
        "prose": list(table.prose),
        "folded": table.folded,
    }


@lru_cache(maxsize=1)
def _words() -> dict[str, dict[str, str]]:
    return words_of("report")


def _filled(text: str, values: Mapping[str, Any], lang: str) -> str:
    # In one pass, so that a name with braces in it stays as it is.
    def value(found: re.Match[str]) -> str:
        given = values[found[1]]
        return str(given[lang]) if isinstance(given, Mapping) else str(given)

    return _PLACE.sub(value, text)
