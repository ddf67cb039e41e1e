"""What a prefix cache can have of a run's prompts."""

from __future__ import annotations

import pytest

from bench.campaign.prefixes import BLOCK, Prefixes
from bench.records import Message

A, B, C = (letter * BLOCK for letter in "abc")
HEAD = BLOCK - len("user\n")
"""So many characters fill the first block, with the role before them."""


def new_text(*prompts: str) -> tuple[float | None, float | None]:
    prefixes = Prefixes()
    for prompt in prompts:
        prefixes.add((Message(role="user", content="." * HEAD + prompt),))
    shares = prefixes.new()
    return shares.to_all, shares.to_one


def test_no_prompt_has_no_share() -> None:
    shares = Prefixes().new()
    assert (shares.to_all, shares.to_one) == (None, None)


def test_a_prompt_alone_is_new_and_its_repeat_is_not() -> None:
    assert new_text(A + B) == (1.0, 1.0)
    assert new_text(A + B, A + B) == (0.5, 0.5)


def test_what_follows_another_beginning_is_new_though_its_text_is_not() -> None:
    assert new_text(A + B, C + B) == (pytest.approx(5 / 6), pytest.approx(5 / 6))


def test_the_order_decides_for_a_cache_of_one_prompt_and_not_for_one_of_all() -> None:
    neighbours, apart = new_text(A + B, A + C, C + C), new_text(A + B, C + C, A + C)
    assert neighbours[0] == apart[0]
    assert neighbours[1] == neighbours[0]
    assert apart[1] == pytest.approx(7 / 9) == pytest.approx((apart[0] or 0) + 1 / 9)


def test_a_shorter_prompt_is_a_prefix_and_a_longer_one_adds_what_is_more() -> None:
    assert new_text(A + B, A) == (pytest.approx(3 / 5), pytest.approx(3 / 5))
    assert new_text(A, A + B) == (pytest.approx(3 / 5), pytest.approx(3 / 5))
