"""LIT-RAGBench (arXiv 2603.06198): `en.jsonl` and `ja.jsonl` as published, or the set on the Hugging Face hub.

Every row becomes one item, `lit-en-000` by file and row. Chunks are texts in Japanese and {title, content} in
English; they get ids by content, so equal text is one chunk of the corpus.

The corpus holds the positives of Main rows and all negatives. The positives of a contradictory or incomplete row
are rewritten copies that no other item may retrieve: they stand in that item's `overlay.add`, and the positives
of the Main row that they replace, where it is known, in `overlay.remove`. An evidence-removed row carries its Main
row's positives in `overlay.remove`, except those that the row itself still shows (ja row 79, as published).
An id that a row lists twice, or as positive and negative at once, is kept once (as positive); the audit names it.

`lit_audit.toml` holds what was found by hand, row by row, and which rows are variants of which. A finding applies
only while the row's content is what was audited; it travels with the item as a flag, `waived:<code>` where the
row's reference or evidence is wrong and `noted:<code>` for the rest.
"""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from types import MappingProxyType
from typing import Literal

from pydantic import Field

from bench.dataset import fields
from bench.dataset.importers import lit_mechanical
from bench.dataset.importers.files import File, Imported, of_language
from bench.dataset.rows import Faults, Row
from bench.dataset.shapes import LangData
from bench.records import LANGS, Aspect, Chunk, Item, Kind, Lang, Overlay, Record, composition_fault

KEYS = ("question", "answer", "qa_type", "positive_chunk_list", "negative_chunk_list", "reasoning_content")

ASPECTS: dict[str, Aspect] = {
    "I_multiple": Aspect.MULTI_SOURCE,
    "R_multihop": Aspect.MULTI_HOP,
    "R_calculate": Aspect.CALCULATION,
    "L_synonym": Aspect.SYNONYM,
    "L_numerical_inclusion": Aspect.NUMERICAL_INCLUSION,
    "L_conceptual_inclusion": Aspect.CONCEPTUAL_INCLUSION,
    "T_html": Aspect.HTML,
    "T_html_cell_merged": Aspect.HTML_MERGED,
    "T_markdown": Aspect.MARKDOWN,
    "T_csv": Aspect.CSV,
    "A_negative_only": Aspect.INSUFFICIENT,
    "A_conflicted": Aspect.CONTRADICTORY,
    "A_chunk_incompletion": Aspect.INCOMPLETE,
}
PAIR_DISTANCE = 60
"""Row n + 60 asks the question of Main row n without its evidence."""


class Curated(Record):
    """One finding made by hand: `rows` are affected in each of `langs`, the first is where it was found."""

    code: str
    severity: Literal["error", "warning", "info"]
    langs: tuple[Lang, ...]
    rows: tuple[int, ...]
    note: str


class Audit(Record):
    """lit_audit.toml."""

    repository: str
    commit: str
    content: dict[Lang, str]
    """Digest of all rows of a language as published; see `content_digest`."""
    variants: dict[int, int]
    """Contradictory or incomplete row -> the Main row that it was made from."""
    references: dict[str, tuple[int, ...]]
    """Main rows whose reference is binary, one of two options named in the question, or a list."""
    audited: dict[Lang, dict[int, str]]
    """Row -> digest of the row that the findings were made on."""
    findings: tuple[Curated, ...] = Field(default=())


@dataclass(frozen=True)
class LitRow:
    """A row with its chunks as passages, whichever way the file writes them."""

    row: Row
    question: str
    answer: str
    qa_type: tuple[str, ...]
    positive: tuple[fields.Passage, ...]
    negative: tuple[fields.Passage, ...]
    reasoning: str

    @property
    def kind(self) -> Kind:
        first = ASPECTS[self.qa_type[0]]
        kinds: dict[Aspect, Kind] = {
            Aspect.INSUFFICIENT: "insufficient",
            Aspect.CONTRADICTORY: "contradictory",
            Aspect.INCOMPLETE: "incomplete",
        }
        return kinds.get(first, "main")


@cache
def audit() -> Audit:
    """The audit table that ships beside this module."""
    raw = tomllib.loads(resources.files(__package__).joinpath("lit_audit.toml").read_text(encoding="utf-8"))
    return Audit.model_validate(raw)


def read(files: Sequence[File], langs: Sequence[Lang], faults: Faults) -> Imported:
    """The wanted languages of one or two files; official where every one of them is as published."""
    data: dict[Lang, LangData] = {}
    used: list[File] = []
    as_published = True
    for lang in langs:
        candidates = of_language(files, "question", lang)
        for file in candidates[1:]:
            faults.add(
                file.name,
                "",
                f"is a second file of '{lang}' beside {candidates[0].name}",
                "keep one file for each language",
            )
        for file in candidates[:1]:
            rows = read_file(file, faults)
            used.append(file)
            if not faults.found:
                data[lang] = build(lang, rows)
                as_published = as_published and published(lang, rows)
    version = audit().commit if used and not faults.found and as_published else ""
    available = tuple(lang for lang in LANGS if of_language(files, "question", lang))
    return Imported(data, tuple(used), available, version, official=bool(version))


def read_file(file: File, faults: Faults) -> list[LitRow]:
    """Every row that holds what a LIT row must; the faults of the others are noted."""
    found = (_row(row, faults) for row in file.rows)
    return [row for row in found if row is not None]


def build(lang: Lang, rows: Sequence[LitRow]) -> LangData:
    """Items in row order. `rows` must be all rows of the file, since a row's number is its identity."""
    corpus: dict[str, Chunk] = {}
    prefix = f"lit-{lang}"
    bases = base_rows(rows)
    flags = _flags(lang, rows)
    items = [_item(lang, rows, n, bases, flags.get(n, ())) for n in range(len(rows))]
    for row in rows:
        if row.kind in ("main", "insufficient"):
            fields.keep(corpus, prefix, row.positive)
        fields.keep(corpus, prefix, row.negative)
    return LangData(lang, MappingProxyType(corpus), tuple(items))


def published(lang: Lang, rows: Sequence[LitRow]) -> bool:
    """Whether the rows are those of the published file, however it was delivered."""
    return content_digest(rows) == audit().content[lang]


def content_digest(rows: Sequence[LitRow]) -> str:
    """SHA-256 over the rows' content alone: equal for a local file and the hub's copy of it."""
    return hashlib.sha256("\n".join(row_digest(row) for row in rows).encode()).hexdigest()


def row_digest(row: LitRow) -> str:
    """Twelve hex digits of the SHA-256 of one row's content, chunk titles left out."""
    content = [
        row.question,
        row.answer,
        row.qa_type,
        [p.text for p in row.positive],
        [p.text for p in row.negative],
        row.reasoning,
    ]
    return hashlib.sha256(json.dumps(content, ensure_ascii=False).encode()).hexdigest()[:12]


def base_rows(rows: Sequence[LitRow]) -> dict[int, int]:
    """Row -> the Main row that it was made from, for evidence-removed rows and known variants.

    An evidence-removed row belongs to the Main row sixty before it, if that asks the same question; in a file of
    another shape, to the only Main row that does. Rows that fit neither have no base.
    """
    by_question: dict[str, list[int]] = {}
    for n, row in enumerate(rows):
        if row.kind == "main":
            by_question.setdefault(row.question, []).append(n)
    bases: dict[int, int] = {}
    for n, row in enumerate(rows):
        same = by_question.get(row.question, [])
        if row.kind == "insufficient":
            if n - PAIR_DISTANCE in same:
                bases[n] = n - PAIR_DISTANCE
            elif len(same) == 1:
                bases[n] = same[0]
        elif row.kind != "main" and len(rows) == 114:
            origin = audit().variants.get(n)
            if origin is not None and rows[origin].kind == "main":
                bases[n] = origin
    return bases


def curated(lang: Lang, rows: Sequence[LitRow]) -> list[tuple[Curated, int]]:
    """(finding, row) for each audited row whose content has not changed since."""
    audited = audit().audited[lang]
    return [
        (finding, n)
        for finding in audit().findings
        if lang in finding.langs
        for n in finding.rows
        if n < len(rows) and row_digest(rows[n]) == audited.get(n)
    ]


def _flags(lang: Lang, rows: Sequence[LitRow]) -> dict[int, tuple[str, ...]]:
    flags: dict[int, list[str]] = {}
    for finding, n in curated(lang, rows):
        kind = "waived" if finding.severity == "error" else "noted"
        flags.setdefault(n, []).append(f"{kind}:{finding.code}")
    for found in lit_mechanical.findings(lang, rows):
        if found.severity == "error":
            for n in found.rows:
                flags.setdefault(n, []).append(f"waived:{found.code}")
        elif found.code == lit_mechanical.GOLD_ELSEWHERE:
            for n in {m for place in found.where or () for m in place["negative_of_rows"]}:
                flags.setdefault(n, []).append(f"noted:{found.code}")
    return {n: tuple(dict.fromkeys(codes)) for n, codes in flags.items()}


def _row(row: Row, faults: Faults) -> LitRow | None:
    before = len(faults.found)
    fields.unknown_fields(row, KEYS, faults)
    qa_type = fields.texts(row, "qa_type", faults, required=True)
    _check_types(row, qa_type, faults)
    found = LitRow(
        row=row,
        question=fields.text(row, "question", faults),
        answer=fields.text(row, "answer", faults),
        qa_type=qa_type,
        positive=fields.passages(row, "positive_chunk_list", faults, required=True),
        negative=fields.passages(row, "negative_chunk_list", faults, required=True),
        reasoning=fields.text(row, "reasoning_content", faults, required=False),
    )
    if len(faults.found) > before:
        return None
    if found.kind == "insufficient" and found.positive:
        faults.add(row, "positive_chunk_list", "is not empty in an A_negative_only row", "write []")
    elif found.kind != "insufficient" and not found.positive:
        faults.add(row, "positive_chunk_list", "is empty: no passage supports the answer", "add the passages")
    elif not found.positive and not found.negative:
        faults.add(row, "negative_chunk_list", "is empty, so that nothing can be shown", "add passages")
    return found if len(faults.found) == before else None


def _check_types(row: Row, qa_type: Sequence[str], faults: Faults) -> None:
    unknown = [name for name in qa_type if name not in ASPECTS]
    if unknown:
        faults.add(row, "qa_type", f"'{unknown[0]}' is not a LIT type", f"write one of {', '.join(ASPECTS)}")
    elif not qa_type:
        if isinstance(row.fields.get("qa_type"), list):
            faults.add(row, "qa_type", "is empty", "write one or two types")
    elif fault := composition_fault(tuple(ASPECTS[name] for name in qa_type)):
        faults.add(row, "qa_type", fault, "correct the types")


def _item(lang: Lang, rows: Sequence[LitRow], n: int, bases: dict[int, int], flags: tuple[str, ...]) -> Item:
    row, prefix = rows[n], f"lit-{lang}"
    own: dict[str, Chunk] = {}
    positive = fields.keep(own, prefix, row.positive)
    added = tuple(own.values()) if row.kind in ("contradictory", "incomplete") else ()
    negative = tuple(c for c in fields.keep(own, prefix, row.negative) if c not in positive)
    base = bases.get(n)
    shown = {*positive, *negative}
    replaced = fields.keep({}, prefix, rows[base].positive) if base is not None else ()
    overlay = Overlay(remove=tuple(c for c in replaced if c not in shown), add=added)
    return Item(
        id=f"{prefix}-{n:03}",
        lang=lang,
        kind=row.kind,
        question=row.question,
        answer=row.answer,
        aspects=tuple(ASPECTS[name] for name in row.qa_type),
        positive=positive,
        negative=negative,
        overlay=overlay,
        base=None if base is None else f"{prefix}-{base:03}",
        cluster=f"{prefix}-{n if base is None else base:03}",
        reasoning=row.reasoning,
        flags=flags,
        source=row.row.where,
    )
