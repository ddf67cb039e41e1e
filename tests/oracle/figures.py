"""Every figure of a language and arm from its trials, written down a second time from the definitions."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from tests.oracle.drawn import drawn_figures
from tests.oracle.resampling import (
    SEED,
    bootstrap_of_mean,
    flat,
    interval_of_mean,
    quantiles,
    resampled,
    wilson,
    worth_of,
)
from tests.oracle.trials import Trial

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
    usual = [t for t in trials if t.kind != "false_premise"]
    scored = [t for t in usual if t.counts]
    plain = [t for t in scored if not t.canary]
    main = [t for t in plain if t.kind == "main"]
    tried = [t for t in main if t.attempt]
    unanswerable = [t for t in plain if t.kind != "main"]
    # Of what was not scored it is not known whether it was an attempt. What was of no kind has nothing to be known.
    blank = [t for t in usual if not t.counts and t.reason != "rival_only"]
    plain_blank = [t for t in blank if not t.canary]
    main_blank = len([t for t in plain_blank if t.kind == "main"])
    other_blank = len(plain_blank) - main_blank
    categories = {
        name: rate(
            ((t.cluster, t.good) for t in plain if set(t.aspects) & set(of)),
            sum(bool(set(t.aspects) & set(of)) for t in plain_blank),
        )
        for name, of in ASPECTS.items()
    }
    by_category = list(categories.values())
    return {
        "lang": lang,
        "arm": arm,
        "trials": len(trials),
        "outcomes": _outcomes(trials),
        "categories": categories,
        "aspects": {
            aspect: rate(
                ((t.cluster, t.good) for t in plain if aspect in t.aspects),
                sum(aspect in t.aspects for t in plain_blank),
            )
            for aspect in sorted({aspect for t in trials for aspect in t.aspects})
        },
        **_macro("main_avg", by_category[:4], list(ASPECTS.values())[:4], plain),
        **_macro("overall_macro", by_category, list(ASPECTS.values()), plain),
        "overall_tag_micro": rate(
            ((t.cluster, t.good) for t in plain for _ in t.aspects), sum(len(t.aspects) for t in plain_blank)
        ),
        "overall_item_micro": rate(((t.cluster, t.good) for t in plain), len(plain_blank)),
        "discrimination": _discrimination([*plain, *plain_blank]),
        "correct_of_answerable": rate(((t.cluster, t.letter == "c") for t in main), main_blank),
        "over_abstention": rate(((t.cluster, t.letter == "a") for t in main), main_blank),
        "false_abstention": rate(((t.cluster, t.letter == "a") for t in main), main_blank),
        "false_answer": rate(((t.cluster, t.attempt) for t in unanswerable), other_blank),
        "wrong_of_answerable": rate(((t.cluster, t.letter == "w") for t in main), main_blank),
        "wrong_of_attempted": rate(((t.cluster, t.letter == "w") for t in tried), main_blank),
        "volume": rate(((t.cluster, t.good and t.attempt) for t in scored), len(blank)),
        "accuracy_given_attempt": rate(((t.cluster, t.good) for t in scored if t.attempt), len(blank)),
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


def rate(hits: Iterable[Hit], blank: int = 0) -> dict[str, Any]:
    """Hits of trials with two intervals: over trials, and with the same share over as many as the questions are worth.

    `blank` trials could have been hits or not, and say how far the share could go; without any that is left out.
    """
    found = list(hits)
    n, k, sizes = len(found), sum(hit for _, hit in found), Counter(question for question, _ in found)
    return {
        "k": k,
        "n": n,
        "rate": k / n if n else None,
        "ci95": wilson(k / n, n) if n else None,
        "questions": len(sizes),
        "ci95_questions": wilson(k / n, worth_of(sizes.values())) if n else None,
        **({"bounds": [k / (n + blank), (k + blank) / (n + blank)]} if blank else {}),
    }


def _outcomes(trials: Sequence[Trial]) -> dict[str, int]:
    letters = "".join(t.letter for t in trials)
    return {
        "correct": sum(letters.count(letter) for letter in "cnd"),
        "wrong": letters.count("w"),
        "abstained": letters.count("a"),
        "invalid": letters.count("i"),
        "failed": letters.count("f"),
    }


def _macro(name: str, rates: Sequence[Any], groups: Sequence[Sequence[str]], plain: Sequence[Trial]) -> dict[str, Any]:
    """The mean of category accuracies, its interval over questions, and how far it could go."""
    n, shares = len(rates), [found["rate"] for found in rates]
    if None in shares:
        return {name: None, f"{name}_ci95": None}
    value = math.fsum(shares) / n
    tagged = [t for t in plain if any(set(t.aspects) & set(of) for of in groups)]
    questions = {cluster: place for place, cluster in enumerate(dict.fromkeys(t.cluster for t in tagged))}
    over, under = ([[0.0] * len(questions) for _ in groups] for _ in (0, 1))
    for t in tagged:
        for row, of in enumerate(groups):
            tagged_so = bool(set(t.aspects) & set(of))
            over[row][questions[t.cluster]] += tagged_so and t.good
            under[row][questions[t.cluster]] += tagged_so
    interval = bootstrap_of_mean(over, under)
    if flat(interval):
        each = [wilson(share, worth_of(row)) for share, row in zip(shares, under, strict=True)]
        down, up = (
            math.hypot(*(share - ends[side] for share, ends in zip(shares, each, strict=True))) for side in (0, 1)
        )
        interval = [value - down / n, value + up / n]
    figures: dict[str, Any] = {name: value, f"{name}_ci95": interval}
    if any("bounds" in found for found in rates):
        ends = [found.get("bounds", [found["rate"]] * 2) for found in rates]
        figures[f"{name}_bounds"] = [math.fsum(end[side] for end in ends) / n for side in (0, 1)]
    return figures


def _discrimination(trials: Sequence[Trial]) -> dict[str, Any]:
    answered = {(t.item, t.repeat): t for t in trials if t.kind == "main"}
    twins = [t for t in trials if t.kind == "insufficient" and not t.called and (t.base, t.repeat) in answered]
    pairs = [(t, answered[t.base or "", t.repeat]) for t in twins]
    known = [(t, main) for t, main in pairs if t.counts and main.counts]
    return rate(((t.cluster, t.good and main.good) for t, main in known), len(pairs) - len(known))


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
    interval = bootstrap_of_mean([list(worth.values())], [list(asked.values())])
    if flat(interval):
        bad = sum(t.attempt and (t.canary or not t.good) for t in scored) / len(scored)
        right, wrong = (
            wilson(share, worth_of(asked.values()))
            for share in (sum(t.attempt for t in scored) / len(scored) - bad, bad)
        )
        interval = [right[0] - k * wrong[1], right[1] - k * wrong[0]]
    return {"k": k, "value": value, "ci95": interval}


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
    size = worth_of(row[2] for row in rows)
    r, w = wilson(right, size), wilson(wrong, size)
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
    return _share(best, {item: left[item] - right[item] for item in left if item in right}, signed=True)


def _share(trials: Sequence[Trial], values: dict[str, float], signed: bool = False) -> dict[str, Any]:
    cluster = {t.item: t.cluster for t in trials}
    return {
        "value": math.fsum(values.values()) / len(values) if values else None,
        "ci95": interval_of_mean(((cluster[item], values[item]) for item in sorted(values)), signed),
        "n": len(values),
    }
