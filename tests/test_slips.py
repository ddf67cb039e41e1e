"""Slips: a wrong answer has the name of the mistake whose value stands in its final line."""

from __future__ import annotations

import pytest

from bench.dataset import load
from bench.records import Item
from bench.slips import OTHER, slip_of
from tests.dataset.drawn_world import WORLD, drawn_world, write_drawn


@pytest.fixture(scope="module")
def fare(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Item]:
    folder = write_drawn(tmp_path_factory.mktemp("drawn"), drawn_world())
    data = load(str(folder), ["en", "ja"]).langs
    return {lang: next(i for i in data[lang].items if i.id == f"{WORLD}-fare-0") for lang in data}


@pytest.mark.parametrize(
    ("lang", "text", "slip"),
    [
        ("en", "By edition 6 it is 2,730 yen.\nAnswer: 2,730 yen", "other_edition"),
        ("en", "Answer: ¥2730", "other_edition"),
        ("ja", "第６版による。\n回答：２，７３０円", "other_edition"),
        ("en", "Answer: 2,731 yen", OTHER),
        ("en", "It is 2,730 yen.", OTHER),
        ("en", "Not 2,730 yen.\nAnswer: 9 yen", OTHER),
    ],
)
def test_the_value_of_the_final_line_decides(fare: dict[str, Item], lang: str, text: str, slip: str) -> None:
    assert slip_of(fare[lang], text) == slip


def test_a_written_item_has_no_slips(fare: dict[str, Item]) -> None:
    assert slip_of(fare["en"].model_copy(update={"drawn": None}), "Answer: 2,730 yen") == ""
