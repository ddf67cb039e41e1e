"""croissant.json of an export, read by the validator of those who make the format."""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path

import pytest

from bench.authoring.export import export
from tests.dataset.world import sound_world, write

mlcroissant = pytest.importorskip("mlcroissant", reason="mlcroissant is not installed: make test-interop")


def test_the_validator_has_nothing_to_say_and_reads_the_rows(tmp_path: Path) -> None:
    export(str(write(tmp_path / "world", sound_world())), ["en", "ja"], tmp_path / "out", with_prompts=True)
    path = tmp_path / "out" / "croissant.json"
    dataset = mlcroissant.Dataset(jsonld=path)
    issues = dataset.metadata.ctx.issues
    assert not issues.errors, issues.report()
    sets = [record["@id"] for record in json.loads(path.read_text("utf-8"))["recordSet"]]
    assert {"items-en", "items-ja", "corpus-en"} <= set(sets)
    for name in sets:
        (first,) = islice(dataset.records(name), 1)
        assert all(key.startswith(f"{name}/") for key in first)
