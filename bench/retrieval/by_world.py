"""A retriever for each world: a drawn item is asked in its own, and no index holds the chunks of two."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from bench.dataset.worlds import worlds_of
from bench.records import Chunk, Item
from bench.retrieval.corpus import Retriever


def over_worlds(
    items: Iterable[Item], corpus: Mapping[str, Chunk], make: Callable[[Mapping[str, Chunk]], Retriever]
) -> Retriever:
    """What `make` gives for the corpus, or for each world where there are drawn items. `items`: all of one language."""
    by_world = {world: make(part) for world, part in worlds_of(items, corpus).items()}
    return ByWorld(by_world) if len(by_world) > 1 else by_world[""]


@dataclass(frozen=True)
class ByWorld:
    """Hands each item to the retriever of its world (bench.dataset.worlds). Raises KeyError for an unknown world."""

    retrievers: Mapping[str, Retriever]

    @property
    def name(self) -> str:
        return next(iter(self.retrievers.values())).name

    def rank(self, item: Item, k: int) -> tuple[str, ...]:
        """The k best chunk ids of the item's world; fewer where the world has fewer."""
        return self.retrievers[item.world].rank(item, k)
