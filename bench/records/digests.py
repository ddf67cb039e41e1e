"""The digests of a run's files, taken when it is scored."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, StringConstraints

from bench.records.items import Record

Sha256Hex = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]


class RunDigests(Record):
    """SHA-256 over the bytes of the files that a summary was computed from; of no bytes where there is no file."""

    manifest: Sha256Hex
    answers: Sha256Hex
    votes: Sha256Hex
    others: dict[str, Sha256Hex] = Field(default_factory=dict)
    """Name to digest of every further file that scoring read and that is there: intents, judges, claims, servers."""
