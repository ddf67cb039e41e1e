"""Whose fault errors are, by substitution of the context (ERG): the question stays, what is shown changes."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bench import stats
from bench.arms import GOLD, NONE, RETRIEVED, SHUFFLED
from bench.metrics.paired import accuracies, difference, grouped, mean
from bench.outcomes import Outcome
from bench.records import Arm, Attribution, Lang, Share


def attribution(lang: Lang, outcomes: Sequence[Outcome]) -> Attribution:
    """Shares in points of accuracy over the Main items of `lang`; differences are paired by item, so -1 to 1.

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
