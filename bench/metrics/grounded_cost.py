"""The price of one grounded correct answer: money, tokens and time, divided by what was got for them.

Cheap calls are dear where most of them are wrong; dividing by right answers alone says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from bench.arms import with_documents
from bench.metrics.rates import mean_if_all
from bench.outcomes import Outcome
from bench.prices import cost_usd
from bench.records import Answer, Arm, Item, Lang, RunConfig
from bench.records.insight import GroundedCost
from bench.stats import percentile


def grounded_cost(
    config: RunConfig,
    items: Mapping[tuple[Lang, str], Item],
    answers: Iterable[Answer],
    outcomes: Iterable[Outcome],
) -> tuple[GroundedCost, ...]:
    """One row for each language and arm but `none`, which shows no evidence.

    Grounded and correct is an answerable trial that is right and was shown every positive chunk; canaries are not.
    Paid for are all calls of the arm, those on unanswerable items and cut-off replies too: a failed call counts with
    what it reported, and with nothing where nothing came back. A call that did come back without its token counts
    makes the sums undefined. No grounded correct answer: nothing to divide by, so no price.
    """
    made = list(answers)
    right = {o.place for o in outcomes if o.scored and o.answerable and o.correct}
    return tuple(
        _row(config, lang, arm, [a for a in made if (a.lang, a.arm) == (lang, arm)], items, right)
        for lang in config.langs
        for arm in with_documents(config.arms)
    )


def _row(
    config: RunConfig,
    lang: Lang,
    arm: Arm,
    calls: Sequence[Answer],
    items: Mapping[tuple[Lang, str], Item],
    right: set[tuple[Lang, str, Arm, int]],
) -> GroundedCost:
    grounded = [a for a in calls if (a.lang, a.item, a.arm, a.repeat) in right and _shown(items[a.lang, a.item], a)]
    paid = [a for a in calls if a.failure is None or a.usage.prompt_tokens is not None]
    cost = _sum([cost_usd(a, config.model) for a in paid])
    tokens = _sum([_tokens(a) for a in paid])
    return GroundedCost(
        lang=lang,
        arm=arm,
        calls=len(calls),
        correct=len(grounded),
        cost_usd=cost,
        usd_per_correct=None if cost is None or not grounded else cost / len(grounded),
        tokens=None if tokens is None else int(tokens),
        tokens_per_correct=None if tokens is None or not grounded else tokens / len(grounded),
        latency_p90_s=percentile([a.latency_s for a in grounded if a.latency_s is not None], 0.9),
    )


def _shown(item: Item, answer: Answer) -> bool:
    return bool(item.positive) and set(item.positive) <= set(answer.chunks)


def _tokens(answer: Answer) -> float | None:
    prompt, completion = answer.usage.prompt_tokens, answer.usage.completion_tokens
    return None if prompt is None or completion is None else prompt + completion


def _sum(values: Sequence[float | None]) -> float | None:
    """None for no values, or as soon as one is unknown: the sum of the rest would be too low."""
    mean = mean_if_all(values)
    return None if mean is None else sum(value for value in values if value is not None)
