"""The words of each language by which the rules read a text: phrases_LANG.toml, one file a language.

Code asks for one language by its id and gets that table alone: the words of two languages are never mixed.
"""

import re
import tomllib
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from bench.text.patterns import one_of

Ruling = dict[str, str]


@dataclass(frozen=True)
class Words:
    """The table of one language. Entries are lists of wordings, compiled at first use; letter case does not count."""

    lang: str
    table: dict[str, object]

    @cached_property
    def spaced(self) -> bool:
        """Whether the language puts blanks between its words."""
        return bool(self.table["spaced"])

    def of(self, name: str) -> re.Pattern[str]:
        """The wordings of entry `name` as one pattern. Raises KeyError for an entry that the table lacks."""
        return _compiled(self.lang, name)

    def says(self, name: str, text: str) -> bool:
        """Whether a wording of entry `name` stands in the text."""
        return bool(self.of(name).search(text))

    def listed(self, name: str) -> frozenset[str]:
        """The single words of entry `name`."""
        return _listed(self.lang, name)

    def pairs(self, name: str) -> dict[str, str]:
        """The entry `name`, a list of KEY:VALUE, as a table."""
        return _pairs(self.lang, name)

    @cached_property
    def decimal(self) -> str:
        """The sign before the tenths in the language's numbers."""
        return str(self.table["decimal"])

    def in_figures(self, text: str) -> str:
        """`text` with the numbers that the language writes in words of its own as figures (ろくにん as 6人)."""
        return self._figure.sub(lambda m: self._figures[m[0]], text)

    @cached_property
    def _figures(self) -> dict[str, str]:
        return self.pairs("figures")

    @cached_property
    def _figure(self) -> re.Pattern[str]:
        listed = "|".join(map(re.escape, self._figures))
        bounds = r"(?<![ぁ-んァ-ヶー])(?:{})(?![ぁ-んァ-ヶー]?[ぁ-ん]?し)" if not self.spaced else r"\b(?:{})\b"
        return re.compile(bounds.format(listed))

    @cached_property
    def opposites(self) -> tuple[tuple[re.Pattern[str], re.Pattern[str]], ...]:
        """Pairs of wordings that exclude each other."""
        return tuple(
            (_pattern(str(one), self.spaced), _pattern(str(other), self.spaced))
            for one, other in self.table["opposites"]  # type: ignore[attr-defined]
        )

    @cached_property
    def rulings(self) -> dict[str, tuple[re.Pattern[str], re.Pattern[str]]]:
        """By matter (needed, allowed, limited, …): how it is affirmed and how it is denied."""
        table: dict[str, Ruling] = self.table["rulings"]  # type: ignore[assignment]
        return {
            matter: (_pattern(self._filled(r["holds"]), self.spaced), _pattern(self._filled(r["denied"]), self.spaced))
            for matter, r in table.items()
        }

    def _filled(self, text: str) -> str:
        return _ENTRY.sub(lambda m: one_of(self._filled(str(self.table[m[1]]))), text)


def words(lang: str) -> Words:
    """The table of a language. Raises KeyError for one that has no phrases_LANG.toml."""
    return _tables()[lang]


def languages_of_rules() -> frozenset[str]:
    """The languages that have a table of words."""
    return frozenset(_tables())


def every_language() -> tuple[Words, ...]:
    """The tables of all languages, for the one thing that is looked for in each: text that speaks to a judge."""
    return tuple(_tables().values())


_ENTRY = re.compile(r"\{([A-Z_]+)\}")


@cache
def _tables() -> dict[str, Words]:
    paths = sorted(Path(__file__).parent.glob("phrases_*.toml"))
    langs = {path.stem.removeprefix("phrases_"): path for path in paths}
    return {lang: Words(lang, tomllib.loads(path.read_text("utf-8"))) for lang, path in langs.items()}


@cache
def _listed(lang: str, name: str) -> frozenset[str]:
    return frozenset(str(words(lang).table[name]).split())


@cache
def _pairs(lang: str, name: str) -> dict[str, str]:
    return dict(pair.split(":") for pair in str(words(lang).table[name]).split())


@cache
def _compiled(lang: str, name: str) -> re.Pattern[str]:
    table = words(lang)
    return _pattern(table._filled(str(table.table[name])), table.spaced)


def _pattern(text: str, bounded: bool) -> re.Pattern[str]:
    body = one_of(text)
    # Neither end lies within a word; a wording that opens or ends with a sign is free there.
    within = r"(?!(?<=[A-Za-z0-9])(?=[A-Za-z0-9]))"
    return re.compile(f"{within}{body}{within}" if bounded else body, re.I)
