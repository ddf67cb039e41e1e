"""What a loaded dataset is, and the items that are made from a Main item by changing the corpus under its question.

Nothing here reads a file.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from bench.kinds import KINDS
from bench.langs import language
from bench.records import Aspect, Chunk, DatasetRef, Item, Kind, Lang, Overlay
from bench.records.submission import ItemTags

REMOVED: Kind = next(kind.id for kind in KINDS.values() if kind.twin)
"""The kind of an item whose evidence was taken out of the corpus."""


@dataclass(frozen=True)
class LangData:
    """One language of a dataset.

    `corpus` maps chunk id to chunk, in file order: what a retriever may search. Chunks that belong to one item
    alone (a rival, a truncated copy) stand in that item's `overlay.add` and not here.
    `items` holds every kind, derived items included; their ids are unique, and every id that they name is in
    `corpus` or in their own `overlay.add`.
    """

    lang: Lang
    corpus: Mapping[str, Chunk]
    items: tuple[Item, ...]
    retrieved: Mapping[str, Chunk] = field(default_factory=dict)
    """Passages that a run's retriever has returned and the corpus does not have, by id: nothing else shows them."""

    @property
    def chunks(self) -> Mapping[str, Chunk]:
        """Every chunk that an answer may name by its id, but for those that items add."""
        return {**self.retrieved, **self.corpus} if self.retrieved else self.corpus


@dataclass(frozen=True)
class Dataset:
    """A dataset in memory, with what is needed to say later exactly what was loaded.

    `sha256` is a hex digest over the names and bytes of every file that was read, in a fixed order, so that it
    does not depend on the order of the languages asked for. `official` says that the content is the suite's own
    data or LIT-RAGBench as published; only such results may enter the leaderboard.
    """

    name: str
    version: str
    sha256: str
    licence: str
    langs: Mapping[Lang, LangData]
    official: bool

    @property
    def ref(self) -> DatasetRef:
        """The dataset by name, version and digest, as results state it."""
        return DatasetRef(
            name=self.name, version=self.version, sha256=self.sha256, licence=self.licence, official=self.official
        )


def with_retrieved(dataset: Dataset, passages: Mapping[Lang, Mapping[str, Chunk]]) -> Dataset:
    """The dataset with the passages that a run's retriever has returned."""
    if not passages:
        return dataset
    langs = {lang: replace(data, retrieved=passages.get(lang, {})) for lang, data in dataset.langs.items()}
    return replace(dataset, langs=MappingProxyType(langs))


def pair_id(item: Item | ItemTags) -> str:
    """The id that an item shares with its counterpart in the other language.

    The suite's own ids are the same in both languages. Imported ids carry their language between hyphens
    (`lit-en-007`, `lit-ja-007`); it is left out here (`lit-007`), so that pairs are made by id, never by text.
    """
    return item.id.replace(f"-{item.lang}-", "-", 1)


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
        drawn=main.drawn,
        source=main.source,
    )


def without_evidence(main: Item) -> Item:
    """`<id>-INS`: the item with all of its positive chunks removed from the corpus, and nothing positive left."""
    twin = derived(main, f"{main.id}-INS", REMOVED, main.overlay.without(main.positive))
    return twin.model_copy(update={"positive": ()})
