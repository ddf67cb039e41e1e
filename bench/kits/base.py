"""What a kit is made of: things in two languages, documents, questions, programs.

A kit is `KIT = Kit(...)` in the `__init__.py` of its folder. Nothing here keeps state: a kit's programs are in a
`Programs` object of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Literal

from bench.errors import DataError
from bench.records import LANGS
from bench.records.items import Aspect, composition_fault

Ledger = Any
"""The facts of one world, a frozen dataclass of the kit's own."""

TIERS: dict[int, int] = {1: 6_000, 2: 8_000, 3: 16_000, 4: 32_000, 5: 32_000, 6: 64_000}
"""Tier -> tokens of the context, counted in English by cl100k_base."""

KINDS = ("main", "insufficient", "contradictory", "incomplete")
"""What one question of a program of kind "main" gives. One of kind "false_premise" gives itself alone."""


class KitError(DataError):
    """A kit cannot do what it must; says which kit, seed and program, and what to change."""


@dataclass(frozen=True, slots=True)
class Text:
    """One thing in both languages. Templates print it with the filter `n`."""

    en: str
    ja: str


@dataclass(frozen=True, slots=True)
class Name(Text):
    """A name: kanji as documents print it, its reading in kana (accepted in answers), its romanisation."""

    kana: str


@dataclass(frozen=True, slots=True)
class Doc:
    """One document to render. `id` is kind/group/period; near-twins share kind or group.

    `kind` names the template, `facts` are what it may see, by name.
    """

    id: str
    kind: str
    facts: tuple[tuple[str, Any], ...]

    @property
    def group(self) -> str:
        """The part of the world (a branch, a site) that the document is about."""
        return self.id.split("/")[1]


@dataclass(frozen=True, slots=True)
class Forms:
    """How a value is written in one language: as the documents write it, and what else is accepted."""

    text: str
    accept: tuple[str, ...] = ()

    @property
    def all(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys((self.text, *self.accept)))


Said = Mapping[str, Forms]
"""A value in every language: language -> forms."""


@dataclass(frozen=True)
class Question:
    """One draw of a program. Made by the program's function, with `outcome(...)` for the fields that are values.

    `ask`: language -> three wordings or more. `evidence`: (document id, span id), every span that is needed.
    `copied`: the document that every context shows in two copies that disagree. `harmless`: the ledger from which the
    second copy is rendered where the disagreement is about something not asked. `rival`: the ledger from which it is
    rendered in contradictory items, where it leads to `rival_answer`. `cut`: (document, span); in incomplete items the
    document ends at a border before that span. `slips`: name -> the wrong value. `older`: whether the older of two
    editions is the right one, None where no twin pair decides. `rows`: rows that a sweep goes through, 0 for none.
    `hops`: where the number of hops is not that of the program. A question with a false premise has `refuted` (what it
    takes for granted) and neither rival nor cut; its answer is the correction.
    """

    ask: Mapping[str, Sequence[str]]
    answer: Said
    evidence: tuple[tuple[str, str], ...]
    copied: str
    harmless: Ledger
    slips: Mapping[str, Said] = field(default_factory=dict)
    rival: Ledger = None
    rival_answer: Said | None = None
    cut: tuple[str, str] | None = None
    older: bool | None = None
    rows: int = 0
    hops: int | None = None
    refuted: Said | None = None
    language_independent: bool = False

    @property
    def documents(self) -> tuple[str, ...]:
        """The documents that hold the evidence, each once, in the order of the evidence."""
        return tuple(dict.fromkeys(doc for doc, _ in self.evidence))


ProgramKind = Literal["main", "false_premise"]
Make = Callable[[Ledger, Random], Question]


@dataclass(frozen=True, slots=True)
class Program:
    """A question program: ledger and random numbers -> a question whose answer is right by construction."""

    name: str
    tier: int
    aspects: tuple[str, ...]
    hops: int
    kind: ProgramKind
    make: Make


class Programs(Mapping[str, Program]):
    """The programs of one kit, by name, in the order in which they are added."""

    def __init__(self) -> None:
        self._programs: dict[str, Program] = {}

    def add(self, tier: int, *aspects: str, hops: int = 1, kind: ProgramKind = "main") -> Callable[[Make], Make]:
        """Decorator of a function `name(ledger, rng) -> Question`; its name is the program's.

        `aspects`: one or two of `bench.records.items.Aspect`, of different categories. Raises KitError for a tier
        outside 1–6, aspects that cannot stand together, hops below 1 and a name that is taken.
        """

        def register(make: Make) -> Make:
            name = make.__name__
            faults = list(_faults(name, tier, aspects, hops))
            if name in self._programs:
                faults.append("the name is taken")
            if faults:
                raise KitError(f"Question program {name} cannot be added: {'; '.join(faults)}.")
            self._programs[name] = Program(name, tier, aspects, hops, kind, make)
            return make

        return register

    def __getitem__(self, name: str) -> Program:
        return self._programs[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._programs)

    def __len__(self) -> int:
        return len(self._programs)


def _faults(name: str, tier: int, aspects: tuple[str, ...], hops: int) -> Iterator[str]:
    if not name.isidentifier() or "-" in name or not name.islower():
        yield "its name is not lower case"
    if tier not in TIERS:
        yield f"tier {tier} is not one of 1 to {max(TIERS)}"
    if hops < 1:
        yield f"{hops} hops are fewer than 1"
    known = [aspect for aspect in aspects if aspect in list(Aspect)]
    if unknown := [aspect for aspect in aspects if aspect not in known]:
        yield f"unknown aspects {', '.join(unknown)}"
    elif not aspects:
        yield "it has no aspect"
    elif fault := composition_fault(tuple(map(Aspect, aspects))):
        yield fault


@dataclass(frozen=True)
class Kit:
    """The source of one kind of world.

    `draw`: random numbers -> ledger. `plan`: ledger -> its documents, in a fixed order. `copies`: the two offices that
    each hold a copy of every document; the title of a chunk names one of them, and neither ranks above the other.
    `snapshot`: ISO date on which the documents were collected; nothing in them is later. `globals`: what templates
    may use beside the facts (pools, functions of days). `folder`: where `en/` and `ja/` with the templates are.
    `draft`: no second reader has agreed with it yet; a set has it only where it is asked for by name.
    """

    name: str
    trade: Text
    draw: Callable[[Random], Ledger]
    plan: Callable[[Ledger], Sequence[Doc]]
    programs: Programs
    copies: tuple[Text, Text]
    snapshot: str
    folder: Path
    globals: Mapping[str, Any] = field(default_factory=dict)
    draft: bool = False

    def __hash__(self) -> int:
        return hash(self.name)


def said(make: Callable[[str], Forms]) -> Said:
    """A value in every language, from a function of the language."""
    return {lang: make(lang) for lang in LANGS}
