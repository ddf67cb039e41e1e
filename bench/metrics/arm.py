"""Every figure of one language in one arm, put together; and attribution, which takes several arms.

Definitions of single figures are with the functions called here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

from bench import stats
from bench.arms import GOLD, NONE, RETRIEVED, SHUFFLED
from bench.figures import FIGURES
from bench.metrics.paired import accuracies, difference, grouped, mean
from bench.metrics.rates import MeanOfRates
from bench.outcomes import Outcome, ordinary
from bench.records import Arm, ArmResult, Attribution, Lang, OutcomeCounts, Share
from bench.records.rates import BOUNDS, CI95


def results(
    outcomes: Sequence[Outcome], langs: Sequence[Lang], arms: Sequence[Arm]
) -> tuple[tuple[ArmResult, ...], tuple[Attribution, ...]]:
    """The results of every language and arm, in the order given, and each language's attribution.

    An arm without outcomes is there too, with undefined rates: a missing row would hide that it did not run.
    The order of the outcomes does not matter, not even to the bootstrap's intervals.
    """
    outcomes = sorted(outcomes, key=lambda o: o.trial_id)
    by_arm = tuple(
        arm_result(lang, arm, [o for o in outcomes if (o.lang, o.arm) == (lang, arm)]) for lang in langs for arm in arms
    )
    return by_arm, tuple(attribution(lang, outcomes) for lang in langs)


def arm_result(lang: Lang, arm: Arm, outcomes: Sequence[Outcome]) -> ArmResult:
    """All figures over `outcomes`, which must be of this language and arm. `trials` counts excluded ones too."""
    counts: Counter[str] = Counter(o.outcome for o in outcomes)
    others = ordinary(outcomes)
    figures: dict[str, Any] = {}
    for name, figure in FIGURES.items():
        found = _function(figure.function)(outcomes if figure.of_apart else others)
        figures |= _fields(name, found) if figure.unit == "share" else {name: found}
    return ArmResult(
        lang=lang,
        arm=arm,
        trials=len(outcomes),
        outcomes=OutcomeCounts(**counts),
        **figures,
    )


def _fields(name: str, found: MeanOfRates) -> dict[str, Any]:
    return {name: found.value, f"{name}{CI95}": found.ci95, f"{name}{BOUNDS}": found.bounds}


def _function(path: str) -> Callable[[Sequence[Outcome]], Any]:
    module, _, name = path.partition(":")
    function: Callable[[Sequence[Outcome]], Any] = getattr(import_module(module), name)
    return function


def attribution(lang: Lang, outcomes: Sequence[Outcome]) -> Attribution:
    """Whose fault errors are, by substitution of the context (ERG): the question stays, what is shown changes.

    Shares in points of accuracy over the Main items of `lang`; differences are paired by item, so -1 to 1.

    retrieval = acc(gold) - acc(retrieved); distractors = acc(gold) - acc(shuffled); residual = 1 - acc(gold), the
    generator's own; parametric = acc(none), what the model knows without any context. A share whose arms did not
    run, or have no scored item in common, has no value. Intervals: bootstrap over clusters, 10,000 resamples.
    """
    main = [o for o in outcomes if o.lang == lang and o.answerable]

    def arm(name: Arm) -> list[Outcome]:
        return [o for o in main if o.arm == name]

    return Attribution(
        lang=lang,
        retrieval=_loss(arm(GOLD), arm(RETRIEVED)),
        distractors=_loss(arm(GOLD), arm(SHUFFLED)),
        residual=_mean(arm(GOLD), lambda accuracy: 1 - accuracy),
        parametric=_mean(arm(NONE), lambda accuracy: accuracy),
    )


def _loss(best: Sequence[Outcome], other: Sequence[Outcome]) -> Share:
    found = difference(best, other)
    return Share(value=found.value, ci95=found.ci95, n=found.n)


def _mean(outcomes: Sequence[Outcome], share: Callable[[float], float]) -> Share:
    cluster = {o.item: o.cluster for o in outcomes}
    by_item = accuracies(outcomes, lambda o: o.item)
    groups = grouped((cluster[item], share(by_item[item])) for item in sorted(by_item))
    value = mean(v for group in groups for v in group)
    return Share(value=value, ci95=stats.bootstrap_mean(groups), n=len(by_item))
