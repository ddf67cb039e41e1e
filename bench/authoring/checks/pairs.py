"""Pairs: the Japanese and the English set ask the same questions of the same documents, id by id."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from bench.authoring.findings import Report
from bench.dataset.importers.own import Placed, Tables
from bench.records import AbstentionRow, Chunk, Lang, MainRow

R = TypeVar("R", Chunk, MainRow, AbstentionRow)

CHUNK: dict[str, Callable[[Chunk], Any]] = {
    "world": lambda chunk: chunk.world,
    "doc_id": lambda chunk: chunk.doc_id,
    "snapshot": lambda chunk: chunk.snapshot,
    "jurisdiction": lambda chunk: chunk.jurisdiction,
}
ITEM: dict[str, Callable[[MainRow], Any]] = {
    "aspects": lambda item: sorted(item.aspects),
    "positive": lambda item: sorted(item.positive),
    "negative": lambda item: sorted(item.negative),
    "evidence": lambda item: sorted({evidence.chunk for evidence in item.evidence}),
    "snapshot": lambda item: item.snapshot,
}
OVERLAY: dict[str, Callable[[AbstentionRow], Any]] = {
    "base": lambda row: row.base,
    "kind": lambda row: row.kind,
    "add.id": lambda row: row.add.id if row.add else None,
    "add.doc_id": lambda row: row.add.doc_id if row.add else None,
    "cut.chunk": lambda row: row.cut.chunk if row.cut else None,
}


def check(tables: Mapping[Lang, Tables], report: Report) -> None:
    """Compare both languages; with one language there is nothing to compare.

    A row without a counterpart is reported where it stands; a difference is reported in the Japanese file.
    """
    if "en" not in tables or "ja" not in tables:
        return
    en, ja = tables["en"], tables["ja"]
    _compare(en.chunks, ja.chunks, CHUNK, report)
    _compare(en.items, ja.items, ITEM, report)
    _compare(en.abstention, ja.abstention, OVERLAY, report)
    theirs = {placed.record.id: placed.record for placed in en.items}
    for placed in ja.items:
        other = theirs.get(placed.record.id)
        if other is not None and (other.derivation is None) != (placed.record.derivation is None):
            report.about(placed.row, "ja", other.id).error(
                "pair_differs", "derivation", "stands in one language only; give both the same"
            )


def _compare(
    en: Sequence[Placed[R]], ja: Sequence[Placed[R]], keys: Mapping[str, Callable[[R], Any]], report: Report
) -> None:
    left = {placed.record.id: placed for placed in en}
    right = {placed.record.id: placed for placed in ja}
    for mine, lang, theirs, other in ((en, "en", right, "ja"), (ja, "ja", left, "en")):
        for placed in mine:
            if placed.record.id not in theirs:
                report.about(placed.row, lang, placed.record.id).error(
                    "pair_missing", "id", f"has no counterpart in '{other}'; write it, or remove this one"
                )
    for placed in ja:
        counterpart = left.get(placed.record.id)
        if counterpart is not None:
            _differences(placed, counterpart, keys, report)


def _differences(ja: Placed[R], en: Placed[R], keys: Mapping[str, Callable[[R], Any]], report: Report) -> None:
    for field, key in keys.items():
        here, there = key(ja.record), key(en.record)
        if here != there:
            report.about(ja.row, "ja", ja.record.id).error(
                "pair_differs", field, f"is {_shown(here)} here and {_shown(there)} in English; make them equal"
            )


def _shown(value: Any) -> str:
    return ", ".join(map(str, value)) or "empty" if isinstance(value, list) else repr(value)
