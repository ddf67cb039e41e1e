"""Which arms have anything to show for an item: what a run can ask, and what a sample is drawn from."""

from __future__ import annotations

from collections.abc import Iterable

from bench.arms import arm_of
from bench.records import Arm, Item


def applies(item: Item, arm: Arm, distractors: int | None = None) -> bool:
    """Whether `arm` shows `item` anything it is meant for; False is a skipped trial, not a failure.

    `distractors` is the number that the shuffled arm shows, None for the item's own.
    """
    entry = arm_of(arm)
    if not entry.documents:
        return item.answerable
    if entry.retrieval:
        return True
    gold = gold_of(item) if entry.evidence else ()
    if entry.distractors and distractors is not None:
        return distractors > 0 or bool(gold)
    return bool(gold or (entry.distractors and distractors_of(item, item.negative)))


def gold_of(item: Item) -> tuple[str, ...]:
    """Ids of C+ and the rival, each once, without what the item's overlay removes; not in the order shown."""
    ids = dict.fromkeys((*item.positive, *(c.id for c in item.overlay.add)))
    return tuple(i for i in ids if i not in item.overlay.remove)


def distractors_of(item: Item, ids: Iterable[str]) -> tuple[str, ...]:
    """Those of `ids` that are neither gold nor removed, each once."""
    elsewhere = {*gold_of(item), *item.overlay.remove}
    return tuple(i for i in dict.fromkeys(ids) if i not in elsewhere)
