"""Each arm shows what its table says, in an order that nothing but the trial decides."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from bench.arms import applies, context
from bench.records import ARMS, Arm, Chunk, Cut, Item, Kind, Overlay

CORPUS = {i: Chunk(id=i, text=f"text of {i}, with an end") for i in ("p1", "p2", "n1", "n2", "n3", "other")}
RIVAL = Chunk(id="r", text="rival text")
OVERLAYS: dict[Kind, Overlay] = {
    "main": Overlay(),
    "insufficient": Overlay(remove=("p1", "p2")),
    "contradictory": Overlay(add=(RIVAL,)),
    "incomplete": Overlay(cut=Cut(chunk="p2", end=7)),
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
