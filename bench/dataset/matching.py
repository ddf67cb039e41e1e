"""Matching for checks: is this value in that text, which values does a text hold, how alike are two texts."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from bench.records import Chunk
from bench.text.dates import find_dates
from bench.text.fold import fold, squeeze
from bench.text.numbers import find_numbers

CACHED = 4096
"""Texts kept in folded form: every item is compared with many chunks, and every chunk with many items."""

_GROUPED = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
_DIGITS = re.compile(r"\d+(?:\.\d+)?")
_NAME_EN = re.compile(r"\b[A-Z][\w'-]*[a-z][\w'-]*\b")
_NAME_JA = re.compile("[ァ-ヺー]{2,}|[一-鿿々]{2,}|[ぁ-ゖ]{3,}")
_TAG = re.compile(r"<[^<>]*>")


def holds(text: str, value: str) -> bool:
    """Whether `value` stands in `text`, whatever the width, case, spaces and thousands commas of either.

    A value that begins or ends in a Latin letter or a digit counts only as a whole word or number: 5 is not in 15,
    nor in 0.5.
    """
    needle = _GROUPED.sub("", squeeze(value))
    if not needle:
        return False
    body = " ?".join(map(re.escape, needle))
    before = r"(?<![0-9a-z])(?<!\d\.)" if needle[0].isascii() and needle[0].isalnum() else ""
    after = r"(?![0-9a-z])(?!\.\d)" if needle[-1].isascii() and needle[-1].isalnum() else ""
    return re.search(before + body + after, _ungrouped(text)) is not None


@lru_cache(maxsize=CACHED)
def numbers(text: str) -> frozenset[Fraction]:
    """Every number of a text by value: those of prose (万, thousand, kanji) and bare runs of digits alike."""
    found = frozenset(number.value for number in find_numbers(text))
    return found | {Fraction(run) for run in _DIGITS.findall(_ungrouped(text))}


squeezed = lru_cache(maxsize=32_768)(squeeze)
"""`squeeze`, kept for the chunks of a whole corpus: each is searched for the quotes of many items."""


def titled(chunk: Chunk) -> str:
    """Title and text of a chunk, as a reader sees them: where a value is looked for."""
    return f"{chunk.title}\n{chunk.text}"


@dataclass(frozen=True)
class Values:
    """What a text states that another could contradict."""

    numbers: frozenset[Fraction]
    dates: frozenset[tuple[int | None, int | None, int | None]]
    names: frozenset[str]

    def __sub__(self, other: Values) -> Values:
        return Values(self.numbers - other.numbers, self.dates - other.dates, self.names - other.names)

    def __and__(self, other: Values) -> Values:
        return Values(self.numbers & other.numbers, self.dates & other.dates, self.names & other.names)

    def __bool__(self) -> bool:
        return bool(self.numbers or self.dates or self.names)


@lru_cache(maxsize=CACHED)
def values(text: str) -> Values:
    """Numbers, dates and what may be names (capitalised words; runs of katakana, kanji or longer hiragana)."""
    plain = _TAG.sub(" ", text)
    found = [d for d in find_dates(plain) if d.month is not None]
    # Under a heading with the year a list gives month and day alone: both forms must meet.
    dates = {form for d in found for form in ((d.year, d.month, d.day), (None, d.month, d.day))}
    names = {n.casefold() for pattern in (_NAME_EN, _NAME_JA) for n in pattern.findall(plain)}
    return Values(numbers(plain), frozenset(dates), frozenset(names))


def alikeness(left: str, right: str, size: int = 3) -> float:
    """Jaccard index over the character n-grams of two folded texts without space, 0 to 1; 0 where both are short."""
    first, second = _grams(left, size), _grams(right, size)
    return len(first & second) / len(first | second) if first and second else 0.0


@lru_cache(maxsize=CACHED)
def _ungrouped(text: str) -> str:
    return _GROUPED.sub("", fold(text))


@lru_cache(maxsize=CACHED)
def _grams(text: str, size: int) -> frozenset[str]:
    flat = squeeze(text)
    return frozenset(flat[n : n + size] for n in range(len(flat) - size + 1))
