"""Reciprocal rank fusion: the published formula, ties by id, and a fusion of two real rankings."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.retrieval import Bm25
from bench.retrieval.hybrid import fused
from tests.retrieval.asking import ADDED, CORPORA, MAIN, retrievers
from tests.server import Server


def test_ranks_are_added_as_reciprocals_of_sixty_and_the_rank() -> None:
    # a: 1/61 + 1/63, b: 1/62 + 1/61, c: 1/63 + 1/62
    assert fused([("a", "b", "c"), ("b", "c", "a")]) == ("b", "a", "c")
    # Once first is less than twice third: 1/61 < 2/63.
    assert fused([("x", "p", "a"), ("y", "q", "a")])[0] == "a"


def test_equal_sums_are_ordered_by_id() -> None:
    assert fused([("b", "a"), ("a", "b")]) == ("a", "b")
    assert fused([]) == ()


@given(st.lists(st.permutations(list("abcd")), min_size=1, max_size=4))
def test_the_order_of_the_members_does_not_matter(rankings: list[list[str]]) -> None:
    assert fused(rankings) == fused(rankings[::-1])


def test_both_members_rank_the_items_own_corpus(server: Server, tmp_path: Path) -> None:
    both = retrievers(f"hybrid:bag@{server.url}", tmp_path)["en"]
    dense = retrievers(f"dense:bag@{server.url}", tmp_path)["en"]
    bm25 = Bm25(CORPORA["en"], "en")
    assert both.name == "hybrid:openai-compatible:bag"
    for of in (MAIN, ADDED):
        assert both.rank(of, 9) == fused([bm25.rank(of, 9), dense.rank(of, 9)])
    assert set(both.rank(ADDED, 9)) == {"a", "b", "c", "r"}
    with pytest.raises(KeyError):
        both.rank(MAIN.model_copy(update={"id": "new", "question": "never embedded"}), 1)
