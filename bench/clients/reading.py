"""Reads what an endpoint sent: untrusted JSON into plain fields, and the fields into a text or a failure kind.

Nothing here raises for what a server wrote: a field of the wrong type counts as absent. Text that could not be
stored (lone surrogates) is repaired here, once.
"""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bench.clients import thinking
from bench.clients.base import Reply
from bench.clients.meanings import end_of
from bench.records import FailureKind, Usage
from bench.records.answered_by import LONGEST, AnsweredBy

_REASONING = re.compile(r"(?:redacted_)?(?:reasoning|thinking|thought|think)\b|reasoning[._]|thinking[._]")
"""Types of parts that hold reasoning: `thinking` (Anthropic, Mistral), `reasoning` (OpenAI, Databricks),
`reasoning.text` and `reasoning.summary` (OpenRouter)."""


class Unreadable(ValueError):
    """A reply that is not what the wire format promises. The message says what is missing."""


@dataclass(frozen=True, slots=True)
class Content:
    """One reply as it came. `refused`: the endpoint said so in a field of its own, besides the finish reason."""

    raw: str | None
    reasoning: str | None
    finish_reason: str | None
    usage: Usage
    refused: bool = False
    answered_by: AnsweredBy | None = None


def settle(content: Content, *, latency_s: float = 0.0, attempts: int = 1, status: int | None = None) -> Reply:
    """What a reply counts as. Refused before cut off before broken off before empty: the first that holds.

    A filtered or cut reply is never an answer, even with half a text in it. The reply's `reasoning` holds all of it:
    what came in a field of its own, and what stood in the text.
    """
    visible, thought = thinking.split(content.raw or "")
    reasoning = "\n".join(part for part in (content.reasoning, thought) if part) or None
    failure, message = _failure_of(content, visible, reasoning)
    return Reply(
        text=None if failure else visible,
        raw=content.raw,
        reasoning=reasoning,
        finish_reason=content.finish_reason,
        usage=content.usage,
        answered_by=content.answered_by,
        latency_s=latency_s,
        attempts=attempts,
        failure=failure,
        message=message,
        status=status,
    )


def _failure_of(content: Content, visible: str, reasoning: str | None) -> tuple[FailureKind | None, str]:
    end = end_of(content.finish_reason)
    if end == "complete" and not content.refused and has_visible(visible):
        return None, ""
    said = f"(finish reason {content.finish_reason!r})" if content.finish_reason else "(no finish reason)"
    if content.refused or end == "refused":
        return "refused", f"The provider declined to answer {said}."
    if end == "truncated":
        where = "" if has_visible(visible) else ", before any visible text" + (", while reasoning" if reasoning else "")
        return "truncated", f"The reply was cut by the token limit{where} {said}."
    if end == "called":
        return "empty", f"The model called a tool that it was not given {said}."
    if end == "broken_off":
        return "malformed", f"The reply broke off {said}."
    if not has_visible(visible):
        return "empty", f"The reply has no visible text{', only reasoning' if reasoning else ''} {said}."
    return None, ""


def parse(body: bytes) -> dict[str, Any]:
    """The JSON object in a reply's body. Raises Unreadable for bytes that are not UTF-8, not JSON or no object."""
    if not body.strip():
        raise Unreadable("The reply's body is empty")
    try:
        payload = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise Unreadable(f"The reply is not JSON ({type(error).__name__})") from error
    if not isinstance(payload, dict):
        raise Unreadable("The reply is JSON, but not an object")
    return payload


def member(value: Any, name: str) -> Any:
    """`value[name]`, or None where `value` is no mapping or has no such key."""
    return value.get(name) if isinstance(value, Mapping) else None


def text_of(value: Any) -> str | None:
    """A text that may come as a string or as a list of parts with a `text` each, parts of reasoning left out; None for
    anything else."""
    if isinstance(value, str):
        return storable(value)
    if isinstance(value, list):
        parts = [part if isinstance(part, str) else member(part, "text") for part in value if not _is_reasoning(part)]
        texts = [part for part in parts if isinstance(part, str)]
        return storable("".join(texts)) if texts else None
    return None


def reasoning_of(value: Any, deepest: int = 6) -> str | None:
    """The reasoning in a field of its own, or in the parts of a list that are of a type of reasoning; None where there
    is none. Such a part holds its text, or a list of further parts, under `text`, `thinking`, `reasoning` or
    `summary`."""
    if not isinstance(value, list):
        return None
    thought = [_thought(part, deepest) for part in value if _is_reasoning(part)]
    return storable("\n".join(filter(None, thought))) or None


def _is_reasoning(part: Any) -> bool:
    kind = member(part, "type")
    return (isinstance(kind, str) and bool(_REASONING.match(kind.lower()))) or member(part, "thought") is True


def _thought(value: Any, deepest: int) -> str:
    if isinstance(value, str) or deepest <= 0:
        return value if isinstance(value, str) else ""
    if isinstance(value, list):
        return "".join(_thought(part, deepest - 1) for part in value)
    fields = [member(value, name) for name in ("text", "thinking", "reasoning", "content", "summary")]
    return next((text for field in fields if (text := _thought(field, deepest - 1) if field else "")), "")


def answered_by(payload: Mapping[str, Any]) -> AnsweredBy | None:
    """What a reply says of who gave it: model, configuration of the backend, provider; None where it says nothing."""
    said = {"model": payload.get("model"), "fingerprint": payload.get("system_fingerprint")}
    said["provider"] = payload.get("provider")
    texts = {name: storable(value)[:LONGEST] for name, value in said.items() if isinstance(value, str) and value}
    return _answered_by(tuple(texts.items())) if texts else None


@functools.lru_cache(maxsize=64)  # all replies of a run have one of a few
def _answered_by(texts: tuple[tuple[str, str], ...]) -> AnsweredBy:
    return AnsweredBy(**dict(texts))


def count_of(value: Any) -> int | None:
    """A token count, or None where it is absent or no whole number from 0 up."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < 2**53:
        return None
    return int(value) if value == int(value) else None


def storable(text: str) -> str:
    """`text` as UTF-8 can hold it: surrogate pairs are joined, lone surrogates become U+FFFD."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text


def has_visible(text: str) -> bool:
    """Whether a reader would see anything: white space, zero-width and control characters alone do not count."""
    return any(char.isprintable() and not char.isspace() for char in text)
