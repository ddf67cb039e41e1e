"""The server that the suite ran a model on: its settings, what it was started with, what it counted."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from bench.records.items import Record

Count = Annotated[int, Field(ge=0)]


class EngineSettings(Record):
    """How a model is served: `[models.X.engine]` of models.toml. What is null is left to the server."""

    tensor_parallel_size: int | None = Field(default=None, ge=1)
    """Over how many GPUs the model is spread."""
    max_model_len: int | None = Field(default=None, ge=1)
    """Prompt and reply together, in tokens."""
    dtype: str | None = None
    reasoning_parser: str | None = None
    """What takes a reasoning model's thoughts out of its answer."""
    extra_args: tuple[str, ...] = ()
    """Further words of the server's command line, as its documentation writes them."""


class EngineCounts(Record):
    """Prompt tokens that a server counted. Null where it does not say."""

    prompt_tokens: Count | None = None
    """Of all prompts, cached or not."""
    computed_tokens: Count | None = None
    """Of those, the ones that were worked out and not found in a cache."""
    cache_queries: Count | None = None
    """Tokens looked up in the prefix cache."""
    cache_hits: Count | None = None
    """Tokens found there."""


class EngineSession(Record):
    """One stretch of a run on one server: from its start, or the first call to it, until the run ended or stopped."""

    engine: str
    version: str | None
    started: bool
    """Whether the suite started the server; else it was running before, and others may have used it too."""
    address: str
    model: str
    arguments: tuple[str, ...] = ()
    at: str
    counts: EngineCounts | None = None
    """What this session added. Null where the server died or has no such figures."""


class EngineLog(Record):
    """engine.json: every session of a run, in order. A resumed run has several."""

    sessions: tuple[EngineSession, ...] = ()


class EngineReport(Record):
    """The summary's part on the server. Sums are over the sessions that have the figure; null where none has."""

    engine: str
    versions: tuple[str, ...]
    sessions: Annotated[int, Field(ge=1)]
    started: bool
    """Whether the suite started every one of the servers itself, so that the counts are the run's alone."""
    arguments: tuple[str, ...]
    """Of the last session."""
    counts: EngineCounts
    cache_hit_rate: Annotated[float, Field(ge=0, le=1)] | None
    """Tokens found in the prefix cache over tokens looked up there."""
