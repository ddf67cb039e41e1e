"""Splitting into sentences without losing a character."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.text.sentences import split_sentences


@given(st.text(alphabet=st.sampled_from("aA1. 。「」()!?\n、\t"), max_size=60))
def test_nothing_is_lost(text):
    assert "".join(split_sentences(text)) == text


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("The fee is 1.5 yen. Dr. Smith said so. OK?", 3),
        ("料金は1.5円です。期限は月末です。", 2),
        ("彼は「はい。そうです。」と言った。", 1),
        ("1. First\n2. Second", 2),
        ("Acme Co., Ltd. is it. Yes", 2),
        ("It costs approx. 5 yen.", 1),
        ("", 0),
        ("At 5 p.m. The gate closes.", 2),
        ("Even weeks go to crew A. Week 12 is even.", 2),
        ("It is signed by A. Smith. Yes.", 2),
        ("42. This is stated in the table.", 2),
        ("3. First\n4. Second", 2),
    ],
)
def test_ends_of_sentences(text, count):
    assert len(split_sentences(text)) == count


def test_a_quote_that_never_closes_swallows_nothing():
    assert len(split_sentences("「開いたまま。次の文。")) == 2
