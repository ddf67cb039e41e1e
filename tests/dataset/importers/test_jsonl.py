"""A user's own file: what may be written how, and what is refused with which words."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bench.authoring.validate import validate
from bench.dataset import load
from bench.errors import DataError
from bench.records import Aspect, Item
from tests.dataset.sources import jsonl

ROW: dict[str, Any] = {"id": "q1", "question": "有給は何日か。", "answer": "20日", "contexts": ["有給は20日。"]}


def items(path: Path, lang: str = "ja") -> list[Item]:
    return list(load(str(path), [lang]).langs[lang].items)  # type: ignore[list-item,index]


def test_contexts_may_be_texts_and_objects_with_file_names(tmp_path: Path) -> None:
    row = {"id": "q4", "question": "有給は何日か。", "answer": "20日",
           "contexts": [{"filename": "規程.pdf", "text": "有給は20日。"}, "繰越は翌年まで。"]}  # fmt: skip
    data = load(str(jsonl(tmp_path / "mine.jsonl", row)), ["ja"])
    chunks = list(data.langs["ja"].corpus.values())
    assert [(chunk.title, chunk.text) for chunk in chunks] == [("規程.pdf", "有給は20日。"), ("", "繰越は翌年まで。")]
    assert (data.name, data.official) == ("mine", False)


@pytest.mark.parametrize("name", ["contexts", "positive", "gold"])
def test_a_text_is_not_a_list_of_passages(tmp_path: Path, name: str) -> None:
    row = {"id": "q2", "question": "?", "answer": "30日", name: "返品は30日以内。"}
    with pytest.raises(DataError, match=f"mine.jsonl:1 '{name}': is a text, not a list; write it in square brackets"):
        items(jsonl(tmp_path / "mine.jsonl", row))


@pytest.mark.parametrize("name", ["contexts", "positive", "gold"])
def test_a_main_item_without_evidence_is_a_fault_of_the_data(tmp_path: Path, name: str) -> None:
    with pytest.raises(DataError, match=f"'{name}': is empty: no passage supports the answer"):
        items(jsonl(tmp_path / "x.jsonl", {"id": "q5", "question": "首都はどこか。", "answer": "東京", name: []}))
    with pytest.raises(DataError, match="'contexts': is missing"):
        items(jsonl(tmp_path / "x.jsonl", {"id": "q5", "question": "首都はどこか。", "answer": "東京"}))


def test_all_fields_arrive(tmp_path: Path) -> None:
    row = ROW | {"negative": ["繰越は翌年まで。"], "aspects": ["synonym", "csv"], "accept": ["二十日"]}
    row |= {"parts": [["20日", "二十日"]], "reasoning": "そのまま。", "snapshot": "2026-01-01"}
    (item,) = items(jsonl(tmp_path / "x.jsonl", row))
    assert (item.kind, item.aspects, item.accept) == ("main", (Aspect.SYNONYM, Aspect.CSV), ("二十日",))
    assert (item.parts, item.reasoning, item.snapshot) == ((("20日", "二十日"),), "そのまま。", "2026-01-01")
    assert (len(item.positive), len(item.negative), item.cluster) == (1, 1, "q1")


def test_unanswerable_rows(tmp_path: Path) -> None:
    unanswerable = {"question": "有給は何日か。", "answer": "判断できない。", "base": "q1"}
    path = jsonl(
        tmp_path / "x.jsonl",
        ROW,
        unanswerable | {"id": 2, "kind": "insufficient", "negative": ["休館日。"]},
        unanswerable | {"id": 3, "kind": "contradictory", "contexts": ["有給は20日。", "有給は15日。"]},
    )
    main, removed, rival = items(path)
    assert (removed.id, removed.kind, removed.base, removed.cluster) == ("2", "insufficient", "q1", main.cluster)
    assert removed.aspects == (Aspect.INSUFFICIENT,)
    assert {chunk.text for chunk in rival.overlay.add} == {"有給は20日。", "有給は15日。"}
    corpus = load(str(path), ["ja"]).langs["ja"].corpus
    assert "有給は15日。" not in {chunk.text for chunk in corpus.values()}


def test_the_plain_form_has_question_contexts_and_answer_alone(tmp_path: Path) -> None:
    plain = {name: value for name, value in ROW.items() if name != "id"}
    path = jsonl(tmp_path / "mine.jsonl", plain, plain | {"answer": None}, plain | {"unanswerable": True})
    asked, null, marked = items(path)
    assert [item.id for item in (asked, null, marked)] == ["mine-1", "mine-2", "mine-3"]
    assert (asked.kind, len(asked.positive), asked.aspects) == ("main", 1, ())
    # The contexts of a row without an answer are shown, and nothing in them is evidence.
    assert (null.kind, null.positive, len(null.negative)) == ("insufficient", (), 1)
    assert null.answer.startswith("判断できない。")
    assert (marked.kind, marked.answer) == ("insufficient", "20日")
    assert items(jsonl(tmp_path / "x.jsonl", {**plain, "kind": "insufficient"}))[0].negative == null.negative
    with pytest.raises(DataError, match="'gold': must not stand in an item whose evidence is missing"):
        items(jsonl(tmp_path / "x.jsonl", {"question": "何日か。", "gold": plain["contexts"], "answer": None}))


def test_rows_without_an_id_are_known_by_file_and_line(tmp_path: Path) -> None:
    plain = {name: value for name, value in ROW.items() if name != "id"}
    jsonl(tmp_path / "my rows.jsonl", plain)
    jsonl(tmp_path / "other.jsonl", plain)
    first, second = items(tmp_path)
    assert first.id != second.id
    assert not any(" " in item.id for item in (first, second))


def test_one_file_may_hold_both_languages(tmp_path: Path) -> None:
    """Without `lang` each row is in the language of its own question, and rows without ids are no pairs."""
    english = {"question": "How many days?", "answer": "20", "contexts": ["20 days."]}
    path = jsonl(tmp_path / "mine.jsonl", english, {"question": "何日か。", "answer": "20日", "contexts": ["20日。"]})
    assert [len(data.items) for data in load(str(path), None).langs.values()] == [1, 1]
    assert validate(str(path)) == ()


def test_validate_lists_every_fault_with_line_and_field(tmp_path: Path) -> None:
    path = jsonl(
        tmp_path / "mine.jsonl", {"question": "何日か。"}, {"question": "", "contexts": "20日。", "answer": 20}
    )
    assert [(f.line, f.field) for f in validate(str(path))] == [
        (1, "answer"), (1, "contexts"), (2, "question"), (2, "answer"), (2, "contexts"),
    ]  # fmt: skip


def test_hostile_and_unusual_ids_stay_apart(tmp_path: Path) -> None:
    ids = ["../../escape", "q/1", "q1", "C:\\x", "NUL", "問1"]
    assert [item.id for item in items(jsonl(tmp_path / "x.jsonl", *(ROW | {"id": name} for name in ids)))] == ids


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"id": ""}, "'id': is empty"),
        ({"id": True}, "'id': is true or false"),
        ({"id": None}, "'id': is missing"),
        ({"answer": 20}, "'answer': is a number, not a text"),
        ({"question": " "}, "'question': is empty"),
        ({"contexts": [["x"]]}, r"'contexts\[0\]': is a list, not a passage"),
        ({"contexts": [{"title": "x"}]}, r"'contexts\[0\]': has no text"),
        ({"contexts": ["x", "  "]}, r"'contexts\[1\]': is empty"),
        ({"gold": ["x"]}, "'gold': means the same as 'contexts'"),
        ({"kind": "unanswerable"}, "'kind': 'unanswerable' is not a kind"),
        ({"unanswerable": "yes"}, "'unanswerable': is a text, not true or false"),
        ({"unanswerable": True, "kind": "main"}, "'unanswerable': is true, which does not fit the kind main"),
        ({"unanswerable": False, "kind": "incomplete"}, "'unanswerable': is false, which does not fit the kind"),
        ({"unanswerable": False, "answer": None}, "'answer': is null, though the row says that there is a right"),
        ({"kind": "contradictory", "answer": None}, "'answer': is null, though .* leave out kind"),
        ({"answer": None, "contexts": []}, "'contexts': is empty, so that nothing can be shown"),
        ({"aspects": ["sinonym"]}, "'aspects': 'sinonym' is not an aspect"),
        ({"aspects": ["csv", "html"]}, "'aspects': two aspects must come from different categories"),
        ({"aspects": ["incomplete"]}, "'kind': is missing beside the aspect incomplete"),
        ({"accept": "二十日"}, "'accept': is a text, not a list"),
        ({"parts": ["20日"]}, "'parts': is not a list of lists"),
        ({"base": "q9"}, "'base': no item has the id 'q9'"),
        ({"lang": "zh"}, "'lang': 'zh' is not a language"),
        ({"context": ["x"]}, "'context': is not a field of this format; write 'contexts'"),
    ],
)
def test_faults_name_the_field(tmp_path: Path, change: dict[str, Any], words: str) -> None:
    with pytest.raises(DataError, match=words):
        items(jsonl(tmp_path / "x.jsonl", ROW | change))


def test_ids_are_unique_within_a_language(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"x.jsonl:2 'id': 'q1' is also used at x.jsonl:1"):
        items(jsonl(tmp_path / "x.jsonl", ROW, ROW))
    assert len(items(jsonl(tmp_path / "x.jsonl", ROW, ROW | {"lang": "en"}))) == 1


def test_the_language_comes_from_field_then_name_then_script(tmp_path: Path) -> None:
    english = {"id": "q1", "question": "How many days?", "answer": "20", "contexts": ["20 days."]}
    assert items(jsonl(tmp_path / "x.jsonl", english), "en")
    assert items(jsonl(tmp_path / "ja.jsonl", english), "ja")
    assert items(jsonl(tmp_path / "y.jsonl", english | {"lang": "ja"}), "ja")
    with pytest.raises(DataError, match="has no 'ja' items: it holds 'en'; choose that with --lang"):
        items(tmp_path / "x.jsonl", "ja")


def test_pairs_are_made_by_id_and_missing_ones_reported(tmp_path: Path) -> None:
    def row(name: str, question: str) -> dict[str, Any]:
        return {"id": name, "question": question, "answer": "a", "contexts": ["c"]}

    jsonl(
        tmp_path / "ja.jsonl",
        row("1", "本社はどこですか。"),
        row("2", "本店の所在地はどこですか。"),
        row("3", "社長は誰ですか。"),
    )
    jsonl(tmp_path / "en.jsonl", row("1", "Where is the head office?"), row("2", "Where is the head office?"))
    dataset = load(str(tmp_path), ["en", "ja"])
    assert [item.id for item in dataset.langs["en"].items] == ["1", "2"]
    assert [item.id for item in dataset.langs["ja"].items] == ["1", "2", "3"]
    (finding,) = validate(str(tmp_path), ["en", "ja"])
    assert (finding.code, finding.lang, finding.id, finding.line) == ("pair_missing", "ja", "3", 3)
