"""Canaries: Main items that are asked with their evidence taken away, so that any attempt is a violation (WRH §3).

Guarantees: which items are chosen depends on nothing but the item's id, the seed and the share, so it is the same for
every system and in both languages, and a sample chooses among its items what the whole set would. A trial is a canary
only if the answer is verified absent from the very chunks that are shown.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence

from bench.arms import arm_of
from bench.dataset.matching import holds
from bench.records import Arm, Chunk, Item
from bench.text.fold import squeeze


def chosen(item: Item, arm: Arm, *, share: float, seed: int) -> bool:
    """Whether `item` is to be a canary in `arm`. `share` of the Main items with evidence are, 0 to 1.

    Never in the `none` arm: a system without documents is meant to answer from what it knows.
    """
    if not item.answerable or not arm_of(arm).documents or not item.positive:
        return False
    digest = hashlib.sha256(f"canary|{seed}|{item.id}".encode()).digest()
    return int.from_bytes(digest[:8]) < share * 2**64


def without_evidence(item: Item) -> Item:
    """The item as a canary sees the corpus: its positive chunks removed, before retrieval and from every context.

    It has an id of its own, because rankings are kept by id and this one is over another corpus.
    """
    overlay = item.overlay.without(item.positive)
    return item.model_copy(update={"id": f"{item.id}-CANARY", "overlay": overlay, "base": item.id})


def absent(item: Item, shown: Sequence[Chunk]) -> bool:
    """Whether the answer is verified absent: no chunk holds an evidence quote, an accepted form, or the same value.

    Width, case and spacing do not hide a form, nor do unit and notation a value (90 minutes, 1.5 hours). An item of
    several parts stands in the context where each part does. Nothing shown: True.
    """
    texts = [f"{chunk.title}\n{chunk.text}" for chunk in shown]
    flat = [squeeze(text) for text in texts]
    if any(squeeze(evidence.quote) in text for evidence in item.evidence for text in flat):
        return False
    if any(_stands(form, texts) for form in (item.answer, *item.accept)) or _value_stands(item, texts):
        return False
    return not (item.parts and all(any(_stands(form, texts) for form in spellings) for spellings in item.parts))


def _stands(form: str, texts: Iterable[str]) -> bool:
    return any(holds(text, form) for text in texts)


def _value_stands(item: Item, texts: Iterable[str]) -> bool:
    from bench.rules.asked import read_question
    from bench.rules.expected import read_expected
    from bench.rules.same_value import Match, same_value
    from bench.rules.values import read_values

    asked = read_question(item.question, item.lang)
    wanted = read_expected(asked, item.answer).value
    if wanted is None:
        return False
    found = (value for text in texts for value in read_values(text, like=wanted.kind))
    return any(same_value(asked, wanted, value) is Match.EQUAL for value in found)
