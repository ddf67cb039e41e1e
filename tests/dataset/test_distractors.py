"""Distractors: the wanted number, the same for twins, nested, and never one that gives the answer away."""

from __future__ import annotations

from types import MappingProxyType

import pytest

from bench.dataset import Dataset, LangData
from bench.dataset.distractors import Distractors, refuse_shortage
from bench.errors import DataError
from bench.records import Chunk, DatasetRef, Evidence, Item, ModelRef, Overlay, RunConfig

QUOTE = "Berth 4 costs 2,050 yen a month."
CORPUS = {
    chunk.id: chunk
    for chunk in (
        Chunk(id="W", doc_id="rules", text=f"{QUOTE} Berth 5 costs more."),
        Chunk(id="same-document", doc_id="rules", text="Berths are let by the month."),
        Chunk(id="quote-again", text="As said: berth 4 costs\n２,０５０ yen a month."),
        Chunk(id="answer-again", text="He paid ２０５０ yen."),
        Chunk(id="own-1", text="The crane is green."),
        Chunk(id="own-2", text="The crane is 12,050 kg."),
        *(Chunk(id=f"free-{n}", text=f"The buoy {n} is red.") for n in range(6)),
    )
}
OWN = ("own-1", "own-2")
FREE = {f"free-{n}" for n in range(6)}
MAIN = Item(
    id="Q",
    lang="en",
    kind="main",
    question="q",
    answer="2,050 yen",
    positive=("W",),
    negative=OWN,
    cluster="Q",
    evidence=(Evidence(chunk="W", quote=QUOTE),),
)
TWIN = MAIN.model_copy(
    update={
        "id": "Q-INS",
        "kind": "insufficient",
        "answer": "It cannot be determined.",
        "positive": (),
        "evidence": (),
        "base": "Q",
        "overlay": Overlay(remove=("W",)),
    }
)
ALONE = TWIN.model_copy(update={"id": "X", "base": None})


def of(item: Item, wanted: int | None, seed: int = 0) -> tuple[str, ...]:
    return Distractors((MAIN, TWIN), CORPUS, wanted, seed).of(item)


def test_without_a_number_an_item_keeps_its_own() -> None:
    assert of(MAIN, None) == OWN
    assert of(MAIN, 0) == ()


def test_its_own_come_first_and_then_chunks_that_give_nothing_away() -> None:
    assert set(of(MAIN, 2)) == set(OWN)
    assert set(of(MAIN, 8)) == {*OWN, *FREE}
    assert set(of(MAIN, 99)) == {*OWN, *FREE}


def test_a_smaller_number_is_part_of_a_larger_one() -> None:
    for seed in range(5):
        whole = of(MAIN, 8, seed)
        assert [of(MAIN, n, seed) for n in range(9)] == [whole[:n] for n in range(9)]


def test_a_twin_gets_the_same_and_the_seed_decides_which() -> None:
    assert all(of(MAIN, n, seed) == of(TWIN, n, seed) for n in range(9) for seed in range(4))
    assert len({of(MAIN, 5, seed) for seed in range(20)}) > 5


def test_without_a_main_item_nothing_is_known_to_be_safe() -> None:
    assert set(of(ALONE, 5)) == set(OWN)


def test_a_shortage_is_told_for_every_item_before_anything_is_asked() -> None:
    data = Dataset("d", "1", "0" * 64, "", MappingProxyType({"en": LangData("en", CORPUS, (MAIN, TWIN, ALONE))}), False)
    config = RunConfig(
        model=ModelRef(spec="m", title="m", weights="none"),
        dataset=DatasetRef(name="d", version="1", sha256="0" * 64),
        data="d",
        langs=("en",),
        arms=("shuffled",),
        judges=(),
        distractors=9,
    )
    with pytest.raises(DataError, match="--distractors 9 is more than 3 items") as error:
        refuse_shortage(data, data.langs["en"].items, config)
    assert [fault.partition(":")[0] for fault in error.value.faults] == [
        "Q (en) can have 8",
        "Q-INS (en) can have 8",
        "X (en) can have 2",
    ]
    refuse_shortage(data, (MAIN, TWIN), config.model_copy(update={"distractors": 8}))
    refuse_shortage(data, (ALONE,), config.model_copy(update={"arms": ("gold",)}))
