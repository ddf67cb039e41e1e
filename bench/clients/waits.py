"""How long to wait before a call is tried again. Pure: the clock and the dice come in as arguments."""

from __future__ import annotations

import math
import random
import re
from collections.abc import Mapping
from email.utils import parsedate_to_datetime

from bench.clients.base import Pacing

_DURATION = re.compile(r"(?:(\d+)h)?(?:(\d+)m(?!s))?(?:(\d+(?:\.\d+)?)s)?(?:(\d+(?:\.\d+)?)ms)?")


def next_wait(pacing: Pacing, attempt: int, retry_after_s: float | None, rng: random.Random) -> float:
    """Seconds to wait after failed attempt number `attempt` (from 1).

    Never shorter than what the server asked for, and never shorter than the exponential step; jitter only adds, so
    that workers told the same wait do not come back at the same moment.
    """
    step = min(pacing.max_wait_s, pacing.first_wait_s * 2.0 ** min(attempt - 1, 32))
    least = max(step, retry_after_s or 0.0)
    return least + rng.uniform(0.0, max(step / 2, least / 10))


def retry_after(headers: Mapping[str, str], now: float) -> float | None:
    """Seconds the server asks to wait, or None where it does not say. Header names are lower case.

    Reads `retry-after-ms`, `retry-after` (seconds or an HTTP date, RFC 9110 §10.2.3) and the `x-ratelimit-reset-*`
    of a budget that is used up; the first one present that can be read counts. `now` is Unix time, used for a date
    when the server sends no `date` of its own to measure from. Never negative; unreadable values are None.
    """
    milliseconds = _number(headers.get("retry-after-ms"))
    if milliseconds is not None:
        return milliseconds / 1000
    value = headers.get("retry-after")
    seconds = _number(value)
    if seconds is None and value is not None:
        until = _date(value)
        if until is not None:
            seconds = max(0.0, until - (_date(headers.get("date")) or now))
    return _reset(headers) if seconds is None else seconds


def _number(value: str | None) -> float | None:
    try:
        number = float(value) if value is not None else math.nan
    except ValueError:
        return None
    return number if number >= 0 else None


def _date(value: str | None) -> float | None:
    try:
        return parsedate_to_datetime(value).timestamp() if value else None
    except (ValueError, OverflowError):
        return None


def _reset(headers: Mapping[str, str]) -> float | None:
    """The longest reset among the budgets with nothing remaining, written like `6m0s` or `120ms`."""
    waits = []
    for budget in ("requests", "tokens"):
        if headers.get(f"x-ratelimit-remaining-{budget}") == "0":
            value = headers.get(f"x-ratelimit-reset-{budget}", "")
            parts = _DURATION.fullmatch(value)
            if parts and value:
                hours, minutes, seconds, ms = (float(part or 0) for part in parts.groups())
                waits.append(hours * 3600 + minutes * 60 + seconds + ms / 1000)
    return max(waits, default=None)
