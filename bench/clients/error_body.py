"""What an error body says, in whatever shape: JSON of any maker, JSON inside JSON, HTML, plain text.

Nothing here raises or judges. The words are the server's own, unredacted: only `plain` makes them fit to be shown.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

MOST = 100_000
"""Characters of a body that are looked at."""
DEEPEST, WIDEST = 8, 400
"""Levels and values of it that are looked at."""
_CODES = frozenset(
    "code type status http_code error_type error_code errorcode reason limit_source block_reason blockreason __type"
    "".split()
)
_WORDS = (
    "message",
    "msg",
    "status_msg",
    "detail",
    "error_description",
    "description",
    "error_msg",
    "errormessage",
    "title",
)
_INSIDE = ("error", "errors", "innererror", "inner_error", "metadata", "raw", "details", "detail", "base_resp", "cause")
_GENERIC = frozenset({"error", "about:blank", "none", "null", "object", "ok", "success"})
"""Types that say nothing."""


@dataclass(frozen=True, slots=True)
class Told:
    """`codes`: codes, types and statuses, in lower case. `said`: its sentences, the outermost first, at most MOST
    characters. `status`: an HTTP status that stands inside, the outermost."""

    codes: frozenset[str]
    said: str
    status: int | None = None
    wait: str | None = None
    """A time to wait as it is written, for `bench.clients.waits`."""
    headers: Mapping[str, str] = field(default_factory=dict)
    """Headers that a gateway hands on inside its body, names in lower case."""


def told_by(body: bytes) -> Told:
    """What an error body says; an empty body says nothing."""
    text = body[: 4 * MOST].decode("utf-8", "replace")[:MOST]
    try:
        told = told_in(json.loads(text))
        return told if told.said else replace(told, said=text)
    except (ValueError, RecursionError):
        title = re.search(r"<title[^>]*>([^<]*)</title>", text, re.IGNORECASE)
        return Told(frozenset(), title[1] if title else re.sub(r"<[^>]*>", " ", text))


def told_in(payload: Any) -> Told:
    """What a parsed error says."""
    codes: list[str] = []
    said: list[str] = []
    status: int | None = None
    wait: str | None = None
    headers: dict[str, str] = {}
    for path, value in _leaves(payload):
        name = path[-1] if path else ""
        if path[-2:-1] == ("headers",):
            headers[name] = str(value)
        elif isinstance(value, int | float) and not isinstance(value, bool):
            if path[-2:] == ("base_resp", "status_code"):
                codes += [f"base_resp.{int(value)}"] if value else []
            elif name in {"code", "status", "status_code", "http_code"} and value == int(value):
                status = status or (int(value) if 400 <= value <= 599 else None)
                codes.append(str(int(value)))
            wait = wait or (str(value) if name in {"retry_after", "retryafter", "retry_after_seconds"} else None)
        elif isinstance(value, str) and value.strip():
            if name in _CODES and len(value) <= 100:
                status = status or (int(value) if re.fullmatch("[45][0-9][0-9]", value) else None)
                codes += [] if value.lower() in _GENERIC else [value.lower()]
            elif name in {"retrydelay", "retry_after", "retryafter"}:
                wait = wait or value
            elif name in _WORDS or name in _INSIDE or not path:
                said.append(value)
    told = " · ".join(dict.fromkeys(word.strip() for word in said))
    return Told(frozenset(codes), (told or ", ".join(dict.fromkeys(codes)))[:MOST], status, wait, headers)


def _leaves(payload: Any) -> Iterator[tuple[tuple[str, ...], Any]]:
    """(names that lead to it, value) of the plain values that an error consists of, the outermost first."""
    waiting: list[tuple[tuple[str, ...], Any]] = [((), payload)]
    for seen in range(WIDEST):
        if seen >= len(waiting):
            return
        path, value = waiting[seen]
        if isinstance(value, str) and len(path) < DEEPEST and value.lstrip()[:1] in {"{", "["}:
            inner = _parsed(value)
            value = value if inner is None else inner
        if isinstance(value, Mapping):
            waiting += [
                ((*path, str(name).lower()), inside)
                for name, inside in value.items()
                if len(path) < DEEPEST
                and (not isinstance(inside, Mapping | list) or _leads_on(path, str(name).lower()))
            ]
        elif isinstance(value, list):
            waiting += [((*path, path[-1]) if path else (), inside) for inside in value[:20] if len(path) < DEEPEST]
        else:
            yield path, value


def _leads_on(path: tuple[str, ...], name: str) -> bool:
    """Whether a field is looked into: what is part of the error, never what echoes the request."""
    if name == "headers":
        return path[-1:] == ("metadata",)
    return name in _INSIDE or (not path and name in {"response", "body", "data"}) or path[-1:] == ("response",)


def _parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def error_in(payload: Mapping[str, Any]) -> Told | None:
    """What a reply with a status that claims success says of an error: at its top, in a choice or in `metadata`; None
    where it holds no error."""
    choices = payload.get("choices")
    first = choices[0] if isinstance(choices, list) and choices and isinstance(choices[0], Mapping) else {}
    kind = {str(payload.get(name)).lower() for name in ("object", "type")}
    feedback = payload.get("promptFeedback") or payload.get("prompt_feedback")
    if payload.get("error") or "error" in kind or _base_status(payload):
        return told_in({**payload, "choices": None})
    for holder in (first, first.get("message"), first.get("metadata"), payload.get("metadata")):
        if isinstance(holder, Mapping) and holder.get("error"):
            return told_in(holder)
    if not first and isinstance(feedback, Mapping) and (feedback.get("blockReason") or feedback.get("block_reason")):
        return told_in({"error": {"code": "prompt_blocked", **feedback}})
    replied = first or payload.get("content") is not None or payload.get("data") is not None
    if not replied and ("errors" in payload or "detail" in payload or {"code", "message"} <= payload.keys()):
        return told_in(payload)
    return None


def _base_status(payload: Mapping[str, Any]) -> bool:
    base = payload.get("base_resp")
    return isinstance(base, Mapping) and bool(base.get("status_code"))
