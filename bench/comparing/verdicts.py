"""What a difference says, in one sentence that a reader can quote."""

from __future__ import annotations

from bench.records.comparison import MeasuredDifference
from bench.stats import Interval
from bench.text.display import with_minus

_FISHER = " (Fisher's exact test on items)"


def verdict(names: tuple[str, str], found: MeasuredDifference) -> str:
    """`A is better by 4.2 points [1.1, 7.4]`, or why it cannot be said who is better.

    A verdict of "not distinguishable" says what would have shown: it is no proof that the systems are equal.
    """
    if found.finding == "undefined":
        return _undefined(found)
    if found.finding == "not_distinguishable":
        return _open(found)
    better = names[0] if found.finding == "first" else names[1]
    size = _amount(abs(found.difference or 0.0), found.unit)
    bounds = "" if found.ci95 is None else f" {_bounds(found)}"
    method = _FISHER if found.method == "Fisher" else ""
    return f"{better} is better by {size}{bounds}{method}"


def _undefined(found: MeasuredDifference) -> str:
    if found.items == 0:
        return "cannot be compared: no scored item in common"
    if found.difference is None:
        return "cannot be compared: undefined on the items in common"
    if found.questions < 2:
        return "cannot be compared: one question in common says nothing about others"
    return "cannot be compared: too few questions for an interval"


def _open(found: MeasuredDifference) -> str:
    text = "not distinguishable at this size"
    if found.ci95 is not None and not found.ci95[0] <= 0 <= found.ci95[1] and found.p is not None:
        text += " (p = {}, not below the level {})".format(*told_apart(found.p, found.level))
    if found.method == "Fisher":
        return text + _FISHER
    if found.detectable is None:
        return text + ": too few questions for any difference to show"
    return text + f": differences under {_amount(found.detectable, found.unit)} would not show"


def told_apart(p: float, level: float) -> tuple[str, str]:
    """Both with as many digits as it takes to see which is larger, two at least; the same text where they are equal."""
    for digits in range(2, 7):
        shown = f"{p:.{digits}g}", f"{level:.{digits}g}"
        if shown[0] != shown[1]:
            return shown
    return f"{p:.2g}", f"{level:.2g}"


def _amount(size: float, unit: str) -> str:
    return f"{100 * size:.1f} points" if unit == "points" else f"{size:.3f}"


def _bounds(found: MeasuredDifference) -> str:
    """The interval of the better side's lead: turned around where the difference is below 0."""
    low, high = found.ci95 or (0.0, 0.0)
    lead: Interval = (low, high) if (found.difference or 0.0) > 0 else (-high, -low)
    return with_minus("[{}, {}]".format(*(f"{100 * b:.1f}" if found.unit == "points" else f"{b:.3f}" for b in lead)))
