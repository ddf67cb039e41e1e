"""Choosing items: every category present, both languages alike, the same choice whatever else is loaded."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.dataset import load, pair_id
from bench.dataset.sample import select
from bench.dataset.shown import applies
from bench.errors import UsageError
from bench.records import Aspect, Item, Kind, Lang

MAIN = [a for a in Aspect if a.category != "Abstention"]


def make(n: int, lang: Lang = "en", *aspects: Aspect) -> Item:
    return Item(id=f"X-{n:03}", lang=lang, kind="main", question="q", answer="a", aspects=aspects, cluster=f"X-{n:03}",
                positive=("c",))  # fmt: skip


def twin(main: Item, kind: Kind) -> Item:
    return Item(id=f"{main.id}-{kind}", lang=main.lang, kind=kind, question="q", answer="none", aspects=(Aspect(kind),),
                base=main.id, cluster=main.id, negative=("n",))  # fmt: skip


def pool(count: int, lang: Lang = "en") -> list[Item]:
    main = [make(n, lang, MAIN[n % len(MAIN)]) for n in range(count)]
    return main + [twin(item, kind) for item in main for kind in ("insufficient", "contradictory", "incomplete")]


@given(st.integers(5, 60), st.integers(0, 9), st.randoms(use_true_random=False))
@settings(max_examples=30)
def test_a_limit_keeps_every_category_and_the_order(limit: int, seed: int, rnd: random.Random) -> None:
    items = pool(20)
    chosen = select(items, preset="full", limit=limit, seed=seed)
    assert len(chosen) == limit
    assert {c for item in chosen for c in item.categories} == {c for item in items for c in item.categories}
    assert [item.id for item in items if item in chosen] == [item.id for item in chosen]
    shuffled = rnd.sample(items, len(items))
    assert set(select(shuffled, preset="full", limit=limit, seed=seed)) == set(chosen)


def test_a_limit_beyond_the_set_keeps_all() -> None:
    items = pool(3)
    assert select(items, preset="full", limit=1000, seed=0) == tuple(items)
    assert select([], preset="full", limit=5, seed=0) == ()


def test_seeds_differ_and_each_is_stable() -> None:
    items = pool(30)
    by_seed = {select(items, preset="full", limit=10, seed=seed) for seed in range(6)}
    assert len(by_seed) > 3
    assert select(items, preset="full", limit=10, seed=3) == select(items, preset="full", limit=10, seed=3)


def test_both_languages_choose_the_same_items_together_or_apart() -> None:
    en, ja = pool(12, "en"), pool(12, "ja")
    apart = [select(items, preset="full", limit=7, seed=2) for items in (en, ja)]
    assert [item.id for item in apart[0]] == [item.id for item in apart[1]]
    assert set(select([*en, *ja], preset="full", limit=7, seed=2)) == {*apart[0], *apart[1]}


def test_the_kinds_of_abstention_take_turns() -> None:
    chosen = select(pool(20), preset="full", limit=15, seed=1)
    assert {item.kind for item in chosen} == {"main", "insufficient", "contradictory", "incomplete"}


def test_preset_lit_takes_the_published_numbers() -> None:
    chosen = select(pool(80), preset="lit", limit=None, seed=4)
    kinds = [item.kind for item in chosen]
    assert [kinds.count(kind) for kind in ("main", "insufficient", "contradictory", "incomplete")] == [54, 54, 3, 3]
    main = {item.id for item in chosen if item.kind == "main"}
    assert {item.base for item in chosen if item.kind == "insufficient"} == main


def test_preset_smoke_is_small_and_whole() -> None:
    chosen = select(pool(80), preset="smoke", limit=None, seed=0)
    assert len(chosen) == 8
    assert len({c for item in chosen for c in item.categories}) == 5
    assert len(select(pool(80), preset="smoke", limit=5, seed=0)) == 5


def test_items_without_tags_can_be_sampled() -> None:
    items = [make(n) for n in range(10)]
    assert len(select(items, preset="full", limit=4, seed=0)) == 4


@pytest.mark.parametrize("limit", [0, -1])
def test_a_limit_below_one_is_refused(limit: int) -> None:
    with pytest.raises(UsageError, match="--limit"):
        select(pool(2), preset="full", limit=limit, seed=0)


def test_an_unknown_preset_is_refused() -> None:
    with pytest.raises(UsageError, match="written, core, full, lit or smoke"):
        select(pool(2), preset="quick", limit=None, seed=0)


def test_the_published_set_pairs_across_languages(lit_folder: Path) -> None:
    langs = load(str(lit_folder), ["en", "ja"]).langs
    assert len(select(langs["en"].items, preset="lit", limit=None, seed=0)) == 114
    chosen = [select(langs[lang].items, preset="smoke", limit=None, seed=5) for lang in ("en", "ja")]
    assert [pair_id(item) for item in chosen[0]] == [pair_id(item) for item in chosen[1]]


def test_a_sample_is_drawn_from_what_the_arms_can_ask() -> None:
    shown = {"positive": ("c",)}
    items = [i.model_copy(update=shown) if i.kind in ("contradictory", "incomplete") else i for i in pool(20)]
    chosen = select(items, preset="full", limit=5, seed=0, arms=["gold"])
    assert len(chosen) == 5
    # Evidence-removed items have nothing to show in the gold arm; abstention is still there with the other kinds.
    assert all(applies(item, "gold") for item in chosen)
    assert {c for item in chosen for c in item.categories} == {c for item in items for c in item.categories}
    assert all(item.kind == "main" for item in select(items, preset="full", limit=60, seed=0, arms=["none"]))
    assert select([i for i in items if i.kind == "insufficient"], preset="full", limit=3, seed=0, arms=["none"]) == ()


def test_the_arms_change_nothing_where_one_of_them_can_ask_everything_or_no_sample_is_taken() -> None:
    items = pool(20)
    every = select(items, preset="full", limit=9, seed=0)
    assert select(items, preset="full", limit=9, seed=0, arms=["gold", "retrieved"]) == every
    assert select(items, preset="full", limit=None, seed=0, arms=["gold"]) == tuple(items)


def test_without_distractors_the_shuffled_arm_can_ask_less() -> None:
    items = pool(4)
    chosen = select(items, preset="full", limit=100, seed=0, arms=["shuffled"], distractors=0)
    assert {item.kind for item in chosen} == {"main"}
