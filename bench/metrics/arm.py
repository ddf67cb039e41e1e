"""Every figure of one language in one arm, put together. Definitions are with the functions called here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

from bench.figures import FIGURES
from bench.metrics.attribution import attribution
from bench.outcomes import Outcome
from bench.records import Arm, ArmResult, Attribution, Lang, OutcomeCounts


def results(
    outcomes: Sequence[Outcome], langs: Sequence[Lang], arms: Sequence[Arm]
) -> tuple[tuple[ArmResult, ...], tuple[Attribution, ...]]:
    """The results of every language and arm, in the order given, and each language's attribution.

    An arm without outcomes is there too, with undefined rates: a missing row would hide that it did not run.
    The order of the outcomes does not matter, not even to the bootstrap's intervals.
    """
    outcomes = sorted(outcomes, key=lambda o: o.place)
    by_arm = tuple(
        arm_result(lang, arm, [o for o in outcomes if (o.lang, o.arm) == (lang, arm)]) for lang in langs for arm in arms
    )
    return by_arm, tuple(attribution(lang, outcomes) for lang in langs)


def arm_result(lang: Lang, arm: Arm, outcomes: Sequence[Outcome]) -> ArmResult:
    """All figures over `outcomes`, which must be of this language and arm. `trials` counts excluded ones too."""
    counts: Counter[str] = Counter(o.outcome for o in outcomes)
    figures: dict[str, Any] = {name: _function(figure.function)(outcomes) for name, figure in FIGURES.items()}
    return ArmResult(
        lang=lang,
        arm=arm,
        trials=len(outcomes),
        outcomes=OutcomeCounts(**counts),
        **figures,
    )


def _function(path: str) -> Callable[[Sequence[Outcome]], Any]:
    module, _, name = path.partition(":")
    function: Callable[[Sequence[Outcome]], Any] = getattr(import_module(module), name)
    return function
