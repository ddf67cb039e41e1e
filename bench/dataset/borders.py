"""Where a text may be cut: after a paragraph, a sentence, a row of a table, a word, or at least between characters.

Guarantees: no border stands inside a character as a reader sees it (a letter and its marks, a surrogate pair, an emoji
sequence, a half-width kana and its voicing mark), and none but a row's own stands inside a row of a table. Tables are
recognised as HTML, as lines with pipes, and as comma-separated lines; a text is never parsed strictly.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from enum import IntEnum
from itertools import accumulate, pairwise

from bench.text.sentences import split_sentences


class Level(IntEnum):
    """Kinds of border, the best first."""

    PARAGRAPH = 0
    SENTENCE = 1
    ROW = 2
    WORD = 3


def borders(text: str) -> dict[Level, list[int]]:
    """Positions (0 < p < length, ascending) before which `text` may be cut, each at its best level only.

    The white space between two parts belongs to the first one. Empty text has no borders.
    """
    rows = _rows(text)
    between_rows = {end for (_, end), (start, _) in pairwise(rows) if end == start}
    found = {
        Level.PARAGRAPH: {match.end() for match in _BLANK_LINE.finditer(text)} - between_rows,
        Level.SENTENCE: set(accumulate(map(len, split_sentences(text)))) - between_rows,
        Level.ROW: between_rows | {edge for row in rows for edge in row},
        Level.WORD: {match.end() for match in _SPACES.finditer(text)},
    }
    starts = [start for start, _ in rows]
    taken: set[int] = set()
    allowed: dict[Level, list[int]] = {}
    for level, positions in found.items():
        allowed[level] = sorted(
            p
            for p in positions - taken
            if 0 < p < len(text)
            and (level is Level.WORD or not _inside_row(rows, starts, p))
            and not inside_character(text, p)
        )
        taken.update(allowed[level])
    return allowed


def inside_character(text: str, position: int) -> bool:
    """Whether a cut before `position` (0 < position < length) would part what a reader sees as one character."""
    before, after = text[position - 1], text[position]
    if after in _ATTACHED or unicodedata.category(after) in _MARKS or "\U000e0020" <= after <= "\U000e007f":
        return True
    if before == _JOINER:
        return not after.isspace()
    if "\ud800" <= before <= "\udbff" and "\udc00" <= after <= "\udfff":
        return True
    if before == "\r" and after == "\n":
        return True
    if _is_indicator(before) and _is_indicator(after):
        first = position - 1
        while first > 0 and _is_indicator(text[first - 1]):
            first -= 1
        return (position - first) % 2 == 1
    # The vowel or final consonant of a Hangul syllable that is written as separate letters.
    return "\u1160" <= after <= "\u11ff" and "\u1100" <= before <= "\u11ff"


_BLANK_LINE = re.compile(r"\n[^\S\n]*\n\s*")
_SPACES = re.compile(r"\s+")
_TAG = re.compile(r"<(/?)tr\b[^<>]*>", re.IGNORECASE)
_JOINER = "\u200d"
_MARKS = frozenset({"Mn", "Mc", "Me"})
_ATTACHED = frozenset({_JOINER, "\uff9e", "\uff9f", *map(chr, range(0x1F3FB, 0x1F400))})
"""Zero-width joiner, half-width voicing marks, skin tones."""


def _is_indicator(char: str) -> bool:
    return "\U0001f1e6" <= char <= "\U0001f1ff"


def _inside_row(rows: list[tuple[int, int]], starts: list[int], position: int) -> bool:
    before = bisect_right(starts, position) - 1
    return before >= 0 and rows[before][0] < position < rows[before][1]


def _rows(text: str) -> list[tuple[int, int]]:
    """(start, end) of every row of a table with the line break behind it, in order and without overlap."""
    found = _html_rows(text)
    starts = [start for start, _ in found]
    lines = _lines(text)
    commas = [text.count(",", *line) for line in lines]
    for number, (start, end) in enumerate(lines):
        near = commas[max(0, number - 1) : number] + commas[number + 1 : number + 2]
        listed = commas[number] >= 2 and commas[number] in near
        if not (listed or text.count("|", start, end) >= 2):
            continue
        following = bisect_right(starts, start)
        inside = following > 0 and found[following - 1][1] > start
        overlapped = following < len(starts) and starts[following] < end
        if not inside and not overlapped:
            found.append((start, end))
    return sorted(found)


def _html_rows(text: str) -> list[tuple[int, int]]:
    found = []
    opened: int | None = None
    for tag in _TAG.finditer(text):
        if not tag[1]:
            opened = tag.start() if opened is None else opened
        elif opened is not None:
            after = _SPACES.match(text, tag.end())
            found.append((opened, after.end() if after else tag.end()))
            opened = None
    return found


def _lines(text: str) -> list[tuple[int, int]]:
    ends = [*(match.end() for match in re.finditer("\n", text)), len(text)]
    return list(zip([0, *ends], ends, strict=False))
