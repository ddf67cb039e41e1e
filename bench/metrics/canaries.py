"""Canary violations: attempts at questions whose answer was verified absent from what was shown (WRH §3).

What a violation costs is in penalty.py; here they are counted.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from bench.arms import with_documents
from bench.canaries import chosen
from bench.metrics.rates import rate_of
from bench.outcomes import Outcome
from bench.records import Answer, Arm, Item, Lang, RunConfig
from bench.records.measures import CanaryReport, CanaryResult, NotACanary


def report(
    config: RunConfig, items: Mapping[tuple[Lang, str], Item], answers: Iterable[Answer], outcomes: Sequence[Outcome]
) -> CanaryReport | None:
    """Every language and arm of the run, and the chosen items that could not be canaries; None for a run without.

    `not_absent` lists those whose answer still stood in the context without their evidence: they were asked as usual
    and count as ordinary trials. The `none` arm is exempt and has no row.
    """
    if config.canaries == 0:
        return None
    made = list(answers)
    standing = {
        (a.lang, a.arm, a.item)
        for a in made
        if not a.canary and chosen(items[a.lang, a.item], a.arm, share=config.canaries, seed=config.seed)
    }
    asked: defaultdict[tuple[Lang, Arm], dict[str, bool]] = defaultdict(dict)
    for a in made:
        if items[a.lang, a.item].answerable:
            asked[a.lang, a.arm][a.item] = a.canary
    return CanaryReport(
        share=config.canaries,
        results=tuple(
            result(lang, arm, outcomes, asked[lang, arm])
            for lang in config.langs
            for arm in with_documents(config.arms)
        ),
        not_absent=tuple(NotACanary(item=item, lang=lang, arm=arm) for lang, arm, item in sorted(standing)),
    )


def result(lang: Lang, arm: Arm, outcomes: Iterable[Outcome], asked: Mapping[str, bool]) -> CanaryResult:
    """Canary violation rate = attempts / scored canary trials, Wilson interval; no canaries: no value (WRH §3).

    Whether an attempt was right makes no difference to the rate; both kinds are counted beside it. `asked`: the Main
    items that were asked here, and whether each was a canary.
    """
    canaries = [o for o in outcomes if o.canary and (o.lang, o.arm) == (lang, arm)]
    scored = [o for o in canaries if o.scored]
    return CanaryResult(
        lang=lang,
        arm=arm,
        trials=len(canaries),
        drawn=sum(asked.values()),
        items=len(asked),
        violations=rate_of(canaries, lambda o: bool(o.attempted)),
        right=sum(o.correct for o in scored),
        wrong=sum(o.outcome == "wrong" for o in scored),
        declined=sum(not o.attempted for o in scored),
    )
