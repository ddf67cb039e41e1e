"""What a server says it is: in each call's record, and counted over the calls of a run."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, StringConstraints

from bench.records.items import Record

LONGEST = 200

SaidName = Annotated[str, StringConstraints(min_length=1, max_length=LONGEST)]
"""A server's own word, so hostile text like any other of its words."""


class AnsweredBy(Record):
    """What one reply says of who gave it; null where it does not say. At least one is set."""

    model: SaidName | None = None
    fingerprint: SaidName | None = None
    """OpenAI's system_fingerprint: the configuration of the backend."""
    provider: SaidName | None = None
    """Whom a router has passed the call to."""


class AnsweredByReport(Record):
    """What answered the calls to one model: each name with how many replies had it."""

    spec: str
    role: str
    """model or judge."""
    calls: int = Field(ge=0)
    """Calls that came back."""
    models: dict[SaidName, Annotated[int, Field(ge=1)]]
    fingerprints: dict[SaidName, Annotated[int, Field(ge=1)]]
    providers: dict[SaidName, Annotated[int, Field(ge=1)]]
    others: tuple[SaidName, ...]
    """Those of `models` that are not the model asked for."""
    cut: int = Field(default=0, ge=0)
    """Prompts that the server did not read whole, by the tokens that it reports."""
