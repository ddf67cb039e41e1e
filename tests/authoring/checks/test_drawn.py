"""Drawn rows: a sound drawn set gives no finding, and each check finds its fault."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from bench.authoring.stats import stats
from bench.authoring.sums import data_sums
from bench.authoring.validate import validate
from tests.dataset.drawn_world import World, drawn_world, write_drawn
from tests.dataset.world import sound_world, write


def codes(folder: Path, world: World) -> set[tuple[str, str]]:
    return {(f.code, f.field) for f in validate(str(write_drawn(folder, world)), ["en", "ja"])}


def test_a_sound_drawn_set_gives_no_finding(tmp_path: Path) -> None:
    assert codes(tmp_path / "drawn", drawn_world()) == set()


def test_drawn_rows_beside_written_ones_change_no_finding_about_those(tmp_path: Path) -> None:
    alone = validate(str(write(tmp_path / "alone", sound_world())), ["en", "ja"])
    both = write_drawn(write(tmp_path / "both", sound_world()), drawn_world(), beside=True)
    assert validate(str(both), ["en", "ja"]) == alone


def _keep_evidence(world: World) -> None:
    row = world["en"]["abstention"][2]
    row["overlay"]["cuts"][0]["end"] += 25


FAULTS: dict[str, tuple[str, Callable[[World], object]]] = {
    "slip_not_apart": (
        "drawn.slips.spelt",
        lambda w: [w[lang]["items"][0]["drawn"]["slips"].update(spelt=[form]) for lang, form in
                   (("en", "３，１６０ yen"), ("ja", "３，１６０円"))],
    ),
    "quote_not_verbatim": (
        "evidence[0].quote",
        lambda w: [w[lang]["items"][0]["evidence"][0].update(quote="never said") for lang in ("en", "ja")],
    ),
    "evidence_not_gone": ("overlay", _keep_evidence),
    "answer_does_not_decline": ("answer", lambda w: w["en"]["abstention"][0].update(answer="3,160 yen")),
    "pair_differs": ("drawn.tier", lambda w: w["ja"]["items"][0]["drawn"].update(tier=4)),
    "pair_missing": ("id", lambda w: w["ja"]["abstention"].pop()),
}  # fmt: skip


@pytest.mark.parametrize("code", FAULTS)
def test_each_check_finds_its_fault(tmp_path: Path, code: str) -> None:
    field, break_it = FAULTS[code]
    world = drawn_world()
    break_it(world)
    assert (code, field) in codes(tmp_path / "drawn", world)


def test_digests_and_figures_tell_of_drawn_rows(tmp_path: Path) -> None:
    both = write_drawn(write(tmp_path / "both", sound_world()), drawn_world(), beside=True)
    assert "  en/drawn/items.jsonl\n" in data_sums(both)
    found = stats(str(both), ["en"])["en"]
    assert found["drawn"] == {
        "questions": 3,
        "worlds": 1,
        "programs": {"ferry/fare": 1, "ferry/free": 1, "ferry/late": 1},
        "tiers": {"1": 1, "2": 1, "5": 1},
    }
    assert found["kinds"]["false_premise"] == 1
    assert "false_premise" not in stats(str(write(tmp_path / "alone", sound_world())), ["en"])["en"]["kinds"]
