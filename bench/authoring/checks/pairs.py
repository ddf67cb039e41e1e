"""Pairs: the languages of a set ask the same questions of the same documents, id by id."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

from bench.authoring.findings import Report
from bench.authoring.languages import rules_of
from bench.dataset.importers.own_tables import Placed, Tables
from bench.records import Lang

CHUNK = ("world", "doc_id", "snapshot", "jurisdiction")
ITEM = ("aspects", "positive", "negative", "evidence", "snapshot")
ITEM_OVERLAY = ("overlay.add", "overlay.cuts", "overlay.remove", "overlay.rival")
OVERLAY = ("base", "kind", "add.id", "add.doc_id", "cut.chunk", "positive", "negative", *ITEM_OVERLAY)
"""Fields that agree in every language: lists in any order, of evidence and cuts only the chunks, of what is added only
the ids."""


def check(tables: Mapping[Lang, Tables], report: Report) -> None:
    """Compare each two languages; with one language there is nothing to compare.

    A row without a counterpart is reported where it stands; a difference is reported in the later language's file.
    """
    for first, second in combinations(tables.values(), 2):
        for left, right, fields in (
            (first.chunks, second.chunks, CHUNK),
            (first.items, second.items, (*ITEM, *ITEM_OVERLAY)),
            (first.abstention, second.abstention, OVERLAY),
        ):
            _missing(left, right, second.lang, report)
            _missing(right, left, first.lang, report)
            _differences(right, left, fields, rules_of(first.lang).name, report)
        for item, pen in report.each(second.items):
            other = first.bases.get(item.id)
            if other is not None and (other.derivation is None) != (item.derivation is None):
                pen.note("pair_differs.derivation", "derivation")


def _missing(here: Sequence[Placed[Any]], there: Sequence[Placed[Any]], other: Lang, report: Report) -> None:
    known = {placed.record.id for placed in there}
    for record, pen in report.each(here):
        if record.id not in known:
            pen.note("pair_missing.own", "id", other=other)


def _differences(
    here: Sequence[Placed[Any]], there: Sequence[Placed[Any]], fields: Sequence[str], language: str, report: Report
) -> None:
    counterparts = {placed.record.id: placed.record for placed in there}
    for record, pen in report.each(here):
        counterpart = counterparts.get(record.id)
        for field in fields if counterpart is not None else ():
            mine, theirs = _value(record, field), _value(counterpart, field)
            if mine != theirs:
                pen.note("pair_differs", field, here=_shown(mine), there=_shown(theirs), language=language)


def _value(record: Any, field: str) -> Any:
    """A field by its path; None where a part of the path is not there."""
    for name in field.split("."):
        record = getattr(record, name, None)
    if field == "evidence" or field.endswith(".cuts"):
        return sorted({part.chunk for part in record or ()})
    if field.endswith(".add"):
        return sorted(chunk.id for chunk in record or ())
    return sorted(record) if isinstance(record, tuple) else record


def _shown(value: Any) -> str:
    return ", ".join(map(str, value)) or "empty" if isinstance(value, list) else repr(value)
