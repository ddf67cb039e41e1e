"""Tables of citations, faithfulness and CRAG's truthfulness. They show figures and compute none.

Guarantees: readable in 80 columns; every figure with its count and its 95 % interval; undefined is an em dash.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bench.records import Lang, Summary
from bench.records.citations import CitationResult
from bench.records.claims import ClaimMean, FaithfulnessResult
from bench.records.crag import CragCounts, CragResult
from bench.report.columns import UNDEFINED, rate_lines
from bench.text.display import for_terminal, markdown_cell

if TYPE_CHECKING:
    from rich.console import Console

_LANGUAGES: dict[Lang, str] = {"en": "English", "ja": "Japanese"}
_CITATIONS = (
    "Each check over its own units, passed/checked; cites: attempts with a citation. Values are amounts, percentages, "
    "dates and times, without those that the question gave or that the answer shows how it computed."
)
_FAITHFULNESS = (
    "Means over the n answers for which they are defined, 95 % intervals bootstrapped over questions. An answer that "
    "asserts nothing is faithful; whether it helps is answer relevance."
)
_CRAG = (
    "Perfect 1, acceptable 0.5, missing 0, incorrect −1; the mean with its 95 % interval, bootstrapped over questions."
)


@dataclass(frozen=True, slots=True)
class _Table:
    """A table for both media: a cell is lines of text. `note` stands below it."""

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[Sequence[str], ...], ...]
    note: str


def print_claims(summary: Summary, console: Console) -> None:
    """The sections that the summary has, a table for each language; nothing for a summary without them."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    for table in _tables(summary):
        console.print(Text(f"\n{for_terminal(table.title)}", style="bold"))
        grid = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False, show_edge=False)
        for number, name in enumerate(table.head):
            grid.add_column(name, justify="right" if number else "left", vertical="top", overflow="fold")
        for row in table.rows:
            grid.add_row(*("\n".join(lines) for lines in row))
        console.print(grid)
        console.print(Text(for_terminal(table.note), style="dim"))


def markdown_claims(summary: Summary) -> list[str]:
    """The same as blocks of Markdown."""
    blocks = []
    for table in _tables(summary):
        rows = [[markdown_cell(name.replace("\n", " ")) for name in table.head]]
        rows.append(["---", *["---:"] * (len(table.head) - 1)])
        rows += [[markdown_cell(_joined(lines)) for lines in row] for row in table.rows]
        blocks.append(f"## {markdown_cell(table.title)}")
        blocks.append("\n".join("| " + " | ".join(row) + " |" for row in rows))
        blocks.append(markdown_cell(table.note))
    return blocks


def _tables(summary: Summary) -> Iterator[_Table]:
    for lang in summary.config.langs:
        cited = [r for r in summary.citations if r.lang == lang and r.answers]
        if cited:
            yield _Table(f"{_LANGUAGES[lang]}: citations", _CITED, tuple(map(_citations, cited)), _CITATIONS)
        for judge in dict.fromkeys(r.judge for r in summary.faithfulness if r.lang == lang):
            checked = [r for r in summary.faithfulness if (r.lang, r.judge) == (lang, judge)]
            title = f"{_LANGUAGES[lang]}: faithfulness, claims checked by {judge}"
            yield _Table(title, _CHECKED, tuple(map(_faithfulness, checked)), _note(checked))
        labelled = [r for r in summary.crag if r.lang == lang and _size(r.counts)]
        if labelled:
            note = _CRAG + (" It is the mean of the two judges' figures." if labelled[0].mean_of_judges else "")
            yield _Table(f"{_LANGUAGES[lang]}: truthfulness (CRAG)", _LABELLED, tuple(map(_crag, labelled)), note)


_CITED = ("Arm", "Cites", "Number\nshown", "Quotes\nverbatim", "Values\nin source", "Source\neligible")
_CHECKED = (
    "Arm",
    "Faith-\nfulness",
    "Halluci-\nnation",
    "Claims\nsupported",
    "Answer\nrelevance",
    "Context\nrelevance",
)
_LABELLED = ("Arm", "Truth-\nfulness", "Perfect/acceptable/\nmissing/incorrect", "Word for\nword", "By judge")


def _citations(r: CitationResult) -> tuple[Sequence[str], ...]:
    checks = (r.resolves, r.quotes, r.values, r.eligible)
    return ([r.arm], rate_lines(r.coverage), *(rate_lines(check.units) for check in checks))


def _faithfulness(r: FaithfulnessResult) -> tuple[Sequence[str], ...]:
    return (
        [r.arm],
        _mean(r.faithfulness),
        _mean(r.hallucination),
        rate_lines(r.claims),
        _mean(r.answer_relevance),
        _mean(r.context_relevance),
    )


def _crag(r: CragResult) -> tuple[Sequence[str], ...]:
    c = r.counts
    judges = [f"{for_terminal(judge.judge, 24)} {_signed(judge.truthfulness)}" for judge in r.judges]
    bounds = [] if r.ci95 is None else [f"[{r.ci95[0]:.2f}, {r.ci95[1]:.2f}]"]
    counts = f"{c.perfect}/{c.acceptable}/{c.missing}/{c.incorrect}"
    excluded = [f"{c.excluded} excluded"] if c.excluded else []
    return ([r.arm], [_signed(r.truthfulness), *bounds], [counts, *excluded], [str(r.exact)], judges)


def _mean(mean: ClaimMean) -> Sequence[str]:
    if mean.value is None:
        return [UNDEFINED, *([f"({mean.undefined} undef.)"] if mean.undefined else [])]
    lines = [f"{mean.value:.3f}", f"n {mean.n}"]
    if mean.ci95 is not None:
        lines.append("[{:.2f}, {:.2f}]".format(*mean.ci95))
    return [*lines, f"({mean.undefined} undef.)"] if mean.undefined else lines


def _note(checked: Sequence[FaithfulnessResult]) -> str:
    missing = sum(len(r.undefined) for r in checked)
    embedders = ", ".join(dict.fromkeys(r.embedder for r in checked if r.embedder))
    parts = [_FAITHFULNESS]
    if embedders:
        parts.append(f"Answer relevance with embeddings of {embedders}.")
    if missing:
        parts.append(f"Undefined, in no mean: {missing} (`faithfulness` in summary.json lists them).")
    return " ".join(parts)


def _size(c: CragCounts) -> int:
    return c.perfect + c.acceptable + c.missing + c.incorrect + c.excluded


def _signed(value: float | None) -> str:
    return UNDEFINED if value is None else f"{value:.3f}".replace("-", "−")


def _joined(lines: Sequence[str]) -> str:
    first, *rest = lines
    return f"{first} ({', '.join(part.strip('()') for part in rest)})" if rest else first
