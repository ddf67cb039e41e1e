"""Parameters that models have refused, as they are kept beside the runs."""

from __future__ import annotations

from pydantic import Field

from bench.records.items import Record


class Refusal(Record):
    """One parameter that a model refused."""

    day: str
    """UTC."""
    said: str
    """The provider's words."""
    instead: str = ""
    """The name under which the same value is sent; empty where nothing is."""


class RefusalLog(Record):
    """refused_parameters.json: `SPEC@ADDRESS` to parameter to what was said; no address is the vendor's own."""

    schema_version: str = "1"
    models: dict[str, dict[str, Refusal]] = Field(default_factory=dict)
