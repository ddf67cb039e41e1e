"""What a report's page shows at first sight: the figures to quote, and what each figure means.

Guarantees: figures are those of the summary and of the verdict; a figure without a meaning in the words has no tooltip,
never an empty one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from bench.arms import headline_of
from bench.figures import FIGURES, RANKING, Column, Figure, columns, columns_of
from bench.langs import DEFAULT
from bench.metrics.situation import Situation
from bench.records import Arm, ArmResult, Lang, Quality, Summary
from bench.report.sections.parts import UNDEFINED, arm_word, decimal, decimals, figure_lines, figure_word
from bench.words import Text, joined, said, words_of

Json = dict[str, Any]


def cards(summary: Summary, situation: Situation, values: Mapping[tuple[Lang, Arm], Quality]) -> list[Json]:
    """A card for each language of the headline arm: V in the reader's situation, then the figures of the headline.

    `values`: V by language and arm. Each figure has `name`, `means` (or None) and `lines`, the value first.
    """
    arm = headline_of(summary.config.arms)
    found = []
    for result in summary.results:
        if result.arm == arm:
            title = said("situation.group", lang=said(f"lang.{result.lang}"), arm=arm_word(arm))
            figures = [_worth(situation, values[result.lang, arm]), *map(lambda c, r=result: _figure(r, c), _columns())]  # type: ignore[misc]
            found.append({"title": title, "figures": figures})
    return found


def meanings() -> list[Json]:
    """`name` and `means` of every figure and part of one, by language, for those whose meaning is in the words."""
    named = [(figure_word(c), c.figure) for figure in FIGURES.values() for c in columns_of(figure)]
    named += [(said(f"figure.{figure.name}"), figure) for figure in FIGURES.values()]
    return [{"name": word, "means": means} for word, figure in named if (means := meaning(figure)) is not None]


def meaning(figure: Figure) -> Text | None:
    """What a figure means, and which way is better; None where the words do not say."""
    if f"means.{figure.name}" not in words_of(DEFAULT):
        return None
    better = [said(f"means.{figure.better}_is_better")] if figure.better else []
    return joined([said(f"means.{figure.name}"), *better], sentences=True)


def _columns() -> Iterator[Column]:
    """Those of the headline, the figure that ranks first."""
    yield from sorted(columns("headline"), key=lambda column: column.name != RANKING)


def _figure(result: ArmResult, column: Column) -> Json:
    return {"name": figure_word(column), "means": meaning(column.figure), "lines": figure_lines(result, column)}


def _worth(situation: Situation, value: Quality) -> Json:
    share = f"{100 * situation.unanswerable:g}"
    return {
        "name": said("situation.worth", k=f"{situation.cost:g}", u=share),
        "means": said("situation.value.means"),
        "lines": [UNDEFINED] if value.value is None else [decimal(value.value, 2), decimals(value.ci95)],
    }
