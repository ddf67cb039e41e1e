"""Whose fault each failure is, by the order of precedence in docs/judging.md.

Whether an attempt at an unanswerable item is the answer of its Main twin, and what stands in the documents shown, is
said by rules for texts that are not written down a second time. What they decide is held to its sum and its bounds, and
named.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bench.records import Item
from tests.oracle.audit import between
from tests.oracle.reading import Fields
from tests.oracle.trials import GOOD, Trial, counting_votes, read_vote

ANSWERABLE = ("judging_artefact", "retrieval_failure", "generation_failure", "over_caution")
BY_TEXT = ("parametric_leakage", "fabrication", "took_side", "undetermined")
"""Which of these an attempt at an unanswerable item is, a comparison of texts decides."""
CLASSES = (*ANSWERABLE, *BY_TEXT)
EXAMPLES = 5
OPEN = "by text"
Items = Mapping[tuple[str, str], Item]
Found = dict[str, list[Trial]]


def failure_figures(
    config: Fields,
    items: Items,
    answers: Mapping[str, Fields],
    votes: Sequence[Fields],
    trials: Sequence[Trial],
    printed: Sequence[Fields],
) -> tuple[list[dict[str, Any]], list[str]]:
    """The section, and a sentence for what only bounds could be checked of. `answers` by key; `printed` is the section
    as it stands in the summary, looked at only where texts decide."""
    counting = counting_votes(votes)
    judges = [judge["spec"] for judge in config["judges"]]
    rows, opened = [], 0
    for number, (lang, arm) in enumerate(
        (lang, arm) for lang in config["langs"] for arm in config["arms"] if arm != "none"
    ):
        found: Found = {}
        for t in sorted(trials, key=lambda t: (t.item, t.repeat)):
            if (t.lang, t.arm) == (lang, arm) and (name := _class(t, items, answers[t.key], counting, judges)):
                found.setdefault(name, []).append(t)
        opened += len(found.get(OPEN, ()))
        rows.append(_row(lang, arm, found, printed[number] if number < len(printed) else {}))
    return rows, [f"failures[].counts of {opened} attempts, where the texts decide between {_or(BY_TEXT)}"] * bool(
        opened
    )


def _class(
    t: Trial, items: Items, answer: Fields, votes: Mapping[tuple[str, str], Fields], judges: Sequence[str]
) -> str:
    item = items[t.lang, t.item]
    if t.answerable:
        if t.letter in ("c", "f"):
            return ""
        read = [read_vote(votes[t.key, judge], t.kind)[0] for judge in judges if (t.key, judge) in votes]
        if t.letter == "i" or {letter in GOOD for letter in read if letter} == {True, False}:
            return "judging_artefact"
        there = set(answer["chunks"])
        if not all(there & {gold, *item.overlay.same.get(gold, ())} for gold in item.positive):
            return "retrieval_failure"
        return "over_caution" if t.letter == "a" else "generation_failure"
    if not t.attempt:
        return ""
    if t.canary:
        return "parametric_leakage" if t.good else OPEN
    return OPEN if (t.lang, t.base or "") in items else "undetermined"


def _row(lang: str, arm: str, found: Found, printed: Fields) -> dict[str, Any]:
    opened = found.get(OPEN, [])
    sure = {name: found.get(name, []) for name in CLASSES}
    counts: dict[str, Any] = {name: len(trials) for name, trials in sure.items()}
    examples: dict[str, list[Any]] = {
        name: [_example(t) for t in trials[:EXAMPLES]] for name, trials in sure.items() if trials
    }
    unanswerable = sum(len(sure[name]) for name in CLASSES if name not in ANSWERABLE) + len(opened)
    if opened and printed:
        claimed = printed["counts"]
        total = sum(counts[name] for name in BY_TEXT) + len(opened)
        for name in BY_TEXT:
            # The last of the three is what the sum leaves.
            rest = total - sum(claimed[other] for other in BY_TEXT if other != name)
            known = counts[name]
            counts[name] = rest if name == BY_TEXT[-1] else between(known, known + len(opened))
            shown = printed["examples"].get(name, [])
            examples[name] = _examples_by_text(shown, sure[name], opened, claimed[name])
    # A class without any has no examples: where some are printed, they are compared with none.
    examples = {name: found for name, found in examples.items() if found or name in printed.get("examples", {})}
    examples |= {name: [] for name in printed.get("examples", {}) if name not in examples}
    return {
        "lang": lang,
        "arm": arm,
        "answerable": sum(len(sure[name]) for name in ANSWERABLE),
        "unanswerable": unanswerable,
        "counts": counts,
        "examples": examples,
    }


def _examples_by_text(
    printed: Sequence[Fields], sure: Sequence[Trial], opened: Sequence[Trial], count: int
) -> list[Any]:
    """What the examples of such a class must be: the first by item and repeat of some that the class can have, the sure
    ones among them, and as many as are counted."""
    named = {example["answer_key"] for example in printed}
    could = sorted([*sure, *(t for t in opened if t.key in named)], key=lambda t: (t.item, t.repeat))
    size = min(EXAMPLES, count)
    return [*map(_example, could[:size]), *["an attempt that can be of this class"] * (size - len(could))]


def _example(t: Trial) -> dict[str, Any]:
    return {"item": t.item, "repeat": t.repeat, "answer_key": t.key}


def _or(names: Sequence[str]) -> str:
    return f"{', '.join(names[:-1])} and {names[-1]}"
