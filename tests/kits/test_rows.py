"""The rows of the suite's own format, of one drawn question: what the reading side is promised."""

from __future__ import annotations

import json
from typing import Any

import pytest

from bench.kits.contexts import contexts
from bench.kits.rows import Row, chunk_rows, question_rows
from bench.kits.world import World
from bench.records import Chunk

Case = tuple[Row, dict[str, Row]]


@pytest.fixture(scope="module")
def corpus(world: World) -> dict[str, Row]:
    return {row["id"]: row for row in chunk_rows(world, "ja")}


@pytest.fixture(scope="module")
def cases(world: World) -> list[Case]:
    return [case(world, number) for number in range(6)]


def case(world: World, number: int, program: str = "price_of", lang: str = "ja") -> Case:
    question = world.question(program, number)
    shown = contexts(world, program, number, question)
    item, rows = question_rows(world, program, number, question, shown, lang)
    return item, {row["kind"]: row for row in rows}


def texts(row: Row, corpus: dict[str, Row], *keys: str) -> list[str]:
    """What the chunks of these fields say to whoever applies the overlay."""
    overlay = row["overlay"]
    known = corpus | {chunk["id"]: chunk for chunk in overlay["add"]}
    ends = {cut["chunk"]: cut["end"] for cut in overlay["cuts"]}
    ids = [id for key in keys for id in row[key]] + ([] if keys == ("positive",) else overlay["rival"])
    assert not set(ids) & set(overlay["remove"])
    return [known[id]["text"][: ends.get(id)] for id in ids]


def test_the_corpus_holds_one_copy_of_every_document(world: World, corpus: dict[str, Row]) -> None:
    assert len({row["doc_id"] for row in corpus.values()}) == len(world.docs)
    assert list(corpus) == sorted(corpus)
    for row in corpus.values():
        assert Chunk.model_validate(row).world == "toy-7"


def test_ids_tell_nothing(corpus: dict[str, Row], cases: list[Case]) -> None:
    added = [chunk for item, rows in cases for row in (item, *rows.values()) for chunk in row["overlay"]["add"]]
    for row in (*corpus.values(), *added):
        assert row["id"].startswith("toy-7-")
        assert len(row["id"]) == len(row["doc_id"]) == len("toy-7-0123456789")
    assert not {chunk["id"] for chunk in added} & set(corpus)


def test_an_item_says_how_it_was_drawn(cases: list[Case]) -> None:
    item, rows = cases[0]
    assert item["id"] == "toy-7-price_of-0"
    drawn = item["drawn"]
    assert {key: drawn[key] for key in ("kit", "program", "seed", "tier", "hops", "rows", "context_tokens")} == {
        "kit": "toy",
        "program": "price_of",
        "seed": "7",
        "tier": 1,
        "hops": 2,
        "rows": 0,
        "context_tokens": 6000,
    }
    assert all(item["answer"] not in forms for forms in drawn["slips"].values())
    assert [row["id"].removeprefix(item["id"]) for row in rows.values()] == ["-INS", "-CON", "-INC"]
    assert {row["base"] for row in rows.values()} == {item["id"]}


def test_every_quote_stands_in_its_chunk_and_makes_it_gold(corpus: dict[str, Row], cases: list[Case]) -> None:
    for item, _ in cases:
        assert {quote["chunk"] for quote in item["evidence"]} == set(item["positive"])
        assert all(quote["quote"] in corpus[quote["chunk"]]["text"] for quote in item["evidence"])


def test_positive_and_negative_have_nothing_in_common_and_are_in_order(cases: list[Case]) -> None:
    for item, rows in cases:
        for row in (item, *rows.values()):
            assert not set(row["positive"]) & set(row["negative"])
            for key in ("positive", "negative"):
                assert row[key] == sorted(row[key])


def test_every_kind_shows_as_many_chunks(corpus: dict[str, Row], cases: list[Case]) -> None:
    for item, rows in cases:
        assert len({len({*r["positive"], *r["negative"]}) for r in (item, *rows.values())}) == 1
        for row in (item, *rows.values()):
            assert texts(row, corpus, "positive", "negative")


def test_a_rival_is_among_what_is_added_and_states_another_value(cases: list[Case]) -> None:
    for item, rows in cases:
        row = rows["contradictory"]
        stated = {chunk["id"]: chunk["text"] for chunk in row["overlay"]["add"]}
        assert row["overlay"]["rival"]
        assert all(row["rival_answer"].removesuffix("円") in stated[id] for id in row["overlay"]["rival"])
        assert row["rival_answer"] != item["answer"]
        assert not any(rows[kind]["overlay"]["rival"] for kind in ("insufficient", "incomplete"))
        assert not item["overlay"]["rival"]


def test_the_harmless_copy_states_the_same_as_its_gold_chunk(corpus: dict[str, Row], cases: list[Case]) -> None:
    for item, _ in cases:
        stated = {chunk["id"]: chunk["text"] for chunk in item["overlay"]["add"]}
        quotes = {quote["chunk"]: quote["quote"] for quote in item["evidence"]}
        assert item["overlay"]["same"]
        for gold, copies in item["overlay"]["same"].items():
            assert gold in item["positive"]
            assert gold in corpus
            assert any(quotes[gold] in stated[id] for id in copies)


def test_a_document_that_is_left_out_is_removed_whole(cases: list[Case]) -> None:
    for item, rows in cases:
        row = rows["insufficient"]
        gone = set(item["positive"]) - set(row["positive"])
        assert gone
        assert gone <= set(row["overlay"]["remove"])


def test_an_incomplete_item_keeps_what_is_left_of_the_broken_document(
    corpus: dict[str, Row], cases: list[Case]
) -> None:
    for item, rows in cases:
        row = rows["incomplete"]
        cut = {each["chunk"] for each in row["overlay"]["cuts"]}
        assert cut & {*row["positive"], *row["negative"]}
        assert set(row["positive"]) <= set(item["positive"])
        needed = [quote["quote"] for quote in item["evidence"]]
        left = "\n".join(texts(row, corpus, "positive", "negative"))
        assert not all(quote in left for quote in needed)


def test_a_false_premise_is_a_row_of_its_own(world: World) -> None:
    item, rows = case(world, 0, "price_said")
    assert (item["kind"], rows) == ("false_premise", {})
    assert item["refuted"] in item["question"]
    assert item["refuted"] in item["answer"]
    assert item["refuted"] not in item["accept"]


def test_both_languages_ask_one_question_of_one_world(world: World) -> None:
    items: list[Any] = [case(world, 1, lang=lang)[0] for lang in ("en", "ja")]
    assert items[0]["id"] == items[1]["id"]
    assert len(items[0]["positive"]) == len(items[1]["positive"])
    assert len(items[0]["negative"]) == len(items[1]["negative"])
    assert list(items[0]["drawn"]["slips"]) == list(items[1]["drawn"]["slips"])


def test_rows_are_json(cases: list[Case]) -> None:
    item, rows = cases[0]
    assert json.loads(json.dumps([item, *rows.values()])) == [item, *rows.values()]
