"""What another tool's log says of the suite's trials, in one shape for all tools."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

from bench.clients import Reply
from bench.errors import DataError
from bench.records import Message, RunConfig
from bench.text.display import for_terminal

_UTC = "%Y-%m-%dT%H:%M:%SZ"


@dataclass(frozen=True, slots=True, kw_only=True)
class LoggedTrial:
    """One call as the log has it: `reply` came `at` this time.

    `sent` is what the log says was sent besides the messages, in the tool's own words; `expected` puts the suite's
    parameters into the same words, so that the two can be compared.
    """

    trial_id: str
    messages: tuple[Message, ...]
    sent: Mapping[str, Any]
    expected: Callable[[Mapping[str, Any]], Mapping[str, Any]]
    reply: Reply
    at: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ForeignLog:
    """A log of the suite's task. `config` is the configuration that was asked; its judges are not those of the import.

    `dropped`: samples that hold neither an answer nor a known failure, each with the reason.
    """

    tool: Literal["inspect", "lm-eval"]
    version: str
    sha256: str
    config: RunConfig
    suite_version: str
    endpoint: str
    created: str
    trials: tuple[LoggedTrial, ...]
    dropped: tuple[str, ...] = ()


def utc(moment: str | float | None) -> str:
    """A time of a log (ISO 8601, or Unix seconds) in UTC to the second, as records of the suite have it.

    Empty where there is none. Raises DataError for what is no time.
    """
    if not moment:
        return ""
    try:
        if isinstance(moment, int | float):
            return datetime.fromtimestamp(moment, UTC).strftime(_UTC)
        return datetime.fromisoformat(str(moment)).astimezone(UTC).strftime(_UTC)
    except (ValueError, OverflowError, OSError) as error:
        raise DataError(f"The log has {for_terminal(repr(moment), 60)} where a time belongs.") from error


def sha256_of(paths: Sequence[Path]) -> str:
    """SHA-256 over the bytes of files, in this order. Raises DataError where one cannot be read."""
    digest = hashlib.sha256()
    for path in paths:
        try:
            with path.open("rb") as file:
                while block := file.read(1 << 20):
                    digest.update(block)
        except OSError as error:
            raise DataError(f"{path} cannot be read: {error.strerror}.") from error
    return digest.hexdigest()
