"""Replies in channels: tokens name what follows them, and of the channels one is the answer.

`thinking.toml` has the formats; the harmony format, whose tokens may be missing, is read by `harmony`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Format:
    """`opens` and `ends` find the tokens; their group `name` is the channel's, and there may be none. `answer`: the
    channels that are the answer, "" for one without a name; all others are reasoning."""

    opens: re.Pattern[str]
    ends: re.Pattern[str]
    answer: frozenset[str]


@dataclass(frozen=True, slots=True)
class _Token:
    start: int
    end: int
    opens: bool
    name: str | None


def split(text: str, formats: Iterable[Format]) -> tuple[str, str | None] | None:
    """(answer, reasoning or None) of a text in one of the formats; None for any other text.

    The answer is "" where its channel has not been reached. What the prompt has begun stands before the first token:
    it belongs to the channel that is ended there, else it is reasoning where the answer's channel follows.
    """
    if "<|" not in text or "<|channel|>" in text:
        return None
    for one in formats:
        tokens = _tokens(one, text)
        if any(token.opens or token.name for token in tokens):
            return _read(one, text, tokens)
    return None


def _tokens(one: Format, text: str) -> list[_Token]:
    found = [_token(match, opens=True) for match in one.opens.finditer(text)]
    found += [_token(match, opens=False) for match in one.ends.finditer(text)]
    return sorted(found, key=lambda token: token.start)


def _token(match: re.Match[str], *, opens: bool) -> _Token:
    name = match.groupdict().get("name")
    return _Token(match.start(), match.end(), opens, (name or "").lower() if opens else name and name.lower())


def _read(one: Format, text: str, tokens: list[_Token]) -> tuple[str, str | None]:
    said: list[str] = []
    thought: list[str] = []
    channel: str | None = None
    at = 0
    last = max((n for n, token in enumerate(tokens) if token.opens and token.name in one.answer), default=-1)
    for n, token in enumerate(tokens):
        answers = channel in one.answer if channel is not None else _begun(one, token, follows=n <= last)
        (said if answers else thought).append(text[at : token.start].strip())
        channel, at = (token.name if token.opens else None), token.end
    (said if channel is None or channel in one.answer else thought).append(text[at:].strip())
    return "\n".join(filter(None, said)), "\n".join(filter(None, thought)) or None


def _begun(one: Format, token: _Token, *, follows: bool) -> bool:
    """Whether a text outside of the channels, before this token, belongs to the answer; `follows`: whether its channel
    is still to come."""
    if token.name is not None:
        return (token.name in one.answer) is not token.opens
    return not follows
