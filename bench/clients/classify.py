"""The one place that says what went wrong with a call: one item's failure, worth another try, or the run's end.

Pure: a status, headers and a body, or an exception, become a Fault. Credentials are taken out of every message.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bench.clients.reading import member, storable
from bench.clients.waits import retry_after
from bench.config import Endpoint
from bench.records import FailureKind

_POLICY_CODES = frozenset(
    {
        "content_policy_violation",
        "content_filter",
        "responsibleaipolicyviolation",
        "moderation_blocked",
        "safety_violation",
        "invalid_prompt",
        "data_inspection_failed",
    }
)
_POLICY_WORDS = re.compile(
    r"(?:content|usage) (?:management )?polic(?:y|ies)|safety (?:system|polic(?:y|ies))"
    r"|flagged (?:by|for|as)|blocked by (?:our|the|a) (?:content|safety|usage|moderation)",
    re.IGNORECASE,
)
_LENGTH_CODES = frozenset({"context_length_exceeded", "exceed_context_size_error", "request_too_large"})
_LENGTH_WORDS = re.compile(
    r"maximum context length|prompt is too long|context (?:window|length|size)[^.]{0,40}exceed"
    r"|exceeds?[^.]{0,60}(?:context (?:window|length|size)|maximum (?:model|input|context) length)"
    r"|longer than the maximum model length|input token count[^.]{0,40}exceeds",
    re.IGNORECASE,
)
_BILLING_CODES = frozenset(
    {
        "insufficient_quota",
        "billing_hard_limit_reached",
        "billing_not_active",
        "billing_error",
        "insufficient_balance",
        "account_deactivated",
    }
)
_BILLING_WORDS = re.compile(r"credit balance is too low|insufficient (?:balance|credits?)", re.IGNORECASE)
_SECRET = re.compile(r"\bsk-[\w*.-]{4,}|(?<=Bearer )\S+|(?<=://)[^/\s@]+@", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Fault:
    """Why an attempt gave no reply. `kind` None: it would stop every item, so the run ends with `message`."""

    kind: FailureKind | None
    message: str
    status: int | None = None
    retry: bool = False
    retry_after_s: float | None = None
    """Seconds the server asked to wait."""
    unreached: bool = False
    """No connection came about at all."""


def of_status(
    status: int, headers: Mapping[str, str], body: bytes, *, endpoint: Endpoint, model: str, now: float
) -> Fault:
    """The fault that a status other than success stands for. `headers` have lower-case names; `now` is Unix time."""
    codes, said = _error_of(body)
    said = plain(said, endpoint)
    heard = f"HTTP {status}" + (f", {said!r}" if said else "")
    if codes & _BILLING_CODES or status == 402 or (status in {400, 403, 429} and _BILLING_WORDS.search(said)):
        return _stop(
            f"The account behind {address_of(endpoint)} has no credit left ({heard}): add credit, then run the same "
            "command again; finished rows are kept.",
            status,
        )
    kind = _of_one_item(status, codes, said) if status in {400, 403, 413, 422, 451} else None
    if kind == "refused":
        return Fault(kind, f"The provider's policy blocked the prompt ({heard}).", status)
    if kind == "too_long":
        return Fault(kind, f"The prompt does not fit the model ({heard}).", status)
    wait = retry_after(headers, now)
    if status == 429:
        return Fault("rate_limited", f"Rate limited ({heard}).", status, retry=True, retry_after_s=wait)
    if status == 408:
        return Fault("timeout", f"The server gave up waiting ({heard}).", status, retry=True, retry_after_s=wait)
    if status >= 500 or status in {409, 425}:
        return Fault("server", f"The server failed ({heard}).", status, retry=True, retry_after_s=wait)
    return _stop(_advice(status, heard, endpoint, model), status)


def of_exception(error: BaseException, *, endpoint: Endpoint, deadline_s: float) -> Fault | None:
    """The fault behind an exception of the SDK, the transport or the deadline; None if it is none of theirs.

    The SDKs report a server that hangs up as a failed connect or a time-out, so the exception of aiohttp below them
    decides.
    """
    import aiohttp
    import httpx2

    chain = _chain(error)
    for cause in reversed(chain):
        if isinstance(cause, OSError) and cause.errno in _no_descriptors():
            return _stop(
                "This process has run out of file descriptors: lower --concurrency, or raise the limit of open files "
                "(ulimit -n)."
            )
    said = plain(str(chain[-1]) or type(chain[-1]).__name__, endpoint)
    if any(isinstance(c, aiohttp.ClientConnectorError | aiohttp.ConnectionTimeoutError) for c in chain):
        return Fault("connection", f"No connection came about ({said}).", retry=True, unreached=True)
    if isinstance(error, TimeoutError) or any(isinstance(c, aiohttp.SocketTimeoutError) for c in chain):
        return Fault("timeout", f"No complete reply within {deadline_s:g} s.", retry=True)
    if any(isinstance(c, aiohttp.ClientResponseError | httpx2.DecodingError) for c in chain):
        return Fault("malformed", f"The reply is not readable as HTTP ({said}).", retry=True)
    if any(isinstance(c, aiohttp.InvalidURL | httpx2.UnsupportedProtocol | httpx2.InvalidURL) for c in chain):
        return _stop(f"{address_of(endpoint)} cannot be used as an address ({said}).")
    if any(isinstance(c, aiohttp.ClientError | httpx2.TransportError | ConnectionError) for c in chain):
        return Fault("connection", f"The connection broke before the reply was complete ({said}).", retry=True)
    return None


def address_of(endpoint: Endpoint) -> str:
    """The endpoint's address for a message, without credentials; its name where the address is the vendor's."""
    return _SECRET.sub("", endpoint.base_url) or f"the {endpoint.name} endpoint"


def plain(text: str, endpoint: Endpoint) -> str:
    """A server's words fit for one line of a message: at most 300 characters, no controls, no credentials."""
    key = endpoint.api_key.get_secret_value() if endpoint.api_key else ""
    if key:
        text = text.replace(key, "[key]")
    text = _SECRET.sub("[key]", storable(text))
    text = " ".join("".join(char if char.isprintable() else " " for char in text).split())
    return text if len(text) <= 300 else text[:299] + "…"


def _stop(message: str, status: int | None = None) -> Fault:
    return Fault(None, message, status)


def _of_one_item(status: int, codes: set[str], said: str) -> FailureKind | None:
    """Codes before words: a server may echo the prompt in its message, and a prompt can say anything."""
    if codes & _POLICY_CODES:
        return "refused"
    if codes & _LENGTH_CODES or status == 413 or _LENGTH_WORDS.search(said):
        return "too_long"
    if status == 451 or _POLICY_WORDS.search(said):
        return "refused"
    return None


def _advice(status: int, heard: str, endpoint: Endpoint, model: str) -> str:
    where = address_of(endpoint)
    variable = endpoint.key_env or "the environment variable of this endpoint"
    if status == 401 and endpoint.api_key is None:
        return f"{where} asks for a key and none is set ({heard}): set {variable}."
    if status == 401:
        return f"{where} does not accept the key ({heard}): check the value of {variable}."
    if status == 403:
        return f"The key in {variable} may not use {model!r} at {where} ({heard}): check its permissions and region."
    if status in {404, 405}:
        return (
            f"{where} does not offer {model!r} ({heard}): check the model's name and the base URL "
            "(an OpenAI-compatible one usually ends in /v1)."
        )
    if 300 <= status < 400:
        return f"{where} redirects elsewhere ({heard}): give the final address with --base-url."
    return (
        f"{where} rejects the request for {model!r} ({heard}): check which parameters the model accepts "
        "(its entry in models.toml)."
    )


def _error_of(body: bytes) -> tuple[set[str], str]:
    """(error codes and types in lower case, the error's words) of an error body in any shape: JSON, HTML or text."""
    text = body[:100_000].decode("utf-8", "replace")
    try:
        payload: Any = json.loads(text)
    except (ValueError, RecursionError):
        title = re.search(r"<title[^>]*>(.*?)</title>", text, re.IGNORECASE | re.DOTALL)
        return set(), title[1] if title else re.sub(r"<[^>]*>", " ", text)
    if isinstance(payload, list) and payload:
        payload = payload[0]
    error = member(payload, "error") or payload
    inner = member(error, "innererror")
    names = [member(level, name) for level in (payload, error, inner) for name in ("code", "type", "status")]
    codes = {name.lower() for name in names if isinstance(name, str)}
    words = [error, member(error, "message"), member(payload, "message"), member(payload, "detail")]
    said = next((word for word in words if isinstance(word, str) and word), "")
    return codes, said or (", ".join(sorted(codes)) if codes else text)


def _chain(error: BaseException) -> list[BaseException]:
    chain = [error]
    while (cause := chain[-1].__cause__ or chain[-1].__context__) is not None and cause not in chain:
        chain.append(cause)
    return chain


def _no_descriptors() -> frozenset[int]:
    import errno

    return frozenset({errno.EMFILE, errno.ENFILE})
