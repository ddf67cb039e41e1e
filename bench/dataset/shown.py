"""What an item shows: its corpus with the overlay applied, its gold chunks and distractors, and in which arms."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from bench.arms import arm_of
from bench.records import Arm, Chunk, Item


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
    return bool(gold or (entry.distractors and own_distractors(item)))


def gold_of(item: Item) -> tuple[str, ...]:
    """Ids of C+ and the rival, each once, without what the item's overlay removes; not in the order shown."""
    ids = dict.fromkeys((*item.positive, *item.overlay.rival))
    return tuple(i for i in ids if i not in item.overlay.remove)


def distractors_of(item: Item, ids: Iterable[str]) -> tuple[str, ...]:
    """Those of `ids` that are neither gold nor removed, each once."""
    elsewhere = {*gold_of(item), *item.overlay.remove}
    return tuple(i for i in dict.fromkeys(ids) if i not in elsewhere)


def own_distractors(item: Item) -> tuple[str, ...]:
    """Ids of C- and of what else the item's overlay adds, each once; not in the order shown."""
    return distractors_of(item, (*item.negative, *(chunk.id for chunk in item.overlay.add)))


def overlaid(item: Item, corpus: Mapping[str, Chunk]) -> Mapping[str, Chunk]:
    """The corpus as the item sees it: chunks added and cut. Removed ids stay looked-up-able but are not shown."""
    changed = {chunk.id: chunk for chunk in item.overlay.add}
    for cut in item.overlay.cuts:
        whole = changed.get(cut.chunk) or corpus[cut.chunk]
        changed[whole.id] = whole.model_copy(update={"text": whole.text[: cut.end]})
    return Overlaid(corpus, changed) if changed else corpus


class Overlaid(Mapping[str, Chunk]):
    """A corpus with some chunks in another form and others added, without a copy of the corpus for each item."""

    def __init__(self, corpus: Mapping[str, Chunk], changed: Mapping[str, Chunk]) -> None:
        self._corpus, self._changed = corpus, changed

    def __getitem__(self, name: str) -> Chunk:
        return self._changed[name] if name in self._changed else self._corpus[name]

    def __contains__(self, name: object) -> bool:
        return name in self._changed or name in self._corpus

    def __iter__(self) -> Iterator[str]:
        yield from self._corpus
        yield from (name for name in self._changed if name not in self._corpus)

    def __len__(self) -> int:
        return len(self._corpus) + sum(name not in self._corpus for name in self._changed)
