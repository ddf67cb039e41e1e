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
    ends = {cut.chunk: cut.end for cut in overlay.cuts}
    texts = []
    for chunk in (*corpus.values(), *(added for added in overlay.add if added.id not in corpus)):
        if chunk.id in gone:
            continue
        if chunk.id in ends:
            chunk = chunk.model_copy(update={"text": chunk.text[: ends[chunk.id]]})
        texts.append((chunk.id, searchable(chunk)))
    return texts


def searchable(chunk: Chunk) -> str:
    """What the retriever sees of a chunk: its title and its text."""
    return f"{chunk.title}\n{chunk.text}" if chunk.title and not chunk.text.startswith(chunk.title) else chunk.text


def best_first(scores: Mapping[str, float]) -> tuple[str, ...]:
    """The ids by falling score, equal scores by id. No scores give no ids."""
    return tuple(sorted(scores, key=lambda name: (-scores[name], name)))
