"""Contexts: (item, arm, seed, repeat) to the chunks that are shown, in order.

| arm       | Main           | insufficient          | contradictory           | incomplete                |
| gold      | C+             | skipped (empty)       | C+ and rival            | C+, cut                   |
| shuffled  | C+ and C-      | C- (and C+ left)      | C+, C- and rival        | C+, cut, and C-           |
| retrieved | top-k          | top-k without C+      | top-k of corpus + rival | top-k of corpus with cut  |
| none      | nothing        | skipped               | skipped                 | skipped                   |

C+ is what is left of the gold chunks, C- the item's distractors with what else its overlay adds (a copy of a document
that differs elsewhere). Main items may have an overlay too. `retrieved` searches the item's world (dataset/worlds.py).

An item's context depends on nothing but the item, the arm, the seed and the repeat: running a subset, or another
order of items, changes nothing. The shuffled arm can also be laid out: the gold chunks (C+ and rival) as one block at
a relative place among the distractors, and another number of distractors than the item's own C-.
`bench.dataset.shown` says which arms have anything to show for an item.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence

from bench.arms import arm_of
from bench.dataset.shown import distractors_of, gold_of, overlaid, own_distractors
from bench.records import Arm, Chunk, Item
from bench.retrieval import Retriever


def trial_seed(seed: int, item: Item, arm: Arm, repeat: int) -> int:
    """The seed of one trial, 0 to 2^31 - 1. The language is left out: paired items get paired orders."""
    return int.from_bytes(_digest(seed, item.id, arm, repeat)[:4]) >> 1


def context(
    item: Item,
    arm: Arm,
    *,
    corpus: Mapping[str, Chunk],
    retriever: Retriever | None,
    k: int,
    seed: int,
    repeat: int,
    negative: Sequence[str] | None = None,
    gold_position: float | None = None,
) -> tuple[Chunk, ...]:
    """The chunks shown, in order, for an arm that applies to the item.

    `retrieved` is in rank order; `gold` and `shuffled` are in a seeded order. In the shuffled arm alone, `negative`
    stands for the item's own C-, and `gold_position` (0 first, 1 last) puts the gold chunks as one block at that
    share of the distractors. Only `retrieved` needs a retriever. Empty for the `none` arm, and for a retriever over
    an empty corpus.
    """
    entry = arm_of(arm)
    if not entry.documents:
        return ()
    chunks = overlaid(item, corpus)
    if entry.retrieval:
        if retriever is None:
            raise ValueError(f"the arm {arm} needs a retriever")
        return tuple(chunks[chunk_id] for chunk_id in retriever.rank(item, k))
    order = trial_seed(seed, item, arm, repeat)
    gold = gold_of(item) if entry.evidence else ()
    around = own_distractors(item) if negative is None else distractors_of(item, negative)
    around = around if entry.distractors else ()

    def seeded(ids: Iterable[str]) -> list[str]:
        return sorted(ids, key=lambda chunk_id: _digest(order, chunk_id))

    if gold_position is None or not entry.distractors:
        return tuple(chunks[i] for i in seeded((*gold, *around)))
    others = seeded(around)
    before = int(gold_position * len(others) + 0.5)
    return tuple(chunks[i] for i in (*others[:before], *seeded(gold), *others[before:]))


def _digest(*parts: object) -> bytes:
    return hashlib.sha256("|".join(map(str, parts)).encode()).digest()
