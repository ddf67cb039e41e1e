"""The rows of a folder in the suite's own format, one language of it: as its files have them."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Generic, Literal, TypeVar

from bench.dataset.rows import Row
from bench.records import AbstentionRow, Chunk, Lang, MainRow, Record

R = TypeVar("R", bound=Record)


class Settings(Record):
    """dataset.toml. A folder without one gets these values, and its own name."""

    name: str = ""
    version: str = "unversioned"
    licence: str = "unknown"
    composition: Literal["growing", "final"] = "growing"


@dataclass(frozen=True)
class Placed(Generic[R]):
    """A record with the row that it was read from."""

    record: R
    row: Row


@dataclass(frozen=True)
class Tables:
    """The rows of one language, written ones before drawn ones, as far as they could be read."""

    lang: Lang
    chunks: tuple[Placed[Chunk], ...] = ()
    items: tuple[Placed[MainRow], ...] = ()
    abstention: tuple[Placed[AbstentionRow], ...] = ()

    @cached_property
    def corpus(self) -> dict[str, Chunk]:
        """Chunk id -> chunk, in file order."""
        return {placed.record.id: placed.record for placed in self.chunks}

    @cached_property
    def bases(self) -> dict[str, MainRow]:
        """Item id -> its row of items.jsonl, in file order."""
        return {placed.record.id: placed.record for placed in self.items}

    @cached_property
    def written(self) -> Tables:
        """What somebody has written: without drawn items, what is made of them, and the chunks of their worlds."""
        return self if not self._worlds else self._part(drawn=False)

    @cached_property
    def drawn(self) -> Tables:
        """What was drawn: the other part."""
        return self._part(drawn=True)

    def _part(self, *, drawn: bool) -> Tables:
        bases = {name for name, row in self.bases.items() if row.drawn is not None}
        return replace(
            self,
            chunks=tuple(p for p in self.chunks if (p.record.world in self._worlds) is drawn),
            items=tuple(p for p in self.items if (p.record.id in bases) is drawn),
            abstention=tuple(p for p in self.abstention if (p.record.base in bases) is drawn),
        )

    @cached_property
    def _worlds(self) -> frozenset[str]:
        return frozenset(row.drawn.world for row in self.bases.values() if row.drawn is not None)


@dataclass
class Source:
    """A folder of the own format: its settings, tables by language, and the bytes that were read."""

    settings: Settings
    tables: dict[Lang, Tables] = field(default_factory=dict)
    files: list[tuple[str, bytes]] = field(default_factory=list)
