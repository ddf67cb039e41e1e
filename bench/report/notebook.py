"""A run as a notebook and a Python prompt show it: the verdict, one table, one chart.

Guarantees: under 20 kB of HTML without scripts, readable on a light and on a dark page; names and sentences are text,
never markup. Loads no drawing library.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path
from typing import Any, Self

from pydantic import PrivateAttr

from bench.langs import DEFAULT
from bench.records import ArmResult, Summary
from bench.report.run_report import title_of
from bench.report.sections.parts import Table, arm_word, lines
from bench.report.sections.results import headline
from bench.report.sections.verdict import verdict
from bench.report.site.run_items import OUTCOME_COLOURS, SIGNS
from bench.text.display import for_terminal
from bench.words import in_language, joined, said

_BAR, _GAP, _LABEL, _WIDTH = 18, 6, 240, 360
"""Height of a bar, space under it, width of the labels and of the longest bar, in pixels."""


class Run(Summary):
    """The summary of a run, with its folder. It shows itself: as sentences at a prompt, as HTML in a notebook."""

    _folder: Path | None = PrivateAttr(default=None)

    @classmethod
    def of(cls, summary: Summary, folder: Path) -> Self:
        """The same summary, of the run in `folder`."""
        made = cls(**{name: getattr(summary, name) for name in Summary.model_fields})
        made._folder = folder
        return made

    @property
    def folder(self) -> Path | None:
        """Where the run is; None for one that was read from elsewhere."""
        return self._folder

    def html(self, lang: str = DEFAULT) -> str:
        """The verdict, the headline and the outcomes by arm as HTML, in one of the interface languages.

        Raises KeyError for a language without words.
        """
        block = verdict(self, self._folder)
        sentences = [in_language(text, lang) for text in (*block.warnings, *block.lead)]
        parts = [
            f"<p><b>{escape(for_terminal(title_of(self)))}</b></p>",
            "<ul>" + "".join(f"<li>{escape(for_terminal(sentence))}</li>" for sentence in sentences) + "</ul>",
            *(_table(table, lang) for table in headline(self).tables),
            _bars(self.results, lang),
        ]
        return f"<div>{''.join(parts)}</div>"

    def _repr_html_(self) -> str:
        return self.html()

    def __repr__(self) -> str:
        block = verdict(self, self._folder)
        sentences = [in_language(text, DEFAULT) for text in (*block.warnings, *block.lead)]
        return "\n".join(map(for_terminal, [title_of(self), *sentences]))

    __str__ = __repr__

    def __eq__(self, other: Any) -> bool:
        """Whether the other one is a summary with the same fields; the folder is none of them."""
        return isinstance(other, Summary) and self.__dict__ == other.__dict__

    __hash__ = Summary.__hash__


def _table(table: Table, lang: str) -> str:
    head = "".join(f'<th scope="col">{escape(in_language(cell, lang))}</th>' for cell in table.head)
    rows = "".join(
        f'<tr><th scope="row">{_cell(first, lang)}</th>{"".join(f"<td>{_cell(cell, lang)}</td>" for cell in rest)}</tr>'
        for first, *rest in table.rows
    )
    caption = escape(in_language(table.title, lang))
    return f"<table><caption>{caption}</caption><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"


def _cell(cell: Any, lang: str) -> str:
    return "<br>".join(map(escape, lines(cell, lang)))


def _bars(results: Sequence[ArmResult], lang: str) -> str:
    """The outcomes of each language and arm as one bar, in shares of its trials, with a legend; "" without a trial."""
    shown = [r for r in results if r.trials]
    if not shown:
        return ""
    height = (len(shown) + 1) * (_BAR + _GAP)
    label = escape(in_language(said("section.results"), lang), quote=True)
    drawn = "".join(part for place, r in enumerate(shown) for part in _bar(r, place, lang))
    return (
        f'<svg role="img" aria-label="{label}" width="{_LABEL + _WIDTH}" height="{height}" font-size="12" '
        f'fill="currentColor" style="max-width:100%">{drawn}{"".join(_legend(len(shown), lang))}</svg>'
    )


def _bar(r: ArmResult, place: int, lang: str) -> Iterator[str]:
    top = place * (_BAR + _GAP)
    row = in_language(joined([said(f"lang.{r.lang}"), arm_word(r.arm)]), lang)
    yield f'<text x="0" y="{top + 13}">{escape(row)}</text>'
    left = float(_LABEL)
    for outcome, colour in OUTCOME_COLOURS.items():
        count = getattr(r.outcomes, outcome)
        width = _WIDTH * count / r.trials
        if count:
            told = escape(f"{SIGNS[outcome]} {in_language(said(outcome), lang)}: {count}")
            yield f'<rect x="{left:.1f}" y="{top}" width="{width:.1f}" height="{_BAR}" fill="{colour}">'
            yield f"<title>{told}</title></rect>"
            if width >= 24:
                yield f'<text x="{left + 4:.1f}" y="{top + 13}" fill="#000">{SIGNS[outcome]} {count}</text>'
        left += width


def _legend(place: int, lang: str) -> Iterator[str]:
    top, left = place * (_BAR + _GAP), 0
    for outcome, colour in OUTCOME_COLOURS.items():
        word = f"{SIGNS[outcome]} {in_language(said(outcome), lang)}"
        yield f'<rect x="{left}" y="{top + 4}" width="10" height="10" fill="{colour}"/>'
        yield f'<text x="{left + 14}" y="{top + 13}">{escape(word)}</text>'
        left += 102
