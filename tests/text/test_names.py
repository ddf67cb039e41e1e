"""Names: what makes one unfit to be shown, and which two look alike."""

from __future__ import annotations

import pytest

from bench.text.names import borrowed, name_faults, skeleton


@pytest.mark.parametrize(
    "name",
    [
        "",
        "gpt-5",
        "vllm:Qwen/Qwen3-8B",
        "大規模言語モデル・検証用第二世代（日本語特化）",
        "株式会社ＡＢＣ　研究所",
        "π0 を使うモデル",
        "نموذج",
        "Việt Nam",
    ],
)
def test_names_of_any_language_are_fit(name: str) -> None:
    assert name_faults(name) == []


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("gpt\u200b-5", "U+200B"),
        ("gpt-5\u3164", "U+3164"),
        ("gpt-5\ufe0f", "U+FE0F"),
        ("\u202egpt-5", "U+202E"),
        ("gpt\u00a05", "a space of another kind"),
        (" gpt-5", "begins or ends with a space"),
        ("gрt-5", "mixes Latin letters with those of another script in 'gрt'"),
        ("a\u0301\u0301\u0301", "more than 2 marks"),
        ("x" * 201, "has 201 characters; at most 200"),
    ],
)
def test_what_hides_or_borrows_is_named(name: str, words: str) -> None:
    (fault,) = name_faults(name)
    assert words in fault


def test_names_that_look_alike_have_one_skeleton() -> None:
    assert len({skeleton(name) for name in ("GPT-5o", "gрt-50", "ＧＰＴ-５ｏ", "gpt\u200b-5o", "gpt-5ó")}) == 1
    assert skeleton("モデル") != skeleton("モテル")
    assert skeleton("gpt-5") != skeleton("gpt-6")
    assert skeleton("") == ""


def test_letters_that_pass_for_plain_ones_are_found_and_accents_are_not() -> None:
    assert borrowed("о3-ｍini") == "оｍ"
    assert borrowed("modèle-大") == ""
