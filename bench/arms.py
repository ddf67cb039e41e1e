"""The context arms: (item, arm, seed, repeat) to the chunks that are shown, in order.

| arm       | Main           | insufficient          | contradictory           | incomplete                |
| gold      | C+             | skipped (empty)       | C+ and rival            | C+, cut                   |
| shuffled  | C+ and C-      | C-                    | C+, C- and rival        | C+, cut, and C-           |
| retrieved | top-k          | top-k without C+      | top-k of corpus + rival | top-k of corpus with cut  |
| none      | nothing        | skipped               | skipped                 | skipped                   |

An item's context depends on nothing but the item, the arm, the seed and the repeat: running a subset, or another
order of items, changes nothing.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping

from bench.records import Arm, Chunk, Item
from bench.retrieval import Retriever


def trial_seed(seed: int, item: Item, arm: Arm, repeat: int) -> int:
    """The seed of one trial, 0 to 2^31 - 1. The language is left out: paired items get paired orders."""
    return int.from_bytes(_digest(seed, item.id, arm, repeat)[:4]) >> 1


def applies(item: Item, arm: Arm) -> bool:
    """Whether `arm` shows `item` anything it is meant for; False is a skipped trial, not a failure."""
    if arm == "none":
        return item.kind == "main"
    return arm == "retrieved" or bool(_shown(item, arm))


def context(
    item: Item, arm: Arm, *, corpus: Mapping[str, Chunk], retriever: Retriever, k: int, seed: int, repeat: int
) -> tuple[Chunk, ...]:
    """The chunks shown, in order, for an arm that applies to the item.

    `retrieved` is in rank order; `gold` and `shuffled` are in a seeded order. Empty for the `none` arm, and for a
    retriever over an empty corpus.
    """
    if arm == "none":
        return ()
    chunks = overlaid(item, corpus)
    if arm == "retrieved":
        return tuple(chunks[chunk_id] for chunk_id in retriever.rank(item, k))
    order = trial_seed(seed, item, arm, repeat)
    ids = sorted(_shown(item, arm), key=lambda chunk_id: _digest(order, chunk_id))
    return tuple(chunks[chunk_id] for chunk_id in ids)


def _shown(item: Item, arm: Arm) -> tuple[str, ...]:
    """Ids of the `gold` or `shuffled` context, each once, not yet in order."""
    ids = [*item.positive, *(c.id for c in item.overlay.add), *(item.negative if arm == "shuffled" else ())]
    return tuple(i for i in dict.fromkeys(ids) if i not in item.overlay.remove)


def overlaid(item: Item, corpus: Mapping[str, Chunk]) -> Mapping[str, Chunk]:
    """The corpus as the item sees it: chunks added and cut. Removed ids stay looked-up-able but are not shown."""
    overlay = item.overlay
    changed = {c.id: c for c in overlay.add}
    if overlay.cut:
        whole = changed.get(overlay.cut.chunk) or corpus[overlay.cut.chunk]
        changed[whole.id] = whole.model_copy(update={"text": whole.text[: overlay.cut.end]})
    return {**corpus, **changed} if changed else corpus


def evidence_shown(item: Item, shown: Iterable[str]) -> bool:
    """Whether every positive chunk of the item is among the chunks shown."""
    return set(item.positive) <= set(shown) and bool(item.positive)


def _digest(*parts: object) -> bytes:
    return hashlib.sha256("|".join(map(str, parts)).encode()).digest()
