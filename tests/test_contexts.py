"""Each arm shows what its table says, in an order that nothing but the trial decides."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.contexts import context
from bench.dataset.shown import applies
from bench.records import ARMS, Arm, Chunk, Cut, Item, Kind, Overlay

CORPUS = {i: Chunk(id=i, text=f"text of {i}, with an end") for i in ("p1", "p2", "n1", "n2", "n3", "other")}
RIVAL = Chunk(id="r", text="rival text")
OVERLAYS: dict[Kind, Overlay] = {
    "main": Overlay(),
    "insufficient": Overlay(remove=("p1", "p2")),
    "contradictory": Overlay(add=(RIVAL,), rival=(RIVAL.id,)),
    "incomplete": Overlay(cuts=(Cut(chunk="p2", end=7),)),
}


class InOrder:
    """Ranks the item's own corpus in a fixed order; the real one is tested in test_retrieval.py."""

    name = "fixed"

    def rank(self, item: Item, k: int) -> tuple[str, ...]:
        ids = [i for i in CORPUS if i not in item.overlay.remove] + [c.id for c in item.overlay.add]
        return tuple(ids[:k])


def item(kind: Kind = "main", name: str = "i") -> Item:
    return Item(
        id=name,
        lang="en",
        kind=kind,
        question="q",
        answer="a",
        positive=() if kind == "insufficient" else ("p1", "p2"),
        negative=("n1", "n2", "n3"),
        overlay=OVERLAYS[kind],
        cluster=name,
    )


def shown(kind: Kind, arm: Arm, *, seed: int = 0, repeat: int = 0, k: int = 10, name: str = "i") -> tuple[Chunk, ...]:
    of = item(kind, name)
    return context(of, arm, corpus=CORPUS, retriever=InOrder(), k=k, seed=seed, repeat=repeat)


def ids(chunks: tuple[Chunk, ...]) -> set[str]:
    return {c.id for c in chunks}


def test_gold_is_the_evidence_with_the_items_own_change() -> None:
    assert ids(shown("main", "gold")) == {"p1", "p2"}
    assert ids(shown("contradictory", "gold")) == {"p1", "p2", "r"}
    assert {c.id: c.text for c in shown("incomplete", "gold")}["p2"] == "text of"
    assert not applies(item("insufficient"), "gold")


def test_shuffled_adds_the_distractors() -> None:
    assert ids(shown("main", "shuffled")) == {"p1", "p2", "n1", "n2", "n3"}
    assert ids(shown("contradictory", "shuffled")) == {"p1", "p2", "r", "n1", "n2", "n3"}
    assert ids(shown("insufficient", "shuffled")) == {"n1", "n2", "n3"}


def test_retrieved_is_in_rank_order_over_the_items_own_corpus() -> None:
    assert [c.id for c in shown("main", "retrieved", k=3)] == ["p1", "p2", "n1"]
    assert [c.id for c in shown("insufficient", "retrieved", k=3)] == ["n1", "n2", "n3"]
    assert "r" in ids(shown("contradictory", "retrieved"))
    assert {c.id: c.text for c in shown("incomplete", "retrieved")}["p2"] == "text of"


def test_none_shows_nothing_and_is_for_main_items_only() -> None:
    assert shown("main", "none") == ()
    assert [applies(item(kind), "none") for kind in OVERLAYS] == [True, False, False, False]


def test_every_other_combination_applies() -> None:
    skipped = {(kind, arm) for kind in OVERLAYS for arm in ARMS if not applies(item(kind), arm)}
    assert skipped == {("insufficient", "gold")} | {(k, "none") for k in OVERLAYS if k != "main"}


@given(seed=st.integers(0, 50), others=st.lists(st.sampled_from(["x", "y", "z"]), max_size=4))
def test_an_order_does_not_depend_on_what_ran_before(seed: int, others: list[str]) -> None:
    alone = shown("main", "shuffled", seed=seed)
    for name in others:
        shown("main", "shuffled", seed=seed, name=name)
    assert shown("main", "shuffled", seed=seed) == alone


def test_seed_item_and_repeat_each_change_the_order() -> None:
    def orders(**varied: list[object]) -> int:
        ((name, values),) = varied.items()
        return len({tuple(c.id for c in shown("main", "shuffled", **{name: v})) for v in values})  # type: ignore[arg-type]

    assert orders(seed=list(range(40))) > 10
    assert orders(repeat=list(range(40))) > 10
    assert orders(name=[f"i{n}" for n in range(40)]) > 10


def test_the_evidence_has_no_favourite_place() -> None:
    places = [[c.id for c in shown("main", "shuffled", seed=s)].index("p1") for s in range(500)]
    counts = [places.count(p) for p in range(5)]
    assert min(counts) > 60, counts


def laid_out(kind: Kind, position: float | None, negative: tuple[str, ...] | None = None, seed: int = 0) -> list[str]:
    of = item(kind)
    chunks = context(
        of,
        "shuffled",
        corpus=CORPUS,
        retriever=None,
        k=1,
        seed=seed,
        repeat=0,
        negative=negative,
        gold_position=position,
    )
    return [c.id for c in chunks]


def test_gold_chunks_stand_as_one_block_at_the_wanted_place() -> None:
    for seed in range(10):
        assert {*laid_out("main", 0, seed=seed)[:2]} == {"p1", "p2"}
        assert {*laid_out("main", 1, seed=seed)[-2:]} == {"p1", "p2"}
        assert {*laid_out("main", 0.5, ("n1", "n2"), seed)[1:3]} == {"p1", "p2"}
        assert {*laid_out("contradictory", 0, seed=seed)[:3]} == {"p1", "p2", "r"}
        assert {*laid_out("insufficient", 0, seed=seed)} == {"n1", "n2", "n3"}


def test_a_place_moves_the_gold_chunks_and_nothing_else() -> None:
    orders = [[i for i in laid_out("main", place / 4) if i[0] == "n"] for place in range(5)]
    assert all(order == orders[0] for order in orders)


def test_other_distractors_take_the_place_of_the_items_own_in_the_shuffled_arm_alone() -> None:
    assert {*laid_out("main", None, ("other",))} == {"p1", "p2", "other"}
    assert {*laid_out("main", None, ())} == {"p1", "p2"}
    gold = context(
        item(), "gold", corpus=CORPUS, retriever=None, k=1, seed=0, repeat=0, negative=("other",), gold_position=1
    )
    assert ids(gold) == {"p1", "p2"}


def test_a_shuffled_arm_without_distractors_skips_what_has_no_evidence() -> None:
    assert not applies(item("insufficient"), "shuffled", 0)
    assert applies(item("main"), "shuffled", 0)
    assert applies(item("insufficient"), "shuffled", 1)


def test_the_retrieved_arm_needs_a_retriever() -> None:
    with pytest.raises(ValueError, match="needs a retriever"):
        context(item(), "retrieved", corpus=CORPUS, retriever=None, k=1, seed=0, repeat=0)
