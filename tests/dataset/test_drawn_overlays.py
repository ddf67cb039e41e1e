"""What a run does to the corpus of drawn items: distractors, canaries, leave-one-out, other chunks, presets."""

from __future__ import annotations

from collections import Counter

import pytest

from bench import canaries
from bench.dataset import Dataset, load
from bench.dataset.distractors import Distractors
from bench.dataset.leave_one_out import derive
from bench.dataset.rechunk import rechunk
from bench.dataset.sample import resolved, select
from bench.dataset.shown import gold_of
from bench.errors import UsageError
from bench.records import Item
from tests.dataset.drawn_world import WORLD, drawn_world, write_drawn
from tests.dataset.world import sound_world, write

FARE = f"{WORLD}-fare-0"


@pytest.fixture(scope="module")
def dataset(tmp_path_factory: pytest.TempPathFactory) -> Dataset:
    folder = tmp_path_factory.mktemp("set")
    return load(str(write_drawn(write(folder, sound_world()), drawn_world(), beside=True)), ["en", "ja"])


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Dataset:
    return load(str(write_drawn(tmp_path_factory.mktemp("alone"), drawn_world())), ["en"])


def item(dataset: Dataset, name: str) -> Item:
    return next(i for i in dataset.langs["en"].items if i.id == name)


def short(names: tuple[str, ...]) -> set[str]:
    return {name.removeprefix(f"{WORLD}-00000000") for name in names}


def test_more_distractors_come_from_the_items_own_world(dataset: Dataset) -> None:
    data, fare = dataset.langs["en"], item(dataset, FARE)
    for wanted in (0, 3, 10):
        found = Distractors(data.items, data.corpus, wanted, 1).of(fare)
        assert len(found) == wanted
        assert all(name.startswith(WORLD) for name in found)
    assert short(Distractors(data.items, data.corpus, 10, 1).of(fare)) >= {"c0", "c1"}
    written = Distractors(data.items, data.corpus, 7, 1).of(item(dataset, "TST-001"))
    assert not any(name.startswith(WORLD) for name in written)


def test_a_canary_loses_its_evidence_with_the_copy_that_states_the_same(dataset: Dataset) -> None:
    canary = canaries.without_evidence(item(dataset, FARE))
    assert short(canary.overlay.remove) == {"a1", "a2", "c1"}
    assert gold_of(canary) == ()


def test_leave_one_out_items_are_made_of_written_questions_alone(dataset: Dataset) -> None:
    made = derive(dataset.langs["en"])
    assert made, "the written set has questions with several positive chunks"
    assert {item(dataset, i.base or "").drawn for i in made} == {None}


def test_other_chunks_carry_copies_rivals_and_cuts_over(alone: Dataset) -> None:
    new = rechunk(alone, 16)
    main, rival, cut = (item(new, f"{FARE}{end}") for end in ("", "-CON", "-INC"))
    assert {name.partition("#")[0] for names in main.overlay.same.values() for name in names} == {f"{WORLD}-00000000c1"}
    assert set(rival.overlay.rival) <= {chunk.id for chunk in rival.overlay.add}
    assert any("3,190" in chunk.text for chunk in rival.overlay.add if chunk.id in rival.overlay.rival)
    shown = {**new.langs["en"].corpus, **{chunk.id: chunk for chunk in cut.overlay.add}}
    ends = {c.chunk: c.end for c in cut.overlay.cuts}
    left = "".join(shown[name].text[: ends.get(name)] for name in cut.positive if name not in cut.overlay.remove)
    assert "3,160" not in left


def test_the_core_has_all_that_is_written_and_one_abstention_item_of_each_drawn_question(dataset: Dataset) -> None:
    for lang in ("en", "ja"):
        items = dataset.langs[lang].items
        core = select(items, preset="core", limit=None, seed=3)
        assert [i for i in core if i.drawn is None] == [i for i in items if i.drawn is None]
        assert [i.id for i in core if i.drawn and i.base is None] == [
            f"{WORLD}-{p}-0" for p in ("fare", "late", "free")
        ]
        assert Counter(i.base for i in core if i.drawn and i.base) == {FARE: 1, f"{WORLD}-late-0": 1}
    chosen = [
        {i.id for i in select(dataset.langs[lang].items, preset="core", limit=None, seed=s)}
        for lang in ("en", "ja")
        for s in (0, 9)
    ]
    assert chosen[0] == chosen[1] == chosen[2] == chosen[3], "no seed and no language decides the kind"


def test_the_kind_rotates_from_question_to_question(dataset: Dataset) -> None:
    drawn = [i for i in dataset.langs["en"].items if i.drawn is not None]
    many = [
        i.model_copy(update={"id": i.id.replace("-0", f"-{n}"), "base": i.base and i.base.replace("-0", f"-{n}")})
        for n in range(40)
        for i in drawn
    ]
    kinds = Counter(i.kind for i in select(many, preset="core", limit=None, seed=0) if i.base)
    assert set(kinds) == {"insufficient", "contradictory", "incomplete"}
    assert max(kinds.values()) < 2 * min(kinds.values())


def test_a_set_without_drawn_items_is_asked_whole_by_any_name_and_one_without_written_items_by_its_core(
    dataset: Dataset, alone: Dataset
) -> None:
    items = dataset.langs["en"].items
    written = [i for i in items if i.drawn is None]
    assert [resolved(preset, written) for preset in ("written", "core", "full", "lit")] == [
        "full",
        "full",
        "full",
        "lit",
    ]
    assert [resolved(preset, items) for preset in ("written", "core", "full")] == ["written", "core", "full"]
    assert resolved("written", alone.langs["en"].items) == "core"
    assert list(select(items, preset="written", limit=None, seed=0)) == written


def test_lit_and_smoke_are_of_written_items(dataset: Dataset, alone: Dataset) -> None:
    for preset in ("lit", "smoke"):
        chosen = select(dataset.langs["en"].items, preset=preset, limit=None, seed=0)
        assert chosen
        assert all(i.drawn is None for i in chosen)
    assert select(alone.langs["en"].items, preset="smoke", limit=None, seed=0)
    with pytest.raises(UsageError, match="this dataset has none"):
        select(alone.langs["en"].items, preset="lit", limit=None, seed=0)
