"""The wordings of each language: all that rules ask for is there, and nothing else."""

import re
import tomllib
from pathlib import Path

import pytest

from bench.rules import phrases
from bench.rules.phrases import filled, opens_with, says, wording, words_of

ROOM = Path(phrases.__file__).parent
TABLES = {path.stem[-2:]: tomllib.loads(path.read_text("utf-8")) for path in ROOM.glob("phrases_*.toml")}
CODE = "\n".join(path.read_text("utf-8") for path in ROOM.glob("*.py"))
# Names that code puts together of two parts.
COMPOSED = {f"{end}_{side}" for end in ("UNTIL", "FROM") for side in ("BEFORE", "AFTER")}
COMPOSED |= {f"{negated}{matter}" for negated in ("", "NOT_") for matter in ("NEEDED", "LIMITED", "CHARGED")}
ASKED_FOR = COMPOSED | set(
    re.findall(r"(?:says|opens_with|phrases|wording|words_of|tokens_of|_named)\(\"([A-Z_]+)\"", CODE)
)
# A template of a raw string has single braces, one of an f-string double ones.
ASKED_FOR |= set(re.findall(r"(?<!\$)\{([A-Z][A-Z_]+)\}", CODE)) - {"NAME"}


def test_rules_ask_for_no_wording_that_no_language_has():
    known = {name for table in TABLES.values() for name in (*table, *table["words"])}
    assert ASKED_FOR - known == set()


@pytest.mark.parametrize("lang", sorted(TABLES))
def test_a_language_has_no_wording_that_nobody_asks_for(lang):
    table = TABLES[lang]
    referred_to = {
        name for text in table.values() if isinstance(text, str) for name in re.findall(r"\{([A-Z_]+)\}", text)
    }
    in_tuples = set(re.findall(r"\"([A-Z_]+)\"", CODE))
    assert {*table, *table["words"]} - {"words"} - referred_to - ASKED_FOR - in_tuples == set()


def test_a_wording_of_any_language_counts():
    assert says("CONFLICT", "The two notices contradict each other.")
    assert says("CONFLICT", "二つの文書は矛盾しています。")
    assert not says("CONFLICT", "Tastes differ.")
    assert opens_with("YES", "はい、可能です。")
    assert opens_with("YES", "Yes, it is.")
    assert not opens_with("YES", "I said yes.")


def test_all_languages_are_one_pattern_where_places_matter():
    assert wording("CONFLICT_DENIED").sub("…", "矛盾はありません。 There is no contradiction.") == "…。 There is …."
    assert filled(r"\A{YES}, {NO}\Z").match("はい, no")


def test_words_are_those_of_all_languages():
    assert {"permitted", "許可"} <= words_of("RULING")


@pytest.mark.parametrize("ask", [wording, words_of, lambda name: says(name, "a text")])
def test_a_name_that_no_language_has_is_an_error(ask):
    with pytest.raises(KeyError, match="NOWHERE"):
        ask("NOWHERE")
