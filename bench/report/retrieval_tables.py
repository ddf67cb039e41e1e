"""Tables of what a retriever found, and of the curves of a sweep. They show figures and compute none.

Guarantees: readable at any width; every figure with its count and its 95 % interval; undefined is an em dash.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bench.records import Lang, Rate
from bench.records.retrieval import Curve, CurvePoint, Mean, RetrievalResult, RetrievalSlice
from bench.report.columns import UNDEFINED, rate_lines
from bench.report.grid import Grid, markdown_grid, print_grid

if TYPE_CHECKING:
    from rich.console import Console

_LANGUAGES: dict[Lang, str] = {"en": "English", "ja": "Japanese"}
_CURVES = {
    "gold_position": ("Evidence position (0 first, 1 last)", "position"),
    "distractors": ("Number of distractors", "distractors"),
}
LEGEND = (
    "Retrieval: means over the n questions that have gold, with 95 % intervals bootstrapped over questions. Precision "
    "divides by k. A chunk that comes back twice counts once."
)


def print_retrieval(results: Sequence[RetrievalResult], console: Console, *, every_slice: bool = False) -> None:
    """A table for each result, and how many questions are in none; nothing for no results.

    Slices by aspect and by kind are shown with `every_slice` only; they are always in the summary.
    """
    from rich.text import Text

    for result in results:
        print_grid(_grid(result, every_slice), console)
    if results:
        console.print(Text(LEGEND, style="dim"))


def markdown_retrieval(results: Sequence[RetrievalResult]) -> list[str]:
    """The same as blocks of Markdown; no results give no blocks."""
    blocks = [block for result in results for block in markdown_grid(_grid(result, True))]
    return [*blocks, LEGEND] if results else []


def print_curves(curves: Sequence[Curve], console: Console) -> None:
    """A table for each curve and language: the setting, and three rates at it."""
    from rich.text import Text

    for curve in curves:
        heading, column = _CURVES[curve.by]
        for lang in dict.fromkeys(point.lang for point in curve.points):
            head = (column, "Main items\nright", "Main items\ndeclined", "Unanswerable\nattempted")
            points = [point for point in curve.points if point.lang == lang]
            rows = tuple(_point(point) for point in points)
            print_grid(Grid(head, rows, f"{_LANGUAGES[lang]}: {heading}"), console)
    if curves:
        text = "Share, hits/scored trials, 95 % interval (Wilson); q: the interval over questions. Shuffled arm."
        console.print(Text(text, style="dim"))


def title(result: RetrievalResult) -> str:
    by = "documents" if result.unit == "page" else "chunks"
    return f"{_LANGUAGES[result.lang]}: retrieval by {result.retriever}, first {result.k} {by}"


def _grid(result: RetrievalResult, every_slice: bool) -> Grid:
    rows = tuple(_row(part) for part in _shown(result, every_slice))
    return Grid(_head(result), rows, title(result), _aside(result) if result.not_eligible else "")


def _head(result: RetrievalResult) -> tuple[str, ...]:
    return ("Slice", "n", *(f"{name}@{result.k}" for name in ("Recall", "Precision", "nDCG", "MRR")))


def _shown(result: RetrievalResult, every_slice: bool) -> list[RetrievalSlice]:
    return [part for part in result.slices if every_slice or part.by in ("all", "category", "positives")]


def _row(part: RetrievalSlice) -> tuple[str, ...]:
    names = {"all": "all", "positives": f"{part.value} gold", "kind": f"{part.value} items"}
    means = (part.recall, part.precision, part.ndcg, part.mrr)
    return (names.get(part.by, part.value), str(part.n), *map(_mean, means))


def _mean(mean: Mean) -> str:
    if mean.value is None:
        return UNDEFINED
    bounds = "" if mean.ci95 is None else "\n{:.2f}–{:.2f}".format(*mean.ci95)
    return f"{mean.value:.3f}{bounds}"


def _aside(result: RetrievalResult) -> str:
    reasons: dict[str, int] = {}
    for question in result.not_eligible:
        reasons[question.reason] = reasons.get(question.reason, 0) + 1
    return "Not eligible, in no figure: " + "; ".join(f"{n} ({reason})" for reason, n in sorted(reasons.items())) + "."


def _point(point: CurvePoint) -> tuple[str, ...]:
    rates = (point.accuracy, point.over_abstention, point.false_answer)
    return (f"{point.setting:g}", *map(_rate, rates))


def _rate(rate: Rate) -> str:
    share, *details = rate_lines(rate)
    if not details:
        return share
    count, *bounds = details
    return f"{share} {count}\n{' '.join(bounds)}"
