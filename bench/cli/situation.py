"""The reader's situation on the command line: the two flags, checked, and the verdict on one run there."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bench.errors import UsageError
from bench.figures import COST, UNANSWERABLE
from bench.values import Faults, fraction

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bench.metrics.situation import Situation
    from bench.records import Summary
    from bench.report.gate import Worths
    from bench.report.sections.parts import Section

COST_FLAGS = ("--cost-of-wrong", "-k")
COST_HELP = "What a wrong answer costs you, in right ones."
UNANSWERABLE_FLAGS = ("--unanswerable", "-u")
UNANSWERABLE_HELP = "Share of your questions that have no answer in your documents, e.g. 0.1 or 10%."

Cost = Annotated[float, typer.Option(*COST_FLAGS, metavar="K", help=COST_HELP)]
Unanswerable = Annotated[str, typer.Option(*UNANSWERABLE_FLAGS, metavar="U", help=UNANSWERABLE_HELP)]
UNANSWERABLE_TYPED = f"{UNANSWERABLE:g}"
"""The default as it would be typed."""


def situation_of(cost: float = COST, unanswerable: float | str = UNANSWERABLE) -> Situation:
    """The situation that two flags give. Raises UsageError with every one that is out of its range."""
    from bench.metrics.situation import Situation

    faults = Faults()
    cost = faults.of(_cost, cost, COST_FLAGS[0])
    share = faults.of(fraction(), unanswerable, UNANSWERABLE_FLAGS[0])
    faults.refuse()
    return Situation(float(cost), share)


def _cost(value: float, name: str) -> float:
    if not 0 <= value < float("inf"):
        raise UsageError(f"{name}: the cost of a wrong answer is a number from 0 on, not {value}.")
    return value


def points_meant(gap: float | None) -> list[str]:
    """What to say of a gap that may have been meant as a share: points are hundredths, and few mean less than one."""
    if gap is None or not 0 < gap < 1:
        return []
    return [f"--gap {gap:g} is {gap:g} points, a difference of {gap / 100:g}. For {gap:g} itself: --gap {100 * gap:g}."]


def worths_at(summary: Summary, folder: Path, costs: Sequence[float], unanswerable: float) -> Worths:
    """V of a scored run at each of some costs of a wrong answer, by language and arm, from its log."""
    from bench.metrics.situation import Situation, by_lang_and_arm
    from bench.outcomes import ordinary
    from bench.scoring import outcomes_of, read_run

    if not costs:
        return {}
    outcomes, config = ordinary(outcomes_of(read_run(folder))), summary.config
    return {k: by_lang_and_arm(outcomes, config.langs, config.arms, Situation(k, unanswerable)) for k in costs}


def verdict_in(summary: Summary, folder: Path, situation: Situation) -> Section:
    """The verdict on a scored run in a situation; the log is read again where the summary has no values there."""
    from bench.metrics.situation import Situation
    from bench.report.sections.verdict import verdict

    if situation == Situation():
        return verdict(summary)
    values = worths_at(summary, folder, [situation.cost], situation.unanswerable)[situation.cost]
    return verdict(summary, None, situation, values)
