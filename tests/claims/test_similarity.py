"""Cosines of embeddings."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.claims.similarity import read_similarities


def test_each_question_is_compared_with_the_one_that_was_asked() -> None:
    text = json.dumps([[1, 0], [2, 0], [0, 3], [-1, 0], [1, 1]])
    assert read_similarities(text, 4) == (1.0, 0.0, -1.0, pytest.approx(0.7071067812))


def test_a_vector_of_zeros_is_like_nothing() -> None:
    assert read_similarities("[[0, 0], [1, 0]]", 1) == (0.0,)


def test_too_few_vectors_or_other_lengths_are_no_result() -> None:
    assert read_similarities("[[1, 0]]", 1) is None
    assert read_similarities("[[1, 0], [1]]", 1) is None


@given(st.lists(st.lists(st.floats(-1e38, 1e38), min_size=3, max_size=3), min_size=2, max_size=4))
def test_a_cosine_stays_between_minus_one_and_one(vectors: list[list[float]]) -> None:
    found = read_similarities(json.dumps(vectors), len(vectors) - 1)
    assert found is not None
    assert all(-1 <= value <= 1 for value in found)
