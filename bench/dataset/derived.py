"""Items made from a Main item: its question over a corpus that an overlay has changed."""

from __future__ import annotations

from bench.kinds import KINDS
from bench.langs import language
from bench.records import Aspect, Item, Kind, Overlay

REMOVED: Kind = next(kind.id for kind in KINDS.values() if kind.twin)
"""The kind of an item whose evidence was taken out of the corpus."""


def derived(main: Item, id: str, kind: Kind, overlay: Overlay, answer: str = "") -> Item:
    """An item of another kind with the question, chunks and cluster of `main`, whose aspect is its kind.

    `answer`: the reference, which declines; '' for the language's sentence about missing evidence. Nothing that says
    what would be right (evidence, accepted forms, derivation) is taken over.
    """
    return Item(
        id=id,
        lang=main.lang,
        kind=kind,
        question=main.question,
        answer=answer or language(main.lang).insufficient,
        aspects=(Aspect(kind),),
        positive=main.positive,
        negative=main.negative,
        overlay=overlay,
        base=main.id,
        cluster=main.cluster,
        snapshot=main.snapshot,
        source=main.source,
    )


def without_evidence(main: Item) -> Item:
    """`<id>-INS`: the item with all of its positive chunks removed from the corpus, and nothing positive left."""
    twin = derived(main, f"{main.id}-INS", REMOVED, Overlay(remove=main.positive))
    return twin.model_copy(update={"positive": ()})
