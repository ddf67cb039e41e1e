"""What a release writes is what the suite reads: no fault, and the contexts that the kit meant."""

from __future__ import annotations

import pytest

from bench.arms import SHUFFLED
from bench.contexts import context
from bench.dataset import Dataset, load
from bench.kits import release
from bench.kits.contexts import contexts
from bench.kits.rows import shown_chunks
from bench.kits.world import World
from tests.kits.toy import KIT


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> Dataset:
    folder = tmp_path_factory.mktemp("drawn") / "set"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(release, "names", lambda: ("toy",))
        patch.setattr(release, "load", {"toy": KIT}.__getitem__)
        release.write(release.plan("7", ["toy"], 3, ["en", "ja"]), folder)
    return load(str(folder), None)


def test_every_kind_of_every_question_is_an_item(drawn: Dataset) -> None:
    for data in drawn.langs.values():
        kinds = [item.kind for item in data.items]
        assert {kind: kinds.count(kind) for kind in set(kinds)} == dict.fromkeys(
            ("main", "insufficient", "contradictory", "incomplete", "false_premise"), 3
        )
        assert {item.cluster for item in data.items} == {"toy/price_of", "toy/price_said"}
        assert all(item.final_line for item in data.items)


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_the_shuffled_arm_shows_what_the_kit_meant(drawn: Dataset, lang: str) -> None:
    data, world = drawn.langs[lang], World(KIT, "7")
    for item in data.items:
        program, number = (item.base or item.id).split("-")[2:]
        meant = contexts(world, program, int(number), world.question(program, int(number)))[item.kind]
        shown = context(item, SHUFFLED, corpus=data.corpus, retriever=None, k=0, seed=0, repeat=0)
        assert sorted((chunk.id, chunk.title, chunk.text) for chunk in shown) == [
            (part.id, title, part.text) for title, part in shown_chunks(world, meant, lang)
        ]
