"""Items, chunks, judgements and prompts as flat rows, a set of columns each; items and chunks also back without loss.

`load_dataset` allows one schema for each configuration, so every kind of row has one of its own, the same in every
language. What has no meaning for a row is null, an empty list is an empty list. Lists and lists of records are Arrow
lists; nothing is JSON inside a text.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bench.records import Chunk, Drawn, Evidence, Item, Review

TEXT, COUNT, FLAG = "string", "int64", "bool"

Kind = str | tuple[Any] | dict[str, str]
"""A column's type: a scalar by name, a list of one kind as a tuple of one, a record as field -> scalar."""

_CHUNK = dict.fromkeys(Chunk.model_fields, TEXT)
_EVIDENCE = dict.fromkeys(Evidence.model_fields, TEXT)
_REVIEW = {name: FLAG if name == "agrees" else TEXT for name in Review.model_fields}

_ITEM = (
    "id lang kind question answer refuted rival_answer accept parts aspects positive negative remove add cuts "
    "rival same base cluster drawn_kit drawn_program drawn_seed drawn_tier drawn_hops drawn_rows drawn_context_tokens "
    "drawn_language_independent slips evidence reasoning derivation flags snapshot source author reviews"
).split()
ITEM_COLUMNS: Mapping[str, Kind] = {
    **dict.fromkeys(_ITEM, TEXT),
    **dict.fromkeys(("accept", "aspects", "positive", "negative", "remove", "rival", "flags"), (TEXT,)),
    **dict.fromkeys((f"drawn_{name}" for name in ("tier", "hops", "rows", "context_tokens")), COUNT),
    "drawn_language_independent": FLAG,
    "parts": ((TEXT,),),
    "add": (_CHUNK,),
    "cuts": ({"chunk": TEXT, "end": COUNT},),
    "same": ({"gold": TEXT, "copy": TEXT},),
    "slips": ({"name": TEXT, "form": TEXT},),
    "evidence": (_EVIDENCE,),
    "reviews": (_REVIEW,),
}
"""The columns of an item with their types, in order."""
CHUNK_COLUMNS: Mapping[str, Kind] = dict.fromkeys(Chunk.model_fields, TEXT)
"""The columns of a chunk: its fields."""
TABLES: Mapping[str, Mapping[str, Kind]] = {
    "items": ITEM_COLUMNS,
    "corpus": CHUNK_COLUMNS,
    "qrels": {"query-id": TEXT, "corpus-id": TEXT, "score": COUNT},
    "prompts": {**dict.fromkeys(("id", "lang", "kind", "system", "prompt", "target"), TEXT)},
}
"""Every table of an export, which is a configuration of its own, with its columns. Judgements are named as in BEIR."""


def item_row(item: Item, author: str | None = None, reviews: Sequence[Review] = ()) -> dict[str, Any]:
    """An item in its columns: its overlay as `remove`, `add`, `cuts`, `rival` and `same` (a row for each copy), how it
    was drawn as `drawn_*` and `slips` (a row for each form), null for an item that was not.

    `author` and `reviews` are what the own format stores beside an item; a run does not see them.
    """
    row = item.model_dump(mode="json")
    row |= row.pop("overlay")
    row["same"] = [{"gold": gold, "copy": copy} for gold, copies in row["same"].items() for copy in copies]
    drawn = row.pop("drawn") or {"slips": None}
    slips = drawn.pop("slips")
    row["slips"] = (
        None if slips is None else [{"name": name, "form": form} for name, forms in slips.items() for form in forms]
    )
    row |= {f"drawn_{name}": value for name, value in drawn.items()}
    row |= {"author": author, "reviews": [review.model_dump(mode="json") for review in reviews]}
    return {name: row.get(name) for name in ITEM_COLUMNS}


def item_of(row: Mapping[str, Any]) -> Item:
    """The item that `item_row` made the row from.

    Raises KeyError where a column is missing, pydantic's ValidationError where the row is no item.
    """
    same, slips = _grouped(row["same"], "gold", "copy"), _grouped(row["slips"] or (), "name", "form")
    overlay = {**{name: row[name] for name in ("remove", "add", "cuts", "rival")}, "same": same}
    fields = {name: row[name] for name in Item.model_fields if name not in ("overlay", "drawn")}
    drawn = {name: row[f"drawn_{name}"] for name in Drawn.model_fields if name != "slips"} | {"slips": slips}
    is_drawn = row["drawn_kit"] is not None
    return Item.model_validate({**fields, "overlay": overlay, "drawn": drawn if is_drawn else None})


def chunk_row(chunk: Chunk) -> dict[str, Any]:
    """A chunk in its columns."""
    row = chunk.model_dump(mode="json")
    return {name: row[name] for name in CHUNK_COLUMNS}


def chunk_of(row: Mapping[str, Any]) -> Chunk:
    """The chunk that `chunk_row` made the row from.

    Raises KeyError where a column is missing, pydantic's ValidationError where the row is no chunk.
    """
    return Chunk.model_validate({name: row[name] for name in Chunk.model_fields})


def _grouped(rows: Sequence[Mapping[str, str]], key: str, value: str) -> dict[str, list[str]]:
    """The values of each key, in order."""
    found: dict[str, list[str]] = {}
    for row in rows:
        found.setdefault(row[key], []).append(row[value])
    return found
