"""Items and chunks as rows of one table: every field has a column, and a row gives back what it was made from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from bench.authoring.columns import CHUNK_COLUMNS, ITEM_COLUMNS, TABLES, Kind, chunk_of, chunk_row, item_of, item_row
from bench.authoring.export import dataset_of
from bench.records import AbstentionRow, Aspect, Chunk, Cut, Drawn, Evidence, Item, MainRow, Overlay, Review

# What a dataset can hold: any text that UTF-8 can write, with a visible character where it must not be blank.
TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
SOLID = TEXT.map(lambda text: f"{text}字")
TEXTS = st.lists(SOLID, max_size=3).map(tuple)
CHUNKS = st.builds(
    Chunk, id=SOLID, world=TEXT, doc_id=TEXT, title=TEXT, text=SOLID, snapshot=TEXT, jurisdiction=TEXT, version=TEXT
)
ITEMS = st.builds(
    Item,
    id=SOLID,
    lang=st.sampled_from(["en", "ja"]),
    kind=st.sampled_from(["main", "insufficient", "contradictory", "incomplete"]),
    question=SOLID,
    answer=SOLID,
    accept=TEXTS,
    parts=st.lists(TEXTS, max_size=2).map(tuple),
    aspects=st.sampled_from([(), (Aspect.CSV,), (Aspect.MULTI_HOP, Aspect.SYNONYM), (Aspect.INCOMPLETE,)]),
    positive=TEXTS,
    negative=TEXTS,
    overlay=st.builds(
        Overlay,
        remove=TEXTS,
        add=st.lists(CHUNKS, max_size=2).map(tuple),
        cuts=st.lists(st.builds(Cut, chunk=SOLID, end=st.integers(1, 2**31)), max_size=2).map(tuple),
        rival=TEXTS,
        same=st.dictionaries(SOLID, st.lists(SOLID, min_size=1, max_size=2).map(tuple), max_size=2),
    ),
    refuted=TEXT,
    rival_answer=TEXT,
    drawn=st.none()
    | st.builds(
        Drawn,
        kit=SOLID,
        program=SOLID,
        seed=SOLID,
        tier=st.integers(1, 6),
        hops=st.integers(1, 9),
        rows=st.integers(0, 80),
        context_tokens=st.integers(1, 2**20),
        slips=st.dictionaries(SOLID, st.lists(SOLID, min_size=1, max_size=2).map(tuple), max_size=2),
        language_independent=st.booleans(),
    ),
    base=st.none() | SOLID,
    cluster=SOLID,
    evidence=st.lists(st.builds(Evidence, chunk=SOLID, quote=SOLID), max_size=2).map(tuple),
    reasoning=TEXT,
    derivation=st.none() | TEXT,
    snapshot=TEXT,
    flags=TEXTS,
    source=TEXT,
)


def through_arrow(row: dict[str, Any], columns: Mapping[str, Kind] = ITEM_COLUMNS) -> dict[str, Any]:
    (found,) = dataset_of([row], columns)
    return dict(found)


def test_every_field_of_every_stored_shape_has_a_column() -> None:
    assert set(Item.model_fields) - {"overlay", "drawn"} <= set(ITEM_COLUMNS)
    assert set(Chunk.model_fields) == set(CHUNK_COLUMNS)
    assert set(Overlay.model_fields) <= set(ITEM_COLUMNS)
    assert {f"drawn_{name}" for name in set(Drawn.model_fields) - {"slips"}} | {"slips"} <= set(ITEM_COLUMNS)
    # `kind` and `base` of an abstention row are the item's; `add` and `cut` are its overlay.
    beside = {"cut", "overlay", "drawn"}
    assert (set(MainRow.model_fields) | set(AbstentionRow.model_fields)) - beside <= set(ITEM_COLUMNS)


@given(ITEMS)
@settings(max_examples=60)
def test_an_item_survives_the_table(item: Item) -> None:
    assert item_of(through_arrow(item_row(item))) == item


@given(CHUNKS)
@settings(max_examples=60)
def test_a_chunk_survives_the_table(chunk: Chunk) -> None:
    assert chunk_of(through_arrow(chunk_row(chunk), CHUNK_COLUMNS)) == chunk


def test_solves_and_the_author_stand_beside_the_item() -> None:
    item = Item(id="a", lang="en", kind="main", question="q", answer="a", cluster="a")
    review = Review(solver="s", context="with_evidence", given="", agrees=False, date="2026-06-01", note="注")
    row = through_arrow(item_row(item, "suite", [review]))
    assert row["author"] == "suite"
    assert [Review.model_validate(found) for found in row["reviews"]] == [review]


def test_null_is_not_empty() -> None:
    item = Item(id="a", lang="en", kind="main", question="q", answer="a", cluster="a")
    row = through_arrow(item_row(item))
    assert (row["negative"], row["base"], row["drawn_tier"], row["snapshot"]) == ([], None, None, "")
    assert through_arrow(chunk_row(Chunk(id="c", text="t")), CHUNK_COLUMNS)["title"] == ""


def test_judgements_are_named_as_others_read_them() -> None:
    assert list(TABLES["qrels"]) == ["query-id", "corpus-id", "score"]


def test_a_chunk_is_no_item() -> None:
    with pytest.raises((ValidationError, KeyError)):
        item_of(chunk_row(Chunk(id="c", text="t")))
