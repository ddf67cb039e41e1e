"""Drawn rows of the own format: where they stand, what items they become, and which faults are told."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from bench.contexts import context
from bench.dataset import Dataset, load
from bench.errors import DataError
from bench.records import Item
from bench.retrieval.choose import _built, read_spec
from tests.dataset.drawn_world import WORLD, World, drawn_world, write_drawn
from tests.dataset.world import sound_world, write

FARE = f"{WORLD}-fare-0"


@pytest.fixture
def dataset(tmp_path: Path) -> Dataset:
    return load(str(write_drawn(write(tmp_path / "set", sound_world()), drawn_world(), beside=True)), ["en", "ja"])


def items(dataset: Dataset, lang: str = "en") -> dict[str, Item]:
    return {item.id: item for item in dataset.langs[lang].items}


def shown(dataset: Dataset, name: str, arm: str, k: int = 20) -> set[str]:
    data = dataset.langs["en"]
    retriever = _built(read_spec("bm25", ["en"]), {"en": data.corpus}, data.items, data.items, {})["en"]
    found = context(items(dataset)[name], arm, corpus=data.corpus, retriever=retriever, k=k, seed=1, repeat=0)
    return {chunk.id.removeprefix(f"{WORLD}-00000000") for chunk in found}


def test_drawn_rows_come_after_written_ones_and_nothing_is_derived_from_them(dataset: Dataset) -> None:
    assert list(items(dataset)) == [
        "TST-001", "TST-002", FARE, f"{WORLD}-late-0", f"{WORLD}-free-0", "TST-001-INS", "TST-002-INS",
        "TST-001-CON", "TST-001-INC", "TST-002-CON", "TST-002-INC",
        *(f"{WORLD}-{program}-0-{kind}" for program in ("fare", "late") for kind in ("INS", "CON", "INC")),
    ]  # fmt: skip
    assert [item.kind for item in dataset.langs["ja"].items] == [item.kind for item in dataset.langs["en"].items]


def test_a_drawn_set_is_a_dataset_of_its_own_too(tmp_path: Path, dataset: Dataset) -> None:
    alone = load(str(write_drawn(tmp_path / "alone", drawn_world())), ["en"])
    assert [i.id for i in alone.langs["en"].items] == [i for i in items(dataset) if i.startswith(WORLD)]


def test_items_of_one_program_are_one_cluster(dataset: Dataset) -> None:
    assert {i.cluster for name, i in items(dataset).items() if name.startswith(FARE)} == {"ferry/fare"}
    assert items(dataset)["TST-001-INS"].cluster == "TST-001"


def test_a_false_premise_is_in_no_category(dataset: Dataset) -> None:
    item = items(dataset)[f"{WORLD}-free-0"]
    assert (item.kind, item.aspects, item.answerable, item.refuted) == (
        "false_premise",
        (),
        False,
        "that a bicycle has a fare",
    )


def test_the_digest_covers_drawn_files(tmp_path: Path, dataset: Dataset) -> None:
    written = load(str(write(tmp_path / "other", sound_world())), ["en", "ja"])
    assert dataset.sha256 != written.sha256
    assert written.sha256 == load(str(tmp_path / "other"), ["en"]).sha256


def test_arms_show_what_the_rows_say(dataset: Dataset) -> None:
    assert shown(dataset, FARE, "gold") == {"a1", "a2"}
    noise = {"a3", "a4", *(f"b{n}" for n in range(6))}
    assert shown(dataset, FARE, "shuffled") == {"a1", "a2", "c0", "c1", *noise}
    assert shown(dataset, f"{FARE}-INS", "gold") == {"a2"}
    assert shown(dataset, f"{FARE}-INS", "shuffled") == {"a2", "c0", *noise}
    assert shown(dataset, f"{FARE}-CON", "gold") == {"a1", "a2", "c2"}
    assert shown(dataset, f"{FARE}-CON", "shuffled") == {"a1", "a2", "c2", *noise}


def test_cuts_shorten_what_is_shown_for_this_item_alone(dataset: Dataset) -> None:
    data = dataset.langs["en"]
    whole = data.corpus[f"{WORLD}-00000000a1"].text
    texts = {
        name: next(
            chunk.text
            for chunk in context(
                items(dataset)[name], "gold", corpus=data.corpus, retriever=None, k=1, seed=1, repeat=0
            )
            if chunk.id.endswith("a1")
        )
        for name in (FARE, f"{FARE}-INC")
    }
    assert texts == {FARE: whole, f"{FARE}-INC": whole[: whole.index("3,160")]}


def test_retrieval_searches_the_items_world_alone(dataset: Dataset) -> None:
    corpus = set(dataset.langs["en"].corpus)
    everything = {name.removeprefix(f"{WORLD}-00000000") for name in corpus if name.startswith(WORLD)}
    assert shown(dataset, f"{FARE}-CON", "retrieved", k=50) == {*everything, "c2"}
    assert shown(dataset, f"{FARE}-INS", "retrieved", k=50) == {*everything, "c0"} - {"a1"}
    assert shown(dataset, "TST-001", "retrieved", k=50) == {name for name in corpus if not name.startswith(WORLD)}


def test_written_items_are_asked_as_if_nothing_were_drawn(tmp_path: Path, dataset: Dataset) -> None:
    alone = load(str(write(tmp_path / "other", sound_world())), ["en"])
    for name in ("TST-001", "TST-002-INS"):
        for arm in ("shuffled", "retrieved"):
            assert shown(dataset, name, arm) == shown(alone, name, arm)


def _broken(world: World, place: str) -> None:
    fare, rows = world["en"]["items"][0], world["en"]["abstention"]
    match place:
        case "rival":
            rows[1]["overlay"]["rival"] = ["nothing"]
        case "same":
            fare["overlay"]["same"] = {fare["negative"][0]: [fare["overlay"]["add"][1]["id"]]}
        case "cut":
            fare["overlay"]["cuts"][0]["end"] = 5000
        case "world":
            fare["drawn"]["seed"] = "2"
        case "slips":
            fare["drawn"]["slips"]["same_value"] = ["3,160 yen"]
        case "positive":
            rows[0]["positive"] = [fare["negative"][0]]
            rows[0]["negative"] = fare["negative"][1:]
        case "no overlay":
            del rows[0]["overlay"], rows[0]["positive"], rows[0]["negative"]
        case "tier":
            fare["drawn"]["tier"] = 7
        case "not drawn":
            del fare["drawn"]
        case "id":
            rows[0]["overlay"]["add"][0]["id"] = world["en"]["chunks"][0]["id"]
        case "refuted":
            world["en"]["items"][2]["refuted"] = ""


@pytest.mark.parametrize(
    ("place", "sentence"),
    [
        ("rival", "en/drawn/abstention.jsonl:2 'overlay.rival[0]': 'nothing' is not added by this overlay"),
        ("same", "is not gold"),
        ("cut", "'overlay.cuts[0].end': is 5000, but"),
        ("world", "the world is 'ferry-2', but"),
        ("slips", "'3,160 yen' is also the answer"),
        ("positive", "is not gold in ferry-1-fare-0"),
        ("no overlay", "a row of kind insufficient has 'overlay'"),
        ("tier", "'drawn.tier'"),
        ("not drawn", "'drawn': is missing"),
        ("id", "is the id of another chunk too"),
        ("refuted", "'refuted' is the false premise of the question"),
    ],
)
def test_a_fault_is_one_sentence_at_its_row(tmp_path: Path, place: str, sentence: str) -> None:
    world = drawn_world()
    _broken(world, place)
    folder = write_drawn(write(tmp_path / "set", sound_world()), world, beside=True)
    with pytest.raises(DataError) as error:
        load(str(folder), ["en"])
    assert any(sentence in fault for fault in error.value.faults), error.value.faults


def test_a_folder_of_drawn_rows_has_its_files(tmp_path: Path) -> None:
    folder = write_drawn(write(tmp_path / "set", sound_world()), drawn_world(), beside=True)
    (folder / "en" / "drawn" / "chunks.jsonl").unlink()
    with pytest.raises(DataError) as error:
        load(str(folder), ["en"])
    assert "en/drawn/chunks.jsonl: does not exist; add the file" in error.value.faults
    shutil.rmtree(folder / "en" / "drawn")
    assert load(str(folder), ["en"]).langs["en"].items[0].id == "TST-001"
