"""The corpus as one item sees it: what its overlay adds and cuts."""

from __future__ import annotations

from collections.abc import Mapping

from bench.records import Chunk, Item


def overlaid(item: Item, corpus: Mapping[str, Chunk]) -> Mapping[str, Chunk]:
    """The corpus as the item sees it: chunks added and cut. Removed ids stay looked-up-able but are not shown."""
    overlay = item.overlay
    changed = {c.id: c for c in overlay.add}
    if overlay.cut:
        whole = changed.get(overlay.cut.chunk) or corpus[overlay.cut.chunk]
        changed[whole.id] = whole.model_copy(update={"text": whole.text[: overlay.cut.end]})
    return {**corpus, **changed} if changed else corpus
