"""CRAG's truthfulness (arXiv 2406.04744): perfect 1, acceptable 0.5, missing 0, incorrect -1, and the mean.

Labels come from outcomes: a right attempt is perfect, no attempt is missing, a wrong attempt is incorrect, or
acceptable where a judge says so of it. An answer that is the reference word for word is perfect before any judge is
asked. Without "acceptable" the mean is accuracy - hallucination = Q(1) of penalty.py without the canary override.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Literal

from bench import stats
from bench.dataset.as_shown import item_of
from bench.outcomes import Outcome
from bench.records import Answer, Arm, Item, Lang, ModelRef, RunConfig, Vote
from bench.records.measures import CragCounts, CragJudge, CragResult
from bench.rules.verdict import committed
from bench.text.fold import squeeze
from bench.wilson import Interval, effective_size, worth

Label = Literal["perfect", "acceptable", "missing", "incorrect"]
POINTS: dict[Label, float] = {"perfect": 1.0, "acceptable": 0.5, "missing": 0.0, "incorrect": -1.0}
Decide = Callable[[Sequence[str]], Sequence[Outcome]]
"""The outcomes of the run as a panel of these judges, the first primary, decides them."""
Place = tuple[Lang, str, Arm, int]
Labels = Mapping[Place, Label | None]
"""The label of each trial that has an outcome; None where no rate counts it."""


def section(
    config: RunConfig,
    items: Mapping[tuple[Lang, str], Item],
    answers: Iterable[Answer],
    votes: Mapping[str, Mapping[str, Vote]],
    outcomes: Sequence[Outcome],
    decide: Decide,
) -> tuple[CragResult, ...]:
    """Every language and arm of the run. `votes` are the counting ones, by answer and judge."""
    given = {a.trial_id: a for a in answers}
    exact = {place for place, a in given.items() if a.text and (item := item_of(a, items)) and is_exact(item, a.text)}
    specs = [judge.spec for judge in config.judges]

    def labels(decided: Iterable[Outcome], judges: Sequence[str]) -> dict[Place, Label | None]:
        return {
            o.trial_id: _label(o, o.trial_id in exact, _acceptable(votes.get(given[o.trial_id].key, {}), judges))
            for o in decided
        }

    whole = labels(outcomes, specs)
    alone = {spec: labels(decide([spec]), [spec]) if len(specs) > 1 else whole for spec in specs}
    clusters = {o.trial_id: o.cluster for o in outcomes} | {
        place: items[place[0], place[1]].cluster for spec in specs for place in alone[spec]
    }
    return tuple(
        _result(lang, arm, config.judges, whole, alone, exact, clusters) for lang in config.langs for arm in config.arms
    )


def truthfulness(labels: Iterable[Label]) -> float | None:
    """The mean of the labels' points, -1 to 1 (CRAG §4). No labels: None."""
    points = [POINTS[label] for label in labels]
    return sum(points) / len(points) if points else None


def is_exact(item: Item, answer: str) -> bool:
    """Whether the final answer is the reference, or another accepted form, word for word: width, case, white space and
    the full stop at the end apart. Only of items that have an answer."""
    if not item.answerable:
        return False
    forms = {_key(form) for form in (item.answer, *item.accept)} - {""}
    return _key(committed(answer, item.lang)) in forms


def _key(text: str) -> str:
    return squeeze(text).rstrip(".。")


def _label(o: Outcome, exact: bool, acceptable: bool) -> Label | None:
    if exact:
        return "perfect"
    if not o.scored:
        return None
    if not o.attempted:
        return "missing"
    if o.correct:
        return "perfect"
    return "acceptable" if acceptable else "incorrect"


def _acceptable(votes: Mapping[str, Vote], judges: Sequence[str]) -> bool:
    """Whether most of the judges that call the answer incorrect call it acceptable; a tie goes to the first of them."""
    said = [
        bool(vote.acceptable)
        for judge in judges
        if (vote := votes.get(judge)) and vote.failure is None and vote.verdict == "incorrect" and not vote.abstained
    ]
    yes = sum(said)
    return said[0] if said and 2 * yes == len(said) else 2 * yes > len(said)


def _result(
    lang: Lang,
    arm: Arm,
    judges: Sequence[ModelRef],
    whole: Labels,
    alone: Mapping[str, Labels],
    exact: set[Place],
    clusters: Mapping[Place, str],
) -> CragResult:
    def here(labels: Labels) -> dict[Place, Label | None]:
        return {place: label for place, label in labels.items() if (place[0], place[2]) == (lang, arm)}

    by_judge = {judge.spec: here(alone[judge.spec]) for judge in judges}
    pair = len(judges) == 2 and judges[0].family != judges[1].family
    value, ci95 = _mean_of(list(by_judge.values()) if pair else [here(whole)], clusters)
    return CragResult(
        lang=lang,
        arm=arm,
        truthfulness=value,
        ci95=ci95,
        counts=_counts(here(whole)),
        exact=len(here(whole).keys() & exact),
        mean_of_judges=pair,
        judges=tuple(
            CragJudge(
                judge=judge.spec,
                family=judge.family,
                counts=_counts(by_judge[judge.spec]),
                truthfulness=truthfulness(label for label in by_judge[judge.spec].values() if label),
            )
            for judge in judges
        ),
    )


def _mean_of(
    readings: Sequence[Mapping[Place, Label | None]], clusters: Mapping[Place, str]
) -> tuple[float | None, Interval | None]:
    """The mean over readings of their truthfulness, and its interval over questions; None where one has no labels.

    Where every question has the same truthfulness, the interval is that of Wilson's bounds for the shares of points won
    and lost, over questions; the readings are of the same answers, so their bounds are averaged.
    """
    sums: list[defaultdict[str, float]] = [defaultdict(float) for _ in readings]
    sizes: list[defaultdict[str, float]] = [defaultdict(float) for _ in readings]
    for position, labels in enumerate(readings):
        for place, label in labels.items():
            if label:
                sums[position][clusters[place]] += POINTS[label]
                sizes[position][clusters[place]] += 1
    # The order of questions is part of the bootstrap's protocol: by the first item of each that has a label.
    labelled = sorted({place for labels in readings for place, label in labels.items() if label})
    names = list(dict.fromkeys(clusters[place] for place in labelled))
    if not names or not all(sizes):
        return None, None
    weights = [[column[name] for name in names] for column in sizes]
    found = stats.paired_difference([[column[name] for name in names] for column in sums], weights)
    if found is None:
        return None, None
    if not found.agree:
        return found.value, found.ci95
    bounds = [_bounds(labels, effective_size(column)) for labels, column in zip(readings, weights, strict=True)]
    low, high = (sum(bound[side] for bound in bounds) / len(bounds) for side in (0, 1))
    return found.value, (low, high)


def _bounds(labels: Mapping[Place, Label | None], size: float) -> Interval:
    points = [POINTS[label] for label in labels.values() if label]
    won, lost = (sum(max(sign * p, 0.0) for p in points) / len(points) for sign in (1, -1))
    return worth(won, lost, size)


def _counts(labels: Mapping[Place, Label | None]) -> CragCounts:
    n = Counter(labels.values())
    return CragCounts(
        perfect=n["perfect"],
        acceptable=n["acceptable"],
        missing=n["missing"],
        incorrect=n["incorrect"],
        excluded=n[None],
    )
