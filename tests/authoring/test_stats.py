"""Figures: exact for a small world, and for the published set equal to those that were counted independently."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bench.authoring.stats import spread, stats
from bench.authoring.validate import validate
from tests.dataset.world import sound_world, write

PROSE = {"rule", "row_numbering", "note", "path"}
"""Keys of the expected figures that hold a sentence or the place of a file."""


def without_prose(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: without_prose(inner) for key, inner in value.items() if key not in PROSE}
    return [without_prose(inner) for inner in value] if isinstance(value, list) else value


@pytest.fixture(scope="module")
def figures() -> dict[str, Any]:
    folder = Path(__file__).resolve().parents[3] / "shared" / "external" / "litragbench"
    if not folder.is_dir():
        pytest.skip("the published LIT-RAGBench files are not beside this checkout")
    found: dict[str, Any] = json.loads(json.dumps(stats(str(folder), ["en", "ja"])))
    return found


KEYS = (
    "source", "category_of_prefix", "aspects", "keys_in_order", "en", "ja", "items", "cross_language",
    "negative_only_pairs", "abstention_provenance", "mechanical_findings", "curated_findings",
    "binary_reference_rows", "two_option_reference_rows", "list_reference_rows", "reference_40_tokens_or_more",
)  # fmt: skip


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.slow
def test_the_published_figures_key_by_key(figures: dict[str, Any], expected_file: Path, key: str) -> None:
    expected = json.loads(expected_file.read_text("utf-8"))["litragbench"]
    assert without_prose(figures["litragbench"][key]) == without_prose(expected[key])


def test_no_expected_key_is_left_out(expected_file: Path) -> None:
    assert set(json.loads(expected_file.read_text("utf-8"))["litragbench"]) - PROSE == set(KEYS)


@pytest.mark.slow
def test_validation_of_the_published_set_reports_each_expected_row(lit_folder: Path, expected_file: Path) -> None:
    expected = json.loads(expected_file.read_text("utf-8"))["litragbench"]
    found = validate(str(lit_folder), ["en", "ja"])
    wanted = {(f["code"], f["severity"], f["lang"], row) for f in expected["mechanical_findings"] for row in f["rows"]}
    by_hand = {
        (f["code"], f["severity"], lang, f["row"])
        for f in expected["curated_findings"]
        for lang in f["lang"].split("+")
    }
    reported = {(f.code, f.severity, f.lang, f.row) for f in found}
    assert wanted | by_hand <= reported
    # The hand-made findings name a second row in words; nothing else may be added.
    extra = {(code, row) for code, _, _, row in reported - wanted - by_hand}
    assert extra == {
        ("generator_instructions_in_chunk", 71),
        ("ambiguous_distractor", 81),
        ("answer_value_in_negative", 88),
    }


@pytest.mark.slow
def test_one_language_of_the_published_set(lit_folder: Path) -> None:
    found = stats(str(lit_folder), ["ja"])["litragbench"]
    assert "items" not in found
    assert found["ja"]["chunk_json_type"] == "string"


def test_a_small_world(tmp_path: Path) -> None:
    world = sound_world()
    world["en"]["items"][0]["reviews"] = [
        {"solver": "a", "context": "with_evidence", "given": "?", "agrees": False, "date": "2026-06-02"}
    ]
    found = stats(str(write(tmp_path, world)), ["en", "ja"])
    en = found["en"]
    assert (en["chunks"], en["items"], en["kinds"]["contradictory"]) == (9, 8, 2)
    assert en["categories"] == {"Integration": 1, "Reasoning": 1, "Logic": 1, "Table": 1, "Abstention": 6}
    assert en["combinations"] == {"markdown + calculation": 1, "multi_source + synonym": 1}
    assert (en["worlds"], en["rivals"], en["cuts"]) == ({"T01": 9}, 2, 2)
    assert en["evidence"] == {"quotes": 3, "per_main_item": {"1": 1, "2": 1}, "derivations": 1}
    assert en["reviews"]["count"] == 1
    assert en["reviews"]["agreeing"] == 0
    assert en["chunk_tokens"]["count"] == 9
    assert en["chunk_tokens"]["min"] >= 300


def test_spread_of_nothing_is_undefined_and_of_one_is_that_one() -> None:
    assert spread([])["p50"] is None
    assert spread([])["count"] == 0
    assert set(spread([7]).values()) == {1, 7}
    assert spread(range(100))["p95"] == 95
