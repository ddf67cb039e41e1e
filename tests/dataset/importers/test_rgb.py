"""RGB: its three English kinds of files, with rows of our own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bench.dataset import load
from bench.errors import DataError
from bench.records import Aspect, Item
from tests.dataset.sources import jsonl

NOISE: dict[str, Any] = {
    "id": 0,
    "query": "When did the loft open?",
    "answer": ["May 1990", ["Mikuriya", "Ms Mikuriya"]],
    "positive": ["The loft opened in May 1990 under Mikuriya."],
    "negative": ["The mill is old.", "So is the shed."],
}
SPREAD = {"id": 0, "query": "Who made the reel and the tail?", "answer": ["Oginome", ["Tamamushi"]],
          "positive": [["Oginome made the reel.", "The reel is Oginome's."], ["Tamamushi made the tail."]],
          "negative": ["Nobody made the mill."]}  # fmt: skip
FACT = {"id": 3, "query": "Who leads the club?", "answer": "Kunugi", "fakeanswer": "Todoroki",
        "positive": ["Kunugi leads the club.", "The head is Kunugi."],
        "positive_wrong": ["Todoroki leads the club.", "The head is Kunugi."], "negative": []}  # fmt: skip


def items(path: Path) -> list[Item]:
    return list(load(str(path), ["en"]).langs["en"].items)


def test_a_noise_row_gives_a_main_item_and_its_removed_twin(tmp_path: Path) -> None:
    main, removed = items(jsonl(tmp_path / "en.json", NOISE))
    assert (main.id, main.kind, main.cluster) == ("rgb-en-0", "main", "rgb-en-0")
    assert main.parts == (("May 1990",), ("Mikuriya", "Ms Mikuriya"))
    assert main.answer == "May 1990; Mikuriya"
    assert (len(main.positive), len(main.negative)) == (1, 2)
    assert (removed.id, removed.kind, removed.base, removed.cluster) == (
        "rgb-en-0-INS",
        "insufficient",
        main.id,
        main.id,
    )
    assert (removed.negative, removed.overlay.remove) == (main.negative, main.positive)


def test_a_plain_answer_has_no_parts(tmp_path: Path) -> None:
    main = items(jsonl(tmp_path / "en.json", NOISE | {"answer": "May 1990"}))[0]
    assert (main.answer, main.parts, main.accept) == ("May 1990", (), ())
    main = items(jsonl(tmp_path / "en.json", NOISE | {"answer": [["May 1990", "1990-05"]]}))[0]
    assert (main.answer, main.accept) == ("May 1990", ("1990-05",))


def test_lists_of_lists_are_information_integration(tmp_path: Path) -> None:
    (main,) = items(jsonl(tmp_path / "en_int.json", SPREAD))
    assert (main.id, main.aspects) == ("rgb-en_int-0", (Aspect.MULTI_SOURCE,))
    assert len(main.positive) == 3
    assert main.parts == (("Oginome",), ("Tamamushi",))


def test_a_falsified_row_is_contradictory_and_its_falsehoods_stay_in_the_overlay(tmp_path: Path) -> None:
    data = load(str(jsonl(tmp_path / "en_fact.json", FACT)), ["en"]).langs["en"]
    (item,) = data.items
    assert (item.kind, item.aspects, len(item.positive)) == ("contradictory", (Aspect.CONTRADICTORY,), 2)
    assert [chunk.text for chunk in item.overlay.add] == ["Todoroki leads the club."]
    assert sorted(chunk.text for chunk in data.corpus.values()) == ["Kunugi leads the club.", "The head is Kunugi."]
    assert "Kunugi and Todoroki" in item.answer


def test_a_folder_is_read_whole_and_editions_share_clusters(tmp_path: Path) -> None:
    for name, row in (("en", NOISE), ("en_refine", NOISE), ("en_int", SPREAD), ("en_fact", FACT)):
        jsonl(tmp_path / f"{name}.json", row)
    jsonl(tmp_path / "zh.json", NOISE | {"query": "阁楼何时开放?"})
    found = items(tmp_path)
    assert len({item.id for item in found}) == len(found) == 6
    assert {item.cluster for item in found if "-0" in item.id and "int" not in item.id} == {"rgb-en-0"}


def test_chinese_cannot_be_used(tmp_path: Path) -> None:
    path = jsonl(tmp_path / "zh_int.json", SPREAD | {"query": "谁做了风筝?", "asnwer1": ["甲"], "answer2": ["乙"]})
    with pytest.raises(DataError, match=r"Chinese.*Japanese and English"):
        load(str(path), ["en"])


def test_japanese_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="has no 'ja'"):
        load(str(jsonl(tmp_path / "en.json", NOISE)), ["en", "ja"])


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"id": None}, "'id': is missing"),
        ({"answer": []}, "'answer': is an empty list"),
        ({"answer": ["x", 4]}, r"'answer\[1\]': is a number"),
        ({"answer": [[]]}, "'answer'"),
        ({"positive": []}, "'positive': is empty"),
        ({"positive": ["a", ["b"]]}, r"'positive\[0\]': is not a list"),
        ({"positive": "text"}, "'positive': is a text, not a list"),
        ({"negative": [""]}, r"'negative\[0\]': is empty"),
        ({"positive_wrong": ["one"] * 2}, "'positive_wrong': has 2 passages where 'positive' has 1"),
        ({"positive_wrong": NOISE["positive"]}, "does not differ"),
        ({"source": "x"}, "'source': is not a field"),
    ],
)
def test_faults_name_the_field(tmp_path: Path, change: dict[str, Any], words: str) -> None:
    with pytest.raises(DataError, match=f"en.json:1 .*{words}|{words}"):
        items(jsonl(tmp_path / "en.json", NOISE | change))


def test_numbers_are_unique_in_a_file(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"en.json:2 'id': 0 is also used at en.json:1"):
        items(jsonl(tmp_path / "en.json", NOISE, NOISE))
