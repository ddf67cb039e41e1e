"""Tables of citations, faithfulness and CRAG's truthfulness. They show figures and compute none.

Guarantees: readable at any width; every figure with its count and its 95 % interval; undefined is an em dash.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from bench.records import Lang, Summary
from bench.records.citations import CitationResult
from bench.records.claims import ClaimMean, FaithfulnessResult
from bench.records.crag import CragCounts, CragResult
from bench.report.columns import UNDEFINED, rate_lines
from bench.report.grid import Grid, markdown_grid, print_grid
from bench.text.display import for_terminal, with_minus

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


def print_claims(summary: Summary, console: Console) -> None:
    """The sections that the summary has, a table for each language; nothing for a summary without them."""
    for table in _tables(summary):
        print_grid(table, console)


def markdown_claims(summary: Summary) -> list[str]:
    """The same as blocks of Markdown."""
    return [block for table in _tables(summary) for block in markdown_grid(table)]


def _tables(summary: Summary) -> Iterator[Grid]:
    for lang in summary.config.langs:
        cited = [r for r in summary.citations if r.lang == lang and r.answers]
        if cited:
            yield Grid(_CITED, tuple(map(_citations, cited)), f"{_LANGUAGES[lang]}: citations", _CITATIONS)
        for judge in dict.fromkeys(r.judge for r in summary.faithfulness if r.lang == lang):
            checked = [r for r in summary.faithfulness if (r.lang, r.judge) == (lang, judge)]
            title = f"{_LANGUAGES[lang]}: faithfulness, claims checked by {judge}"
            rows = tuple(map(_faithfulness, checked))
            yield Grid(_CHECKED, rows, title, _note(checked), names=_CHECKED_NAMES)
        labelled = [r for r in summary.crag if r.lang == lang and _size(r.counts)]
        if labelled:
            note = _CRAG + (" It is the mean of the two judges' figures." if labelled[0].mean_of_judges else "")
            title = f"{_LANGUAGES[lang]}: truthfulness (CRAG)"
            yield Grid(_LABELLED, tuple(map(_crag, labelled)), title, note, names=_LABELLED_NAMES)


_CITED = ("Arm", "Cites", "Number\nshown", "Quotes\nverbatim", "Values\nin source", "Source\neligible")
_CHECKED = (
    "Arm",
    "Faith-\nfulness",
    "Halluci-\nnation",
    "Claims\nsupported",
    "Answer\nrelevance",
    "Context\nrelevance",
)
_CHECKED_NAMES = ("Arm", "Faithfulness", "Hallucination", "Claims supported", "Answer relevance", "Context relevance")
_LABELLED = ("Arm", "Truth-\nfulness", "Perfect/acceptable/\nmissing/incorrect", "Word for\nword", "By judge")
_LABELLED_NAMES = ("Arm", "Truthfulness", "Perfect/acceptable/missing/incorrect", "Word for word", "By judge")


def _citations(r: CitationResult) -> tuple[str, ...]:
    checks = (r.resolves, r.quotes, r.values, r.eligible)
    return (r.arm, *("\n".join(rate_lines(rate)) for rate in (r.coverage, *(check.units for check in checks))))


def _faithfulness(r: FaithfulnessResult) -> tuple[str, ...]:
    return (
        r.arm,
        _mean(r.faithfulness),
        _mean(r.hallucination),
        "\n".join(rate_lines(r.claims)),
        _mean(r.answer_relevance),
        _mean(r.context_relevance),
    )


def _crag(r: CragResult) -> tuple[str, ...]:
    c = r.counts
    judges = [f"{for_terminal(judge.judge, 24)} {_signed(judge.truthfulness)}" for judge in r.judges]
    bounds = [] if r.ci95 is None else [f"[{_figure(r.ci95[0], 2)}, {_figure(r.ci95[1], 2)}]"]
    counts = [f"{c.perfect}/{c.acceptable}/{c.missing}/{c.incorrect}"]
    excluded = [f"{c.excluded} excluded"] if c.excluded else []
    truthfulness = [_signed(r.truthfulness), *bounds]
    return (r.arm, *("\n".join(lines) for lines in (truthfulness, [*counts, *excluded], [str(r.exact)], judges)))


def _mean(mean: ClaimMean) -> str:
    undefined = [f"{mean.undefined} undef."] if mean.undefined else []
    if mean.value is None:
        return "\n".join([UNDEFINED, *undefined])
    bounds = [with_minus("[{:.2f}, {:.2f}]".format(*mean.ci95))] if mean.ci95 is not None else []
    return "\n".join([_figure(mean.value, 3), f"n {mean.n}", *bounds, *undefined])


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
    return UNDEFINED if value is None else _figure(value, 3)


def _figure(value: float, digits: int) -> str:
    return with_minus(f"{value:.{digits}f}")
