"""Hostile text shown in terminals, file names, spreadsheets and tables."""

import html
import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.text.display import csv_cell, for_terminal, markdown_cell, slug


@given(st.text(max_size=60))
def test_a_terminal_gets_one_printable_line(text):
    shown = for_terminal(text)
    assert not any(unicodedata.category(c) in ("Cc", "Cf", "Cs", "Zl", "Zp") for c in shown)


def test_escapes_are_visible_and_long_text_is_cut():
    assert for_terminal("a\x1b[31mb\u202ec\r\nd") == "a\\x1b[31mb\\u{202e}c⏎d"
    assert for_terminal("abcdef", limit=4) == "abc…"


def test_c117_dots_in_model_names_stay():
    names = ["qwen2.5", "qwen2.7", "gpt-4.1", "gpt-4.1-mini"]
    assert [slug(n) for n in names] == names


def test_c123_ids_never_leave_their_folder_and_stay_apart():
    ids = ["../../escape", "q/1", "q1", "C:\\x", "NUL", "nul.txt", "問1", "", ".", "..", "a\x00", "Q1", "ｑ１"]
    slugs = [slug(i) for i in ids]
    assert len({s.casefold() for s in slugs}) == len(ids)
    assert all(re.fullmatch(r"[\w.-]+", s) and s.strip(".") for s in slugs)
    assert slug("問1") == "問1"
    assert slug("q1") == "q1"


@given(st.text(max_size=200), st.text(max_size=200))
def test_distinct_names_never_share_a_file(one, other):
    if one != other:
        assert slug(one).casefold() != slug(other).casefold()
    assert len(slug(one).encode()) <= 120


@pytest.mark.parametrize("text", ["=1+1", "+cmd", "-2+3", "@SUM(A1)", "\t=1", " =1", "＝1", "|calc"])
def test_a_formula_is_defused(text):
    assert csv_cell(text) == "'" + text


@pytest.mark.parametrize("text", ["-5", "+5.4", "84,300", "はい", "", "a=b", "-5 %"])
def test_numbers_and_words_stay_as_they_are(text):
    assert csv_cell(text) == text


def test_c135_a_cell_stays_one_line_and_can_be_read_back():
    value = "A | B\r\n2行目\n| x | y |"
    cell = markdown_cell(value)
    assert "\n" not in cell
    assert "|" not in cell
    assert html.unescape(cell.replace("<br>", "\n")) == value.replace("\r\n", "\n")


@given(st.text(alphabet=st.characters(exclude_categories=("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")), max_size=60))
def test_any_cell_can_be_read_back(text):
    back = re.sub(r"\\([\\`*_\[\]~!#$])", r"\1", markdown_cell(text))
    assert html.unescape(back) == text


def test_no_html_or_link_comes_alive():
    assert "<" not in markdown_cell("<script>").replace("<br>", "")
    assert markdown_cell("[x](http://a)").startswith("\\[x\\]")
