"""How long to wait before an endpoint is asked again. Pure: the clock and the dice come in as arguments."""

from __future__ import annotations

import math
import random
import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from bench.clients.base import Pacing
from bench.clients.error_body import Told

_DURATION = re.compile(
    r"(?:(\d+(?:\.\d+)?)d)?(?:(\d+(?:\.\d+)?)h)?(?:(\d+(?:\.\d+)?)m(?!s))?(?:(\d+(?:\.\d+)?)s)?(?:(\d+(?:\.\d+)?)ms)?"
)
_SAID = re.compile(
    r"(?:(?:try again|retry|wait|reset)\w*[^.]{0,40}?(?:in|after|for)|wait)\s+(\d+(?:\.\d+)?)\s*"
    r"(ms|milliseconds?|s\b|sec\w*|m\b|min\w*|h\b|hours?|days?)"
    r"|(?:try again|retry|reset)\w*[^.]{0,40}?(?:in|after)\s+(?=\d)((?:\d+h)?(?:\d+m)?(?:\d+(?:\.\d+)?s)?(?:\d+ms)?)\b",
    re.IGNORECASE,
)
_SECONDS = {"s": 1, "m": 60, "h": 3600, "d": 86_400}
_RESET = re.compile(r"(?:\A|-)reset(?:-|\Z)|ratelimit\w*-reset|timeremaining")
_AFTER_S = 120.0
"""A reset behind a budget that is not known to be used up is believed up to this: others may be a day's."""
_EPOCH_S, _EPOCH_MS = 1e9, 1e12
"""A number from here on is a moment in Unix time, in seconds or milliseconds."""


def next_wait(pacing: Pacing, attempt: int, retry_after_s: float | None, rng: random.Random) -> float:
    """Seconds to wait after failed attempt number `attempt` (from 1).

    Never shorter than what the server asked for, and never shorter than the exponential step; jitter only adds, so
    that workers told the same wait do not come back at the same moment.
    """
    step = min(pacing.max_wait_s, pacing.first_wait_s * 2.0 ** min(attempt - 1, 32))
    least = max(step, retry_after_s or 0.0)
    return least + rng.uniform(0.0, max(step / 2, least / 10))


def asked_wait(headers: Mapping[str, str], told: Told, now: float) -> float | None:
    """Seconds that an error asks to wait: by its headers, those that a gateway hands on in the body among them, else by
    a field of its body (Google's RetryInfo), else by its words; None where it does not say."""
    wait = retry_after(headers, now)
    if wait is None and told.headers:
        wait = retry_after(told.headers, now)
    if wait is None and told.wait is not None:
        wait = _seconds(told.wait, now)
    return _in_words(told.said) if wait is None else wait


def retry_after(headers: Mapping[str, str], now: float) -> float | None:
    """Seconds the server asks to wait, or None where it does not say. Header names are lower case.

    Reads `retry-after-ms`, `retry-after` (seconds or an HTTP date, RFC 9110 §10.2.3; LiteLLM's proxy hands its maker's
    on as `llm_provider-retry-after`) and every header that says when a budget is full again, in seconds, milliseconds,
    durations (`6m0s`), RFC 3339 and Unix time: OpenAI's and Groq's `x-ratelimit-reset-*`, Anthropic's
    `anthropic-ratelimit-*-reset`, Mistral's `ratelimitbysize-reset`, OpenRouter's `x-ratelimit-reset`, the IETF's
    `ratelimit-reset` and `ratelimit: …;t=30`, GitHub's `x-ratelimit-timeremaining`. The
    longest counts of budgets that are used up; where none is known to be, the shortest above 0. `now` is Unix time, for
    a moment when the server sends no `date` of its own to measure from. Never negative; unreadable values are None.
    """
    milliseconds = _number(headers.get("retry-after-ms"))
    if milliseconds is not None:
        return milliseconds / 1000
    now = _moment(headers.get("date")) or now
    for name in ("retry-after", "x-ratelimit-retry-after", "x-retry-after", "llm_provider-retry-after"):
        wait = _seconds(headers.get(name), now)
        if wait is not None:
            return wait
    used_up, others = [], []
    for name, wait, remaining in _resets(headers, now):
        if remaining is not None and remaining <= 0:
            used_up.append(wait)
        elif 0 < wait <= _AFTER_S and "day" not in name:
            others.append(wait)
    return max(used_up) if used_up else min(others, default=None)


def _resets(headers: Mapping[str, str], now: float) -> Iterator[tuple[str, float, float | None]]:
    """(name, seconds, what remains where that is said) of each header that says when a budget is full again."""
    names = [str(name).lower() for name in headers]
    for name in names:
        value = headers.get(name) or ""
        if name in {"ratelimit", "x-ratelimit"}:
            fields = dict(re.findall(r"(\w+)\s*=\s*([\w.]+)", value))
            wait = _seconds(fields.get("t") or fields.get("reset"), now)
            remaining = _number(fields.get("r") or fields.get("remaining"))
        elif _RESET.search(name) and "limit" in name:
            milliseconds = name.endswith("-ms")
            wait = _seconds(value.split(",")[0].split(";")[0], now)
            wait = wait / 1000 if wait is not None and milliseconds else wait
            remaining = _number(headers.get(name.replace("reset", "remaining").replace("time", "")))
        else:
            continue
        if wait is not None:
            yield name, wait, remaining


def _seconds(value: str | None, now: float) -> float | None:
    """A time to wait, from a number of seconds, a duration, or a moment in any of the usual spellings."""
    value = (value or "").strip().strip('"')
    number = _number(value)
    if number is not None:
        if number >= _EPOCH_MS:
            return max(0.0, number / 1000 - now)
        return max(0.0, number - now) if number >= _EPOCH_S else number
    parts = _DURATION.fullmatch(value.lower().replace(" ", ""))
    if value and parts:
        days, hours, minutes, seconds, ms = (float(part or 0) for part in parts.groups())
        return days * 86400 + hours * 3600 + minutes * 60 + seconds + ms / 1000
    until = _moment(value)
    return None if until is None else max(0.0, until - now)


def _in_words(said: str) -> float | None:
    found = _SAID.search(said)
    if found is None:
        return None
    if found[1] is None:
        return _seconds(found[3], 0.0) if found[3] else None
    unit = found[2].lower()
    scale = 0.001 if unit.startswith(("ms", "milli")) else _SECONDS[unit[0]]
    return float(found[1]) * scale


def _number(value: str | None) -> float | None:
    try:
        number = float(value) if value else math.nan
    except ValueError:
        return None
    return number if 0 <= number < math.inf else None


def _moment(value: str | None) -> float | None:
    """A moment as Unix time, from an HTTP date or RFC 3339."""
    if not value:
        return None
    try:
        return parsedate_to_datetime(value).timestamp()
    except (ValueError, OverflowError):
        pass
    try:
        moment = datetime.fromisoformat(value.strip())
        return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()
    except (ValueError, OverflowError):
        return None
