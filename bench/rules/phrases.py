"""The wordings of each language by which rules read an answer: phrases_LANG.toml, one file per language.

A phrase must speak of knowing or of the material: "may not be used" or 使用できません states a rule and is no refusal.
"""

import re
import tomllib
from functools import cache
from pathlib import Path

from bench.text.patterns import one_of

_REFERENCE = re.compile(r"\{([A-Z_]+)\}")


@cache
def phrases(name: str) -> tuple[re.Pattern[str], ...]:
    """The pattern `name` of every language that has it, by language. Raises KeyError where none has."""
    found = tuple(re.compile(table[name], re.I) for table in _tables().values() if name in table)
    if not found:
        raise KeyError(f"no language has wordings called {name}")
    return found


def says(name: str, text: str) -> bool:
    """Whether a wording of `name`, in any language, stands in the text."""
    return any(pattern.search(text) for pattern in phrases(name))


def opens_with(name: str, text: str) -> bool:
    """Whether the text begins with a wording of `name`, in any language."""
    return any(pattern.match(text) for pattern in phrases(name))


@cache
def _tables() -> dict[str, dict[str, str]]:
    """By language, the regular expression of each entry with the entries that it refers to put in."""
    found = {}
    for path in sorted(Path(__file__).parent.glob("phrases_*.toml")):
        table: dict[str, str] = {}
        for name, text in tomllib.loads(path.read_text("utf-8")).items():
            whole = _REFERENCE.sub(lambda reference: table[reference[1]], text)  # noqa: B023
            table[name] = one_of(whole) if "\n" in text else whole
        found[path.stem.removeprefix("phrases_")] = table
    return found
