"""The columns of the result tables: what each shows of one arm, the same for the terminal and for Markdown.

Guarantees: every rate comes with its count and its interval; what is undefined is an em dash, never 0.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bench.records import ArmResult, Category, Quality, Rate, Share
from bench.text.display import with_minus

UNDEFINED = "—"


@dataclass(frozen=True, slots=True)
class Column:
    """A column by its full name, and its heading and cells broken into lines.

    Where a table has eight columns, no line is longer than 7 characters: that fits a terminal of 80.
    """

    name: str
    heading: tuple[str, ...]
    cell: Callable[[ArmResult], tuple[str, ...]]


def percent(share: float | None) -> str:
    return UNDEFINED if share is None else f"{100 * share:.1f} %"


def interval(bounds: tuple[float, float] | None) -> str:
    """In percent, `55–95`; with a sign before a bound `−12 to 30`, because a dash between would be read as one."""
    if bounds is None:
        return UNDEFINED
    low, high = (f"{100 * bound:.0f}" for bound in bounds)
    return with_minus(f"{low} to {high}") if "-" in low + high else f"{low}–{high}"


def rate_lines(rate: Rate) -> tuple[str, ...]:
    """Share, count, interval over trials and, where trials are more than questions, `q` with that over questions."""
    if rate.n == 0:
        return (UNDEFINED,)
    lines = (percent(rate.rate), f"{rate.k}/{rate.n}", interval(rate.ci95))
    return lines if rate.questions == rate.n else (*lines, f"q{interval(rate.ci95_questions)}")


def quality_lines(quality: Quality) -> tuple[str, ...]:
    if quality.value is None:
        return (UNDEFINED,)
    bounds = UNDEFINED if quality.ci95 is None else "[{:.2f}, {:.2f}]".format(*quality.ci95)
    return with_minus(f"{quality.value:.3f}"), with_minus(bounds)


def share_text(share: Share) -> str:
    """A share of attribution in points: `17.0 [12 to 22]`."""
    if share.value is None:
        return UNDEFINED
    bounds = "" if share.ci95 is None else f" [{interval(share.ci95)}]"
    return with_minus(f"{100 * share.value:.1f}") + bounds


def _conflicts(result: ArmResult) -> tuple[str, ...]:
    c = result.contradictory
    return (f"{c.named}/{c.declined}/{c.took_side}",) if c.named + c.declined + c.took_side else (UNDEFINED,)


def _category(category: Category, *heading: str) -> Column:
    return Column(category.value, heading, lambda result: rate_lines(result.categories[category.value]))


def _quality(position: int, k: str) -> Column:
    return Column(f"Q({k})", (f"Q({k})",), lambda result: quality_lines(result.quality[position]))


CATEGORIES = (
    _category(Category.INTEGRATION, "Inte-", "gration"),
    _category(Category.REASONING, "Reason-", "ing"),
    _category(Category.LOGIC, "Logic"),
    _category(Category.TABLE, "Table"),
    _category(Category.ABSTENTION, "Absten-", "tion"),
    Column("Main (avg)", ("Main", "(avg)"), lambda r: (percent(r.main_avg),)),
    Column("Overall (macro)", ("Overall", "(macro)"), lambda r: (percent(r.overall_macro),)),
    Column("Over-abstention", ("Over-", "absten-", "tion"), lambda r: rate_lines(r.over_abstention)),
)
RATES = (
    Column("Overall (tags)", ("Overall", "(tags)"), lambda r: rate_lines(r.overall_tag_micro)),
    Column("Overall (items)", ("Overall", "(items)"), lambda r: rate_lines(r.overall_item_micro)),
    Column("Discrimination", ("Discri-", "mina-", "tion"), lambda r: rate_lines(r.discrimination)),
    Column("False answer", ("False", "answer"), lambda r: rate_lines(r.false_answer)),
    Column("Wrong of answerable", ("Wrong/", "answer-", "able"), lambda r: rate_lines(r.wrong_of_answerable)),
    Column("Wrong of attempted", ("Wrong/", "attemp-", "ted"), lambda r: rate_lines(r.wrong_of_attempted)),
    Column("Volume", ("Volume",), lambda r: rate_lines(r.volume)),
    Column("Accuracy given attempt", ("Right", "per", "attempt"), lambda r: rate_lines(r.accuracy_given_attempt)),
)
PENALTIES = (
    _quality(0, "1"),
    _quality(1, "2"),
    _quality(2, "4"),
    _quality(3, "9"),
    Column("Conflict named/declined/took side", ("Conflict", "named/", "declined/", "side"), _conflicts),
)
