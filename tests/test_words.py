"""Words: every language says everything, nothing is left over, and what is filled in stays as it is."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import get_args

import pytest

from bench.arms import ARMS
from bench.figures import FIGURES, columns_of
from bench.kinds import KINDS
from bench.langs import LANGUAGES
from bench.metrics.failures import FailureClass
from bench.records import Aspect, Category
from bench.records.calls import FailureKind
from bench.words import in_language, interface_languages, joined, recognised, said, words_of

BENCH = Path(__file__).parent.parent / "bench"
SOURCES = "\n".join(
    path.read_text("utf-8")
    for pattern in ("report/**/*.py", "report/**/*.js", "report/**/*.html", "comparing/*.py", "words.py")
    for path in sorted(BENCH.glob(pattern))
)
FIELD = re.compile(r"\{\w+\}")


def file(lang: str) -> dict[str, str]:
    """What the file of a language says, by key."""
    tables = tomllib.loads((BENCH / "words" / f"{lang}.toml").read_text("utf-8"))
    flat = {}
    for table, value in tables.items():
        for key, text in value.items() if isinstance(value, dict) else [("", value)]:
            flat[table if key in ("", "_") else f"{table}.{key}"] = text
    return flat


def test_both_languages_have_a_file_english_first() -> None:
    assert interface_languages() == ("en", "ja")
    with pytest.raises(KeyError):
        words_of("xx")


@pytest.mark.parametrize("lang", [lang for lang in interface_languages() if lang != "en"])
def test_a_language_says_everything_that_english_says_with_the_same_places(lang: str) -> None:
    english, other = file("en"), file(lang)
    assert sorted(english) == sorted(other)
    assert {key: sorted(FIELD.findall(text)) for key, text in english.items()} == {
        key: sorted(FIELD.findall(text)) for key, text in other.items()
    }
    assert [key for key, text in {**english, **other}.items() if not text] == []


def test_no_word_is_left_over() -> None:
    quoted = set(re.findall(r"[\"'`]([\w.-]+)[\"'`]", SOURCES))
    built = set(re.findall(r"[\"'`]([\w-]+\.(?:[\w-]+\.)*)(?:\{|\$\{|[\"'`] \+)", SOURCES))
    recognised_tables = ("log.", "not_ranked.", "ineligible.")

    def used(key: str) -> bool:
        return key in quoted or key.startswith((*built, *recognised_tables))

    assert [key for key in file("en") if not used(key)] == []


def test_every_key_that_a_source_asks_for_is_there() -> None:
    asked = set(re.findall(r"\b(?:said|t)\(\s*\"([\w.-]+[\w-])\"[,)]", SOURCES))
    asked |= set(re.findall(r"data-t(?:-label)?=\"([\w.-]+)\"", SOURCES))
    assert len(asked) > 200
    assert sorted(asked - set(words_of("en"))) == []


@pytest.mark.parametrize("lang", interface_languages())
def test_every_name_that_data_can_bring_has_words(lang: str) -> None:
    wanted = [
        *(f"aspect.{aspect.value}" for aspect in Aspect),
        *(f"kind.{kind}" for kind in KINDS),
        *(f"arm.{arm}" for arm in ARMS),
        *(f"lang.{language}" for language in LANGUAGES),
        *(f"figure.categories.{category.value}" for category in Category),
        *(f"figure.{column.name}" for figure in FIGURES.values() for column in columns_of(figure)),
        *(f"failure.{name}" for name in get_args(FailureClass)),
        *(f"reason.{kind}" for kind in get_args(FailureKind)),
        *(f"outcome.{p.detail}" for kind in KINDS.values() for p in kind.possible if p.detail),
    ]
    assert [key for key in wanted if not words_of(lang).get(key)] == []


def test_a_japanese_sentence_is_polite_and_no_label_is_a_sentence() -> None:
    polite = re.compile(r"(です|ます|ません|ました|でした|ください|か)$")
    ends = [(key, end) for key, text in file("ja").items() for end in re.findall(r"([ぁ-ん]+)。", text)]
    assert len(ends) > 100
    assert [(key, end) for key, end in ends if not polite.search(end)] == []


def test_a_name_with_braces_is_not_filled_in() -> None:
    assert said("warning.missing", run="{n}", n=3)["en"].startswith("{n} is not complete: 3 trials")


def test_a_value_may_be_a_text_of_its_own() -> None:
    assert said("verdict.detectable", amount=said("verdict.points", n="4.0")) == {
        "en": ": differences from 4.0 points on would show four times in five",
        "ja": "。5回に4回検出できるのは4.0ポイント以上の差です",
    }


def test_texts_are_joined_as_each_language_does() -> None:
    assert joined([said("lang.ja"), "x"]) == {"en": "Japanese, x", "ja": "日本語、x"}
    assert joined(["a", "b"], sentences=True) == {"en": "a; b", "ja": "a；b"}
    assert joined(["a"]) == "a"
    assert joined([]) == ""


@pytest.mark.parametrize(
    ("table", "sentence", "japanese"),
    [
        ("log", "answers.jsonl ends in a half-written line, which does not count.", "answers.jsonlの最終行"),
        ("log", "votes.jsonl, line 3: no JSON; the line does not count.", "votes.jsonl, line 3: no JSON：この行"),
        ("not_ranked", "3 of 40 trials are invalid or failed, more than 5 %", "40 件中 3 件"),
        ("ineligible", "no gold passage", "根拠文書がない"),
        ("log", "something else", "something else"),
    ],
)
def test_a_sentence_of_a_record_is_recognised(table: str, sentence: str, japanese: str) -> None:
    text = recognised(table, sentence)
    assert in_language(text, "en") == sentence
    assert in_language(text, "ja").startswith(japanese)
