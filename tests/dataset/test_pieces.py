"""Where a text may be cut, in both languages and in tables, and where never."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.dataset.pieces import Level, borders, inside_character

PARTS = (
    *"ab。、「」.!?\n\r\t |,<>tr/",
    *("\u3000", "が", "ﾊ", "\uff9e", "\u0301", "\u200d", "👩", "🏽", "🇯", "🇵", "\ud83d", "\udc69", "\ufe0f", "漢"),
)
HOSTILE = st.text(alphabet=st.sampled_from(PARTS), max_size=80)


def cuts(text: str, level: Level) -> list[str]:
    """The parts of `text` between the borders of one level."""
    places = [0, *borders(text)[level], len(text)]
    return [text[a:b] for a, b in pairwise(places)]


def test_paragraphs_end_at_blank_lines() -> None:
    assert cuts("One.\n\nTwo.\n \nThree", Level.PARAGRAPH) == ["One.\n\n", "Two.\n \n", "Three"]


def test_sentences_end_in_both_languages_and_not_inside_numbers() -> None:
    text = "料金は1.5万円。期限は「3日。」とする。Next, 2.5 m. End"
    assert cuts(text, Level.SENTENCE) == ["料金は1.5万円。", "期限は「3日。」とする。", "Next, 2.5 m. ", "End"]


@pytest.mark.parametrize(
    "table",
    [
        "| a | b. c |\n| d | e |\n| f | g |\n",
        "<tr><td>a. B</td></tr><tr><td>c</td></tr>\n<tr>\n<td>d.\n\nE</td>\n</tr>\n",
        "a,b. C,d\ne,f,g\nh,i,j\n",
    ],
)
def test_a_row_of_a_table_is_cut_at_its_ends_alone(table: str) -> None:
    rows = cuts(table, Level.ROW)
    assert len(rows) == 3
    assert "".join(rows) == table
    assert borders(table)[Level.SENTENCE] == borders(table)[Level.PARAGRAPH] == []


def test_a_row_without_an_end_hides_no_border_behind_it() -> None:
    assert cuts("<tr><td>broken. Next one.\n\nLast", Level.PARAGRAPH) == ["<tr><td>broken. Next one.\n\n", "Last"]


@pytest.mark.parametrize(
    "character",
    ["e\u0301", "ﾊ\uff9e", "👩\u200d🏽", "👍🏽", "🇯🇵", "\ud83d\udc69", "葛\U000e0100", "\r\n", "ᄒ\u1161\u11ab"],
)
def test_what_a_reader_sees_as_one_character_is_never_parted(character: str) -> None:
    text = f"a{character}b"
    inside = [p for p in range(1, len(text)) if inside_character(text, p)]
    assert inside == list(range(2, len(text) - 1))


def test_flags_stand_in_pairs() -> None:
    text = "🇯🇵🇫🇷"
    assert [inside_character(text, p) for p in (1, 2, 3)] == [True, False, True]


@given(HOSTILE)
def test_no_border_is_inside_a_character_and_each_has_one_level(text: str) -> None:
    found = [p for places in borders(text).values() for p in places]
    assert len(found) == len(set(found))
    assert all(0 < p < len(text) and not inside_character(text, p) for p in found)
