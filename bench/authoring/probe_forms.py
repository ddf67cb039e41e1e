"""What a reader sees of a context who reads no word: counts, lengths, endings, order, dates in heads, shared numbers.

Documents are told apart by their titles, as a prompt shows them. Nothing here knows which chunks are gold.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from itertools import combinations, pairwise
from statistics import fmean

from bench.kits.days import MONTHS
from bench.records import Chunk
from bench.text.dates import find_dates

ALIKE = 0.7
"""Two documents share their numbers where the one with fewer has this share of them in common with the other."""
FEWEST = 5
"""Numbers that a document must have to be compared."""

_SENTENCE_END = tuple('.!?。！？」』）)"”:：')
_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")
_COPY = re.compile(r"[(（][^()（）]*[)）]")
_MONTH = re.compile(rf"\b(?:{'|'.join(MONTHS)})\b|令和|平成|元年")


@dataclass(frozen=True, slots=True)
class Document:
    """Chunks that share a title, in the order shown. `dated`: the first whole date in its first two lines."""

    title: str
    chunks: tuple[Chunk, ...]
    dated: date | None
    numbers: frozenset[str]

    @property
    def length(self) -> int:
        """Characters."""
        return sum(len(chunk.text) for chunk in self.chunks)

    @property
    def stem(self) -> str:
        """The title without what editions, periods and copies differ in."""
        return stem(self.title)

    @property
    def edition(self) -> tuple[int, ...]:
        """By what editions and periods without a date in their head are put in order: year and month, or figures."""
        title = _COPY.sub("", self.title)
        for found in find_dates(title):
            if found.year:
                return found.year, found.month or 0, found.day or 0
        return tuple(int(figures) for figures in re.findall(r"\d+", title))


def documents(chunks: Sequence[Chunk]) -> list[Document]:
    """The documents of a context, in the order in which they first appear. No chunks: none."""
    by_title: dict[str, list[Chunk]] = {}
    for chunk in chunks:
        by_title.setdefault(chunk.title, []).append(chunk)
    return [
        Document(title, tuple(found), _dated(title, found), frozenset().union(*(_numbers(c.text) for c in found)))
        for title, found in by_title.items()
    ]


def features(chunks: Sequence[Chunk]) -> dict[str, float]:
    """What form says of a context, by name of the feature; the same names for every context. Needs a chunk."""
    found = documents(chunks)
    lengths = [len(chunk.text) for chunk in chunks]
    sizes = [document.length for document in found]
    endings = [ending(chunk.text) for chunk in chunks]
    pairs = list(combinations(found, 2))
    shared = [_shared(one, other) for one, other in pairs]
    stems = [one.stem == other.stem for one, other in pairs]
    dated = [document.dated for document in found if document.dated]
    return {
        "documents": len(found),
        "chunks": len(chunks),
        "characters": sum(lengths),
        "mean length of a chunk": fmean(lengths),
        "longest chunk": max(lengths),
        "shortest chunk": min(lengths),
        "longest document": max(sizes),
        "documents of one chunk": sum(len(document.chunks) == 1 for document in found),
        "chunks that end in mid-sentence": endings.count("sentence"),
        "share of chunks that end in mid-sentence": endings.count("sentence") / len(chunks),
        "chunks that end in a row": endings.count("row"),
        "chunks with a table not closed": sum(map(_open, (chunk.text for chunk in chunks))),
        "documents with a table not closed": sum(_unclosed(document) for document in found),
        "place of the longest chunk": lengths.index(max(lengths)) / len(chunks),
        "neighbours of one document": sum(a.title == b.title for a, b in pairwise(chunks)),
        "documents dated in their head": len(dated),
        "different dates in heads": len(set(dated)),
        "days between the dates in heads": (max(dated) - min(dated)).days if dated else 0,
        "pairs with one date in their heads": _alike(dated),
        "pairs with one title but for figures": sum(stems),
        "pairs that share their numbers": sum(share >= ALIKE for share in shared),
        "most that a pair shares of its numbers": max(shared, default=0),
        "pairs that share numbers and title": sum(s >= ALIKE and t for s, t in zip(shared, stems, strict=True)),
        "pairs that share numbers and date": sum(
            s >= ALIKE and one.dated is not None and one.dated == other.dated
            for s, (one, other) in zip(shared, pairs, strict=True)
        ),
    }


def ending(text: str) -> str:
    """How a chunk ends: in a "row" of a table, with a "sentence" that is not finished, or "whole"."""
    last = text.rstrip().rsplit("\n", 1)[-1].strip()
    if last.startswith(("|", "<tr")) or (last.count(",") >= 2 and not last.endswith(_SENTENCE_END)):
        return "row"
    if last.startswith(("</", "```", "#")) or last.endswith(_SENTENCE_END):
        return "whole"
    return "sentence"


def stem(title: str) -> str:
    """A title without parentheses, figures, names of months and eras: editions and periods of one document share it."""
    return re.sub(r"[\W\d_]+", " ", _MONTH.sub(" ", _COPY.sub(" ", title))).strip().lower()


def _dated(title: str, chunks: Iterable[Chunk]) -> date | None:
    for chunk in chunks:
        head = chunk.text.split("\n", 2)[:2]
        if title.startswith(head[0]) or len(head[0]) > 3:
            for found in find_dates("\n".join(head)):
                if found.year and found.month and found.day:
                    return date(found.year, found.month, found.day)
    return None


@lru_cache(maxsize=100_000)
def _numbers(text: str) -> frozenset[str]:
    return frozenset(number for number in _NUMBER.findall(text) if len(number) > 1)


def _shared(one: Document, other: Document) -> float:
    fewer = min(len(one.numbers), len(other.numbers))
    return len(one.numbers & other.numbers) / fewer if fewer >= FEWEST else 0.0


def _open(text: str) -> bool:
    return text.count("<table") > text.count("</table>") or text.count("```") % 2 == 1


def _unclosed(document: Document) -> bool:
    text = "\n".join(chunk.text for chunk in document.chunks)
    return text.count("<table") != text.count("</table>") or text.count("```") % 2 == 1


def _alike(dated: Sequence[date]) -> int:
    counts = {day: dated.count(day) for day in set(dated)}
    return sum(n * (n - 1) // 2 for n in counts.values())
