"""Reasoning inside the text is taken out, however the model closed its tags."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.clients.thinking import split

PIECES = st.lists(
    st.sampled_from(["<think>", "</think>", "<thinking>", "</THINKING>", "答え", "a", " ", "\n", "<b>", "think"])
)


@pytest.mark.parametrize(
    ("text", "visible", "reasoning"),
    [
        ("40 m", "40 m", None),
        ("", "", None),
        ("<think>40?</think>40 m", "40 m", "40?"),
        ("<think>\n40?\n</think>\n\n40 m\n", "40 m", "40?"),
        ("<thinking>40?</thinking>40 m", "40 m", "40?"),
        ("<Think>40?</THINK >40 m", "40 m", "40?"),
        ("<think></think>40 m", "40 m", None),
        ("<think>not finished", "", "not finished"),
        ("40?</think>40 m", "40 m", "40?"),
        ("<think>a<think>b</think>c</think>40 m", "40 m", "abc"),
        ("<think>a tag like <think> opens</think>40 m", "40 m", "a tag like  opens"),
        ("<think>a</think>40 m<think>b</think>", "40 m", "a\nb"),
        ("<think>a</think>40<think>b</think> m", "40 m", "a\nb"),
        ("<think>a</think>40 m<think>b", "40 m", "a\nb"),
        ("The <think> tag opens a block.", "The <think> tag opens a block.", None),
        ("<think>答えは？</think>40メートルです。", "40メートルです。", "答えは？"),
        ("2 < 3 and <b>4</b>", "2 < 3 and <b>4</b>", None),
    ],
)
def test_split(text: str, visible: str, reasoning: str | None) -> None:
    assert split(text) == (visible, reasoning)


@given(st.text())
def test_text_without_tags_is_only_stripped(text: str) -> None:
    if "think" not in text.lower():
        assert split(text) == (text.strip(), None)


@given(PIECES)
def test_no_word_is_lost_or_invented(pieces: list[str]) -> None:
    text = "".join(pieces)
    visible, reasoning = split(text)
    for word in ("答え", "a"):
        plain = visible + "\n" + (reasoning or "")
        assert plain.count(word) == text.count(word)


@given(PIECES)
def test_what_follows_the_last_closing_tag_is_the_answer(pieces: list[str]) -> None:
    visible, _ = split("".join(pieces) + "</think>" * (len(pieces) + 1) + "the answer")
    assert visible == "the answer"
