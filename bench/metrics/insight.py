"""The `insight` section of a summary: flips, closed-book certificate, price of an answer, twins, leave-one-out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from bench.arms import arm_of, with_documents
from bench.dataset.as_shown import evidence_in
from bench.dataset.leave_one_out import is_left_out
from bench.metrics import lit
from bench.metrics.flips import flips
from bench.metrics.rates import mean_if_all, rate, rate_of
from bench.outcomes import Outcome
from bench.prices import cost_usd
from bench.records import Answer, Arm, Item, Lang, RunConfig
from bench.records.insight import (
    ClosedBook,
    GroundedCost,
    Headline,
    Insight,
    LeftOutItem,
    LeftOutReport,
    LeftOutResult,
    TwinTable,
    WithAndWithout,
)
from bench.stats import percentile

Items = Mapping[tuple[Lang, str], Item]


def report(
    config: RunConfig,
    items: Items,
    answers: Sequence[Answer],
    outcomes: Sequence[Outcome],
    left: Sequence[Outcome],
) -> Insight:
    """Every section. `answers` and `outcomes` are of the ordinary trials, `left` of the leave-one-out trials.

    The order of answers and outcomes does not matter.
    """
    ordered = sorted(outcomes, key=lambda o: o.trial_id)
    return Insight(
        flips=flips(ordered, config.langs, config.arms),
        closed_book=closed_book(ordered, config.langs, config.arms),
        grounded_cost=grounded_cost(config, items, sorted(answers, key=lambda a: a.trial_id), ordered),
        twins=twins(ordered, config.langs, config.arms),
        leave_one_out=leave_one_out(config, items, ordered, sorted(left, key=lambda o: o.trial_id)),
    )


def closed_book(outcomes: Iterable[Outcome], langs: Sequence[Lang], arms: Sequence[Arm]) -> tuple[ClosedBook, ...]:
    """The closed-book certificate of each language; () where no arm without documents was asked.

    A question that is answered without documents measures memory in every arm; the figures without it measure reading.
    Known is a Main item that was answered correctly without documents in at least one repeat. Left out with it is its
    whole cluster: a question whose answer is known by heart tempts in its unanswerable variants too. Nothing asked or
    nothing known: both columns are equal.
    """
    if all(arm_of(arm).documents for arm in arms):
        return ()
    every = list(outcomes)
    return tuple(_certificate(lang, arms, [o for o in every if o.lang == lang]) for lang in langs)


def headline(outcomes: Sequence[Outcome]) -> Headline:
    """Categories, Main, overall (macro) and over-abstention over these outcomes, as in bench/metrics/lit.py."""
    main, overall = lit.main_mean(outcomes), lit.overall_mean(outcomes)
    return Headline(
        trials=len(outcomes),
        categories={c.value: r for c, r in lit.categories(outcomes).items()},
        main_avg=main.value,
        main_avg_ci95=main.ci95,
        overall_macro=overall.value,
        overall_macro_ci95=overall.ci95,
        over_abstention=lit.over_abstention(outcomes),
    )


def _certificate(lang: Lang, arms: Sequence[Arm], outcomes: Sequence[Outcome]) -> ClosedBook:
    alone = [o for o in outcomes if not arm_of(o.arm).documents and o.scored and o.answerable]
    known = {o.item: o.cluster for o in alone if o.correct}
    questions = set(known.values())
    by_arm = {arm: [o for o in outcomes if o.arm == arm] for arm in with_documents(arms)}
    return ClosedBook(
        lang=lang,
        asked=len({o.item for o in alone}),
        known=tuple(sorted(known)),
        figures=tuple(
            WithAndWithout(
                arm=arm,
                every=headline(found),
                without=headline([o for o in found if o.cluster not in questions]),
            )
            for arm, found in by_arm.items()
        ),
    )


def grounded_cost(
    config: RunConfig,
    items: Items,
    answers: Iterable[Answer],
    outcomes: Iterable[Outcome],
) -> tuple[GroundedCost, ...]:
    """What a right answer cost: one row for each language and arm but `none`, which shows no evidence.

    Grounded and correct is an answerable trial that is right and was shown every positive chunk; canaries are not.
    Paid for are all calls of the arm, those on unanswerable items and cut-off replies too: a failed call counts with
    what it reported, and with nothing where nothing came back. A call that did come back without its token counts
    makes the sums undefined. No grounded correct answer: nothing to divide by, so no price.
    """
    made = list(answers)
    right = {o.trial_id for o in outcomes if o.scored and o.answerable and o.correct}
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
    items: Items,
    right: set[tuple[Lang, str, Arm, int]],
) -> GroundedCost:
    grounded = [a for a in calls if a.trial_id in right and _shown(items[a.lang, a.item], a)]
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
    return bool(item.positive) and evidence_in(answer.chunks, item, item.positive)


def _tokens(answer: Answer) -> float | None:
    prompt, completion = answer.usage.prompt_tokens, answer.usage.completion_tokens
    return None if prompt is None or completion is None else prompt + completion


def _sum(values: Sequence[float | None]) -> float | None:
    """None for no values, or as soon as one is unknown: the sum of the rest would be too low."""
    mean = mean_if_all(values)
    return None if mean is None else sum(value for value in values if value is not None)


def twins(outcomes: Sequence[Outcome], langs: Sequence[Lang], arms: Sequence[Arm]) -> tuple[TwinTable, ...]:
    """The four joint outcomes of each language and arm that has twins; their sum is the n of discrimination."""
    tables = (
        twin_table(lang, arm, [o for o in outcomes if (o.lang, o.arm) == (lang, arm)]) for lang in langs for arm in arms
    )
    return tuple(table for table in tables if table.discrimination.n)


def twin_table(lang: Lang, arm: Arm, outcomes: Sequence[Outcome]) -> TwinTable:
    """Pairs of a Main trial and its evidence-removed twin's, of this language and arm, same repeat, both scored."""
    pairs = Counter((main.correct, twin.correct) for main, twin in lit.twins(outcomes))
    return TwinTable(
        lang=lang,
        arm=arm,
        right_declined=pairs[True, True],
        right_attempted=pairs[True, False],
        missed_declined=pairs[False, True],
        missed_attempted=pairs[False, False],
        discrimination=lit.discrimination(outcomes),
    )


def parted(answers: Iterable[Answer], items: Items) -> tuple[list[Answer], list[Answer]]:
    """(ordinary trials, leave-one-out trials), each in the order given. The one filter that keeps them apart."""
    ordinary: list[Answer] = []
    left_out: list[Answer] = []
    for answer in answers:
        (left_out if is_left_out(items[answer.lang, answer.item]) else ordinary).append(answer)
    return ordinary, left_out


def leave_one_out(
    config: RunConfig, items: Items, outcomes: Sequence[Outcome], left_out: Sequence[Outcome]
) -> LeftOutReport | None:
    """Figures of multi-source questions that lack one of their gold chunks; None for a run that was asked without.

    `outcomes` are those of the ordinary trials, `left_out` those of the leave-one-out trials. The `none` arm shows
    nothing that could be left out and has no row.
    """
    if not config.leave_one_out:
        return None
    asked = sorted({(o.lang, o.item) for o in left_out})
    return LeftOutReport(
        results=tuple(
            left_out_result(lang, arm, outcomes, left_out)
            for lang in config.langs
            for arm in with_documents(config.arms)
        ),
        items=tuple(_item(items[place]) for place in asked),
    )


def left_out_result(lang: Lang, arm: Arm, outcomes: Iterable[Outcome], left_out: Iterable[Outcome]) -> LeftOutResult:
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
        declined=rate_of(trials, lambda o: o.correct),
        attempted=sum(bool(o.attempted) for o in scored),
        excluded=len(trials) - len(scored),
        discrimination=rate((o.cluster, main.correct and o.correct) for main, o in pairs),
    )


def _item(item: Item) -> LeftOutItem:
    return LeftOutItem(id=item.id, lang=item.lang, chunk=item.overlay.remove[-1], reason=item.reasoning)
