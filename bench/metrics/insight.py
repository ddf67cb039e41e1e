"""The `insight` section of a summary, put together. Definitions are with the functions called here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bench.metrics import left_out
from bench.metrics.certificate import closed_book
from bench.metrics.flips import flips
from bench.metrics.grounded_cost import grounded_cost
from bench.metrics.twins import twins
from bench.outcomes import Outcome
from bench.records import Answer, Item, Lang, RunConfig
from bench.records.insight import Insight


def report(
    config: RunConfig,
    items: Mapping[tuple[Lang, str], Item],
    answers: Sequence[Answer],
    outcomes: Sequence[Outcome],
    left: Sequence[Outcome],
) -> Insight:
    """Every section. `answers` and `outcomes` are of the ordinary trials, `left` of the leave-one-out trials.

    The order of answers and outcomes does not matter.
    """
    ordered = sorted(outcomes, key=lambda o: o.place)
    return Insight(
        flips=flips(ordered, config.langs, config.arms),
        closed_book=closed_book(ordered, config.langs, config.arms),
        grounded_cost=grounded_cost(config, items, sorted(answers, key=_place), ordered),
        twins=twins(ordered, config.langs, config.arms),
        leave_one_out=left_out.report(config, items, ordered, sorted(left, key=lambda o: o.place)),
    )


def _place(answer: Answer) -> tuple[str, str, str, int]:
    return answer.lang, answer.item, answer.arm, answer.repeat
