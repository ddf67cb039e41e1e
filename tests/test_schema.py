"""The schemas on disk are what the models say, and they refuse what the models refuse."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bench import schema
from bench.errors import DataError
from bench.records import Chunk, MainRow, Rate, Summary
from bench.scoring import score
from tests.runs import write_dataset, write_run


def test_written_schemas_agree_and_a_change_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert schema.main(["--dir", str(tmp_path)]) == 0
    assert schema.main(["--check", "--dir", str(tmp_path)]) == 0
    (tmp_path / "vote.schema.json").write_text("{}", encoding="utf-8")
    (tmp_path / "chunk.schema.json").unlink()
    (tmp_path / "stale.schema.json").write_text("{}", encoding="utf-8")
    assert schema.main(["--check", "--dir", str(tmp_path)]) == 1
    assert "chunk, stale, vote" in capsys.readouterr().err


def test_the_schemas_in_results_are_up_to_date() -> None:
    assert schema.drifted(Path(__file__).parent.parent / "results" / "schema") == []


def test_every_schema_is_a_valid_schema() -> None:
    from jsonschema import Draft202012Validator

    for text in schema.schemas().values():
        Draft202012Validator.check_schema(json.loads(text))


def test_a_real_summary_fits_and_a_changed_one_is_refused_with_every_path(tmp_path: Path) -> None:
    summary = score(write_run(tmp_path / "run", write_dataset(tmp_path / "set")))
    document = json.loads(summary.model_dump_json())
    schema.validate(document, Summary, "summary.json")
    document["results"][0]["main_avg"] = 85.2
    del document["model"]["spec"]
    document["surprise"] = 1
    with pytest.raises(DataError) as refused:
        schema.validate(document, Summary, "summary.json")
    text = str(refused.value)
    assert "results[0].main_avg" in text
    assert "model: 'spec' is a required property" in text
    assert "surprise" in text


@pytest.mark.parametrize(
    ("document", "path"),
    [
        ({"k": 1, "n": 2, "rate": 62.0, "ci95": None, "questions": 1, "ci95_questions": None}, "rate"),
        ({"k": -1, "n": 2, "rate": 0.5, "ci95": None, "questions": 1, "ci95_questions": None}, "k"),
        ({"k": 1, "n": 2, "rate": 0.5, "ci95": [0.1], "questions": 1, "ci95_questions": None}, "ci95"),
    ],
)
def test_a_rate_is_a_share_with_counts_and_two_bounds(document: dict[str, object], path: str) -> None:
    assert [place for place, _ in schema.faults(document, Rate)] == [path]


def test_a_rate_of_one_is_a_hundred_percent() -> None:
    document = {"k": 2, "n": 2, "rate": 1.0, "ci95": [0.3, 1.0], "questions": 2, "ci95_questions": [0.3, 1.0]}
    assert schema.faults(document, Rate) == []


def test_rows_of_the_dataset_have_schemas_too() -> None:
    assert schema.faults({"id": "W-1", "text": "本文"}, Chunk) == []
    (fault,) = schema.faults({"id": "Q", "question": "?", "answer": "x", "aspects": [], "positive": ["W-1"]}, MainRow)
    assert fault[0] == "aspects"
