"""A text cut into pieces of a chosen size, at the best border there is: after a paragraph, a sentence, a row of a
table, a word, or at least between characters.

Guarantees: no text is lost (the fresh parts of the pieces, joined, are the text, white space aside); no piece has more
tokens than asked unless a single character has; no border stands inside a character as a reader sees it (a letter and
its marks, a surrogate pair, an emoji sequence, a half-width kana and its voicing mark), and none but a row's own stands
inside a row of a table. Tables are recognised as HTML, as lines with pipes, and as comma-separated lines; a text is
never parsed strictly.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from itertools import accumulate, pairwise

from bench import tokens
from bench.text.sentences import split_sentences

_BLANK_LINE = re.compile(r"\n[^\S\n]*\n\s*")
_SPACES = re.compile(r"\s+")
_TAG = re.compile(r"<(/?)tr\b[^<>]*>", re.IGNORECASE)
_JOINER = "\u200d"
_BREAKS = frozenset({"Cc", "Zl", "Zp"})
"""Nothing attaches to a control character or a line break (Unicode, UAX 29, rule GB4)."""
_MARKS = frozenset({"Mn", "Mc", "Me"})
_ATTACHED = frozenset({_JOINER, "\uff9e", "\uff9f", *map(chr, range(0x1F3FB, 0x1F400))})
"""Zero-width joiner, half-width voicing marks, skin tones."""


class Level(IntEnum):
    """Kinds of border, the best first."""

    PARAGRAPH = 0
    SENTENCE = 1
    ROW = 2
    WORD = 3


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a text by character offsets. Text before `fresh` repeats the end of the piece before."""

    start: int
    fresh: int
    end: int


def pieces(text: str, size: int, overlap: int = 0) -> list[Piece]:
    """`text` cut into pieces of at most `size` tokens, white space at their ends left out.

    A cut falls on the last paragraph border in the second half of what fits, else on the last sentence border there,
    else on the last border between table rows, else between words, else between characters. A single character of
    more than `size` tokens is a piece. Repeated text begins at a sentence or a row where one begins in time. A text
    of white space alone gives no piece.
    """
    marks = borders(text)
    found: list[Piece] = []
    fresh = _skip_space(text, 0)
    while fresh < len(text):
        start = _repeated_from(text, marks, found[-1].start, fresh, overlap) if found and overlap else fresh
        end = _end(text, marks, start, fresh, size)
        if end <= fresh:
            # What is repeated left no room for anything new.
            start, end = fresh, _end(text, marks, fresh, fresh, size)
        found.append(Piece(start, fresh, _without_trailing_space(text, fresh, end)))
        fresh = _skip_space(text, end)
    return found


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
    inside = {p for start, end in rows for p in range(start + 1, end)}
    taken: set[int] = set()
    allowed: dict[Level, list[int]] = {}
    for level, positions in found.items():
        allowed[level] = sorted(
            p
            for p in positions - taken
            if 0 < p < len(text) and (level is Level.WORD or p not in inside) and not inside_character(text, p)
        )
        taken.update(allowed[level])
    return allowed


def inside_character(text: str, position: int) -> bool:
    """Whether a cut before `position` (0 < position < length) would part what a reader sees as one character."""
    before, after = text[position - 1], text[position]
    if unicodedata.category(before) in _BREAKS:
        return before == "\r" and after == "\n"
    if after in _ATTACHED or unicodedata.category(after) in _MARKS or "\U000e0020" <= after <= "\U000e007f":
        return True
    if before == _JOINER:
        return not after.isspace()
    if "\ud800" <= before <= "\udbff" and "\udc00" <= after <= "\udfff":
        return True
    if _is_indicator(before) and _is_indicator(after):
        first = position - 1
        while first > 0 and _is_indicator(text[first - 1]):
            first -= 1
        return (position - first) % 2 == 1
    # The vowel or final consonant of a Hangul syllable that is written as separate letters.
    return "\u1160" <= after <= "\u11ff" and "\u1100" <= before <= "\u11ff"


def _end(text: str, marks: dict[Level, list[int]], start: int, fresh: int, size: int) -> int:
    """Where the piece that begins at `start` ends."""

    def fits(end: int) -> bool:
        return tokens.count(text[start:end].strip()) <= size

    reach = _reach(text, start, size, fits)
    if reach == len(text):
        return reach
    least = max(fresh, start + (reach - start) // 2)
    for level in Level:
        for position in reversed(_between(marks[level], least, reach)):
            if fits(position):
                return position
    return reach


def _reach(text: str, start: int, size: int, fits: Callable[[int], bool]) -> int:
    """The farthest position between characters up to which `size` tokens go; the first one there is at least."""
    low, step = _onward(text, start + 1), 2 * size
    high = min(len(text), start + step)
    while high < len(text) and fits(_back(text, high)):
        low, step = max(low, _back(text, high)), 2 * step
        high = min(len(text), start + step)
    if high == len(text) and fits(high):
        return high
    while high - low > 1:
        middle = (low + high) // 2
        position = _back(text, middle)
        if position <= low:
            position = _onward(text, middle)
            if position >= high:
                break
        if fits(position):
            low = position
        else:
            high = position
    return low


def _repeated_from(text: str, marks: dict[Level, list[int]], after: int, fresh: int, overlap: int) -> int:
    """Where a piece begins that repeats at most `overlap` tokens before `fresh`; `fresh` where nothing fits."""

    def fits(start: int) -> bool:
        return tokens.count(text[start:fresh].strip()) <= overlap

    whole = (Level.PARAGRAPH, Level.SENTENCE, Level.ROW)
    good = sorted(p for level in whole for p in _between(marks[level], after, fresh - 1))
    nearby = range(max(after + 1, fresh - 4 * overlap), fresh)
    between = [p for p in nearby if not inside_character(text, p) and not text[p].isspace()]
    for candidates in (good, _between(marks[Level.WORD], after, fresh - 1), between):
        # The candidates behind one that fits do so too.
        first = bisect_left(candidates, True, key=fits)
        if first < len(candidates):
            return min(fresh, _skip_space(text, candidates[first]))
    return fresh


def _between(positions: Sequence[int], after: int, last: int) -> Sequence[int]:
    """Those of the ascending positions with after < p <= last."""
    return positions[bisect_right(positions, after) : bisect_right(positions, last)]


def _onward(text: str, position: int) -> int:
    while position < len(text) and inside_character(text, position):
        position += 1
    return min(position, len(text))


def _back(text: str, position: int) -> int:
    while 0 < position < len(text) and inside_character(text, position):
        position -= 1
    return position


def _skip_space(text: str, position: int) -> int:
    """The next character that is no white space; space that carries a combining mark counts as a character."""
    while position < len(text) and text[position].isspace():
        if position + 1 < len(text) and text[position] != "\r" and inside_character(text, position + 1):
            return position
        position += 1
    return position


def _without_trailing_space(text: str, start: int, end: int) -> int:
    while end - 1 > start and text[end - 1].isspace():
        end -= 1
    return end


def _is_indicator(char: str) -> bool:
    return "\U0001f1e6" <= char <= "\U0001f1ff"


def _rows(text: str) -> list[tuple[int, int]]:
    """(start, end) of every row of a table with the line break behind it, in order and without overlap."""
    found = _html_rows(text)
    html = {p for row in found for p in range(*row)}
    lines = list(pairwise([0, *(match.end() for match in re.finditer("\n", text)), len(text)]))
    commas = [text.count(",", *line) for line in lines]
    for number, line in enumerate(lines):
        near = commas[max(0, number - 1) : number] + commas[number + 1 : number + 2]
        listed = commas[number] >= 2 and commas[number] in near
        if (listed or text.count("|", *line) >= 2) and html.isdisjoint(range(*line)):
            found.append(line)
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
