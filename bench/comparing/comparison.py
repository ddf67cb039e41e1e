"""The comparison as a whole: every language and arm, every pair, the decision table, and the gap between languages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Literal

from bench.comparing.decision import decide, no_unanswerable
from bench.comparing.measures import Measure, measures
from bench.comparing.pairs import compare_pair
from bench.comparing.systems import ScoredRun, notices, read_runs, shared_settings
from bench.errors import UsageError
from bench.figures import COST, COSTS, UNANSWERABLE
from bench.langs import DEFAULT, LANGUAGES
from bench.metrics.situation import Situation
from bench.outcomes import Outcome, ordinary
from bench.records import MAIN_CATEGORIES, Arm, Lang
from bench.records.comparison import ArmComparison, Comparison, LanguageGap, Pair, SystemFigures
from bench.stats import bonferroni
from bench.words import in_language, words_of


def compare(
    folders: Sequence[Path],
    arms: Sequence[Arm] | Literal["all"] | None = None,
    k: float = COST,
    unanswerable: float = UNANSWERABLE,
) -> Comparison:
    """Compare the runs in `folders`, at least two, which must share dataset, seed, preset and limit.

    `arms`: None for the headline arm, "all" for every arm that all runs have. `k`: the reader's cost of a wrong answer,
    for Q(k) besides 1, 2, 4 and 9, and for V(k, u). `unanswerable`: the reader's share u of questions without an
    answer. The level of a finding is 0.05 over the number of pairs of an arm; of a language gap over that of systems.
    Raises UsageError where the runs do not fit together, and whatever reading a run raises.
    """
    faults = {
        f"--cost-of-wrong: the cost of a wrong answer is a number from 0 on, not {k}.": not 0 <= k < float("inf"),
        f"--unanswerable: the share of questions without an answer is from 0 to 1, not {unanswerable}.": not (
            0 <= unanswerable <= 1
        ),
    }
    if wrong := [fault for fault, holds in faults.items() if holds]:
        raise UsageError(" ".join(wrong))
    return compare_runs(read_runs(folders), arms, Situation(float(k), float(unanswerable)))


def compare_runs(
    runs: Sequence[ScoredRun],
    arms: Sequence[Arm] | Literal["all"] | None = None,
    situation: Situation | None = None,
) -> Comparison:
    """The same for runs that have been read together, by `read_runs`."""
    langs, chosen = shared_settings(runs, arms)
    situation = situation or Situation()
    ks = tuple(sorted({*COSTS, situation.cost}))
    config = runs[0].log.manifest.config
    outcomes = [o for run in runs for o in ordinary(run.outcomes) if o.lang in langs and o.arm in chosen]
    tagged = any(category in MAIN_CATEGORIES for o in outcomes for category in o.categories)

    def compared(arm: Arm) -> tuple[Measure, ...]:
        # An arm in which nobody was asked a question without an answer is one of a reader who meets none.
        meets_none = no_unanswerable([o for o in outcomes if o.arm == arm])
        met = replace(situation, unanswerable=0.0) if meets_none else situation
        return measures(ks, canaries=config.canaries > 0, situation=met, tagged=tagged)

    by_arm = {arm: compared(arm) for arm in chosen}
    return Comparison(
        dataset=config.dataset,
        preset=config.preset,
        limit=config.limit,
        seed=config.seed,
        systems=tuple(run.system for run in runs),
        notices=tuple(in_language(notice, DEFAULT) for notice in notices(runs)),
        arms=tuple(_arm(runs, lang, arm, by_arm[arm], ks, situation) for lang in langs for arm in chosen),
        gaps=tuple(_gaps(runs, langs, by_arm)),
    )


def _arm(
    runs: Sequence[ScoredRun],
    lang: Lang,
    arm: Arm,
    compared: Sequence[Measure],
    ks: Sequence[float],
    situation: Situation,
) -> ArmComparison:
    outcomes = {run.name: _outcomes(run, lang, arm) for run in runs}
    pairs = list(combinations(outcomes, 2))
    level = bonferroni(len(pairs))
    return ArmComparison(
        lang=lang,
        arm=arm,
        pairs_compared=len(pairs),
        level=level,
        systems=tuple(
            SystemFigures(name=run.name, result=result)
            for run in runs
            for result in run.summary.results
            if (result.lang, result.arm) == (lang, arm)
        ),
        pairs=tuple(compare_pair(pair, outcomes[pair[0]], outcomes[pair[1]], compared, level) for pair in pairs),
        decision=decide(outcomes, ks, situation),
    )


def _gaps(
    runs: Sequence[ScoredRun], langs: Sequence[Lang], by_arm: Mapping[Arm, Sequence[Measure]]
) -> Iterator[LanguageGap]:
    """Each run in each pair of its languages, in the order of the register of languages."""
    pairs = list(combinations([lang for lang in LANGUAGES if lang in langs], 2))
    level = bonferroni(len(runs) * max(1, len(pairs)))
    for run in runs:
        for arm, compared in by_arm.items():
            for langs_compared in pairs:
                pair = _gap(run, arm, langs_compared, compared, level)
                yield LanguageGap(system=run.name, arm=arm, langs=langs_compared, pair=pair)


def _gap(run: ScoredRun, arm: Arm, langs: tuple[Lang, Lang], compared: Sequence[Measure], level: float) -> Pair:
    first, second = langs
    return compare_pair(
        (words_of(DEFAULT)[f"lang.{first}"], words_of(DEFAULT)[f"lang.{second}"]),
        _outcomes(run, first, arm),
        _outcomes(run, second, arm),
        compared,
        level,
        key=lambda o: run.pairs[o.lang, o.item],
    )


def _outcomes(run: ScoredRun, lang: Lang, arm: Arm) -> list[Outcome]:
    return [o for o in ordinary(run.outcomes) if (o.lang, o.arm) == (lang, arm)]
