"""The section `insight` but for flips: closed-book certificate, price of a right answer, twins, leave-one-out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from bench.records import Item
from tests.oracle.figures import arm_figures, rate
from tests.oracle.flips import flip_figures
from tests.oracle.reading import Fields
from tests.oracle.trials import Trial
from tests.oracle.usage import call_cost, quantile

Items = Mapping[tuple[str, str], Item]
HEADLINE = (
    "trials",
    "categories",
    "main_avg",
    "main_avg_ci95",
    "overall_macro",
    "overall_macro_ci95",
    "over_abstention",
)


def insight_figures(
    config: Fields, items: Items, answers: Sequence[Fields], trials: Sequence[Trial], left: Sequence[Trial]
) -> dict[str, Any]:
    """`answers` count and are, like `trials`, without leave-one-out ones, which are `left`."""
    langs, arms = config["langs"], config["arms"]
    return {
        "flips": flip_figures(langs, arms, trials),
        "closed_book": [_certificate(lang, arms, trials) for lang in langs] if "none" in arms else [],
        "grounded_cost": [
            _price(lang, arm, config["model"], items, answers, trials) for lang in langs for arm in _with_context(arms)
        ],
        "twins": [
            table for lang in langs for arm in arms if (table := _twins(lang, arm, trials))["discrimination"]["n"]
        ],
        "leave_one_out": _leave_one_out(config, items, trials, left) if config["leave_one_out"] else None,
    }


def _with_context(arms: Sequence[str]) -> list[str]:
    return [arm for arm in arms if arm != "none"]


def _certificate(lang: str, arms: Sequence[str], trials: Sequence[Trial]) -> dict[str, Any]:
    own = [t for t in trials if t.lang == lang]
    alone = [t for t in own if t.arm == "none" and t.counts and t.answerable]
    known = {t.item for t in alone if t.good}
    questions = {t.cluster for t in alone if t.good}
    figures = []
    for arm in _with_context(arms):
        every = [t for t in own if t.arm == arm]
        without = [t for t in every if t.cluster not in questions]
        figures.append({"arm": arm, "every": _headline(lang, arm, every), "without": _headline(lang, arm, without)})
    return {"lang": lang, "asked": len({t.item for t in alone}), "known": sorted(known), "figures": figures}


def _headline(lang: str, arm: str, trials: Sequence[Trial]) -> dict[str, Any]:
    figures = arm_figures(lang, arm, trials)
    return {name: figures[name] for name in HEADLINE}


def _price(
    lang: str, arm: str, model: Fields, items: Items, answers: Sequence[Fields], trials: Sequence[Trial]
) -> dict[str, Any]:
    calls = [a for a in answers if (a["lang"], a["arm"]) == (lang, arm)]
    right = {t.key for t in trials if t.answerable and t.good}
    grounded = []
    for a in calls:
        item, there = items[lang, a["item"]], set(a["chunks"])
        whole = all(there & {gold, *item.overlay.same.get(gold, ())} for gold in item.positive)
        if a["key"] in right and item.positive and whole:
            grounded.append(a)
    # A failed call that reported nothing cost nothing; one that came back must have reported.
    paid = [a for a in calls if a["failure"] is None or a["usage"]["prompt_tokens"] is not None]
    cost = _whole([call_cost(a, model) for a in paid])
    tokens = _whole([_tokens(a["usage"]) for a in paid])
    n = len(grounded)
    return {
        "lang": lang,
        "arm": arm,
        "calls": len(calls),
        "correct": n,
        "cost_usd": cost,
        "usd_per_correct": cost / n if cost is not None and n else None,
        "tokens": tokens,
        "tokens_per_correct": tokens / n if tokens is not None and n else None,
        "latency_p90_s": quantile([a["latency_s"] for a in grounded if a["latency_s"] is not None], 0.9),
    }


def _tokens(usage: Fields) -> int | None:
    parts = usage["prompt_tokens"], usage["completion_tokens"]
    return None if None in parts else sum(parts)


def _whole(values: Sequence[Any]) -> Any:
    return None if not values or None in values else sum(values)


def _twins(lang: str, arm: str, trials: Sequence[Trial]) -> dict[str, Any]:
    usual = [t for t in trials if (t.lang, t.arm) == (lang, arm) and not t.canary]
    here = [t for t in usual if t.counts]
    main = {(t.item, t.repeat): t.good for t in here if t.kind == "main"}
    pairs = [
        (t, main[t.base or "", t.repeat])
        for t in here
        if t.kind == "insufficient" and not t.called and (t.base, t.repeat) in main
    ]
    joint = Counter(("right" if right else "missed") + ("_declined" if t.good else "_attempted") for t, right in pairs)
    names = ("right_declined", "right_attempted", "missed_declined", "missed_attempted")
    asked = {(t.item, t.repeat) for t in usual if t.kind == "main"}
    twins = sum(t.kind == "insufficient" and not t.called and (t.base, t.repeat) in asked for t in usual)
    discrimination = rate(((t.cluster, right and t.good) for t, right in pairs), twins - len(pairs))
    return {"lang": lang, "arm": arm, **{name: joint[name] for name in names}, "discrimination": discrimination}


def _leave_one_out(config: Fields, items: Items, trials: Sequence[Trial], left: Sequence[Trial]) -> dict[str, Any]:
    results = []
    for lang in config["langs"]:
        for arm in _with_context(config["arms"]):
            here = [t for t in left if (t.lang, t.arm) == (lang, arm)]
            scored = [t for t in here if t.counts]
            whole = {
                (t.item, t.repeat): t.good
                for t in trials
                if (t.lang, t.arm) == (lang, arm) and t.counts and t.answerable
            }
            paired = [t for t in scored if (t.base, t.repeat) in whole]
            results.append(
                {
                    "lang": lang,
                    "arm": arm,
                    "trials": len(here),
                    "declined": rate(((t.cluster, t.good) for t in scored), len(here) - len(scored)),
                    "attempted": sum(t.attempt for t in scored),
                    "excluded": len(here) - len(scored),
                    "discrimination": rate((t.cluster, t.good and whole[t.base or "", t.repeat]) for t in paired),
                }
            )
    asked = [items[place] for place in sorted({(t.lang, t.item) for t in left})]
    return {
        "results": results,
        "items": [
            {"id": item.id, "lang": item.lang, "chunk": item.overlay.remove[-1], "reason": item.reasoning}
            for item in asked
        ],
    }
