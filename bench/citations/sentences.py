"""The sentences of an answer with what each one cites and quotes.

Owns the question to which sentence a mark belongs: to the one it stands in; behind a full stop to the one before it,
unless that has a mark of its own.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from bench.citations.marks import Mark, find_marks
from bench.citations.quotes import quoted_spans, straight_quotes
from bench.text.fold import flatten
from bench.text.sentences import split_sentences


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence: its flattened text without marks, what stands in quotation marks, and the numbers it cites."""

    text: str
    quotes: tuple[str, ...]
    cited: tuple[int, ...]


def cited_sentences(answer: str) -> list[Sentence]:
    """Every sentence of `answer`, in order, with and without citations. Empty text gives []."""
    masked, marks = _masked(answer, _MARK)
    text, quotes = _without_quotes(masked)
    # A blank between a full stop and a mark lets the sentence end there.
    pieces = split_sentences(_GLUED.sub(r"\1 ", text))
    numbers, spans = iter(mark.numbers for mark in marks), iter(quotes)
    return [
        _sentence(
            "".join(next(spans) if c == _QUOTE else c for c in piece),
            [number for _ in range(count) for number in next(numbers)],
        )
        for piece, count in _assigned(pieces)
    ]


@dataclass(frozen=True, slots=True)
class Citing:
    """A sentence with the chunks that it cites, by id: those that were shown, each once, in the order cited."""

    text: str
    chunks: tuple[str, ...]


def citing_sentences(answer: str, shown: Sequence[str]) -> list[Citing]:
    """The sentences of `answer` that cite a chunk which was shown, in order; number n is `shown[n - 1]`.

    One that stands twice with the same citations is one. A mark without a word beside it is no sentence.
    """
    found: dict[Citing, None] = {}
    for sentence in cited_sentences(answer):
        chunks = dict.fromkeys(shown[number - 1] for number in sentence.cited if 1 <= number <= len(shown))
        if chunks and any(char.isalnum() for char in sentence.text):
            found[Citing(_BEFORE_STOP.sub("", " ".join(sentence.text.split())), tuple(chunks))] = None
    return list(found)


def without_marks(answer: str) -> str:
    """The flattened answer with a blank in the place of each mark."""
    return _masked(answer, " ")[0]


# Private characters, which flattening takes out of every text, stand for marks and for quotations meanwhile.
_MARK, _QUOTE = "\ue000", "\ue001"
_GLUED = re.compile(rf"((?<![.。!?])[.。!?]+[)\"'」』]?)(?={_MARK})")
# Where a mark stood before a full stop, its blank is left.
_BEFORE_STOP = re.compile(r" +(?=[.,;!?。、])")
_LEADING = re.compile(rf"[\s(]*(?:{_MARK}[\s,、;)]*)+")


def _masked(answer: str, stand_in: str) -> tuple[str, list[Mark]]:
    """The flattened answer with `stand_in` for each mark, and the marks."""
    flat = flatten(answer)
    marks = find_marks(flat)
    parts, at = [], 0
    for mark in marks:
        parts += [flat[at : mark.start], stand_in]
        at = mark.end
    return "".join([*parts, flat[at:]]), marks


def _without_quotes(text: str) -> tuple[str, list[str]]:
    """Straight quotations out of the way, so that a full stop inside one ends no sentence before its mark."""
    parts, quotes, at = [], [], 0
    for start, end in straight_quotes(text):
        if _MARK in text[start:end]:
            continue
        inside = text[start + 1 : end - 1]
        parts += [text[at:start], _QUOTE, inside[-1] if inside[-1:] in (".", "!", "?") else ""]
        quotes.append(text[start:end])
        at = end
    return "".join([*parts, text[at:]]), quotes


def _assigned(pieces: list[str]) -> list[tuple[str, int]]:
    """Each sentence with the number of marks that are its own, in the order of the marks."""
    out: list[tuple[str, int]] = []
    for piece in pieces:
        leading = _LEADING.match(piece)
        if leading and out and "\n" not in out[-1][0]:
            before, had = out[-1]
            rest = piece[leading.end() :]
            if not had or not rest.strip(" .。\n"):
                out[-1] = (before + leading[0], had + leading[0].count(_MARK))
                if rest.strip(" .。"):
                    out.append((rest, rest.count(_MARK)))
                continue
        out.append((piece, piece.count(_MARK)))
    return out


def _sentence(text: str, cited: list[int]) -> Sentence:
    plain = re.sub(r" {2,}", " ", text.replace(_MARK, " ")).strip()
    return Sentence(plain, tuple(quoted_spans(plain)), tuple(dict.fromkeys(cited)))
