"""A retriever for each world: a drawn item is asked in its own, and no index holds the chunks of two."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bench.records import Item
from bench.retrieval.corpus import Retriever


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
