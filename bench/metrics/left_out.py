"""Leave-one-out trials: multi-source questions that lack one of their gold chunks, and whether that was noticed.

They have figures of their own. LIT's Abstention items lack all evidence; these lack a part, which is harder to see.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from bench.arms import with_documents
from bench.dataset.leave_one_out import is_left_out
from bench.metrics.rates import rate
from bench.outcomes import Outcome
from bench.records import Answer, Arm, Item, Lang, RunConfig
from bench.records.insight import LeftOutItem, LeftOutReport, LeftOutResult

Items = Mapping[tuple[Lang, str], Item]


def parted(answers: Iterable[Answer], items: Items) -> tuple[list[Answer], list[Answer]]:
    """(ordinary trials, leave-one-out trials), each in the order given. The one filter that keeps them apart."""
    ordinary: list[Answer] = []
    left_out: list[Answer] = []
    for answer in answers:
        (left_out if is_left_out(items[answer.lang, answer.item]) else ordinary).append(answer)
    return ordinary, left_out


def report(
    config: RunConfig, items: Items, outcomes: Sequence[Outcome], left_out: Sequence[Outcome]
) -> LeftOutReport | None:
    """The section of the summary; None for a run that was asked without.

    `outcomes` are those of the ordinary trials, `left_out` those of the leave-one-out trials. The `none` arm shows
    nothing that could be left out and has no row.
    """
    if not config.leave_one_out:
        return None
    asked = sorted({(o.lang, o.item) for o in left_out})
    return LeftOutReport(
        results=tuple(
            result(lang, arm, outcomes, left_out) for lang in config.langs for arm in with_documents(config.arms)
        ),
        items=tuple(_item(items[place]) for place in asked),
    )


def result(lang: Lang, arm: Arm, outcomes: Iterable[Outcome], left_out: Iterable[Outcome]) -> LeftOutResult:
    """Declined / scored leave-one-out trials of one language and arm; no scored trial: no value.

    Discrimination pairs each with the trial of its Main item in the same arm and repeat: right there and declined
    here. Always answering and always declining both score 0.
    """
    trials = [o for o in left_out if (o.lang, o.arm) == (lang, arm)]
    scored = [o for o in trials if o.scored]
    whole = {(o.item, o.repeat): o for o in outcomes if (o.lang, o.arm) == (lang, arm) and o.scored and o.answerable}
    pairs = [(whole[o.base, o.repeat], o) for o in scored if o.base is not None and (o.base, o.repeat) in whole]
    return LeftOutResult(
        lang=lang,
        arm=arm,
        trials=len(trials),
        declined=rate((o.cluster, o.correct) for o in scored),
        attempted=sum(bool(o.attempted) for o in scored),
        excluded=len(trials) - len(scored),
        discrimination=rate((o.cluster, main.correct and o.correct) for main, o in pairs),
    )


def _item(item: Item) -> LeftOutItem:
    return LeftOutItem(id=item.id, lang=item.lang, chunk=item.overlay.remove[-1], reason=item.reasoning)
