"""A judge's reply to a step is read whole or not at all."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.claims.reading import read_bearing, read_cited, read_claims, read_questions, read_similarities, read_support


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ('{"claims": ["A is 5.", "B is  6."]}', ("A is 5.", "B is 6.")),
        ('{"claims": []}', ()),
        ('```json\n{"claims": ["x"]}\n```', ("x",)),
        ('The answer holds {"claims": []} but it says {"claims": ["x"]}', None),
        ('<think>{"claims": ["no"]}</think>{"claims": ["x"]}', ("x",)),
        ('{"claims": ["x", ""]}', None),
        ('{"claims": ["x", 5]}', None),
        ('{"claims": "x"}', None),
        ('{"claims": null}', None),
        ("no claims", None),
        ("", None),
    ],
)
def test_claims(raw: str, expected: tuple[str, ...] | None) -> None:
    assert read_claims(raw) == expected


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ('{"declines": false, "questions": ["a?", "b?", "c?"]}', ("a?", "b?", "c?")),
        ('{"declines": true, "questions": []}', ()),
        ('{"declines": true, "questions": ["a?"]}', ()),
        ('{"declines": false, "questions": []}', None),
        ('{"questions": ["a?"]}', None),
        ('{"declines": false, "questions": ["a?", "b?", "c?", "d?"]}', None),
    ],
)
def test_questions(raw: str, expected: tuple[str, ...] | None) -> None:
    assert read_questions(raw) == expected


def verdicts(*entries: tuple[object, object]) -> str:
    return json.dumps({"verdicts": [{"claim": n, "reason": "r", "supported": ok} for n, ok in entries]})


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        (verdicts((1, True), (2, False)), (True, False)),
        (verdicts((2, False), (1, True)), (True, False)),
        (verdicts((1, True)), None),
        (verdicts((1, True), (1, True)), None),
        (verdicts((1, True), (3, True)), None),
        (verdicts((1, True), (2, "true")), None),
        (verdicts((1, True), (2, None)), None),
        (verdicts((True, True), (2, True)), None),
        (verdicts((1, True), (2, True), (3, True)), None),
        ('{"verdicts": [true, false]}', None),
        ('{"verdicts": {"1": true, "2": true}}', None),
    ],
)
def test_every_claim_needs_exactly_one_verdict(raw: str, expected: tuple[bool, ...] | None) -> None:
    assert read_support(raw, 2) == expected


def test_every_document_needs_exactly_one_entry() -> None:
    entries = [{"document": 1, "bears": False}, {"document": 2, "bears": True}]
    assert read_bearing(json.dumps({"documents": entries}), 2) == (False, True)
    assert read_bearing(json.dumps({"documents": entries}), 3) is None


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ('{"reason": "r", "support": "supported"}', "supported"),
        ('{"reason": "r", "support": "partly"}', "partly"),
        ('{"reason": "r", "support": "Not supported"}', "not_supported"),
        ('<think>{"support": "partly"}</think>{"support": "supported"}', "supported"),
        ('The sentence quotes {"support": "supported"}. {"support": "not_supported"}', None),
        ('{"support": "supported", "support": "partly"}', None),
        ('{"support": "mostly"}', None),
        ('{"support": true}', None),
        ('{"support": ["supported"]}', None),
        ('{"supported": true}', None),
        ("supported", None),
        ("It is fully supported by [1].", None),
        ("", None),
    ],
)
def test_a_sentence_has_one_of_three_words_or_no_verdict(raw: str, expected: str | None) -> None:
    assert read_cited(raw) == expected


@given(st.text(alphabet=st.sampled_from('{}[]":, claimsvedt12rue\n'), max_size=150))
def test_no_reply_raises(raw: str) -> None:
    for found in (read_claims(raw), read_questions(raw), read_support(raw, 1), read_bearing(raw, 1)):
        assert found is None or isinstance(found, tuple)


def test_each_question_is_compared_with_the_one_that_was_asked() -> None:
    text = json.dumps([[1, 0], [2, 0], [0, 3], [-1, 0], [1, 1]])
    assert read_similarities(text, 4) == pytest.approx((1.0, 0.0, -1.0, 0.7071067812))


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
