"""LIT-RAGBench's figures (arXiv 2603.06198), over the outcomes of one language in one arm.

Every function takes outcomes of any kind and picks those that it is about; invalid and failed ones never count.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bench import stats
from bench.kinds import kind_of
from bench.metrics.rates import mean_if_all, rate
from bench.outcomes import Outcome
from bench.records import MAIN_CATEGORIES, Aspect, Category, ConflictCounts, Rate
from bench.stats import Interval


def categories(outcomes: Sequence[Outcome]) -> dict[Category, Rate]:
    """Accuracy of each of the five categories: correct trials tagged with it / trials tagged with it (LIT §4.1).

    A trial with two aspects counts in both categories. All five keys are always there; one without a trial has
    no value.
    """
    return {c: rate((o.cluster, o.correct) for o in _scored(outcomes) if c in o.categories) for c in Category}


def aspects(outcomes: Sequence[Outcome]) -> dict[Aspect, Rate]:
    """Accuracy of each aspect that occurs, in the fixed order of Aspect. Untagged items occur nowhere: {}."""
    tagged = {a for o in outcomes for a in o.aspects}
    return {a: rate((o.cluster, o.correct) for o in _scored(outcomes) if a in o.aspects) for a in Aspect if a in tagged}


def main_avg(outcomes: Sequence[Outcome]) -> float | None:
    """Unweighted mean of the four Main accuracies, 0 to 1; None if any of them is undefined (LIT Table 1, "Main")."""
    by_category = categories(outcomes)
    return mean_if_all(by_category[c].rate for c in MAIN_CATEGORIES)


def overall_macro(outcomes: Sequence[Outcome]) -> float | None:
    """Unweighted mean of all five category accuracies, 0 to 1; None if any is undefined. The headline (LIT §4.1)."""
    return mean_if_all(r.rate for r in categories(outcomes).values())


def overall_macro_ci95(outcomes: Sequence[Outcome]) -> Interval | None:
    """95 % bootstrap interval of `overall_macro`, over questions: all trials of a cluster are drawn together.

    None where the figure is undefined, for fewer than two questions, and where more than 1 % of the resamples lack a
    category.
    """
    trials = list(_scored(outcomes))
    place = {cluster: number for number, cluster in enumerate(dict.fromkeys(o.cluster for o in trials))}
    correct = {category: [0.0] * len(place) for category in Category}
    tagged = {category: [0.0] * len(place) for category in Category}
    for o in trials:
        for category in o.categories:
            correct[category][place[o.cluster]] += o.correct
            tagged[category][place[o.cluster]] += 1
    found = stats.paired_difference(list(correct.values()), list(tagged.values()))
    return None if found is None else found.ci95


def overall_tag_micro(outcomes: Sequence[Outcome]) -> Rate:
    """Correct tags / all tags: an item with two aspects counts twice. What LIT's printed overall is (136/156)."""
    return rate((o.cluster, o.correct) for o in _scored(outcomes) for _ in o.aspects)


def overall_item_micro(outcomes: Sequence[Outcome]) -> Rate:
    """Correct trials / trials, tagged or not, each once."""
    return rate((o.cluster, o.correct) for o in _scored(outcomes))


def over_abstention(outcomes: Sequence[Outcome]) -> Rate:
    """Main trials that abstained although the answer was to be had / Main trials (LIT §4.1.2)."""
    return rate((o.cluster, o.outcome == "abstained") for o in _scored(outcomes) if o.answerable)


def discrimination(outcomes: Sequence[Outcome]) -> Rate:
    """Share of twins where the Main item is right and its evidence-removed twin is declined.

    Answering everything and declining everything both score 0. No twins (the gold and none arms): no value.
    """
    return rate((twin.cluster, main.correct and twin.correct) for main, twin in twins(outcomes))


def twins(outcomes: Sequence[Outcome]) -> list[tuple[Outcome, Outcome]]:
    """Each trial of a Main item with that of its evidence-removed twin in the same repeat, where both are scored."""
    main = {(o.item, o.repeat): o for o in _scored(outcomes) if o.answerable}
    return [
        (main[o.base, o.repeat], o)
        for o in _scored(outcomes)
        if kind_of(o.kind).twin and kind_of(o.own_kind).twin and o.base is not None and (o.base, o.repeat) in main
    ]


def contradictory(outcomes: Sequence[Outcome]) -> ConflictCounts:
    """Contradictory trials: named the conflict; declined without saying why; took a side (or blended both).

    The first two are correct in LIT's sense. No such trials: three zeros, which are counts, not rates.
    """
    letters = [o.letter for o in _scored(outcomes) if kind_of(o.kind).conflict]
    return ConflictCounts(named=letters.count("n"), declined=letters.count("d"), took_side=letters.count("w"))


def _scored(outcomes: Iterable[Outcome]) -> Iterable[Outcome]:
    """Canaries have figures of their own: they are neither answerable nor one of LIT's abstention items."""
    return (o for o in outcomes if o.scored and not o.canary)
