"""What a difference says, in one sentence that a reader can quote, in every language of the interface."""

from __future__ import annotations

from bench.records.comparison import MeasuredDifference
from bench.stats import Interval
from bench.text.display import with_minus
from bench.words import Text, said


def verdict(names: tuple[Text, Text], found: MeasuredDifference) -> dict[str, str]:
    """`A is better by 4.2 points [1.1, 7.4]`, or why it cannot be said who is better.

    A verdict of "not distinguishable" says what would have shown: it is no proof that the systems are equal.
    """
    if found.finding == "undefined":
        return said(f"verdict.{_undefined(found)}")
    method = said("verdict.fisher") if found.method == "Fisher" else ""
    if found.finding == "not_distinguishable":
        return said("verdict.open", against=_level(found), detectable=method or _detectable(found))
    return said(
        "verdict.better",
        name=names[0] if found.finding == "first" else names[1],
        amount=_amount(abs(found.difference or 0.0), found.unit),
        bounds="" if found.ci95 is None else f" {_bounds(found)}",
        method=method,
    )


def with_p(sentence: Text, found: MeasuredDifference) -> Text:
    """The verdict with p behind it, where it does not give p itself."""
    if found.p is None or (found.finding == "not_distinguishable" and _level(found)):
        return sentence
    return said("verdict.p", sentence=sentence, sign="≤" if found.p <= 1e-4 else "=", p=f"{found.p:.2g}")


def told_apart(p: float, level: float) -> tuple[str, str]:
    """Both with as many digits as it takes to see which is larger, two at least; the same text where they are equal."""
    for digits in range(2, 7):
        shown = f"{p:.{digits}g}", f"{level:.{digits}g}"
        if shown[0] != shown[1]:
            return shown
    return f"{p:.2g}", f"{level:.2g}"


def _undefined(found: MeasuredDifference) -> str:
    if found.items == 0:
        return "no_item"
    if found.difference is None:
        return "no_value"
    return "one_question" if found.questions < 2 else "no_interval"


def _level(found: MeasuredDifference) -> Text:
    """Why an interval that does not hold 0 is no finding all the same; nothing where it holds 0."""
    if found.p is None or found.ci95 is None or found.ci95[0] <= 0 <= found.ci95[1]:
        return ""
    p, level = told_apart(found.p, found.level)
    return said("verdict.level", p=p, level=level)


def _detectable(found: MeasuredDifference) -> dict[str, str]:
    if found.detectable is None:
        return said("verdict.nothing_shows")
    return said("verdict.detectable", amount=_amount(found.detectable, found.unit))


def _amount(size: float, unit: str) -> Text:
    return said("verdict.points", n=f"{100 * size:.1f}") if unit == "points" else f"{size:.3f}"


def _bounds(found: MeasuredDifference) -> str:
    """The interval of the better side's lead: turned around where the difference is below 0."""
    low, high = found.ci95 or (0.0, 0.0)
    lead: Interval = (low, high) if (found.difference or 0.0) > 0 else (-high, -low)
    return with_minus("[{}, {}]".format(*(f"{100 * b:.1f}" if found.unit == "points" else f"{b:.3f}" for b in lead)))
