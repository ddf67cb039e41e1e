"""Pools of names and texts, written as tables. A pool is a tuple; a kit draws from it without replacement."""

from __future__ import annotations

from bench.kits.base import KitError, Name, Text


def names(table: str) -> tuple[Name, ...]:
    """`kanji kana romanisation` for each entry; entries are parted by semicolons or line ends.

    A romanisation may have spaces. Raises KitError for an entry with fewer than three words. An empty table: no names.
    """
    return tuple(_name(entry) for entry in _entries(table))


def texts(table: str) -> tuple[Text, ...]:
    """`English | Japanese` for each entry; entries are parted by semicolons or line ends. Raises KitError otherwise."""
    return tuple(_text(entry) for entry in _entries(table))


def classed(*tables: str) -> tuple[tuple[Text, int], ...]:
    """Texts with the number of their table: members of classes, the classes in the order of the tables."""
    return tuple((member, number) for number, table in enumerate(tables) for member in texts(table))


def _entries(table: str) -> list[str]:
    return [entry.strip() for entry in table.replace("\n", ";").split(";") if entry.strip()]


def _name(entry: str) -> Name:
    words = entry.split(maxsplit=2)
    if len(words) < 3:
        raise KitError(f"A name is kanji, kana and romanisation, parted by spaces; this is not: {entry}")
    return Name(ja=words[0], kana=words[1], en=words[2])


def _text(entry: str) -> Text:
    en, bar, ja = entry.partition("|")
    if not (bar and en.strip() and ja.strip()):
        raise KitError(f"A text is English, a bar and Japanese; this is not: {entry}")
    return Text(en=en.strip(), ja=ja.strip())
