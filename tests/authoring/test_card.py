"""The card's figures: counted from the data, put between two marks, and nothing else of the card touched."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bench.authoring.card import CLOSE, OPEN, figures, read, with_figures
from bench.errors import DataError
from bench.shipped import shipped
from tests.dataset.world import sound_world, write

CARD = f"# Kites\n\n{OPEN}\nold\n{CLOSE}\n\nEnd.\n"


def cells(section: str, name: str) -> list[str]:
    (line,) = [line for line in section.split("\n") if line.startswith(f"| {name} |")]
    return [cell.strip() for cell in line.split("|")[2:-1]]


def test_the_figures_of_a_small_world(tmp_path: Path) -> None:
    section = figures(write(tmp_path / "world", sound_world(), 'version = "7"\ncomposition = "final"\n'))
    assert section.startswith("Version 7, composition final, sha256 of the whole `")
    assert cells(section, "written worlds") == ["1", "1"]
    assert cells(section, "chunks") == ["9", "9"]
    assert cells(section, "Main items") == ["2", "2"]
    assert cells(section, "… with one aspect / with two") == ["0 / 2", "0 / 2"]
    assert cells(section, "… whose evidence is in 1 chunk") == ["1", "1"]
    assert cells(section, "… whose evidence is in 2 chunks") == ["1", "1"]
    assert cells(section, "abstention: contradictory") == ["2", "2"]
    assert cells(section, "Table: markdown") == ["1", "1"]
    assert cells(section, "Table: csv") == ["0", "0"]
    low, middle, high = map(
        int, cells(section, "tokens of a chunk (cl100k_base): least / median / greatest")[1].split(" / ")
    )
    assert 300 <= low <= middle <= high <= 900


def test_a_size_that_one_language_lacks_occurs_there_zero_times(tmp_path: Path) -> None:
    world = sound_world()
    del world["ja"]["items"][1]
    world["ja"]["abstention"] = world["ja"]["abstention"][:2]
    section = figures(write(tmp_path / "world", world))
    assert cells(section, "… whose evidence is in 2 chunks") == ["1", "0"]


def test_one_language_has_one_column(tmp_path: Path) -> None:
    world = sound_world()
    section = figures(write(tmp_path / "world", {"ja": world["ja"]}))
    assert cells(section, "chunks") == ["9"]


def test_only_what_is_between_the_marks_changes() -> None:
    once = with_figures(CARD, "new | figures")
    assert once == f"# Kites\n\n{OPEN}\n\nnew | figures\n\n{CLOSE}\n\nEnd.\n"
    assert with_figures(once, "new | figures") == once


@pytest.mark.parametrize("card", ["", OPEN, CLOSE + OPEN, OPEN + CLOSE + CLOSE, OPEN + OPEN + CLOSE])
def test_marks_that_do_not_stand_once_in_order_are_refused(card: str) -> None:
    with pytest.raises(DataError, match="put them back"):
        with_figures(card, "figures")


def test_a_card_that_cannot_be_read_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="does not exist; write the card"):
        read(tmp_path)
    (tmp_path / "README.md").write_bytes(b"\xff")
    with pytest.raises(DataError, match="not UTF-8"):
        read(tmp_path)


def test_faulty_data_is_not_counted(tmp_path: Path) -> None:
    world = sound_world()
    world["en"]["items"][0]["positive"] = ["T01-99"]
    with pytest.raises(DataError, match="no chunk has the id"):
        figures(write(tmp_path / "world", world))


def test_the_suites_card_has_its_marks_and_names_no_tool() -> None:
    card = read(shipped("data"))
    assert f"{OPEN}\n\nnew\n\n{CLOSE}" in with_figures(card, "new")
    assert card.count("<!-- solves -->") == card.count("<!-- /solves -->") == 1
    assert "No human expert has reviewed" in card
    assert not re.search(r"\b(?:GPT|Claude|Gemini|Llama|Qwen|session)\b", card, re.I)
