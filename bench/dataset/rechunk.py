"""The corpus cut anew: chunks of a chosen size, with the gold set, the distractors and every overlay carried over.

Guarantees: no text is lost (the fresh parts of a document's pieces, joined, are the document, white space aside); no
piece has more tokens than asked unless a single character has; gold is what overlaps an evidence span; what an
abstention item took away or cut off stays away to the character.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from bench import tokens
from bench.dataset.borders import Level, borders, inside_character
from bench.dataset.carry import carried, cut_corpus
from bench.dataset.leave_one_out import with_left_out
from bench.dataset.shapes import Dataset, LangData
from bench.dataset.spans import Span
from bench.errors import DataError, UsageError
from bench.records import RunConfig

LEAST_TOKENS = 16
"""A smaller chunk would hold no sentence."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a text by character offsets. Text before `fresh` repeats the end of the piece before."""

    start: int
    fresh: int
    end: int


def as_asked(dataset: Dataset, config: RunConfig) -> Dataset:
    """The dataset as a run of this configuration sees it: cut anew, and with leave-one-out items, where it asks so."""
    cut = rechunk(dataset, config.chunk_tokens, config.overlap)
    return with_left_out(cut) if config.leave_one_out else cut


def rechunk(dataset: Dataset, size: int | None, overlap: int | None = None) -> Dataset:
    """The dataset with documents cut into chunks of at most `size` tokens (cl100k_base), `overlap` of them repeated.

    A document is the chunks that share world, doc_id, snapshot, jurisdiction and version, in file order; a chunk
    without a doc_id is a document of its own. The new chunk n of a document is called `ID#n` after the document's
    first chunk. A positive chunk's gold pieces are those that overlap its evidence quotes, or the whole chunk where
    none is quoted; a removed chunk takes with it every piece that holds any of its text. `sha256` stays that of the
    data; `official` becomes False. `size` None gives the dataset back.

    Raises UsageError for sizes that do not fit together, and DataError, with every one, for quotes that their chunk
    does not hold.
    """
    check_sizes(size, overlap)
    if size is None:
        return dataset
    faults: list[str] = []
    langs = {lang: _language(data, size, overlap or 0, faults) for lang, data in dataset.langs.items()}
    if faults:
        raise DataError("The corpus cannot be cut anew: evidence quotes do not stand in their chunks.", faults)
    return replace(dataset, langs=MappingProxyType(langs), official=False)


def source_of(chunk: str) -> str:
    """The first old chunk of the document that a new chunk is from: its id without the number behind the last `#`."""
    return chunk.rpartition("#")[0] or chunk


def check_sizes(size: int | None, overlap: int | None) -> None:
    """Raise UsageError unless the two can be used together."""
    if size is None:
        if overlap is not None:
            raise UsageError("--overlap needs --chunk-tokens: without it the chunks are those of the dataset.")
        return
    if size < LEAST_TOKENS:
        raise UsageError(f"--chunk-tokens is {size}; it must be at least {LEAST_TOKENS}.")
    if overlap is not None and not 0 <= overlap <= size // 2:
        raise UsageError(f"--overlap is {overlap}; it must lie between 0 and half of --chunk-tokens ({size // 2}).")


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


def _language(data: LangData, size: int, overlap: int, faults: list[str]) -> LangData:
    def cut(text: str) -> list[Span]:
        return [(piece.start, piece.end) for piece in pieces(text, size, overlap)]

    layout = cut_corpus(data.corpus, cut)
    by_id = {item.id: item for item in data.items}
    items = tuple(carried(item, by_id.get(item.base or ""), layout, cut, faults) for item in data.items)
    return LangData(data.lang, MappingProxyType(layout.chunks), items)


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
        first = _first(candidates, fits)
        if first is not None:
            return min(fresh, _skip_space(text, first))
    return fresh


def _between(positions: Sequence[int], after: int, last: int) -> Sequence[int]:
    """Those of the ascending positions with after < p <= last."""
    return positions[bisect_right(positions, after) : bisect_right(positions, last)]


def _first(candidates: Sequence[int], fits: Callable[[int], bool]) -> int | None:
    """The earliest candidate that fits, where those behind one that fits do so too; None where none does."""
    low, high = 0, len(candidates)
    while low < high:
        middle = (low + high) // 2
        if fits(candidates[middle]):
            high = middle
        else:
            low = middle + 1
    return candidates[low] if low < len(candidates) else None


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
