"""The suite's own references, given as answers, are right: a perfect generator scores everything."""

from pathlib import Path

import pytest

from tests.rules.conftest import letter, read_rows, verdict

DATA = Path(__file__).resolve().parents[2] / "data"


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_every_reference_of_an_answerable_item_is_right(lang):
    rows = read_rows(DATA / lang / "items.jsonl")
    got = {r["id"]: verdict(r["question"], r["answer"], r["answer"], accept=r["accept"], lang=lang) for r in rows}
    assert {id for id, found in got.items() if letter(found) != "c"} == set()


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_every_reference_of_an_abstention_item_declines_or_names_the_conflict(lang):
    asked = {r["id"]: r["question"] for r in read_rows(DATA / lang / "items.jsonl")}
    rows = read_rows(DATA / lang / "abstention.jsonl")
    got = {r["id"]: verdict(asked[r["base"]], r["answer"], r["answer"], r["kind"], lang=lang) for r in rows}
    assert {id for id, found in got.items() if found.verdict != "correct"} == set()


@pytest.mark.parametrize(
    ("question", "answer"),
    [("What is the fee?", "I cannot say. The fee is $5."), ("料金はいくらか。", "判断できない。料金は500円です。")],
)
def test_a_refusal_that_goes_on_to_answer_is_not_taken_for_one(question, answer):
    assert letter(verdict(question, "x", answer, "insufficient")) != "a"
