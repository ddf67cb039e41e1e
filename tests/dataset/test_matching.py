"""Finding a value in a text: whole words and numbers, in any width, and nothing that merely looks like it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.authoring.checks.chunks import real_names, unbalanced_tags
from bench.authoring.checks.items import YES_NO
from bench.dataset.matching import alikeness, holds, values


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("It costs 1360 yen.", "1,360 yen"),
        ("１，３６０円です", "1360円"),
        ("KAWAUSO is the well", "Kawauso"),
        ("6  November\n2024", "6 November 2024"),
        ("割合は５５ ％", "55%"),
        ("源泉のかわうそは", "かわうそ"),
    ],
)
def test_a_value_is_found_in_any_dress(text: str, value: str) -> None:
    assert holds(text, value)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("15 litres", "5"),
        ("0.5 litres", "5"),
        ("5.5 litres", "5"),
        ("155%", "55%"),
        ("Kawausomachi", "Kawauso"),
        ("", "x"),
    ],
)
def test_a_part_is_not_the_value(text: str, value: str) -> None:
    assert not holds(text, value)


@given(st.text(), st.text())
def test_alikeness_is_symmetric_and_bounded(left: str, right: str) -> None:
    assert 0 <= alikeness(left, right) <= 1
    assert alikeness(left, right) == alikeness(right, left)


def test_values_of_a_text() -> None:
    found = values("On 6 November 2024 Mozu paid 4,150 yen")
    assert (2024, 11, 6) in found.dates
    assert 4150 in found.numbers
    assert "mozu" in found.names
    assert not values("") - found


@pytest.mark.parametrize("text", ["Yes", "no.", "いいえ", "はい、可能です。", "No, it is not.", "不可"])
def test_yes_and_no(text: str) -> None:
    assert YES_NO.fullmatch(text)


@pytest.mark.parametrize("text", ["Norway", "55%", "はいじま屋", "None of the three", "可児"])
def test_not_yes_or_no(text: str) -> None:
    assert not YES_NO.fullmatch(text)


def test_real_names_are_whole_words() -> None:
    assert real_names("a Sony and an ＩＫＥＡ, ソニーの") == ["IKEA", "Sony", "ソニー"]
    assert real_names("Sonya's Amazonian bossa, ヤマハラ町, ホンダワラ, Teslar") == []


def test_tags() -> None:
    assert unbalanced_tags("<table><tr><td>a<br>b</td></tr></table><hr/>") == []
    assert unbalanced_tags("<table><tr><td>a</table>") == ["td", "tr"]
    assert unbalanced_tags("a < b and c > d") == []
