"""What an importer gets and gives back: files with their rows, and the languages it made of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from bench.dataset.rows import Row
from bench.dataset.shapes import LangData
from bench.langs import language_of
from bench.records import LANGS, Chunk, Item, Lang


@dataclass(frozen=True)
class File:
    """One file of a foreign source: its name, its bytes on disk, and its rows."""

    name: str
    data: bytes
    rows: tuple[Row, ...]

    @property
    def stem(self) -> str:
        return self.name.split(".")[0]

    def language(self, question: str) -> Lang:
        """The language that the file's name says (`en`, `ja`), else the one that its questions are written in."""
        if self.stem in LANGS:
            return self.stem
        return language_of(str(row.fields.get(question, "")) for row in self.rows)


@dataclass(frozen=True)
class Imported:
    """What an importer made: the wanted languages, and what else was there.

    `available` names every language of the source, for the message where a wanted one is missing. `published` is the
    version of the data that the content is, as published; '' for content of any other kind.
    """

    langs: Mapping[Lang, LangData]
    available: tuple[Lang, ...]
    published: str = ""


@dataclass
class Draft:
    """One language while it is being read: its corpus, its items, and the row of each id."""

    lang: Lang
    corpus: dict[str, Chunk] = field(default_factory=dict)
    items: list[Item] = field(default_factory=list)
    ids: dict[str, Row] = field(default_factory=dict)

    def finished(self) -> LangData:
        return LangData(self.lang, MappingProxyType(self.corpus), tuple(self.items))


def of_language(files: Sequence[File], question: str, lang: Lang) -> tuple[File, ...]:
    """Those of the files that are in a language, by their name or by the questions in the field `question`."""
    return tuple(file for file in files if file.language(question) == lang)
