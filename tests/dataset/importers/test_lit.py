"""LIT-RAGBench: rows of our own in its format, and the published files where they are at hand."""

from __future__ import annotations

import json
import sys
import types
import unicodedata
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from bench.dataset import LangData, load, pair_id
from bench.dataset.importers import lit, lit_rows
from bench.dataset.importers.files import File
from bench.dataset.rows import Faults, read_rows
from bench.errors import DataError
from bench.records import Aspect, Item
from tests.dataset.sources import jsonl


def row(question: str, *types: str, positive: Any = ("The loft is 4 m high.",), **more: Any) -> dict[str, Any]:
    return {
        "question": question,
        "answer": "4 m",
        "qa_type": list(types),
        "positive_chunk_list": list(positive),
        "negative_chunk_list": ["The mill is 9 m high.", "The shed is 3 m high."],
        "reasoning_content": "It says so.",
        **more,
    }


def data(folder: Path, *rows: dict[str, Any]) -> LangData:
    return load(str(jsonl(folder / "en.jsonl", *rows)), ["en"]).langs["en"]


def test_rows_keep_their_number_and_the_order_of_their_aspects(tmp_path: Path) -> None:
    one, two = data(
        tmp_path, row("How high is it?", "T_html", "L_synonym"), row("Who?", "I_multiple", "R_calculate")
    ).items
    assert (one.id, two.id, two.source) == ("lit-en-000", "lit-en-001", "en.jsonl:2")
    assert one.aspects == (Aspect.HTML, Aspect.SYNONYM)
    assert two.aspects == (Aspect.MULTI_SOURCE, Aspect.CALCULATION)
    assert pair_id(one) == "lit-000"


def test_chunks_may_be_texts_or_objects_and_equal_text_is_one_chunk(tmp_path: Path) -> None:
    loaded = data(
        tmp_path,
        row("How high?", "L_synonym"),
        row("How low?", "L_synonym", positive=[{"title": "", "content": "The loft is 4 m high."}]),
    )
    assert loaded.items[0].positive == loaded.items[1].positive
    assert sorted(chunk.text for chunk in loaded.corpus.values()) == [
        "The loft is 4 m high.", "The mill is 9 m high.", "The shed is 3 m high.",
    ]  # fmt: skip
    assert all(len(name.removeprefix("lit-en-")) == 12 for name in loaded.corpus)


def test_an_evidence_removed_row_finds_its_main_row_by_question(tmp_path: Path) -> None:
    main, removed = data(
        tmp_path, row("How high?", "L_synonym"), row("How high?", "A_negative_only", positive=[], answer="Not stated.")
    ).items
    assert (removed.kind, removed.base, removed.cluster) == ("insufficient", main.id, main.cluster)
    assert (removed.positive, removed.overlay.remove) == ((), main.positive)


def test_made_up_passages_stay_out_of_the_corpus(tmp_path: Path) -> None:
    loaded = data(tmp_path, row("How high?", "A_conflicted", positive=["It is 4 m high.", "It is 5 m high."]))
    (item,) = loaded.items
    assert item.kind == "contradictory"
    assert tuple(chunk.id for chunk in item.overlay.add) == item.positive
    assert not set(item.positive) & set(loaded.corpus)


def test_a_chunk_listed_twice_or_on_both_sides_is_kept_once(tmp_path: Path) -> None:
    (item,) = data(
        tmp_path, row("How high?", "L_synonym", negative_chunk_list=["a b", "The loft is 4 m high.", "a b", "c d"])
    ).items
    assert len(item.positive) == 1
    assert len(item.negative) == 2
    assert "waived:positive_repeated_as_negative_same_item" in item.flags


def test_every_fault_is_told(tmp_path: Path) -> None:
    with pytest.raises(DataError) as caught:
        data(
            tmp_path,
            row("q", "L_synonym", "L_conceptual_inclusion"),
            row("q", "L_sinonym"),
            row("q"),
            row("q", "L_synonym", positive_chunk_list="The loft is 4 m high."),
            row("q", "L_synonym", positive=[{"body": "x"}]),
            row("q", "L_synonym", positive=[]),
            row("q", "A_negative_only"),
            row("", "L_synonym", answer=4),
            row("q", "L_synonym", notes="x"),
            {"question": "q", "qa_type": ["L_synonym"], "positive_chunk_list": ["x"]},
        )
    faults = "\n".join(caught.value.faults)
    for line, words in (
        (1, "two aspects must come from different categories"),
        (2, "'L_sinonym' is not a LIT type"),
        (3, "'qa_type': is empty"),
        (4, "'positive_chunk_list': is a text, not a list"),
        (5, "'positive_chunk_list[0].body': is not a field of a passage"),
        (6, "no passage supports the answer"),
        (7, "is not empty in an A_negative_only row"),
        (8, "'question': is empty"),
        (8, "'answer': is a number, not a text"),
        (9, "'notes': is not a field of this format"),
        (10, "'negative_chunk_list': is missing"),
    ):
        assert any(f"en.jsonl:{line} " in fault and words in fault for fault in caught.value.faults), (
            line,
            words,
            faults,
        )


def test_two_files_of_one_language_are_refused(tmp_path: Path) -> None:
    jsonl(tmp_path / "en.jsonl", row("How high?", "L_synonym"))
    jsonl(tmp_path / "more.jsonl", row("How low?", "L_synonym"))
    with pytest.raises(DataError, match="second file of 'en'"):
        load(str(tmp_path), ["en"])


def test_other_rows_are_not_official_and_carry_no_curated_flag(tmp_path: Path) -> None:
    path = jsonl(tmp_path / "en.jsonl", *(row(f"question {n}?", "L_synonym") for n in range(114)))
    dataset = load(str(path), ["en"])
    assert not dataset.official
    assert not any(item.flags for item in dataset.langs["en"].items)


# ---- the published files ----


@pytest.fixture
def both(lit_folder: Path) -> dict[str, dict[str, Item]]:
    dataset = load(str(lit_folder), ["en", "ja"])
    return {lang: {item.id: item for item in found.items} for lang, found in dataset.langs.items()}


def test_the_published_set_is_official_and_whole(lit_folder: Path) -> None:
    dataset = load(str(lit_folder), ["en", "ja"])
    assert (dataset.name, dataset.licence, dataset.official) == ("lit", "CC-BY-SA-4.0", True)
    for lang, found in dataset.langs.items():
        assert [item.id for item in found.items] == [f"lit-{lang}-{n:03}" for n in range(114)]
        kinds = Counter(item.kind for item in found.items)
        assert kinds == {"main": 54, "insufficient": 54, "contradictory": 3, "incomplete": 3}
        categories = Counter(category.value for item in found.items for category in item.categories)
        assert categories == {"Integration": 12, "Reasoning": 23, "Logic": 30, "Table": 31, "Abstention": 60}


@pytest.mark.slow
def test_every_id_can_be_shown(lit_folder: Path) -> None:
    for lang, found in load(str(lit_folder), ["en", "ja"]).langs.items():
        for item in found.items:
            own = {chunk.id for chunk in item.overlay.add}
            assert {*item.positive, *item.negative} <= own | set(found.corpus), (lang, item.id)
            assert not set(item.overlay.remove) & {*item.positive, *item.negative, *own}


def test_pairs_and_variants_are_clusters(both: dict[str, dict[str, Item]]) -> None:
    for lang, found in both.items():
        for n in range(54):
            removed = found[f"lit-{lang}-{n + 60:03}"]
            assert (removed.base, removed.cluster) == (f"lit-{lang}-{n:03}",) * 2
        origins = {n: found[f"lit-{lang}-{n:03}"].cluster[-3:] for n in range(54, 60)}
        assert origins == {54: "054", 55: "033", 56: "038", 57: "014", 58: "040", 59: "000"}


def test_curated_findings_become_flags(both: dict[str, dict[str, Item]]) -> None:
    assert "waived:reference_contradicts_positive" in both["en"]["lit-en-014"].flags
    assert "waived:reference_unit_contradicts_positive" in both["en"]["lit-en-009"].flags
    assert both["ja"]["lit-ja-014"].flags == ()
    assert "noted:ambiguous_distractor" in both["ja"]["lit-ja-081"].flags
    assert "waived:positive_repeated_as_negative_same_item" in both["ja"]["lit-ja-019"].flags
    assert "noted:positive_repeated_as_negative_other_item" in both["ja"]["lit-ja-079"].flags


def test_a_corrected_row_loses_its_flag_and_the_set_its_standing(lit_folder: Path, tmp_path: Path) -> None:
    lines = (lit_folder / "en.jsonl").read_text("utf-8").split("\n")
    fixed = json.loads(lines[14])
    fixed["positive_chunk_list"][1]["content"] = fixed["positive_chunk_list"][1]["content"].replace("550", "650")
    lines[14] = json.dumps(fixed, ensure_ascii=False)
    (tmp_path / "en.jsonl").write_text("\n".join(lines), "utf-8")
    dataset = load(str(tmp_path / "en.jsonl"), ["en"])
    assert not dataset.official
    assert dataset.langs["en"].items[14].flags == ()
    assert dataset.langs["en"].items[9].flags != ()


# ---- the hub ----


class Hub(types.ModuleType):
    """Stands in for the `datasets` package: configurations and splits as a test wants them."""

    def __init__(self, tables: dict[str, dict[str, list[dict[str, Any]]]]) -> None:
        super().__init__("datasets")
        self.tables = tables

    def get_dataset_config_names(self, repository: str) -> list[str]:
        assert repository == "neoai-inc/LIT-RAGBench"
        if not self.tables:
            raise ConnectionError("no route to host\nand more")
        return list(self.tables)

    def load_dataset(self, repository: str, config: str = "default") -> dict[str, list[dict[str, Any]]]:
        assert repository == "neoai-inc/LIT-RAGBench"
        return self.tables[config]


ROWS = [row("How high?", "L_synonym") | {"index": 0}]


@pytest.mark.parametrize(
    "tables",
    [
        {"default": {"ja": ROWS, "en": ROWS}},
        {"ja": {"test": ROWS}, "en": {"train": ROWS}},
        {"default": {"japanese": ROWS, "english": ROWS}},
        {"en": {"en": ROWS, "ja": []}, "ja": {"ja": ROWS, "en": []}},
    ],
)
def test_the_hub_may_hold_languages_as_configurations_or_splits(monkeypatch: pytest.MonkeyPatch, tables: Any) -> None:
    monkeypatch.setitem(sys.modules, "datasets", Hub(tables))
    dataset = load("lit", ["en", "ja"])
    assert [item.id for lang in dataset.langs.values() for item in lang.items] == ["lit-en-000", "lit-ja-000"]
    assert not dataset.official


def test_the_hub_copy_of_the_published_rows_is_official(monkeypatch: pytest.MonkeyPatch, lit_folder: Path) -> None:
    rows = [json.loads(line) for line in (lit_folder / "en.jsonl").read_text("utf-8").split("\n") if line]
    monkeypatch.setitem(sys.modules, "datasets", Hub({"default": {"en": rows}}))
    dataset = load("lit", ["en"])
    assert (dataset.official, dataset.version) == (True, lit.audit().commit)


@pytest.mark.parametrize(
    ("tables", "words"),
    [({}, r"ConnectionError: no route to host\)"), ({"default": {"train": ROWS}}, "has no 'en'.*splits train")],
)
def test_a_failing_hub_is_one_sentence_with_the_way_out(
    monkeypatch: pytest.MonkeyPatch, tables: Any, words: str
) -> None:
    monkeypatch.setitem(sys.modules, "datasets", Hub(tables))
    with pytest.raises(DataError, match=words) as caught:
        load("lit", ["en"])
    assert "--data FOLDER" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_flags_need_a_few_of_the_checks_which_find_what_the_whole_audit_finds(lit_folder: Path) -> None:
    data = (lit_folder / "en.jsonl").read_bytes()
    rows = lit_rows.read_file(File("en.jsonl", data, tuple(read_rows(data, "en.jsonl", Faults()))), Faults())[:8]
    whole = {found.code: found for found in lit_rows.findings("en", rows)}
    assert lit_rows.findings("en", rows, lit_rows.FLAGGED) == [whole[code] for code in lit_rows.FLAGGED]
    assert "chunk_in_another_language" not in lit_rows.FLAGGED


def test_control_characters_are_those_of_unicode_but_for_line_breaks_and_tabs() -> None:
    controls = {char for char in map(chr, range(0x3000)) if unicodedata.category(char) == "Cc"} - set("\n\r\t")
    assert controls == {char for char in map(chr, range(0x3000)) if lit_rows.has_control(char)}
