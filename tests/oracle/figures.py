"""Every figure of a language and arm from its trials, written down a second time from the definitions."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any

from tests.oracle.drawn import drawn_figures
from tests.oracle.resampling import SEED, bootstrap, interval_of_mean, quantiles, resampled
from tests.oracle.trials import Trial

TWO_SIDED_95 = 1.959963984540054
COSTS = (1.0, 2.0, 4.0, 9.0)
ASPECTS = {
    "Integration": ("multi_source",),
    "Reasoning": ("multi_hop", "calculation"),
    "Logic": ("synonym", "numerical_inclusion", "conceptual_inclusion"),
    "Table": ("html", "html_merged", "markdown", "csv"),
    "Abstention": ("insufficient", "contradictory", "incomplete"),
}

Hit = tuple[str, bool]
"""The question that a trial belongs to, and whether it counts."""


def arm_figures(lang: str, arm: str, trials: Sequence[Trial]) -> dict[str, Any]:
    """The figures of `trials`, which are of this language and arm, as they stand in a summary."""
    scored = [t for t in trials if t.counts and t.kind != "false_premise"]
    plain = [t for t in scored if not t.canary]
    main = [t for t in plain if t.kind == "main"]
    tried = [t for t in main if t.attempt]
    unanswerable = [t for t in plain if t.kind != "main"]
    categories = {
        name: rate((t.cluster, t.good) for t in plain if set(t.aspects) & set(of)) for name, of in ASPECTS.items()
    }
    accuracies = [found["rate"] for found in categories.values()]
    return {
        "lang": lang,
        "arm": arm,
        "trials": len(trials),
        "outcomes": _outcomes(trials),
        "categories": categories,
        "aspects": {
            aspect: rate((t.cluster, t.good) for t in plain if aspect in t.aspects)
            for aspect in sorted({aspect for t in trials for aspect in t.aspects})
        },
        "main_avg": _mean(accuracies[:4]),
        "overall_macro": _mean(accuracies),
        "overall_tag_micro": rate((t.cluster, t.good) for t in plain for _ in t.aspects),
        "overall_item_micro": rate((t.cluster, t.good) for t in plain),
        "discrimination": _discrimination(main, plain),
        "correct_of_answerable": rate((t.cluster, t.letter == "c") for t in main),
        "over_abstention": rate((t.cluster, t.letter == "a") for t in main),
        "false_abstention": rate((t.cluster, t.letter == "a") for t in main),
        "false_answer": rate((t.cluster, t.attempt) for t in unanswerable),
        "wrong_of_answerable": rate((t.cluster, t.letter == "w") for t in main),
        "wrong_of_attempted": rate((t.cluster, t.letter == "w") for t in tried),
        "volume": rate((t.cluster, t.good and t.attempt) for t in scored),
        "accuracy_given_attempt": rate((t.cluster, t.good) for t in scored if t.attempt),
        "quality": [_quality(scored, k) for k in COSTS],
        "reader_value": [_value(scored, k) for k in COSTS],
        "contradictory": _conflicts(plain),
        **drawn_figures(plain, trials, rate),
        # What cascades settled is not in a trial's letter: see cascades.figures_at.
        "settled_by_rule": rate(()),
        "audit_agreement": rate(()),
    }


def attribution_figures(lang: str, trials: Sequence[Trial]) -> dict[str, Any]:
    """Where the errors of a language come from: accuracies by item, over ordinary Main items, arm against arm."""
    main = [t for t in trials if t.lang == lang and t.kind == "main" and t.counts and not t.canary]
    by_arm = {arm: [t for t in main if t.arm == arm] for arm in ("gold", "shuffled", "retrieved", "none")}
    gold = by_arm["gold"]
    return {
        "lang": lang,
        "retrieval": _loss(gold, by_arm["retrieved"]),
        "distractors": _loss(gold, by_arm["shuffled"]),
        "residual": _share(gold, {item: 1 - a for item, a in _by_item(gold).items()}),
        "parametric": _share(by_arm["none"], _by_item(by_arm["none"])),
    }


def rate(hits: Iterable[Hit]) -> dict[str, Any]:
    """Hits of trials with two intervals: over trials, and with the same share over the different questions."""
    found = list(hits)
    n, k, questions = len(found), sum(hit for _, hit in found), len({question for question, _ in found})
    return {
        "k": k,
        "n": n,
        "rate": k / n if n else None,
        "ci95": wilson(k / n, n) if n else None,
        "questions": questions,
        "ci95_questions": wilson(k / n, questions) if n else None,
    }


def wilson(share: float, n: float) -> list[float]:
    """The shares p from which the observed one is 1.96 standard errors away: the roots of
    (share - p)^2 = z^2 * p * (1 - p) / n."""
    q = TWO_SIDED_95**2 / n
    a, b, c = 1 + q, -(2 * share + q), share * share
    root = math.sqrt(max(b * b - 4 * a * c, 0.0))
    return [(-b - root) / (2 * a), (-b + root) / (2 * a)]


def _outcomes(trials: Sequence[Trial]) -> dict[str, int]:
    letters = "".join(t.letter for t in trials)
    return {
        "correct": sum(letters.count(letter) for letter in "cnd"),
        "wrong": letters.count("w"),
        "abstained": letters.count("a"),
        "invalid": letters.count("i"),
        "failed": letters.count("f"),
    }


def _mean(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return math.fsum(known) / len(values) if len(known) == len(values) else None


def _discrimination(main: Sequence[Trial], plain: Sequence[Trial]) -> dict[str, Any]:
    answered = {(t.item, t.repeat): t for t in main}
    twins = [t for t in plain if t.kind == "insufficient" and not t.called and (t.base, t.repeat) in answered]
    return rate((t.cluster, t.good and answered[t.base or "", t.repeat].good) for t in twins)


def _conflicts(plain: Sequence[Trial]) -> dict[str, int]:
    letters = [t.letter for t in plain if t.kind == "contradictory"]
    return {"named": letters.count("n"), "declined": letters.count("d"), "took_side": letters.count("w")}


def _quality(scored: Sequence[Trial], k: float) -> dict[str, Any]:
    """A right attempt is worth 1, a wrong one and any attempt at a canary -k, everything else 0."""
    worth: dict[str, float] = {}
    asked: dict[str, int] = {}
    for t in scored:
        bad = t.attempt and (t.canary or not t.good)
        worth[t.cluster] = worth.get(t.cluster, 0.0) + (-k if bad else float(t.attempt))
        asked[t.cluster] = asked.get(t.cluster, 0) + 1
    value = math.fsum(worth.values()) / len(scored) if scored else None
    return {"k": k, "value": value, "ci95": bootstrap(list(worth.values()), list(asked.values()))}


def _value(scored: Sequence[Trial], k: float, u: float = 0.1) -> dict[str, Any]:
    """(1 - u) times the worth of trials that have an answer in what was shown, plus u times that of the others."""
    known = [t for t in scored if t.kind == "main" and not t.canary]
    unknown = [t for t in scored if t.kind != "main" or t.canary]
    if not known or not unknown:
        return {"k": k, "value": None, "ci95": None}
    sides = []
    for weight, trials, seed in ((1 - u, known, SEED), (u, unknown, SEED + 1)):
        rows: dict[str, list[int]] = {}
        for t in trials:
            row = rows.setdefault(t.cluster, [0, 0, 0])
            gained = t.attempt and t.good and weight == 1 - u
            row[0 if gained else 1] += t.attempt
            row[2] += 1
        sides.append(_side(weight, k, [tuple(row) for row in rows.values()], seed))
    value = sides[0][0] + sides[1][0]
    if any(bounds is None for _, bounds, _, _ in sides):
        return {"k": k, "value": value, "ci95": None}
    if all(spread for _, _, spread, _ in sides):
        both = sides[0][3] + sides[1][3]
        return {"k": k, "value": value, "ci95": quantiles(both)}
    low = math.sqrt(math.fsum((centre - bounds[0]) ** 2 for centre, bounds, _, _ in sides))
    high = math.sqrt(math.fsum((bounds[1] - centre) ** 2 for centre, bounds, _, _ in sides))
    return {"k": k, "value": value, "ci95": [value - low, value + high]}


def _side(weight: float, k: float, rows: Sequence[tuple[int, ...]], seed: int) -> tuple[float, Any, bool, Any]:
    """Its worth, the bounds of that, whether its clusters differ, and its worth in every resample."""
    n = sum(row[2] for row in rows)
    right, wrong = sum(row[0] for row in rows) / n, sum(row[1] for row in rows) / n
    centre = weight * (right - k * wrong)
    if len(rows) < 2:
        return centre, None, False, None
    drawn = resampled([[r - k * w for r, w, _ in rows]], [row[2] for row in rows], seed)[0] * weight
    single = [(r - k * w) / m for r, w, m in rows]
    if max(single) - min(single) > 1e-12:
        return centre, quantiles(drawn), True, drawn
    r, w = wilson(right, len(rows)), wilson(wrong, len(rows))
    if seed != SEED:
        r = [0.0, 0.0]
    return centre, (weight * (r[0] - k * w[1]), weight * (r[1] - k * w[0])), False, drawn


def _by_item(trials: Sequence[Trial]) -> dict[str, float]:
    found: dict[str, list[bool]] = {}
    for t in trials:
        found.setdefault(t.item, []).append(t.good)
    return {item: sum(good) / len(good) for item, good in found.items()}


def _loss(best: Sequence[Trial], other: Sequence[Trial]) -> dict[str, Any]:
    left, right = _by_item(best), _by_item(other)
    return _share(best, {item: left[item] - right[item] for item in left if item in right})


def _share(trials: Sequence[Trial], values: dict[str, float]) -> dict[str, Any]:
    cluster = {t.item: t.cluster for t in trials}
    return {
        "value": math.fsum(values.values()) / len(values) if values else None,
        "ci95": interval_of_mean((cluster[item], values[item]) for item in sorted(values)),
        "n": len(values),
    }
