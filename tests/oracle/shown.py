"""What a question was by the documents that stood in its context, from METRICS 9 and nobody else's code."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from bench.records import Item
from tests.oracle.reading import Fields

KINDS = ("contradictory", "incomplete")


@dataclass(frozen=True, slots=True)
class Asked:
    """The kind of a question, "" for none, with its aspects and what answers it."""

    kind: str
    aspects: tuple[str, ...]
    answer: str
    accept: tuple[str, ...]


def asked(answer: Fields, items: Mapping[tuple[str, str], Item]) -> Asked:
    """Where nothing was searched for, a question is what its item is called."""
    item = items[answer["lang"], answer["item"]]
    own = Asked(item.kind, tuple(item.aspects), item.answer, item.accept)
    main = items.get((item.lang, item.base or ""))
    if answer["arm"] != "retrieved" or main is None:
        return own
    context = set(answer["chunks"])
    if item.kind == "incomplete":
        broken = {cut.chunk for cut in item.overlay.cuts if cut.chunk in main.positive}
        return own if not broken or broken & context else _nothing(own)
    if item.kind != "contradictory" or not item.overlay.rival:
        return own
    one_side = all(context & {gold, *item.overlay.same.get(gold, ())} for gold in main.positive)
    other_side = any(name in context for name in item.overlay.rival)
    if one_side and other_side:
        return own
    if one_side:
        return Asked("main", tuple(main.aspects), main.answer, main.accept)
    return Asked("", own.aspects, own.answer, ()) if other_side else _nothing(own)


def shown_figures(config: Fields, answers: Iterable[Fields], items: Mapping[tuple[str, str], Item]) -> list[Fields]:
    """What contradictory and incomplete items became, where documents were searched for, by those that count."""
    counts: dict[tuple[str, str, str], Counter[str]] = {}
    for a in answers:
        if a["arm"] == "retrieved" and a["kind"] in ("contradictory", "incomplete"):
            kind = asked(a, items).kind or ("rival_only" if a["failure"] is None else a["kind"])
            counts.setdefault((a["lang"], a["arm"], a["kind"]), Counter())[kind] += 1
    order = [(lang, arm, kind) for lang in config["langs"] for arm in config["arms"] for kind in KINDS]
    return [
        {
            "lang": lang,
            "arm": arm,
            "kind": kind,
            "trials": counts[lang, arm, kind].total(),
            "shown": dict(counts[lang, arm, kind]),
        }
        for lang, arm, kind in order
        if (lang, arm, kind) in counts
    ]


def cast_as_asked(vote: Fields, answer: Fields, kind: str) -> bool:
    """Whether a judge was asked about such a question: one with an answer, without one, or of two answers."""
    sorts = {"main": "one", "contradictory": "two", "false_premise": "none at all"}
    own = vote.get("judged_kind") or answer["kind"]
    return sorts.get(own, "no") == sorts.get(kind, "no")


def _nothing(own: Asked) -> Asked:
    return Asked("insufficient", ("insufficient",), own.answer, ())
