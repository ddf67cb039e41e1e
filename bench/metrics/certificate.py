"""The closed-book certificate: what the model knew without any document, and every headline figure without it.

A question that is answered without documents measures memory in every arm; the figures without it measure reading.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bench.arms import arm_of, with_documents
from bench.metrics import lit
from bench.outcomes import Outcome
from bench.records import Arm, Lang
from bench.records.insight import ClosedBook, Headline, WithAndWithout


def closed_book(outcomes: Iterable[Outcome], langs: Sequence[Lang], arms: Sequence[Arm]) -> tuple[ClosedBook, ...]:
    """The certificate of each language; () where no arm without documents was asked.

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
    return Headline(
        trials=len(outcomes),
        categories={c.value: r for c, r in lit.categories(outcomes).items()},
        main_avg=lit.main_avg(outcomes),
        overall_macro=lit.overall_macro(outcomes),
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
