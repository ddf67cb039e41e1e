"""The reader's situation on the command line: the two flags, checked, and the verdict on one run there."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bench.errors import UsageError
from bench.figures import COST, UNANSWERABLE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bench.metrics.situation import Situation
    from bench.records import Summary
    from bench.report.gate import Worths
    from bench.report.sections.parts import Section

COST_FLAGS = ("--cost-of-wrong", "-k")
COST_HELP = "What a wrong answer costs you, in right ones."
UNANSWERABLE_FLAGS = ("--unanswerable", "-u")
UNANSWERABLE_HELP = "Share of your questions that have no answer in your documents."

Cost = Annotated[float, typer.Option(*COST_FLAGS, metavar="K", help=COST_HELP)]
Unanswerable = Annotated[float, typer.Option(*UNANSWERABLE_FLAGS, metavar="U", help=UNANSWERABLE_HELP)]


def situation_of(cost: float = COST, unanswerable: float = UNANSWERABLE) -> Situation:
    """The situation that two flags give. Raises UsageError with every one that is out of its range."""
    from bench.metrics.situation import Situation

    faults = []
    if not 0 <= cost < float("inf"):
        faults.append(f"--cost-of-wrong: the cost of a wrong answer is a number from 0 on, not {cost}.")
    if not 0 <= unanswerable <= 1:
        faults.append(f"--unanswerable: the share of questions without an answer is from 0 to 1, not {unanswerable}.")
    if faults:
        raise UsageError(" ".join(faults))
    return Situation(float(cost), float(unanswerable))


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
