"""What makers' words mean, from `meanings.toml`: codes and sentences of errors, and why replies end."""

from __future__ import annotations

import functools
import re
import tomllib
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict

ErrorMeaning = Literal[
    "refused", "too_long", "rejected", "no_credit", "no_key", "no_model", "used_up", "rate_limited", "waits", "server"
]
EndMeaning = Literal["complete", "refused", "truncated", "called", "broken_off"]

_PREFIX = re.compile(r"\A(?:finishreason|stopreason|reason)(?=[a-z])")


def by_code(codes: Collection[str], *meanings: ErrorMeaning) -> ErrorMeaning | None:
    """The first of `meanings` that one of the codes has; they are in lower case."""
    known = _table().codes
    found = {known[code] for code in codes if code in known}
    return next((meaning for meaning in meanings if meaning in found), None)


def by_words(said: str, *meanings: ErrorMeaning) -> ErrorMeaning | None:
    """The first of `meanings` that the sentences have."""
    words = _table().words
    return next((meaning for meaning in meanings if meaning in words and words[meaning].search(said)), None)


@functools.lru_cache(maxsize=1024)  # every reply has one of a few
def end_of(reason: str | None) -> EndMeaning:
    """What a finish reason says of its reply. None, an empty one and the word null say nothing: the reply is taken to
    be complete, since many local servers send none. A reason that is not known is that of a reply that broke off."""
    word = (reason or "").strip().lower()
    if word in {"", "null", "none"}:
        return "complete"
    # "content_filter: PROHIBITED_CONTENT", "stop:eos"
    written = (word, re.split(r"[:;,\s]", word, maxsplit=1)[0])
    ends = _table().ends
    tried = [one for word in map(_squeezed, written) for one in (word, _PREFIX.sub("", word))]
    return next((ends[one] for one in tried if one in ends), "broken_off")


def _squeezed(word: str) -> str:
    """One spelling of "max_tokens", "MAX-TOKENS" and "maxTokens"."""
    return re.sub(r"[^a-z0-9]", "", word.lower())


class _Entry(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)
    page: str
    as_of: str


class _Error(_Entry):
    means: ErrorMeaning
    codes: tuple[str, ...] = ()
    words: tuple[str, ...] = ()


class _End(_Entry):
    means: EndMeaning
    reasons: tuple[str, ...]


class _File(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)
    error: tuple[_Error, ...]
    end: tuple[_End, ...]


class _Table:
    def __init__(self, file: _File) -> None:
        self.codes: Mapping[str, ErrorMeaning] = {code: error.means for error in file.error for code in error.codes}
        self.ends: Mapping[str, EndMeaning] = {
            _squeezed(reason): end.means for end in file.end for reason in end.reasons
        }
        words: dict[ErrorMeaning, list[str]] = {}
        for error in file.error:
            words.setdefault(error.means, []).extend(error.words)
        self.words = {means: re.compile("|".join(all_), re.IGNORECASE) for means, all_ in words.items() if all_}


@functools.cache
def _table() -> _Table:
    content = Path(__file__).with_suffix(".toml").read_text("utf-8")
    return _Table(_File.model_validate(tomllib.loads(content)))
