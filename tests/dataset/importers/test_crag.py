"""CRAG: rows of our own, plain and in bzip2."""

from __future__ import annotations

import bz2
import json
from pathlib import Path
from typing import Any

import pytest

from bench.dataset import load
from bench.dataset.importers.crag import visible_text
from bench.errors import DataError
from bench.records import Aspect, Item
from tests.dataset.sources import jsonl


def page(name: str, snippet: str = "", html: str = "") -> dict[str, str]:
    return {"page_name": name, "page_url": "https://example.org", "page_snippet": snippet, "page_result": html,
            "page_last_modified": " "}  # fmt: skip


ROW: dict[str, Any] = {
    "interaction_id": "a-1", "query_time": "03/19/2024, 23:49:30 PT", "domain": "open", "question_type": "simple",
    "static_or_dynamic": "static", "query": "Who leads the kite club?", "answer": "Kunugi", "alternative_answers": "[]",
    "split": 0, "search_results": [page("Club", "Kunugi leads it."), page("Mill", "The mill is old.")],
}  # fmt: skip


def items(path: Path) -> list[Item]:
    return list(load(str(path), ["en"]).langs["en"].items)


def test_pages_are_shown_and_not_called_gold(tmp_path: Path) -> None:
    data = load(str(jsonl(tmp_path / "dev.jsonl", ROW)), ["en"]).langs["en"]
    (item,) = data.items
    assert (item.id, item.kind, item.positive, len(item.negative)) == ("crag-a-1", "main", (), 2)
    assert item.flags == ("noted:relevance_unknown",)
    assert item.snapshot == "2024-03-19"
    assert [(chunk.title, chunk.text) for chunk in data.corpus.values()] == [
        ("Club", "Kunugi leads it."), ("Mill", "The mill is old."),
    ]  # fmt: skip


def test_bzip2_is_read(tmp_path: Path) -> None:
    path = tmp_path / "dev_data.jsonl.bz2"
    path.write_bytes(bz2.compress((json.dumps(ROW) + "\n").encode()))
    assert items(path)[0].answer == "Kunugi"
    path.write_bytes(path.read_bytes()[:-20])
    with pytest.raises(DataError, match="cannot be read"):
        items(path)


def test_the_answer_nan_is_a_text(tmp_path: Path) -> None:
    assert items(jsonl(tmp_path / "x.jsonl", ROW | {"answer": "nan"}))[0].answer == "nan"


def test_alternative_answers_in_both_forms(tmp_path: Path) -> None:
    literal = ROW | {"alternative_answers": "['Ms Kunugi', \"K's\"]"}
    listed = {key: value for key, value in ROW.items() if key != "alternative_answers"} | {"alt_ans": ["Ms Kunugi"]}
    assert items(jsonl(tmp_path / "x.jsonl", literal))[0].accept == ("Ms Kunugi", "K's")
    assert items(jsonl(tmp_path / "x.jsonl", listed))[0].accept == ("Ms Kunugi",)


def test_repeated_pages_are_one_chunk_and_html_stands_in_for_a_missing_snippet(tmp_path: Path) -> None:
    html = (
        "<html><head><title>T</title><style>p{}</style></head><body><p>Ku&shy;nugi <b>leads</b></p><script>x</script>"
    )
    pages = [page("A", "one"), page("A", "one"), page("B", " ", html), page("C")]
    data = load(str(jsonl(tmp_path / "x.jsonl", ROW | {"search_results": pages})), ["en"]).langs["en"]
    assert [chunk.text for chunk in data.corpus.values()] == ["one", "Ku\xadnugi\nleads"]
    assert "noted:page_without_text" in data.items[0].flags


def test_question_types(tmp_path: Path) -> None:
    false, hop = items(
        jsonl(tmp_path / "x.jsonl", ROW | {"question_type": "false_premise", "answer": "invalid question"},
              ROW | {"question_type": "multi-hop", "interaction_id": "a-2"})
    )  # fmt: skip
    assert "noted:false_premise" in false.flags
    assert (false.kind, false.answer) == ("main", "invalid question")
    assert false.reasoning
    assert hop.aspects == (Aspect.MULTI_HOP,)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"interaction_id": ""}, "'interaction_id': is empty"),
        ({"query_time": "yesterday"}, "'query_time': 'yesterday' is not a time"),
        ({"question_type": "odd"}, "'question_type': 'odd' is not one of CRAG's"),
        ({"alternative_answers": "[a"}, "'alternative_answers': is not a list of texts"),
        ({"alternative_answers": "__import__('os')"}, "'alternative_answers': is not a list of texts"),
        ({"search_results": []}, "'search_results': is empty"),
        ({"search_results": ["page"]}, r"'search_results\[0\]': is a text, not an object"),
        ({"search_results": [page("A")]}, "has no page with text"),
        ({"search_results": [{"page_snippet": 4}]}, "has a 'page_snippet' that is not a text"),
        ({"answer": None}, "'answer': is null, not a text"),
    ],
)
def test_faults_name_the_field(tmp_path: Path, change: dict[str, Any], words: str) -> None:
    with pytest.raises(DataError, match=words):
        items(jsonl(tmp_path / "x.jsonl", ROW | change))


def test_ids_are_unique(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"also used at x.jsonl:1"):
        items(jsonl(tmp_path / "x.jsonl", ROW, ROW))


def test_visible_text_survives_broken_html() -> None:
    assert visible_text("<p>a<script>b</p>") == "a"
    assert visible_text("") == ""
    assert visible_text("<div>x<br>y</span>z") == "x\ny\nz"
