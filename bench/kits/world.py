"""One seed of a kit: its ledger, its documents in both languages as chunks, and its questions.

Everything is made when it is asked for and kept. What is returned depends on kit, seed and arguments only: neither on
what was asked before nor on the order of dictionaries or sets.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random

from bench import tokens
from bench.errors import UsageError
from bench.kits.base import Doc, Kit, KitError, Ledger, Program, Question
from bench.kits.sheets import Rendered, Sheet, chunked, row_ends, sheet

CHUNK = 470, 1_300
"""Tokens and characters of a chunk that long documents are cut into, in English.

Prose has twice the characters of a table of as many tokens: by tokens alone, prose would always be the longest chunk.
"""
LONGEST = 640, 1_700
"""Tokens and characters; a document that exceeds neither stays one chunk."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A document as an item shows it: which copy, whose facts, and where it breaks off.

    `facts`: key of the changed ledger that it is rendered from, "" for the world's own. `end`: (span, n), at the n-th
    last border before that span; or a fraction of the whole; None for the whole document. The rest is nowhere.
    """

    doc: str
    copy: int
    facts: str = ""
    end: tuple[str, int] | float | None = None


@dataclass(frozen=True, slots=True)
class Part:
    """A chunk as an item shows it. `index`: its number in the document; `end`: characters shown, None for all."""

    id: str
    index: int
    text: str
    end: int | None = None


class World:
    """One kit and seed. Raises UsageError for a seed that is not 1 to 64 lower-case letters and digits."""

    def __init__(self, kit: Kit, seed: str | int) -> None:
        self.kit, self.seed = kit, str(seed)
        if not re.fullmatch(r"[a-z0-9]{1,64}", self.seed):
            raise UsageError(f"A seed is 1 to 64 lower-case letters and digits, not {self.seed!r}.")
        self.id = f"{kit.name}-{self.seed}"
        self._others: dict[str, tuple[Ledger, dict[str, Doc]]] = {}
        self._sheets: dict[tuple[str, int, str, str], Sheet] = {}
        self._rendered: dict[tuple[str, int, str, str], Rendered] = {}
        self._borders: dict[str, tuple[int, ...]] = {}
        self._parts: dict[tuple[Piece, str], list[Part]] = {}
        self._tokens: dict[Piece, int] = {}
        self._counts: dict[str, int] = {}

    @cached_property
    def ledger(self) -> Ledger:
        try:
            return self.kit.draw(self.rng("ledger"))
        except (IndexError, StopIteration, ValueError) as error:
            raise KitError(f"Kit {self.kit.name}, seed {self.seed}: the ledger cannot be drawn: {error}.") from error

    @cached_property
    def docs(self) -> dict[str, Doc]:
        return self._by_id(self.kit.plan(self.ledger))

    @cached_property
    def copies(self) -> dict[str, int]:
        """Which of the two copies of each document the corpus holds."""
        return {doc: self.rng(doc, "copy").randrange(2) for doc in self.docs}

    def rng(self, *scope: object) -> Random:
        """Random numbers for one purpose, the same on every platform and in every order of calls."""
        return Random("/".join(map(str, (self.kit.name, self.seed, *scope))))

    def question(self, program: str, number: int) -> Question:
        """The `number`th draw of a program. Raises KitError where it has none."""
        made = self.program(program)
        where = f"Kit {self.kit.name}, seed {self.seed}, program {program}, draw {number}"
        try:
            question = made.make(self.ledger, self.rng(program, number))
        except KitError as error:
            raise KitError(f"{where}: {error}.") from error
        except (AssertionError, IndexError, KeyError, StopIteration, ValueError) as error:
            raise KitError(f"{where}: it has no question ({type(error).__name__}: {error}).") from error
        if unknown := [doc for doc in (*question.documents, question.copied) if doc not in self.docs]:
            raise KitError(f"Kit {self.kit.name}, program {program}: no such document: {', '.join(unknown)}.")
        return question

    def program(self, name: str) -> Program:
        return self.kit.programs[name]

    def piece(self, doc: str) -> Piece:
        """The corpus's own copy of a document."""
        return Piece(doc, self.copies[doc])

    def copy(self, doc: str, ledger: Ledger, key: str) -> Piece:
        """The other office's copy of a document, rendered from a ledger in which one fact differs; `key` names it."""
        if key not in self._others:
            self._others[key] = ledger, self._by_id(self.kit.plan(ledger))
        return Piece(doc, 1 - self.copies[doc], key)

    def rendered(self, piece: Piece, lang: str) -> Rendered:
        """A document in whole chunks, whatever the piece's end."""
        where = piece.doc, piece.copy, piece.facts, lang
        if where not in self._rendered:
            whole, borders = self._sheet(*where), self.borders(piece.doc)
            if borders and borders[-1] >= len(whole.borders):
                raise KitError(
                    f"Kit {self.kit.name}, seed {self.seed}, {piece.doc}, {lang}: its possible borders are not those of"
                    " the other language or copy: cut(loop) and border stand in both, outside pick and some."
                )
            self._rendered[where] = chunked(whole, borders)
        return self._rendered[where]

    def borders(self, doc: str) -> tuple[int, ...]:
        """At which of its possible borders a document is cut: one choice for both languages and all copies."""
        if doc not in self._borders:
            whole = self._sheet(doc, self.copies[doc], "", "en")
            parts = _parts(tokens.count(whole.text), len(whole.text))
            self._borders[doc] = _nearest(whole.borders, len(whole.text), parts, self.rng(doc, "borders"))
        return self._borders[doc]

    def parts(self, piece: Piece, lang: str) -> list[Part]:
        """The chunks of a piece, in order; the last one may be cut, and what follows it is left out."""
        if (piece, lang) not in self._parts:
            self._parts[piece, lang] = self._cut(piece, lang)
        return self._parts[piece, lang]

    def cut_at(self, piece: Piece) -> float:
        """Where a piece breaks off, as a fraction of its document, in the form of `Piece.end`. Counted in English."""
        assert piece.end is not None
        shown = self.rendered(piece, "en")
        index, at = _end(shown, piece.end)
        places = row_ends(shown.chunks[index], index == 0)
        within = (places.index(at) + 0.5) / len(places) if at in places else 0.5
        return (index + within) / len(shown.chunks)

    def doc_id(self, piece: Piece) -> str:
        """An id that all chunks of one copy share; it tells nothing of its role."""
        return f"{self.id}-{_hex(self.id, piece.doc, piece.copy, piece.facts)}"

    def tokens(self, piece: Piece) -> int:
        """Tokens of the piece's chunks in English."""
        if piece not in self._tokens:
            self._tokens[piece] = sum(self.count(part.text) for part in self.parts(piece, "en"))
        return self._tokens[piece]

    def count(self, text: str) -> int:
        """Tokens of a text; counted once."""
        if text not in self._counts:
            self._counts[text] = tokens.count(text)
        return self._counts[text]

    def choices(self, doc: str, lang: str) -> tuple[int, ...]:
        """Of how many things each choice of what a document says was made: the same in every language."""
        return self._sheet(doc, self.copies[doc], "", lang).choices

    def _sheet(self, doc: str, copy: int, facts: str, lang: str) -> Sheet:
        where = doc, copy, facts, lang
        if where not in self._sheets:
            ledger, docs = self._others[facts] if facts else (self.ledger, self.docs)
            self._sheets[where] = sheet(self.kit, ledger, docs[doc], lang, copy, self.seed)
        return self._sheets[where]

    def _cut(self, piece: Piece, lang: str) -> list[Part]:
        shown = self.rendered(piece, lang)
        found = [
            Part(f"{self.id}-{_hex(self.id, piece.doc, piece.copy, piece.facts, index)}", index, text)
            for index, text in enumerate(shown.chunks)
        ]
        if piece.end is None:
            return found
        index, at = _end(shown, piece.end)
        last = found[index]
        return [*found[:index], *([Part(last.id, index, last.text[:at], at)] if at else [])]

    def _by_id(self, docs: Sequence[Doc]) -> dict[str, Doc]:
        found = {doc.id: doc for doc in docs}
        if len(found) < len(docs):
            twice = sorted({doc.id for doc in docs if sum(d.id == doc.id for d in docs) > 1})
            raise KitError(f"Kit {self.kit.name}, seed {self.seed}: two documents have one id: {', '.join(twice)}.")
        return found


def _parts(size: int, characters: int) -> int:
    """How many chunks a document of so many tokens and characters is cut into."""
    if size <= LONGEST[0] and characters <= LONGEST[1]:
        return 1
    return max(2, round(max(size / CHUNK[0], characters / CHUNK[1])))


def _nearest(borders: Sequence[int], length: int, parts: int, rng: Random) -> tuple[int, ...]:
    """The numbers of the possible borders nearest to equal parts, each of which may be shifted by a few percent."""
    chosen = set()
    for number in range(1, parts):
        wanted = length * (number + rng.uniform(-0.12, 0.12)) / parts
        if borders:
            chosen.add(min(range(len(borders)), key=lambda i: (abs(borders[i] - wanted), i)))
    return tuple(sorted(chosen))


def _end(shown: Rendered, end: tuple[str, int] | float) -> tuple[int, int | None]:
    """Chunk and offset of a cut; no offset where that chunk and all after it are left out."""
    if isinstance(end, float):
        index, rest = divmod(end * len(shown.chunks), 1)
        places = row_ends(shown.chunks[int(index)], int(index) == 0)
        return int(index), places[int(rest * len(places))] if places else None
    span, back = end
    index, start, _ = shown.spans[span][0]
    places = [at for at in row_ends(shown.chunks[index], index == 0) if at <= start]
    while not places and index:
        index -= 1
        places = row_ends(shown.chunks[index], index == 0)
    return index, places[-min(back, len(places))] if places else None


def _hex(*parts: object) -> str:
    return hashlib.sha256("\x1f".join(map(str, parts)).encode()).hexdigest()[:10]
