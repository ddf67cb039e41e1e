"""What a retriever is, and the texts that it ranks for an item."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from bench.records import Chunk, Item


class Retriever(Protocol):
    """Ranks chunk ids for an item's question, best first, no id twice."""

    @property
    def name(self) -> str: ...

    def rank(self, item: Item, k: int) -> tuple[str, ...]: ...


def changed(item: Item, corpus: Mapping[str, Chunk]) -> tuple[set[str], dict[str, str]]:
    """What the item's overlay changes: ids whose text is no longer there, and {id: searchable text} of new ones.

    A chunk that is cut is both. An added chunk whose id the corpus has leaves the corpus as it is.
    """
    overlay = item.overlay
    gone = set(overlay.remove)
    new = {added.id: added for added in overlay.add if added.id not in corpus and added.id not in gone}
    for cut in overlay.cuts:
        whole = new.get(cut.chunk) or corpus.get(cut.chunk)
        if whole and cut.chunk not in gone:
            new[cut.chunk] = whole.model_copy(update={"text": whole.text[: cut.end]})
    return gone | set(new), {name: searchable(chunk) for name, chunk in new.items()}


def overlaid_texts(item: Item, corpus: Mapping[str, Chunk]) -> dict[str, str]:
    """{id: searchable text} of every chunk in the item's corpus."""
    gone, new = changed(item, corpus)
    return {chunk.id: searchable(chunk) for chunk in corpus.values() if chunk.id not in gone} | new


def searchable(chunk: Chunk) -> str:
    """What the retriever sees of a chunk: its title and its text."""
    return f"{chunk.title}\n{chunk.text}" if chunk.title and not chunk.text.startswith(chunk.title) else chunk.text


def best_first(scores: Mapping[str, float]) -> tuple[str, ...]:
    """The ids by falling score, equal scores by id. No scores give no ids."""
    return tuple(sorted(scores, key=lambda name: (-scores[name], name)))
