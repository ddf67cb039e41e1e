"""What a loaded dataset is. Both shapes are frozen; nothing here reads a file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bench.records import Chunk, DatasetRef, Item, Lang
from bench.records.submission import ItemTags


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


def pair_id(item: Item | ItemTags) -> str:
    """The id that an item shares with its counterpart in the other language.

    The suite's own ids are the same in both languages. Imported ids carry their language between hyphens
    (`lit-en-007`, `lit-ja-007`); it is left out here (`lit-007`), so that pairs are made by id, never by text.
    """
    return item.id.replace(f"-{item.lang}-", "-", 1)
