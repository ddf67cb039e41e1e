"""Every figure of one language in one arm, put together. Definitions are with the functions called here."""

from __future__ import annotations

from collections.abc import Sequence

from bench.metrics import lit, penalty, rag
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
    names = [o.outcome for o in outcomes]
    return ArmResult(
        lang=lang,
        arm=arm,
        trials=len(outcomes),
        outcomes=OutcomeCounts(
            correct=names.count("correct"),
            wrong=names.count("wrong"),
            abstained=names.count("abstained"),
            invalid=names.count("invalid"),
            failed=names.count("failed"),
        ),
        categories={c.value: r for c, r in lit.categories(outcomes).items()},
        aspects={a.value: r for a, r in lit.aspects(outcomes).items()},
        main_avg=lit.main_avg(outcomes),
        overall_macro=lit.overall_macro(outcomes),
        overall_tag_micro=lit.overall_tag_micro(outcomes),
        overall_item_micro=lit.overall_item_micro(outcomes),
        discrimination=lit.discrimination(outcomes),
        over_abstention=lit.over_abstention(outcomes),
        false_abstention=rag.false_abstention(outcomes),
        false_answer=rag.false_answer(outcomes),
        wrong_of_answerable=rag.wrong_of_answerable(outcomes),
        wrong_of_attempted=rag.wrong_of_attempted(outcomes),
        volume=penalty.volume(outcomes),
        accuracy_given_attempt=penalty.accuracy_given_attempt(outcomes),
        quality=penalty.qualities(outcomes),
        contradictory=lit.contradictory(outcomes),
    )
