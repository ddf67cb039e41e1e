"""What sections are made of: tables, and figures as text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from bench.figures import Column
from bench.records import ArmResult, Quality, Rate, Share
from bench.records.rates import ConflictCounts, Interval, Reach
from bench.text.display import for_terminal, with_minus
from bench.words import Text, in_language, said

Cell = Text | Sequence[Text]
"""One text, or lines: the first is the figure, the others its count and interval."""

UNDEFINED = "—"
LONGEST_NAME = 120
LISTED = 20
"""Items that are named where the others are only counted; the JSON has all."""
HEADLINE_MARK = "*"

T = TypeVar("T")


@dataclass(frozen=True)
class Table:
    """A table. `head` and every row have the same number of cells, the first of which is the row's label.

    `short`: the headings once more, broken into lines for narrow tables, where the full ones would be too wide.
    `prose`: numbers of the columns that hold sentences, which may be wrapped. `strong`: numbers of the rows that stand
    out. `folded`: a page shows the table only when it is opened, and short reports leave it out.
    """

    title: Text
    head: Sequence[Text]
    rows: Sequence[Sequence[Cell]]
    notes: Sequence[Text] = ()
    prose: Sequence[int] = ()
    short: Sequence[str] = ()
    strong: Sequence[int] = ()
    folded: bool = False


@dataclass(frozen=True)
class Section:
    """A part of a report. `name`: its anchor, and the key `section.NAME` of its title.

    `parts`: tables, and charts by their names, in the order in which they are shown. `warnings` and `lead`, sentences
    that say what came out, are read before them, `notes` belong to them.
    """

    name: str
    parts: Sequence[Table | str] = ()
    notes: Sequence[Text] = ()
    warnings: Sequence[Text] = ()
    lead: Sequence[Text] = ()

    @property
    def tables(self) -> list[Table]:
        return [part for part in self.parts if isinstance(part, Table)]


def lines(cell: Cell, lang: str) -> list[str]:
    """The lines of a cell in one language."""
    return [in_language(line, lang) for line in ([cell] if isinstance(cell, str | Mapping) else cell)]


def name(text: str) -> str:
    """A name that somebody else chose, on one line, with escapes where it holds what cannot be seen."""
    return for_terminal(text, LONGEST_NAME)


def visible(text: Text) -> Text:
    """A text that may hold other people's names, with escapes where it holds what cannot be seen."""
    return for_terminal(text) if isinstance(text, str) else {lang: for_terminal(shown) for lang, shown in text.items()}


def listed(items: Sequence[str], most: int = LISTED) -> str:
    """Items by name, the first `most` of them, and how many more there are."""
    more = f" … (+{len(items) - most})" if len(items) > most else ""
    return ", ".join(map(name, items[:most])) + more


def by_lang(langs: Iterable[str], rows: Iterable[T], of: Callable[[T], str]) -> list[tuple[str, list[T]]]:
    """The rows of each language in the order of `langs`; a language without rows is left out."""
    every = list(rows)
    grouped = [(lang, [row for row in every if of(row) == lang]) for lang in langs]
    return [(lang, group) for lang, group in grouped if group]


def arm_word(arm: str) -> dict[str, str]:
    return said(f"arm.{arm}")


def percent(share: float | None) -> str:
    return UNDEFINED if share is None else f"{100 * share:.1f} %"


def decimal(value: float | None, digits: int = 3) -> str:
    return UNDEFINED if value is None else with_minus(f"{value:.{digits}f}")


def whole(value: float | None) -> str:
    return UNDEFINED if value is None else f"{value:,.0f}"


def interval(bounds: Interval | None) -> str:
    """In percent, `55–95`; with a sign before a bound `−12 to 30`, because a dash between would be read as one."""
    if bounds is None:
        return UNDEFINED
    low, high = (f"{100 * bound:.0f}" for bound in bounds)
    return with_minus(f"{low} to {high}") if "-" in low + high else f"{low}–{high}"


def decimals(bounds: Interval | None, digits: int = 2) -> str:
    return UNDEFINED if bounds is None else with_minus("[{}, {}]".format(*(f"{b:.{digits}f}" for b in bounds)))


def rate_lines(rate: Rate) -> list[str]:
    """Share, count, interval over trials; `q` with that over questions where trials are more than those, `u` with the
    bounds that unscored trials leave."""
    if rate.n == 0:
        return [UNDEFINED, *bounds_lines(rate.bounds)]
    shown = [percent(rate.rate), f"{rate.k}/{rate.n}", interval(rate.ci95)]
    by_question = [] if rate.questions == rate.n else [f"q{over_questions(rate)}"]
    return [*shown, *by_question, *bounds_lines(rate.bounds)]


def bounds_lines(bounds: Interval | None) -> list[str]:
    """What a rate could be with every trial scored, `u50–100`; nothing where all are."""
    return [] if bounds is None else [f"u{interval(bounds)}"]


def over_questions(rate: Rate) -> str:
    """The interval of a rate to quote, over questions, in percent; an em dash where the rate is undefined."""
    return interval(rate.ci95_questions)


def rate_text(rate: Rate) -> str:
    """A rate on one line: `14.3 % (2/14, 4–40)`, or an em dash."""
    return on_one_line(rate_lines(rate))


def on_one_line(cell: Sequence[str]) -> str:
    """The figure, and in brackets what else there is."""
    first, *rest = cell
    return f"{first} ({', '.join(rest)})" if rest else first


def mean_lines(value: float | None, ci95: Interval | None, *details: Text) -> list[Text]:
    """A mean of something other than hits, its interval, and `details`."""
    if value is None:
        return [UNDEFINED, *details]
    return [decimal(value), *([decimals(ci95)] if ci95 is not None else []), *details]


def share_lines(share: Share) -> list[str]:
    """A share of attribution in points, its interval, and over how many items."""
    if share.value is None:
        return [UNDEFINED]
    bounds = [] if share.ci95 is None else [f"[{interval(share.ci95)}]"]
    return [decimal(100 * share.value, 1), *bounds, f"n {share.n}"]


def figure_lines(result: ArmResult, column: Column) -> list[str]:
    """What one arm shows in a column of the result tables."""
    value = result.value(column)
    if isinstance(value, Rate):
        return rate_lines(value)
    if isinstance(value, Quality):
        return [UNDEFINED] if value.value is None else [decimal(value.value), decimals(value.ci95)]
    if isinstance(value, ConflictCounts):
        counts = (value.named, value.declined, value.took_side)
        return ["/".join(map(str, counts)) if any(counts) else UNDEFINED]
    if isinstance(value, Reach):
        return [value.shown or UNDEFINED]
    if value is None:
        return [UNDEFINED]
    ci95, bounds = result.interval(column.figure.name), result.bounds(column.figure.name)
    return [percent(value), *([f"q{interval(ci95)}"] if ci95 is not None else []), *bounds_lines(bounds)]


def figure_word(column: Column) -> dict[str, str]:
    return said(f"figure.{column.name}")
