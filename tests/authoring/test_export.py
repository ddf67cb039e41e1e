"""Export: what `load_dataset` reads from the folder is, field by field, what the suite loads from the source."""

from __future__ import annotations

import hashlib
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from bench.authoring.columns import chunk_of, item_of
from bench.authoring.export import export, prompts_of
from bench.dataset import load
from bench.errors import DataError, UsageError
from bench.records import Review
from tests.command import bench
from tests.dataset.sources import jsonl
from tests.dataset.world import World, sound_world, write
from tests.verify.sealed import lines

REVIEW = {
    "solver": "s-1",
    "context": "with_evidence",
    "given": "1,360円",
    "agrees": True,
    "date": "2026-06-02",
    "note": "",
}
LOAD = """
import json, sys, datasets
datasets.disable_progress_bars()
for name in sys.argv[2:]:
    found = datasets.load_dataset(sys.argv[1], *([name] if name else []), cache_dir=sys.argv[1] + "-cache")
    print(json.dumps({split: list(rows) for split, rows in found.items()}))
"""

Splits = dict[str, list[dict[str, Any]]]


def loaded(folder: Path, *names: str) -> list[Splits]:
    """What a stranger gets of each configuration, in a process that knows neither the suite nor the network.

    "" is the default.
    """
    done = subprocess.run(
        [sys.executable, "-c", LOAD, str(folder), *names],
        env={**os.environ, "HF_HUB_OFFLINE": "1", "HF_DATASETS_OFFLINE": "1"},
        cwd=folder.parent,
        capture_output=True,
        text=True,
        check=True,
    )
    return [json.loads(line) for line in done.stdout.split("\n") if line]


def reviewed_world() -> World:
    world = sound_world()
    world["ja"]["items"][0]["reviews"] = [REVIEW]
    world["ja"]["abstention"][0]["reviews"] = [{**REVIEW, "context": "contradictory", "agrees": False}]
    return world


@pytest.fixture
def source(tmp_path: Path) -> Path:
    folder = write(tmp_path / "world", reviewed_world(), 'name = "kites"\nversion = "2"\nlicence = "CC-BY-4.0"\n')
    (folder / "README.md").write_text("---\nlicense: other\n---\n# Kites\n\nA card.\n", "utf-8")
    (folder / "CHANGELOG.md").write_text("# Changes\n", "utf-8")
    return folder


@pytest.mark.slow
def test_load_dataset_gives_every_configuration_by_name_and_items_without_one(source: Path, tmp_path: Path) -> None:
    counts = export(str(source), ["en", "ja"], tmp_path / "out", with_prompts=True)
    assert counts == {lang: {"items": 8, "corpus": 9, "qrels": 3, "prompts": 8} for lang in ("en", "ja")}
    default, items, corpus, qrels, prompts = loaded(tmp_path / "out", "", "items", "corpus", "qrels", "prompts")
    assert default == items
    assert [list(splits) for splits in (items, corpus, qrels, prompts)] == [["en", "ja"]] * 4
    for lang, data in load(str(source), ["en", "ja"]).langs.items():
        assert tuple(map(item_of, items[lang])) == data.items
        assert list(map(chunk_of, corpus[lang])) == list(data.corpus.values())
        assert [row["query-id"] for row in qrels[lang]] == ["TST-001", "TST-002", "TST-002"]
        assert {row["score"] for row in qrels[lang]} == {1}
        assert [row["target"] for row in prompts[lang]] == [item.answer for item in data.items]
    by_id = {row["id"]: row for row in items["ja"]}
    assert by_id["TST-001"]["author"] == "suite"
    assert Review.model_validate(by_id["TST-001"]["reviews"][0]) == Review.model_validate(REVIEW)
    assert [r["context"] for r in by_id["TST-001-CON"]["reviews"]] == ["contradictory"]
    assert by_id["TST-001-INS"]["reviews"] == []


def test_the_prompts_are_those_that_a_run_sends(source: Path, tmp_path: Path) -> None:
    done = bench(
        "run",
        "baseline:extractive",
        "--data",
        source,
        "--arms",
        "shuffled",
        "--judge",
        "rule",
        "--out",
        "run",
        cwd=tmp_path,
    )
    assert done.returncode == 0, done.stderr
    sent = {
        (answer["lang"], answer["item"]): [message["content"] for message in answer["messages"]]
        for answer in lines(tmp_path / "run" / "answers.jsonl")
    }
    found = prompts_of(load(str(source), ["en", "ja"]))
    assert {(row["lang"], row["id"]): [row["system"], row["prompt"]] for rows in found.values() for row in rows} == sent


@pytest.mark.slow
def test_a_second_export_in_the_same_place_is_read_anew(tmp_path: Path) -> None:
    seen = []
    for question in ("How much is owed?", "How much must be paid?"):
        world = sound_world()
        world["en"]["items"][0]["question"] = question
        export(str(write(tmp_path / "world", world)), ["en"], tmp_path / "out")
        seen.append(loaded(tmp_path / "out", "")[0]["en"][0]["question"])
        for path in sorted((tmp_path / "out").rglob("*"), reverse=True):
            path.rmdir() if path.is_dir() else path.unlink()
    assert seen == ["How much is owed?", "How much must be paid?"]


@pytest.mark.slow
def test_a_table_without_rows_is_left_out(tmp_path: Path) -> None:
    row = {"id": "a", "question": "Q? 🎏", "answer": "A", "contexts": ["A stands here."], "parts": [["A", "a"], ["b"]]}
    file = jsonl(tmp_path / "mine.jsonl", row)
    counts = export(str(file), ["en"], tmp_path / "out")["en"]
    assert counts == {"items": 1, "corpus": 1, "qrels": 1}
    (splits,) = loaded(tmp_path / "out", "")
    assert item_of(splits["en"][0]) == load(str(file), ["en"]).langs["en"].items[0]
    unanswerable = jsonl(
        tmp_path / "none.jsonl", {**row, "kind": "insufficient", "contexts": [], "negative": ["B."], "parts": []}
    )
    assert export(str(unanswerable), ["en"], tmp_path / "none")["en"]["qrels"] == 0
    assert "config_name: qrels" not in (tmp_path / "none" / "README.md").read_text("utf-8")
    assert not (tmp_path / "none" / "qrels" / "en.parquet").exists()
    assert (tmp_path / "out" / "README.md").read_text("utf-8").startswith("---\nlicense: unknown\n")


def test_the_judgements_are_trec_lines_of_main_items_alone(source: Path, tmp_path: Path) -> None:
    export(str(source), ["en"], tmp_path / "out")
    text = (tmp_path / "out" / "qrels" / "en.txt").read_text("utf-8")
    assert re.fullmatch(r"(?:\S+ 0 \S+ 1\n)+", text)
    found = [tuple(line.split()[0::2]) for line in text.splitlines()]
    assert found == [("TST-001", "T01-01"), ("TST-002", "T01-03"), ("TST-002", "T01-04")]


def test_the_card_gets_one_head_and_its_own_text(source: Path, tmp_path: Path) -> None:
    export(str(source), ["en", "ja"], tmp_path / "out")
    card = (tmp_path / "out" / "README.md").read_text("utf-8")
    assert card.startswith("---\nlicense: cc-by-4.0\nlanguage:\n- en\n- ja\n")
    assert "license: other" not in card
    assert "# Kites\n\nA card.\n" in card
    assert load(str(source), ["en"]).sha256 in card
    assert (tmp_path / "out" / "CHANGELOG.md").read_text("utf-8") == "# Changes\n"


@pytest.mark.slow
def test_a_hostile_name_stays_a_text_of_the_head(tmp_path: Path) -> None:
    name = 'a"\\n---\\nconfigs: \u2028[]<script>'
    folder = write(tmp_path / "world", sound_world(), f"name = {json.dumps(name)}\nlicence = 'Mine: all'\n")
    export(str(folder), ["en"], tmp_path / "out")
    card = (tmp_path / "out" / "README.md").read_text("utf-8")
    assert '\nlicense: other\nlicense_name: "Mine: all"\n' in card
    assert "<script>" not in card.split("\n---\n", 1)[1]
    assert list(loaded(tmp_path / "out", "corpus")[0]) == ["en"]


def test_the_same_source_gives_the_same_bytes_and_no_path_of_the_machine(source: Path, tmp_path: Path) -> None:
    for name in ("one", "two"):
        export(str(source), ["en", "ja"], tmp_path / name, with_prompts=True)
    files = sorted(path.relative_to(tmp_path / "one") for path in (tmp_path / "one").rglob("*") if path.is_file())
    assert len(files) == 16
    for file in files:
        data = (tmp_path / "one" / file).read_bytes()
        assert data == (tmp_path / "two" / file).read_bytes(), file
        assert not re.search(rb"/(?:tmp|home|root|work|var|Users)/", data), file
        assert str(tmp_path).encode() not in data


def test_every_file_is_in_the_sums(source: Path, tmp_path: Path) -> None:
    export(str(source), ["en"], tmp_path / "out")
    lines = (tmp_path / "out" / "SHA256SUMS").read_text("utf-8").splitlines()
    listed = {name: digest for digest, name in (line.split("  ") for line in lines)}
    there = [path for path in (tmp_path / "out").rglob("*") if path.is_file() and path.name != "SHA256SUMS"]
    assert listed == {
        path.relative_to(tmp_path / "out").as_posix(): hashlib.sha256(path.read_bytes()).hexdigest() for path in there
    }


def test_a_folder_in_use_is_refused_and_left_alone(source: Path, tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "mine.txt").write_text("keep", "utf-8")
    with pytest.raises(UsageError, match="not an empty folder"):
        export(str(source), ["en"], tmp_path / "out")
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["mine.txt"]


def test_an_empty_folder_is_filled(source: Path, tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    export(str(source), ["en"], tmp_path / "out")
    assert (tmp_path / "out" / "items" / "en.parquet").is_file()


def test_what_cannot_be_written_leaves_nothing_behind(source: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    before = sorted(path.name for path in tmp_path.iterdir())
    with pytest.raises(UsageError, match="cannot be written"):
        export(str(source), ["en"], tmp_path / "file" / "out")
    assert sorted(path.name for path in tmp_path.iterdir()) == before


def test_ids_with_white_space_are_named_all_at_once(tmp_path: Path) -> None:
    rows = [
        {"id": name, "question": "Q?", "answer": "A", "contexts": ["A stands here."]}
        for name in ("one two", "fine", "ideographic　space")
    ]
    with pytest.raises(DataError) as caught:
        export(str(jsonl(tmp_path / "mine.jsonl", *rows)), ["en"], tmp_path / "out")
    assert [fault.split(" 'id'")[0] for fault in caught.value.faults] == ["mine.jsonl:1", "mine.jsonl:3"]
    assert not (tmp_path / "out").exists()


@pytest.mark.slow
def test_the_published_set_survives(lit_folder: Path, tmp_path: Path) -> None:
    export(str(lit_folder), ["en", "ja"], tmp_path / "out")
    data = load(str(lit_folder), ["en", "ja"]).langs
    items, corpus = loaded(tmp_path / "out", "items", "corpus")
    for lang in ("en", "ja"):
        assert tuple(map(item_of, items[lang])) == data[lang].items
        assert list(map(chunk_of, corpus[lang])) == list(data[lang].corpus.values())
    assert "license: cc-by-sa-4.0" in (tmp_path / "out" / "README.md").read_text("utf-8")
