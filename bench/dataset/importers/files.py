"""What an importer gets and gives back: files with their rows, and the languages it made of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bench.dataset.rows import Row
from bench.dataset.shapes import LangData
from bench.langs import language_of
from bench.records import LANGS, Lang


@dataclass(frozen=True)
class File:
    """One file of a foreign source: its name, its bytes on disk, and its rows."""

    name: str
    data: bytes
    rows: tuple[Row, ...]

    @property
    def stem(self) -> str:
        return self.name.split(".")[0]


@dataclass(frozen=True)
class Imported:
    """What an importer made: the wanted languages, the files that they came from, and what else was there.

    `available` names every language of the source, for the message where a wanted one is missing.
    """

    langs: Mapping[Lang, LangData]
    files: tuple[File, ...]
    available: tuple[Lang, ...]
    version: str = ""
    official: bool = False


def file_language(file: File, question: str) -> Lang:
    """The language that the file's name says (`en`, `ja`), else the one that its questions are written in."""
    named = next((lang for lang in LANGS if file.stem == lang), None)
    return named or language_of(str(row.fields.get(question, "")) for row in file.rows)


def of_language(files: Sequence[File], question: str, lang: Lang) -> tuple[File, ...]:
    return tuple(file for file in files if file_language(file, question) == lang)
