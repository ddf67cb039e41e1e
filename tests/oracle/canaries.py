"""Canaries: which trials may be one, and what the summary says about them, from the definitions."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from bench.records import Item
from tests.oracle.figures import rate
from tests.oracle.reading import Fields
from tests.oracle.trials import Trial

Items = Mapping[tuple[str, str], Item]


def canary_faults(answers: Iterable[Fields], items: Items, config: Fields) -> Iterator[str]:
    """Every answer that is logged as a canary and was not chosen as one, or was shown its evidence."""
    for a in answers:
        if a.get("canary"):
            item = items[a["lang"], a["item"]]
            if not _chosen(item, a["arm"], config):
                yield f"the answer {a['key']} is logged as a canary, and {a['item']} was not chosen as one"
            elif set(item.positive) & set(a.get("chunks", ())):
                yield f"the answer {a['key']} is logged as a canary, and its evidence was shown"


def canary_figures(
    config: Fields, answers: Iterable[Fields], trials: Sequence[Trial], items: Items
) -> dict[str, Any] | None:
    """The section of the summary; None for a run that was asked without canaries."""
    share = config.get("canaries", 0)
    if not share:
        return None
    made = list(answers)
    standing = {
        (a["lang"], a["arm"], a["item"])
        for a in made
        if not a.get("canary") and _chosen(items[a["lang"], a["item"]], a["arm"], config)
    }
    places = [(lang, arm) for lang in config["langs"] for arm in config["arms"] if arm != "none"]
    return {
        "share": share,
        "results": [
            _row(*place, [t for t in trials if t.canary and (t.lang, t.arm) == place], _asked(*place, made, items))
            for place in places
        ],
        "not_absent": [{"item": item, "lang": lang, "arm": arm} for lang, arm, item in sorted(standing)],
    }


def _chosen(item: Item, arm: str, config: Fields) -> bool:
    """A Main item with evidence, outside the `none` arm, whose hash falls in the share."""
    place = hashlib.sha256(f"canary|{config['seed']}|{item.id}".encode()).digest()[:8]
    eligible = item.kind == "main" and arm != "none" and len(item.positive) > 0
    return eligible and int.from_bytes(place) / 2**64 < config.get("canaries", 0)


def _asked(lang: str, arm: str, answers: Sequence[Fields], items: Items) -> dict[str, int]:
    main = [a for a in answers if (a["lang"], a["arm"]) == (lang, arm) and items[lang, a["item"]].kind == "main"]
    return {"drawn": len({a["item"] for a in main if a.get("canary")}), "items": len({a["item"] for a in main})}


def _row(lang: str, arm: str, canaries: Sequence[Trial], asked: dict[str, int]) -> dict[str, Any]:
    scored = [t for t in canaries if t.counts]
    return {
        "lang": lang,
        "arm": arm,
        "trials": len(canaries),
        **asked,
        "violations": rate(((t.cluster, t.attempt) for t in scored), len(canaries) - len(scored)),
        "right": sum(t.letter == "c" for t in scored),
        "wrong": sum(t.letter == "w" for t in scored),
        "declined": sum(t.letter == "a" for t in scored),
    }
