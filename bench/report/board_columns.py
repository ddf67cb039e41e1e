"""The columns of leaderboards: one list, from which the Markdown, the CSV and the page take theirs.

A figure has its column by its entry in bench/figures.py; anything else that an entry of a board holds, by a line here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from bench.figures import RANKING, Figure, columns_of, on_boards
from bench.records.leaderboard import Entry
from bench.records.rates import CI95

Format = Literal[
    "text",
    "model",
    "place",
    "word",
    "share",
    "rate",
    "quality",
    "qualities",
    "at_k",
    "interval",
    "money",
    "seconds",
    "number",
    "excluded",
    "attempts",
    "names",
    "shares",
    "params",
    "date",
]
"""How a value is written; `word`: a key of words under that of the heading; `at_k`: Q at the k of a page's reader."""

Output = Literal["markdown", "csv", "page", "detail"]
"""Where a column is shown; `detail`: among what the page shows of one entry when asked."""


@dataclass(frozen=True, slots=True)
class BoardColumn:
    """One column. `name`: its heading in the CSV, and what links to a sorted page call it. `word`: the key of its
    heading in bench/words. `path`: where its value is in an `Entry`, with dots; empty: under `name`."""

    name: str
    word: str
    format: Format
    outputs: tuple[Output, ...]
    path: str = ""

    def value(self, entry: Entry) -> Any:
        """The value, as the entry holds it."""
        value: Any = entry
        for part in (self.path or self.name).split("."):
            if isinstance(value, tuple):
                value = next((quality for quality in value if f"{quality.k:g}" == part), None)
            else:
                value = value.get(part) if isinstance(value, Mapping) else getattr(value, part)
        return value


def _of_figure(figure: Figure) -> Iterator[BoardColumn]:
    word = f"figure.{figure.name}"
    if figure.unit == "qualities":
        yield BoardColumn("q", word, "at_k", ("page",), "penalty")
        yield BoardColumn(figure.name, word, "qualities", ("detail",))
        for part in figure.parts:
            outputs: tuple[Output, ...] = ("markdown", "csv") if part.key == USUAL_COST else ("csv",)
            yield BoardColumn(f"q{part.key}", f"{word}.{part.key}", "quality", outputs, f"{figure.name}.{part.key}")
        return
    if figure.unit == "rates" and not figure.parts:
        yield BoardColumn(figure.name, word, "shares", ("csv", "detail"))
        return
    if figure.unit == "reach":
        yield BoardColumn(figure.name, word, "text", ("csv", "detail"), f"{figure.name}.shown")
        return
    outputs = ("markdown", "csv", "page") if figure.board == "column" else ("csv", "detail")
    form: Format = "share" if figure.unit == "share" else "rate"
    for column in columns_of(figure):
        name = column.part.key if column.part else figure.name
        yield BoardColumn(name, f"figure.{column.name}", form, outputs, column.name)
    if figure.unit == "share":
        name = "ci95" if figure.name == RANKING else f"{figure.name}{CI95}"
        yield BoardColumn(name, "interval", "interval", ("markdown", "csv"), f"{figure.name}{CI95}")


USUAL_COST = "4"
"""The k of Q(k) where a table has room for one."""

BOARD_COLUMNS: tuple[BoardColumn, ...] = (
    BoardColumn("rank", "", "number", ("csv",)),
    BoardColumn("place", "lb.place", "place", ("markdown", "csv", "page")),
    BoardColumn("group", "", "number", ("csv",)),
    BoardColumn("title", "lb.model", "model", ("markdown", "csv", "page")),
    BoardColumn("spec", "lb.spec", "text", ("csv", "detail")),
    BoardColumn("family", "lb.family", "text", ("csv", "detail")),
    BoardColumn("params", "lb.params", "params", ("detail",)),
    BoardColumn("weights", "lb.weights", "word", ("csv", "page")),
    BoardColumn("reasoning", "", "text", ("csv",)),
    BoardColumn("served", "lb.served", "word", ("markdown", "csv", "page")),
    BoardColumn("answered_by", "lb.answered_by", "names", ("csv", "detail")),
    *(column for figure in sorted(on_boards(), key=lambda f: f.name != RANKING) for column in _of_figure(figure)),
    BoardColumn("attempts", "lb.attempts", "attempts", ("detail",), "penalty"),
    BoardColumn("usd_per_1000", "lb.cost", "money", ("markdown", "csv", "page")),
    BoardColumn("usd_per_correct", "lb.cost_correct", "money", ("csv", "detail")),
    BoardColumn("latency_median_s", "lb.latency_median", "seconds", ("markdown", "csv", "detail")),
    BoardColumn("latency_p90_s", "lb.latency", "seconds", ("csv", "page")),
    BoardColumn("trials", "", "number", ("csv",)),
    BoardColumn("excluded", "lb.excluded", "excluded", ("markdown", "csv", "page")),
    BoardColumn("repeats", "lb.repeats", "number", ("csv", "detail")),
    BoardColumn("judges", "lb.judges", "names", ("markdown", "csv", "detail")),
    BoardColumn("judges_answered_by", "lb.judges_answered_by", "names", ("csv", "detail")),
    BoardColumn("submitter", "lb.submitter", "text", ("markdown", "csv", "page")),
    BoardColumn("date", "lb.date", "date", ("markdown", "csv", "page")),
    BoardColumn("suite_version", "lb.suite", "text", ("csv", "detail")),
    BoardColumn("file", "lb.file", "text", ("csv", "detail")),
    BoardColumn("note", "lb.why", "text", ("csv",)),
)
"""In their order, which is the same in every output."""


def columns_in(output: Output) -> tuple[BoardColumn, ...]:
    """The columns of one output, in their order."""
    return tuple(column for column in BOARD_COLUMNS if output in column.outputs)
