"""Whether a source may be used for a question: its jurisdiction, and the edition in force at the question's snapshot.

Owns what the metadata of chunks can say about that. Where it says nothing, nothing is decided.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from bench.citations.editions import Edition, read_version
from bench.records import Chunk, Item


@dataclass(frozen=True, slots=True)
class Eligibility:
    """`eligible` is None where no metadata decides; `reason` says why a source is not eligible."""

    eligible: bool | None
    reason: str = ""


class Sources:
    """The documents of one corpus, by what their metadata says."""

    def __init__(self, corpus: Iterable[Chunk]) -> None:
        self._chunks = {chunk.id: chunk for chunk in corpus}
        self._editions: defaultdict[tuple[str, str, str], dict[str, Edition]] = defaultdict(dict)
        for chunk in self._chunks.values():
            edition = read_version(chunk.version, chunk.jurisdiction)
            if edition and edition.replaces and _document(chunk):
                self._editions[_family(chunk)][chunk.version] = edition

    def judge(self, item: Item, chunk: Chunk) -> Eligibility:
        """Whether `chunk` may be cited in an answer to `item`. The item's own evidence always may; without any
        metadata of the chunk nothing is decided.

        Not eligible: another jurisdiction than the evidence's; a snapshot or a first day in force after the
        question's snapshot; an edition that a later one of the same document had replaced by then.
        """
        edition = read_version(chunk.version, chunk.jurisdiction)
        taken = _date(chunk.snapshot)
        if chunk.id in item.positive or any(chunk.id == c.id for c in item.overlay.add):
            return Eligibility(True if chunk.jurisdiction or taken or edition else None)
        known = False
        lands = self._jurisdictions(item)
        if lands and chunk.jurisdiction:
            known = True
            if chunk.jurisdiction not in lands:
                return Eligibility(False, f"jurisdiction {chunk.jurisdiction}, not {', '.join(sorted(lands))}")
        at = _date(item.snapshot)
        if at is None:
            return Eligibility(True if known else None)
        if taken and taken > at:
            return Eligibility(False, f"snapshot {chunk.snapshot}, after the question's {item.snapshot}")
        if edition:
            if edition.begins and edition.begins > at:
                return Eligibility(False, f"version {chunk.version} is not yet in force on {item.snapshot}")
            later = self._replaced_by(chunk, edition, at)
            if later:
                return Eligibility(False, f"version {chunk.version} was replaced by {later} before {item.snapshot}")
        return Eligibility(True if known or taken or edition else None)

    def _jurisdictions(self, item: Item) -> set[str]:
        """Those of the evidence; for an item whose evidence was taken away, those of what was taken."""
        ids = {*item.positive, *item.overlay.remove}
        evidence = (*(self._chunks[i] for i in ids if i in self._chunks), *item.overlay.add)
        return {chunk.jurisdiction for chunk in evidence if chunk.jurisdiction}

    def _replaced_by(self, chunk: Chunk, edition: Edition, at: date) -> str | None:
        if not edition.replaces:
            return None
        for version, other in self._editions.get(_family(chunk), {}).items():
            if edition.number is not None and other.number is not None and other.number > edition.number:
                return version
            if edition.begins and other.begins and edition.begins < other.begins <= at:
                return version
        return None


# The parts of a document's id that tell its editions apart: those with a figure, and the words for an edition.
_OF_EDITION = re.compile(r".*\d.*|edition|ed|rev|version|v|spring|summer|autumn|winter|fy")


def _document(chunk: Chunk) -> str:
    """The id of a document without what tells its editions apart; empty where nothing is left."""
    return "-".join(part for part in re.split(r"[-_.]", chunk.doc_id.casefold()) if not _OF_EDITION.fullmatch(part))


def _family(chunk: Chunk) -> tuple[str, str, str]:
    return chunk.world, chunk.jurisdiction, _document(chunk)


def _date(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None
