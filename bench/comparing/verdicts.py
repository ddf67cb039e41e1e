"""What a difference says, in one sentence that a reader can quote, in every language of the interface."""

from __future__ import annotations

from bench.records.comparison import MeasuredDifference
from bench.stats import Interval
from bench.text.display import with_minus
from bench.words import Text, said


def verdict(names: tuple[Text, Text], measured: MeasuredDifference) -> dict[str, str]:
    """`A is better by 4.2 points [1.1, 7.4]`, or why it cannot be said who is better.

    A verdict of "not distinguishable" says what would have shown: it is no proof that the systems are equal.
    """
    if measured.finding == "undefined":
        return said(f"verdict.{_undefined(measured)}")
    method = said("verdict.fisher") if measured.method == "Fisher" else ""
    if measured.finding == "not_distinguishable":
        return said("verdict.open", against=_level(measured), detectable=method or _detectable(measured))
    return said(
        "verdict.better",
        name=names[0] if measured.finding == "first" else names[1],
        amount=_amount(abs(measured.difference or 0.0), measured.unit),
        bounds="" if measured.ci95 is None else f" {_bounds(measured)}",
        method=method,
    )


def with_p(sentence: Text, measured: MeasuredDifference) -> Text:
    """The verdict with p behind it, where it does not give p itself."""
    if measured.p is None or (measured.finding == "not_distinguishable" and _level(measured)):
        return sentence
    return said("verdict.p", sentence=sentence, sign="≤" if measured.p <= 1e-4 else "=", p=f"{measured.p:.2g}")


def told_apart(p: float, level: float) -> tuple[str, str]:
    """Both with as many digits as it takes to see which is larger, two at least; the same text where they are equal."""
    for digits in range(2, 7):
        shown = f"{p:.{digits}g}", f"{level:.{digits}g}"
        if shown[0] != shown[1]:
            return shown
    return f"{p:.2g}", f"{level:.2g}"


def _undefined(measured: MeasuredDifference) -> str:
    if measured.items == 0:
        return "no_item"
    if measured.difference is None:
        return "no_value"
    return "one_question" if measured.questions < 2 else "no_interval"


def _level(measured: MeasuredDifference) -> Text:
    """Why an interval that does not hold 0 is no finding all the same; nothing where it holds 0."""
    if measured.p is None or measured.ci95 is None or measured.ci95[0] <= 0 <= measured.ci95[1]:
        return ""
    p, level = told_apart(measured.p, measured.level)
    return said("verdict.level", p=p, level=level)


def _detectable(measured: MeasuredDifference) -> dict[str, str]:
    if measured.detectable is None:
        return said("verdict.nothing_shows")
    return said("verdict.detectable", amount=_amount(measured.detectable, measured.unit))


def _amount(size: float, unit: str) -> Text:
    return said("verdict.points", n=f"{100 * size:.1f}") if unit == "points" else f"{size:.3f}"


def _bounds(measured: MeasuredDifference) -> str:
    """The interval of the better side's lead: turned around where the difference is below 0."""
    low, high = measured.ci95 or (0.0, 0.0)
    lead: Interval = (low, high) if (measured.difference or 0.0) > 0 else (-high, -low)
    return with_minus("[{}, {}]".format(*(f"{100 * b:.1f}" if measured.unit == "points" else f"{b:.3f}" for b in lead)))
