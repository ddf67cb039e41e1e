"""Chunks: length, damage, leftovers of markup, copies, and names that exist in the world."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import resources
from statistics import median

from bench import tokens
from bench.authoring.findings import Pen, Report
from bench.authoring.languages import Rules, rules_of
from bench.dataset.importers.own_tables import Tables
from bench.dataset.matching import titled
from bench.records import Chunk
from bench.text.fold import squeeze

VOID = frozenset({"br", "hr", "img", "input", "meta", "link", "col", "wbr"})

_TAG = re.compile(r"<(/?)([A-Za-z][A-Za-z0-9]*)(?:\s[^<>]*)?(/?)>")
_LEFTOVERS = re.compile(r"\{\{|\}\}|&(?:nbsp|amp|lt|gt|quot|#\d+);|</?evidence\b|\\n")
_WIDE, _NARROW = re.compile("[０-９]{2,}"), re.compile("[0-9]{2,}")


def check(tables: Tables, report: Report) -> None:
    """All checks on the chunks of one language: those of the corpus, and the rivals of contradictory items."""
    rules = rules_of(tables.lang)
    chunks = list(_chunks(tables, report))
    for chunk, field, pen in chunks:
        _length(rules, chunk, field, pen)
        _damage(rules, chunk, field, pen)
        _fields(chunk, field, pen)
        for name in real_names(titled(chunk)):
            pen.note("real_name", field, name=name)
    _copies(chunks)
    if tables.chunks:
        middle = median(tokens.count(placed.record.text) for placed in tables.chunks)
        low, high = rules.median
        fits = "as wanted" if low <= middle <= high else f"wanted: {low} to {high}"
        report.about(f"{tables.lang}/chunks.jsonl").note("median_length", median=middle, fits=fits)


def real_names(text: str) -> list[str]:
    """The listed names of real companies, brands and persons that stand in the text as whole words."""
    return sorted({match[0] for match in _name_pattern().finditer(unicodedata.normalize("NFKC", text))})


@cache
def _name_pattern() -> re.Pattern[str]:
    raw = resources.files("bench.authoring").joinpath("real_names.txt").read_text(encoding="utf-8")
    names = [line.strip() for line in raw.split("\n") if line.strip() and not line.startswith("#")]
    return re.compile("|".join(_bounded(name) for name in sorted(names, key=len, reverse=True)))


def _bounded(name: str) -> str:
    """The name as a whole word: a run of its own script may not go on before or after it."""
    if name.isascii():
        return rf"(?<![A-Za-z0-9]){re.escape(name)}(?![A-Za-z0-9])"
    if re.fullmatch("[ァ-ヺー・]+", name):
        return rf"(?<![ァ-ヺー]){re.escape(name)}(?![ァ-ヺー])"
    return re.escape(name)


def _chunks(tables: Tables, report: Report) -> Iterator[tuple[Chunk, str, Pen]]:
    """Every chunk with the field that its text stands in; one that several overlays add, once."""
    for chunk, pen in report.each(tables.chunks):
        yield chunk, "text", pen
    added = [(p.row, "overlay.add.text", chunk) for p in tables.items for chunk in p.record.overlay.add]
    for placed in tables.abstention:
        row = placed.record
        added += [(placed.row, "add.text", chunk) for chunk in (row.add,) if chunk is not None]
        added += [(placed.row, "overlay.add.text", chunk) for chunk in (row.overlay.add if row.overlay else ())]
    seen: set[tuple[str, str]] = set()
    for at, field, chunk in added:
        if (chunk.id, chunk.text) not in seen:
            seen.add((chunk.id, chunk.text))
            yield chunk, field, report.about(at, chunk.id)


def _length(rules: Rules, chunk: Chunk, field: str, pen: Pen) -> None:
    count = tokens.count(chunk.text)
    low, high = rules.length
    if not low <= count <= high:
        advice = "add content" if count < low else "shorten it or make two chunks of it"
        pen.note("chunk_length", field, count=count, low=low, high=high, advice=advice)


def _damage(rules: Rules, chunk: Chunk, field: str, pen: Pen) -> None:
    text = chunk.text
    controls = [f"U+{ord(c):04X}" for c in sorted(set(chunk.title + text)) if _is_control(c)]
    if controls:
        pen.note("control_character", field, found=", ".join(controls))
    for name in unbalanced_tags(text):
        pen.note("unbalanced_tag", field, name=name)
    if leftover := _LEFTOVERS.search(text):
        pen.note("leftover_markup", field, found=leftover[0])
    if text.count("```") % 2:
        pen.note("leftover_markup.block", field)
    if "**" in text:
        pen.note("leftover_bold", field)
    if text != text.strip():
        pen.note("outer_whitespace", field)
    # One full-width digit beside longer half-width numbers is the habit of Japanese offices, and no mix.
    if rules.mixed_widths and _WIDE.search(text) and _NARROW.search(text):
        pen.note("mixed_digit_width", field)


def _is_control(char: str) -> bool:
    category = unicodedata.category(char)
    return (category in ("Cc", "Cs", "Co", "Cn") and char not in "\n\t") or char in "\ufffd\ufeff\u200b"


def unbalanced_tags(text: str) -> list[str]:
    """Names of HTML elements that are opened and closed unequally often, void elements aside."""
    count: dict[str, int] = {}
    for closing, name, selfclosing in _TAG.findall(text):
        if name.lower() not in VOID and not selfclosing:
            count[name.lower()] = count.get(name.lower(), 0) + (-1 if closing else 1)
    return sorted(name for name, n in count.items() if n)


def _fields(chunk: Chunk, field: str, pen: Pen) -> None:
    for name in ("world", "doc_id", "title", "snapshot"):
        if not getattr(chunk, name).strip():
            pen.note("chunk_field_empty", field.replace("text", name), name=name)
    if chunk.world and not re.fullmatch(re.escape(chunk.world) + r"-\d{2,}", chunk.id):
        pen.note("id_form.chunk", field.replace("text", "id"), world=chunk.world)


def _copies(chunks: Iterable[tuple[Chunk, str, Pen]]) -> None:
    first: dict[str, str] = {}
    for chunk, field, pen in chunks:
        key = squeeze(chunk.text)
        if key in first:
            pen.note("duplicate_chunk" if field == "text" else "rival_equals_chunk", field, first=first[key])
        first.setdefault(key, chunk.id)
