"""Items and chunks as flat rows with one set of columns, and back again without loss.

A reader of Parquet gets every split of a language with the same columns, because `load_dataset` allows one schema for
each configuration: what has no meaning for a row is null, an empty list is an empty list. Lists and lists of records
are Arrow lists; nothing is JSON inside a text.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bench.records import Chunk, Cut, Evidence, Item, Overlay, Review

TEXT, COUNT, FLAG = "string", "int64", "bool"

Kind = str | tuple[Any] | dict[str, str]
"""A column's type: a scalar by name, a list of one kind as a tuple of one, a record as field -> scalar."""

_CHUNK = dict.fromkeys(Chunk.model_fields, TEXT)
_EVIDENCE = dict.fromkeys(Evidence.model_fields, TEXT)
_REVIEW = {name: FLAG if name == "agrees" else TEXT for name in Review.model_fields}

_NAMES = (
    "id lang kind question answer accept parts aspects positive negative remove add cut_chunk cut_end base cluster "
    "evidence reasoning derivation flags source author reviews "
    "world doc_id title text snapshot jurisdiction version"
).split()
COLUMNS: Mapping[str, Kind] = {
    **dict.fromkeys(_NAMES, TEXT),
    **dict.fromkeys(("accept", "aspects", "positive", "negative", "remove", "flags"), (TEXT,)),
    "parts": ((TEXT,),),
    "add": (_CHUNK,),
    "cut_end": COUNT,
    "evidence": (_EVIDENCE,),
    "reviews": (_REVIEW,),
}
"""Every column with its type, in order: those of items, then those of chunks (`id` and `snapshot` are in both)."""


def item_row(item: Item, author: str | None = None, reviews: Sequence[Review] = ()) -> dict[str, Any]:
    """An item in all columns, its overlay as `remove`, `add`, `cut_chunk` and `cut_end`.

    `author` and `reviews` are what the own format stores beside an item; a run does not see them.
    """
    row = item.model_dump(mode="json")
    overlay = row.pop("overlay")
    cut = overlay["cut"] or {"chunk": None, "end": None}
    row |= {"remove": overlay["remove"], "add": overlay["add"], "cut_chunk": cut["chunk"], "cut_end": cut["end"]}
    row |= {"author": author, "reviews": [review.model_dump(mode="json") for review in reviews]}
    return {name: row.get(name) for name in COLUMNS}


def item_of(row: Mapping[str, Any]) -> Item:
    """The item that `item_row` made the row from. Raises pydantic's ValidationError for a row that is no item."""
    cut = None if row["cut_chunk"] is None else Cut(chunk=row["cut_chunk"], end=row["cut_end"])
    overlay = Overlay(remove=tuple(row["remove"]), add=tuple(map(Chunk.model_validate, row["add"])), cut=cut)
    fields = {name: row[name] for name in Item.model_fields if name != "overlay"}
    return Item.model_validate({**fields, "overlay": overlay})


def chunk_row(chunk: Chunk) -> dict[str, Any]:
    """A chunk in all columns; those of items are null."""
    row = chunk.model_dump(mode="json")
    return {name: row.get(name) for name in COLUMNS}


def chunk_of(row: Mapping[str, Any]) -> Chunk:
    """The chunk that `chunk_row` made the row from. Raises pydantic's ValidationError for a row that is no chunk."""
    return Chunk.model_validate({name: row[name] for name in Chunk.model_fields})
