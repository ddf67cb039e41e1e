"""Every figure of one language in one arm as a flat list: the form that tables and other tools take."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from bench.records import ArmResult, Rate
from bench.records.rates import Interval


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure by name. `value` is None where it is undefined. `k` and `n` are None for what is no share of a count."""

    name: str
    value: float | None
    k: int | None = None
    n: int | None = None
    questions: int | None = None
    ci95: Interval | None = None
    ci95_questions: Interval | None = None


RATES = (
    "overall_tag_micro",
    "overall_item_micro",
    "discrimination",
    "over_abstention",
    "false_abstention",
    "false_answer",
    "wrong_of_answerable",
    "wrong_of_attempted",
    "volume",
    "accuracy_given_attempt",
)


def figures_of(result: ArmResult) -> Iterator[Figure]:
    """The figures of `result`: categories and aspects first, then the means, the rates, and quality at each k.

    Their definitions are with the functions of bench/metrics that compute them. Undefined ones are there too.
    """
    for name, rate in result.categories.items():
        yield _of(f"category.{name}", rate)
    for name, rate in result.aspects.items():
        yield _of(f"aspect.{name}", rate)
    yield Figure("main_avg", result.main_avg)
    yield Figure("overall_macro", result.overall_macro)
    for name in RATES:
        yield _of(name, getattr(result, name))
    for quality in result.quality:
        yield Figure(f"quality.k{quality.k:g}", quality.value, ci95=quality.ci95)


def _of(name: str, rate: Rate) -> Figure:
    return Figure(name, rate.rate, rate.k, rate.n, rate.questions, rate.ci95, rate.ci95_questions)
