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


def overlaid_texts(item: Item, corpus: Mapping[str, Chunk]) -> list[tuple[str, str]]:
    """(id, searchable text) of every chunk in the item's corpus, in corpus order, added chunks last."""
    overlay = item.overlay
    gone = set(overlay.remove)
    texts = []
    for chunk in corpus.values():
        if chunk.id in gone:
            continue
        if overlay.cut and overlay.cut.chunk == chunk.id:
            chunk = chunk.model_copy(update={"text": chunk.text[: overlay.cut.end]})
        texts.append((chunk.id, searchable(chunk)))
    return texts + [(c.id, searchable(c)) for c in overlay.add if c.id not in corpus]


def searchable(chunk: Chunk) -> str:
    """What the retriever sees of a chunk: its title and its text."""
    return f"{chunk.title}\n{chunk.text}" if chunk.title and not chunk.text.startswith(chunk.title) else chunk.text


def best_first(scores: Mapping[str, float]) -> tuple[str, ...]:
    """The ids by falling score, equal scores by id. No scores give no ids."""
    return tuple(sorted(scores, key=lambda name: (-scores[name], name)))
