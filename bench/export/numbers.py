"""Every figure of one language in one arm as a flat list of numbers: the form that tables and other tools take."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from bench.figures import FIGURES, Figure
from bench.records import ArmResult, Rate
from bench.records.rates import Interval


@dataclass(frozen=True, slots=True)
class Number:
    """A figure, or the part `key` of one; None for `key` where the figure has no parts.

    `value` is None where it is undefined. `k` and `n` are None for what is no share of a count.
    """

    figure: Figure
    key: str | None
    value: float | None
    k: int | None = None
    n: int | None = None
    questions: int | None = None
    ci95: Interval | None = None
    ci95_questions: Interval | None = None

    @property
    def name(self) -> str:
        """`over_abstention`, `category.Logic`, `quality.k4`."""
        return self.figure.name if self.key is None else self.figure.each.format(self.key)


def numbers_of(result: ArmResult) -> Iterator[Number]:
    """The numbers of `result`, in the order of bench/figures.py, undefined ones too. Counts of conflicts are none."""
    for figure in FIGURES.values():
        match figure.unit:
            case "rate":
                yield _of(figure, None, result.rate(figure.name))
            case "share":
                yield Number(figure, None, result.share(figure.name))
            case "rates":
                yield from (_of(figure, key, rate) for key, rate in result.rates(figure.name).items())
            case "qualities":
                for q in result.qualities(figure.name):
                    yield Number(figure, f"{q.k:g}", q.value, ci95=q.ci95)


def _of(figure: Figure, key: str | None, rate: Rate) -> Number:
    return Number(figure, key, rate.rate, rate.k, rate.n, rate.questions, rate.ci95, rate.ci95_questions)
