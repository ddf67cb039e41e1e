"""What `bench settle` found, in sentences that a reader can quote.

Guarantees: every difference stands with its interval and the number of questions behind it; names of models are other
people's text, so whoever prints a line makes it safe first.
"""

from __future__ import annotations

from collections.abc import Iterator

from bench.records import Lang
from bench.records.settlement import Settled, Settlement
from bench.text.display import with_minus

_NAMES: dict[Lang, str] = {"en": "English", "ja": "Japanese"}


def settlement_lines(found: Settlement) -> Iterator[str]:
    """One sentence for each language, then what holds for all."""
    threshold = 100 * found.k / (found.k + 1)
    yield (
        f"{found.first.title} against {found.second.title}, {found.arm}, a wrong answer costs {found.k:g} right ones "
        f"(answering pays from {threshold:.0f} % confidence on):"
    )
    for settled in found.languages:
        yield f"  {_NAMES[settled.lang]}: {_verdict(found, settled)}"
        if settled.skipped:
            yield f"    Not scored for both, and counted nowhere: {', '.join(settled.skipped)}."
    yield (
        f"Intervals are confidence sequences: with probability {1 - found.alpha:g} all of them hold, wherever asking "
        "stopped. The p of `bench compare` is for a number of questions fixed beforehand: do not quote it for these "
        "runs."
    )
    yield f"Runs: {', '.join(found.runs)}"


def _verdict(found: Settlement, settled: Settled) -> str:
    asked = (
        f"{settled.questions} questions ({settled.asked} of {settled.available} asked, {settled.trials} trials each)"
    )
    if settled.difference is None:
        return f"not settled: nothing is scored for both models after {asked}."
    low, high = settled.interval
    if settled.verdict == "undecided":
        return (
            f"not settled after {asked}: the difference in Q({found.k:g}) is "
            + with_minus(f"{settled.difference:+.3f} [{low:.3f}, {high:.3f}]")
            + ". That is no proof that they are equal."
        )
    better, sign = (found.first, 1) if settled.verdict == "first" else (found.second, -1)
    bounds = (low, high) if sign > 0 else (-high, -low)
    return (
        f"{better.title} is better by "
        + with_minus(f"{sign * settled.difference:.3f} [{bounds[0]:.3f}, {bounds[1]:.3f}]")
        + f" in Q({found.k:g}), settled by {asked}."
    )
