"""croissant.json: every file with its digest, every table with its columns; mlcroissant takes it, where it is there."""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from bench.authoring.columns import TABLES
from bench.authoring.export import export
from tests.dataset.world import sound_world, write


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("croissant")
    settings = 'name = "kites"\nversion = "2"\nlicence = "CC-BY-4.0"\n'
    export(str(write(place / "world", sound_world(), settings)), ["en", "ja"], place / "out", with_prompts=True)
    return place / "out"


@pytest.fixture(scope="module")
def document(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((folder / "croissant.json").read_text("utf-8"))
    return found


def test_it_says_what_the_dataset_is(document: dict[str, Any]) -> None:
    assert (document["name"], document["version"], document["inLanguage"]) == ("kites", "2", ["en", "ja"])
    assert document["license"] == "https://spdx.org/licenses/CC-BY-4.0"
    assert document["conformsTo"] == "http://mlcommons.org/croissant/1.0"
    assert document["citeAs"].startswith("@misc{kites-2,")


def test_every_parquet_file_stands_there_with_its_digest(folder: Path, document: dict[str, Any]) -> None:
    there = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*.parquet")}
    assert {each["contentUrl"]: each["sha256"] for each in document["distribution"]} == {
        name: hashlib.sha256(path.read_bytes()).hexdigest() for name, path in there.items()
    }


def test_every_column_is_described_or_named_as_left_out(document: dict[str, Any]) -> None:
    for record in document["recordSet"]:
        table, lang = record["@id"].rsplit("-", 1)
        described = {field["source"]["extract"]["column"] for field in record["field"]}
        for name in set(TABLES[table]) - described:
            assert f" {name}" in document["description"], name
        assert {field["source"]["fileObject"]["@id"] for field in record["field"]} == {f"{table}/{lang}.parquet"}
    types = {field["name"]: field for field in document["recordSet"][0]["field"]}
    assert (types["question"]["dataType"], types["drawn_tier"]["dataType"]) == ("sc:Text", "sc:Integer")
    assert types["positive"]["repeated"]


@pytest.mark.slow
def test_mlcroissant_finds_no_fault(folder: Path) -> None:
    command = shutil.which("mlcroissant")
    if command is None:
        pytest.skip("no mlcroissant on the PATH (pip install mlcroissant, in an environment of its own)")
    asked = [command, "validate", "--jsonld", "croissant.json"]
    done = subprocess.run(asked, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "error" not in done.stderr.lower(), done.stderr
