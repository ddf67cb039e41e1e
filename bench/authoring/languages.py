"""What the makers of data hold each language to. A language is validated once it has an entry in every table here."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from bench.errors import UsageError
from bench.records import Lang


@dataclass(frozen=True)
class Rules:
    """One language. Lengths are in tokens of cl100k_base, (least, most)."""

    name: str
    """In English, for messages."""
    length: tuple[int, int]
    """Of every chunk."""
    median: tuple[int, int]
    """Of the corpus."""
    declines: re.Pattern[str]
    """Stands in every reference of an item that has no answer."""
    ranks: re.Pattern[str]
    """Words by which a document says what force it has beside another one."""
    near_twin: float
    """Alikeness (character trigrams) from which two chunks are near-twins: last year's edition, the other branch's
    list. Set where English and Japanese agree best on the suite's own first 18 worlds: of their 718 pairs of a
    positive and a negative chunk, 66 lie above it in both languages and 4 in one alone."""
    instructions: str
    """At the head of a sheet for a blind solve."""
    mixed_widths: bool = False
    """Whether numbers may stand in full-width and half-width digits, so that a document should keep to one."""


RULES: Mapping[Lang, Rules] = {
    "en": Rules(
        name="English",
        length=(300, 650),
        median=(450, 520),
        declines=re.compile(r"cannot be (?:determined|decided|answered|told)|not possible to|no answer", re.I),
        ranks=re.compile(
            r"(?:same|equal) (?:force|rank|standing)|rank(?:s|ed)? equal|prevail|tak(?:es?|ing) precedence|supersede"
            r"|side by side with the|binding [^.]* in the same way",
            re.I,
        ),
        near_twin=0.28,
        instructions=(
            "Answer the question from the documents below and from nothing else. If they do not settle it, the answer "
            "is UNANSWERABLE; if two documents that both apply contradict each other and nothing decides, it is "
            "CONFLICT followed by the two values."
        ),
    ),
    # Japanese prose takes 1.6 to 1.8 times as many tokens for the same content.
    "ja": Rules(
        name="Japanese",
        length=(300, 900),
        median=(450, 900),
        declines=re.compile(
            "(?:判断|確定|回答|特定|決定|断定|算出)[はが]?でき(?:ない|ません)|答えられ(?:ない|ません)|[分わ]からない"
        ),
        ranks=re.compile(
            "(?:同じ|同一の|同等の|同順位の?|等しい)効力|効力(?:は|に|も)(?:同じ|優劣|等し)|優劣は(?:ない|ありません)"
            "|(?:規程|規則|要領|定め|文書|本書|本表)[^。]{0,10}優先|等しく拘束|同じ扱いとする"
        ),
        near_twin=0.11,
        instructions=(
            "下の文書だけを根拠として質問に答えてください。文書からは答えが決まらない場合の答えは UNANSWERABLE、"
            "どちらも当てはまる二つの文書が食い違い、決め手がない場合は CONFLICT に続けて二つの値とします。"
        ),
        mixed_widths=True,
    ),
}


def rules_of(lang: Lang) -> Rules:
    """The rules of a language. Raises UsageError for a language that nobody has written any for."""
    if lang not in RULES:
        raise UsageError(f"Data in '{lang}' cannot be checked yet: add its rules to bench/authoring/languages.py.")
    return RULES[lang]


def declined(given: str, lang: Lang) -> bool:
    """Whether a solver's answer begins by saying that there is none: by the sheet's word, or in the language's."""
    return given.upper().startswith("UNANSWERABLE") or rules_of(lang).declines.match(given) is not None
