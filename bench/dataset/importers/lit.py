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
import tomllib
from collections.abc import Sequence
from functools import cache
from importlib import resources

from pydantic import Field

from bench.dataset.fields import keep
from bench.dataset.importers import lit_rows
from bench.dataset.importers.files import Draft, File, Imported, of_language
from bench.dataset.importers.lit_rows import ASPECTS, LitRow, read_file, row_digest
from bench.dataset.rows import Faults, Severity
from bench.dataset.shapes import LangData
from bench.kinds import kind_of
from bench.records import LANGS, Chunk, Item, Lang, Overlay, Record
from bench.records.items import OWN_ROW_KINDS

PAIR_DISTANCE = 60
"""Row n + 60 asks the question of Main row n without its evidence."""


class Curated(Record):
    """One finding made by hand: `rows` are affected in each of `langs`, the first is where it was found."""

    code: str
    severity: Severity
    langs: tuple[Lang, ...]
    rows: tuple[int, ...]
    note: str


class Audit(Record):
    """lit_audit.toml."""

    repository: str
    commit: str
    content: dict[Lang, str]
    """Digest of all rows of a language as published; see `published`."""
    variants: dict[int, int]
    """Contradictory or incomplete row -> the Main row that it was made from."""
    references: dict[str, tuple[int, ...]]
    """Main rows whose reference is binary, one of two options named in the question, or a list."""
    audited: dict[Lang, dict[int, str]]
    """Row -> digest of the row that the findings were made on."""
    findings: tuple[Curated, ...] = Field(default=())


@cache
def audit() -> Audit:
    """The audit table that ships beside this module."""
    raw = tomllib.loads(resources.files(__package__).joinpath("lit_audit.toml").read_text(encoding="utf-8"))
    return Audit.model_validate(raw)


def read(files: Sequence[File], langs: Sequence[Lang], faults: Faults) -> Imported:
    """The wanted languages of one or two files; official where every one of them is as published."""
    data: dict[Lang, LangData] = {}
    as_published = True
    for lang in langs:
        candidates = of_language(files, "question", lang)
        for file in candidates[1:]:
            what = f"is a second file of '{lang}' beside {candidates[0].name}"
            faults.add(file.name, "", what, "keep one file for each language")
        for file in candidates[:1]:
            rows = read_file(file, faults)
            if not faults.found:
                data[lang] = build(lang, rows)
                as_published = as_published and published(lang, rows)
    available = tuple(lang for lang in LANGS if of_language(files, "question", lang))
    return Imported(data, available, audit().commit if data and not faults.found and as_published else "")


def build(lang: Lang, rows: Sequence[LitRow]) -> LangData:
    """Items in row order. `rows` must be all rows of the file, since a row's number is its identity."""
    draft = Draft(lang)
    bases = base_rows(rows)
    flags = _flags(lang, rows)
    draft.items.extend(_item(lang, rows, n, bases.get(n), flags.get(n, ())) for n in range(len(rows)))
    for row in rows:
        if row.kind not in OWN_ROW_KINDS:
            keep(draft.corpus, f"lit-{lang}", row.positive)
        keep(draft.corpus, f"lit-{lang}", row.negative)
    return draft.finished()


def published(lang: Lang, rows: Sequence[LitRow]) -> bool:
    """Whether the rows' content is that of the published file: the hub's copy of it is published too."""
    digest = hashlib.sha256("\n".join(row_digest(row) for row in rows).encode()).hexdigest()
    return digest == audit().content.get(lang)


def base_rows(rows: Sequence[LitRow]) -> dict[int, int]:
    """Row -> the Main row that it was made from, for evidence-removed rows and known variants.

    An evidence-removed row belongs to the Main row sixty before it, if that asks the same question; in a file of
    another shape, to the only Main row that does. Rows that fit neither have no base.
    """
    by_question: dict[str, list[int]] = {}
    for n, row in enumerate(rows):
        if kind_of(row.kind).answerable:
            by_question.setdefault(row.question, []).append(n)
    bases: dict[int, int] = {}
    for n, row in enumerate(rows):
        same = by_question.get(row.question, [])
        if kind_of(row.kind).twin:
            if n - PAIR_DISTANCE in same:
                bases[n] = n - PAIR_DISTANCE
            elif len(same) == 1:
                bases[n] = same[0]
        elif row.kind in OWN_ROW_KINDS and len(rows) == 114:
            origin = audit().variants.get(n)
            if origin is not None and kind_of(rows[origin].kind).answerable:
                bases[n] = origin
    return bases


def curated(lang: Lang, rows: Sequence[LitRow]) -> list[tuple[Curated, int]]:
    """(finding, row) for each audited row whose content has not changed since."""
    audited = audit().audited.get(lang, {})
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
    for found in lit_rows.findings(lang, rows, lit_rows.FLAGGED):
        if found.severity == "error":
            for n in found.rows:
                flags.setdefault(n, []).append(f"waived:{found.code}")
        elif found.code == lit_rows.GOLD_ELSEWHERE:
            for n in {m for place in found.where or () for m in place["negative_of_rows"]}:
                flags.setdefault(n, []).append(f"noted:{found.code}")
    return {n: tuple(dict.fromkeys(codes)) for n, codes in flags.items()}


def _item(lang: Lang, rows: Sequence[LitRow], n: int, base: int | None, flags: tuple[str, ...]) -> Item:
    row, prefix = rows[n], f"lit-{lang}"
    own: dict[str, Chunk] = {}
    positive = keep(own, prefix, row.positive)
    added = tuple(own.values()) if row.kind in OWN_ROW_KINDS else ()
    negative = tuple(c for c in keep(own, prefix, row.negative) if c not in positive)
    replaced = () if base is None else keep({}, prefix, rows[base].positive)
    return Item(
        id=f"{prefix}-{n:03}",
        lang=lang,
        kind=row.kind,
        question=row.question,
        answer=row.answer,
        aspects=tuple(ASPECTS[name] for name in row.qa_type),
        positive=positive,
        negative=negative,
        overlay=Overlay(remove=tuple(c for c in replaced if c not in {*positive, *negative}), add=added),
        base=None if base is None else f"{prefix}-{base:03}",
        cluster=f"{prefix}-{n if base is None else base:03}",
        reasoning=row.reasoning,
        flags=flags,
        source=row.row.where,
    )
