"""What tables, pages and sentences say, in every language that has a file `bench/words/LANG.toml`.

Guarantees: a word that a language lacks is the English one; what is filled in is never read as a template; names of
arms, kinds of items and figures come from their entries, unless the file of a language says something else.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from importlib import resources
from typing import Any

from bench.arms import ARMS
from bench.figures import FIGURES, columns_of
from bench.kinds import KINDS
from bench.langs import DEFAULT, LANGUAGES

Text = str | Mapping[str, str]
"""What is the same in every language (a name, a number), or a text by language."""

_FIELD = re.compile(r"\{(\w+)\}")


@lru_cache(maxsize=1)
def interface_languages() -> tuple[str, ...]:
    """The languages that have a file of words, English first."""
    folder = resources.files("bench") / "words"
    return tuple(sorted((n for n in LANGUAGES if (folder / f"{n}.toml").is_file()), key=lambda n: n != DEFAULT))


@cache
def words_of(lang: str) -> Mapping[str, str]:
    """Every word of a language by its key, `table.name`; a table's own name has the key `table`.

    Raises KeyError for a language without a file.
    """
    if lang not in interface_languages():
        raise KeyError(lang)
    words = {f"arm.{arm.id}": arm.words for arm in ARMS.values()}
    words |= {f"kind.{kind.id}": kind.words for kind in KINDS.values()}
    words |= {f"figure.{figure.name}": figure.words for figure in FIGURES.values()}
    words |= {f"figure.{c.name}": c.part.words for f in FIGURES.values() for c in columns_of(f) if c.part}
    # Where nobody translates the name of a language, it is called what it calls itself.
    english = {f"lang.{n}": n for n in LANGUAGES} | {f"lang.{n}": _file(n)[f"lang.{n}"] for n in interface_languages()}
    below = english if lang == DEFAULT else words_of(DEFAULT)
    return {**below, **{key: texts[lang] for key, texts in words.items() if lang in texts}, **_file(lang)}


def said(key: str, **values: Any) -> dict[str, str]:
    """The words for `key` in every language, with each `{name}` filled in; a value may be a text of its own.

    Raises KeyError for a key or a name that is not there.
    """
    return {lang: _filled(words_of(lang)[key], values, lang) for lang in interface_languages()}


def in_language(text: Text, lang: str) -> str:
    """The text in one language."""
    return text if isinstance(text, str) else text[lang]


def joined(texts: Sequence[Text], *, sentences: bool = False) -> Text:
    """Texts as an enumeration, or as `sentences`; a plain text where there is one text, or none."""
    if len(texts) < 2:
        return texts[0] if texts else ""
    between = {n: words_of(n)["between_sentences"] if sentences else LANGUAGES[n].joiner for n in interface_languages()}
    return {n: mark.join(in_language(t, n) for t in texts) for n, mark in between.items()}


def recognised(table: str, sentence: str) -> Text:
    """A sentence of a log or a record in every language, where `table` has it in English; else as it stands."""
    for key, template in words_of(DEFAULT).items():
        if key.startswith(f"{table}."):
            match = _pattern(template).fullmatch(sentence)
            if match:
                return said(key, **match.groupdict())
    return sentence


@cache
def _file(lang: str) -> dict[str, str]:
    """The file of a language, flattened: `_` in a table is the table's own name."""
    tables = tomllib.loads((resources.files("bench") / "words" / f"{lang}.toml").read_text("utf-8"))
    flat: dict[str, str] = {}
    for name, value in tables.items():
        if isinstance(value, str):
            flat[name] = value
        else:
            flat |= {name if key == "_" else f"{name}.{key}": text for key, text in value.items()}
    return flat


def _filled(text: str, values: Mapping[str, Any], lang: str) -> str:
    # In one pass, so that a name with braces in it stays as it is.
    def fill(field: re.Match[str]) -> str:
        value = values[field[1]]
        return str(value[lang]) if isinstance(value, Mapping) else str(value)

    return _FIELD.sub(fill, text)


@cache
def _pattern(template: str) -> re.Pattern[str]:
    """A template as a pattern: each `{name}` is a group."""
    parts = _FIELD.split(template)
    texts = (f"(?P<{part}>.+)" if n % 2 else re.escape(part) for n, part in enumerate(parts))
    return re.compile("".join(texts), re.DOTALL)
