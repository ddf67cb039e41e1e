"""The wordings of each language by which rules read a text: phrases_LANG.toml, one file per language.

A further language is a further file: code asks for wordings by name, in whatever language they are. Read at first use.
A refusal must speak of knowing or of the material: "may not be used" or 使用できません states a rule and is none.
"""

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from bench.text.patterns import one_of

_REFERENCE = re.compile(r"\{([A-Z_]+)\}")


def says(name: str, text: str) -> bool:
    """Whether a wording of `name`, in any language, stands in the text."""
    return any(pattern.search(text) for pattern in phrases(name))


def opens_with(name: str, text: str) -> bool:
    """Whether the text begins with a wording of `name`, in any language."""
    return any(pattern.match(text) for pattern in phrases(name))


@cache
def phrases(name: str) -> tuple[re.Pattern[str], ...]:
    """The pattern `name` of every language that has it, by language. Raises KeyError where none has."""
    return tuple(re.compile(source, re.I) for source in _sources(name))


@cache
def wording(name: str) -> re.Pattern[str]:
    """The wordings of `name` in all languages as one pattern: for their places, and to split at them or drop them."""
    return filled(f"{{{name}}}")


@cache
def filled(template: str, flags: int = re.I) -> re.Pattern[str]:
    """The regular expression `template` with the wordings of all languages put in for each {NAME}."""
    return re.compile(_REFERENCE.sub(lambda m: f"(?:{'|'.join(_sources(m[1]))})", template), flags)


@cache
def words_of(name: str) -> frozenset[str]:
    """The words that the table [words] of any language lists under `name`. Raises KeyError where none does."""
    lists = [table["words"][name] for table in _files().values() if name in table["words"]]
    if not lists:
        raise KeyError(f"no language has a list of words called {name}")
    return frozenset(word for text in lists for word in text.split())


def _sources(name: str) -> list[str]:
    sources = [table[name] for table in _tables() if name in table]
    if not sources:
        raise KeyError(f"no language has wordings called {name}")
    return sources


@cache
def _tables() -> tuple[dict[str, str], ...]:
    """By language, the regular expression of each entry with the entries that it refers to put in."""
    tables = []
    for file in _files().values():
        table: dict[str, str] = {}
        for name, text in file.items():
            if isinstance(text, str):
                whole = _REFERENCE.sub(lambda reference: table[reference[1]], text)  # noqa: B023
                table[name] = one_of(whole) if "\n" in text else whole
        tables.append(table)
    return tuple(tables)


@cache
def _files() -> dict[str, dict[str, Any]]:
    paths = sorted(Path(__file__).parent.glob("phrases_*.toml"))
    return {path.stem.removeprefix("phrases_"): tomllib.loads(path.read_text("utf-8")) for path in paths}
