"""LIT-RAGBench's figures (arXiv 2603.06198), over the outcomes of one language in one arm.

Every function takes outcomes of any kind and picks those that it is about; invalid and failed ones never count.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache

from bench import stats
from bench.kinds import kind_of
from bench.metrics.rates import MeanOfRates, mean_if_all, mean_of, rate, rate_of
from bench.outcomes import Outcome
from bench.records import MAIN_CATEGORIES, Aspect, Category, ConflictCounts, Rate
from bench.stats import Interval

Columns = tuple[tuple[float, ...], ...]
"""A column for each category, an entry for each question."""


def categories(outcomes: Sequence[Outcome]) -> dict[Category, Rate]:
    """Accuracy of each of the five categories: correct trials tagged with it / trials tagged with it (LIT §4.1).

    A trial with two aspects counts in both categories. All five keys are always there; one without a trial has
    no value.
    """
    return {c: _rate([o for o in outcomes if c in o.categories], _correct) for c in Category}


def aspects(outcomes: Sequence[Outcome]) -> dict[Aspect, Rate]:
    """Accuracy of each aspect that occurs, in the fixed order of Aspect. Untagged items occur nowhere: {}."""
    tagged = {a for o in outcomes for a in o.aspects}
    return {a: _rate([o for o in outcomes if a in o.aspects], _correct) for a in Aspect if a in tagged}


def main_avg(outcomes: Sequence[Outcome]) -> float | None:
    """Unweighted mean of the four Main accuracies, 0 to 1; None if any of them is undefined (LIT Table 1, "Main")."""
    by_category = categories(outcomes)
    return mean_if_all(by_category[c].rate for c in MAIN_CATEGORIES)


def overall_macro(outcomes: Sequence[Outcome]) -> float | None:
    """Unweighted mean of all five category accuracies, 0 to 1; None if any is undefined. The headline (LIT §4.1)."""
    return mean_if_all(r.rate for r in categories(outcomes).values())


def main_mean(outcomes: Sequence[Outcome]) -> MeanOfRates:
    """`main_avg` with its interval and bounds."""
    return mean_of(_some(outcomes, MAIN_CATEGORIES), macro_ci95(outcomes, MAIN_CATEGORIES))


def overall_mean(outcomes: Sequence[Outcome]) -> MeanOfRates:
    """`overall_macro` with its interval and bounds."""
    return mean_of(_some(outcomes, tuple(Category)), macro_ci95(outcomes, tuple(Category)))


def macro_ci95(outcomes: Sequence[Outcome], among: Sequence[Category]) -> Interval | None:
    """95 % interval of the unweighted mean of the accuracies of some categories, over questions.

    A bootstrap in which all trials of a cluster are drawn together. Where all questions agree, it has no spread: then
    from Wilson's intervals of the accuracies (`stats.paired_difference`). None where the mean is undefined, for fewer
    than two questions, and where more than 1 % of the resamples lack a category.
    """
    wanted = set(among)
    trials = [o for o in _scored(outcomes) if wanted.intersection(o.categories)]
    place = {cluster: number for number, cluster in enumerate(dict.fromkeys(o.cluster for o in trials))}
    correct = {category: [0.0] * len(place) for category in among}
    tagged = {category: [0.0] * len(place) for category in among}
    for o in trials:
        for category in wanted.intersection(o.categories):
            correct[category][place[o.cluster]] += o.correct
            tagged[category][place[o.cluster]] += 1
    return _resampled(tuple(map(tuple, correct.values())), tuple(map(tuple, tagged.values())))


@lru_cache(maxsize=256)
def _resampled(correct: Columns, tagged: Columns) -> Interval | None:
    """One interval for each table: the certificate and a panel with a judge left out ask for the same ones again."""
    found = stats.paired_difference(correct, tagged, lowest=0.0)
    return None if found is None else found.ci95


def overall_tag_micro(outcomes: Sequence[Outcome]) -> Rate:
    """Correct tags / all tags: an item with two aspects counts twice. What LIT's printed overall is (136/156)."""
    each = [o for o in outcomes for _ in o.aspects]
    return _rate(each, _correct)


def overall_item_micro(outcomes: Sequence[Outcome]) -> Rate:
    """Correct trials / trials, tagged or not, each once."""
    return _rate(outcomes, _correct)


def over_abstention(outcomes: Sequence[Outcome]) -> Rate:
    """Main trials that abstained although the answer was to be had / Main trials (LIT §4.1.2)."""
    return _rate(outcomes, lambda o: o.outcome == "abstained", lambda o: o.answerable)


def discrimination(outcomes: Sequence[Outcome]) -> Rate:
    """Share of twins where the Main item is right and its evidence-removed twin is declined.

    Answering everything and declining everything both score 0. No twins (the gold and none arms): no value.
    """
    pairs = _pairs(outcomes)
    scored = [(main, twin) for main, twin in pairs if main.scored and twin.scored]
    return rate(((twin.cluster, main.correct and twin.correct) for main, twin in scored), len(pairs) - len(scored))


def twins(outcomes: Sequence[Outcome]) -> list[tuple[Outcome, Outcome]]:
    """Each trial of a Main item with that of its evidence-removed twin in the same repeat, where both are scored."""
    return [(main, twin) for main, twin in _pairs(outcomes) if main.scored and twin.scored]


def _pairs(outcomes: Sequence[Outcome]) -> list[tuple[Outcome, Outcome]]:
    main = {(o.item, o.repeat): o for o in outcomes if o.answerable}
    return [
        (main[o.base, o.repeat], o)
        for o in outcomes
        if kind_of(o.kind).twin and kind_of(o.own_kind).twin and o.base is not None and (o.base, o.repeat) in main
    ]


def contradictory(outcomes: Sequence[Outcome]) -> ConflictCounts:
    """Contradictory trials: named the conflict; declined without saying why; took a side (or blended both).

    The first two are correct in LIT's sense. No such trials: three zeros, which are counts, not rates.
    """
    letters = [o.letter for o in _scored(outcomes) if kind_of(o.kind).conflict]
    return ConflictCounts(named=letters.count("n"), declined=letters.count("d"), took_side=letters.count("w"))


def _correct(o: Outcome) -> bool:
    return o.correct


def _some(outcomes: Sequence[Outcome], among: Sequence[Category]) -> list[Rate]:
    every = categories(outcomes)
    return [every[category] for category in among]


def _rate(
    outcomes: Iterable[Outcome], hit: Callable[[Outcome], bool], among: Callable[[Outcome], bool] = lambda _: True
) -> Rate:
    """Of trials that are no canaries, with the bounds of those that were not scored."""
    return rate_of((o for o in outcomes if not o.canary), hit, among)


def _scored(outcomes: Iterable[Outcome]) -> Iterable[Outcome]:
    """Canaries have figures of their own: they are neither answerable nor one of LIT's abstention items."""
    return (o for o in outcomes if o.scored and not o.canary)
