"""Template + facts -> a sheet: the text of a document, where its evidence spans lie, and where a chunk may end.

Same arguments, same text. A sheet is cut into chunks by `chunked`, at borders that the world chooses once for all
languages and copies of a document.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import cache
from random import Random
from typing import Any

from jinja2 import FileSystemLoader, StrictUndefined, TemplateError
from jinja2.sandbox import ImmutableSandboxedEnvironment

from bench.kits import days
from bench.kits.base import Doc, Kit, KitError, Ledger, Text
from bench.kits.filters import filters
from bench.kits.tags import ART, BORDER, CLOSE, NAMED, OPEN, Choice, Content, Evidence, cut

COPY = {"en": "{head} ({copy} copy)", "ja": "{head}（{copy}控）"}
"""The title of a copy: the head of its document and the office that holds it."""

_MARKS = re.compile("([\ue000-\ue005\n])")


@dataclass(frozen=True)
class Sheet:
    """`spans`: id -> (start, end) in `text`, one for each place where it is marked. `borders`: offsets in `text`.

    `choices`: of how many things each choice of what is said was made, in the order of the template.
    """

    head: str
    title: str
    text: str
    spans: dict[str, tuple[tuple[int, int], ...]]
    borders: tuple[int, ...]
    choices: tuple[int, ...] = ()


@dataclass(frozen=True)
class Rendered:
    """A document in chunks. `spans`: id -> (chunk, start, end), one for each chunk that it touches."""

    head: str
    title: str
    chunks: tuple[str, ...]
    spans: dict[str, tuple[tuple[int, int, int], ...]]


def sheet(kit: Kit, ledger: Ledger, doc: Doc, lang: str, copy: int, seed: str) -> Sheet:
    """One copy of a document. The two copies are worded apart and state the same facts.

    Its wording depends on seed, document, language and copy, not on the ledger: a copy with one fact changed has the
    same. What it says (the tags one and some) depends on seed and document alone. Raises KitError for a template that
    is missing or wrong.
    """
    office: Text = kit.copies[copy]
    rng = Random(f"{kit.name}/{seed}/{doc.id}/{lang}/{copy}")
    content = Content(Random(f"{kit.name}/{seed}/{doc.id}/content"))
    given = {"L": ledger, "copy": office, "rng": rng, "content": content, "art": ART, "border": BORDER, "cut": cut}
    try:
        template = _environment(kit, lang).get_template(f"{doc.kind}.md.j2")
        text = template.render(given | dict(doc.facts))
    except (TemplateError, TypeError, ValueError, KeyError, AttributeError, IndexError) as error:
        at = f"{lang}/{doc.kind}.md.j2" + (f", line {error.lineno}" if hasattr(error, "lineno") else "")
        raise KitError(f"Kit {kit.name}, seed {seed}, {doc.id}: {at}: {error}.") from error
    return replace(_scan(text, lang, getattr(office, lang)), choices=tuple(content.sizes))


def chunked(whole: Sheet, borders: Sequence[int]) -> Rendered:
    """The sheet cut at these of its borders (by number, ascending). No borders: one chunk."""
    ends = [*(whole.borders[number] for number in borders), len(whole.text)]
    chunks, offsets, start = [], [], 0
    for end in ends:
        part = whole.text[start:end]
        lead = len(part) - len(part.lstrip("\n"))
        chunks.append(part.strip("\n"))
        offsets.append(start + lead)
        start = end
    spans = {}
    for name, places in whole.spans.items():
        touched = []
        for first, last in places:
            for number, (offset, text) in enumerate(zip(offsets, chunks, strict=True)):
                low, high = max(first - offset, 0), min(last - offset, len(text))
                if low < high and text[low:high].strip("\n"):
                    touched.append((number, low, high))
        spans[name] = tuple(touched)
    return Rendered(whole.head, whole.title, tuple(chunks), spans)


def row_ends(chunk: str, first: bool) -> list[int]:
    """Where a chunker may end this chunk early: ends of rows and paragraphs.

    The end of the chunk is none; nor, in the `first` chunk of a document, is the end of its head.
    """
    return [match.start() for match in re.finditer(r"\n(?!\n)", chunk)][1 if first else 0 :]


class _Sandbox(ImmutableSandboxedEnvironment):
    """The sandbox, asked once for each type and attribute: its answer depends on nothing else, and is slow."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._safe: dict[tuple[type, str], bool] = {}

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        key = type(obj), attr
        if key not in self._safe:
            self._safe[key] = super().is_safe_attribute(obj, attr, value)
        return self._safe[key]


@cache
def _environment(kit: Kit, lang: str) -> ImmutableSandboxedEnvironment:
    env = _Sandbox(
        loader=FileSystemLoader([kit.folder / lang, kit.folder]),
        undefined=StrictUndefined,
        extensions=[Choice, Evidence],
        line_statement_prefix="%%",
        cache_size=-1,
        auto_reload=False,
    )
    env.filters.update(filters(lang))
    env.globals.update(
        timedelta=timedelta, fiscal_year=days.fiscal_year, half_year=days.half_year, half_end=days.half_end, lang=lang
    )
    env.globals.update(kit.globals)
    return env


def _scan(text: str, lang: str, office: str) -> Sheet:
    """Take the marks out. Blank lines in a row become one, spaces at ends of lines go."""
    shown, length, articles = [], 0, 0
    ends = ""
    spans: dict[str, list[tuple[int, int]]] = {}
    borders: list[int] = []
    stack: list[tuple[str, int]] = []
    parts = iter(_MARKS.split(re.sub(r"[ \t]+\n", "\n", text).strip()))
    for part in parts:
        if part == OPEN:
            stack.append((next(parts), length))
            next(parts)
            continue
        if part == CLOSE:
            name, start = stack.pop()
            spans.setdefault(name, []).append((start, length))
            continue
        if part == BORDER:
            borders.append(length)
            continue
        if part == ART:
            articles += 1
            part = days.wide(articles) if lang == "ja" else str(articles)
        if not part or (part == "\n" and ends == "\n\n"):
            continue
        shown.append(part)
        length += len(part)
        ends = (ends + part)[-2:]
    whole = "".join(shown)
    head = whole.split("\n", 1)[0]
    title = COPY[lang].format(head=head, copy=office)
    found = {name: tuple(p for p in places if whole[p[0] : p[1]].strip("\n")) for name, places in spans.items()}
    return Sheet(head, title, whole, found, tuple(border for border in borders if 0 < border < length))


def marks_left(text: str) -> Any:
    """The first mark of a template that is left in a text, or None."""
    return re.search(f"[\ue000-\uf8ff]|{{[{{%]|%%|{NAMED}", text)
