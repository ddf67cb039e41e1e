"""The tables of words: one a language, with the same entries, and no language read by another's."""

import re
from pathlib import Path

import pytest

from bench.rules import words as module
from bench.rules.words import words
from tests.rules.conftest import verdict

CODE = "\n".join(path.read_text("utf-8") for path in Path(module.__file__).parent.glob("*.py"))
ASKED_FOR = set(re.findall(r"[\"']([A-Z][A-Z_]+)[\"']", CODE)) | {
    "UNTIL_BEFORE",
    "UNTIL_AFTER",
    "FROM_BEFORE",
    "FROM_AFTER",
}


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_a_table_holds_what_the_rules_ask_for_and_nothing_else(lang):
    listed = {name for name in words(lang).table if name.isupper()}
    assert listed == {name for name in ASKED_FOR if name in words("en").table or name in words("ja").table}


def test_a_language_is_read_by_its_own_words_alone():
    assert words("en").says("CONFLICT", "The two notices contradict each other.")
    assert not words("en").says("CONFLICT", "二つの文書は矛盾しています。")
    assert not words("ja").says("CONFLICT", "The two notices contradict each other.")


def test_a_wording_ends_where_its_word_ends():
    assert words("en").says("NEGATION", "It is not so.")
    assert not words("en").says("NEGATION", "A notable knot.")


def test_numbers_in_words_of_a_language_are_figures():
    assert words("ja").in_figures("ろくにんです。") == "6人です。"
    assert words("ja").in_figures("ふたりしずか") == "ふたりしずか"


def test_an_answer_in_a_language_without_a_table_is_handed_over():
    assert verdict("q", "r", "a", lang="xx").verdict == "invalid"
