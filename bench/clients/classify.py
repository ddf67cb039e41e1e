"""The one place that says what went wrong with a call: one item's failure, worth another try, or the run's end.

Pure: a status, headers and a body, or an exception, become a Fault. What the words of makers mean stands in
`meanings.toml`; what they do not tell is told by who else was answered (`bench.clients.standing`), so a rejection that
is not recognised is only `suspect` here. The raw words are classified; credentials are taken out of what is shown.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from bench.clients.error_body import Told, told_by
from bench.clients.meanings import ErrorMeaning, by_code, by_words
from bench.clients.redact import address_of, plain
from bench.clients.transport import TooLarge
from bench.clients.waits import asked_wait
from bench.config import Endpoint
from bench.records import FailureKind

__all__ = ["Fault", "address_of", "of_exception", "of_status", "of_told", "plain"]

_OF_REPLY = re.compile(r"max_(?:completion_|output_|new_)?tokens", re.IGNORECASE)
_OF_PROMPT = re.compile(r"prompt|input|context|\bmessages?\b(?!\\?\")", re.IGNORECASE)
_NO_ROOM = re.compile(r"tokens\b[^.]{0,60}-[0-9]", re.IGNORECASE)
"""A limit of the reply that came out below nothing: the prompt has taken all there is."""
_OWN_SIZE = re.compile(r"request too large|limit:? ([0-9,]+)[^.]*requested:? ~?([0-9,]+)", re.IGNORECASE)
_SHORT_OF_ROOM = frozenset({503, 529})
"""Statuses of a service without room: makers whose models are overloaded, and nginx's `limit_req` unless it is set
otherwise, so behind such a proxy it is what a limit on the rate looks like."""
_STOPS: tuple[ErrorMeaning, ...] = ("no_credit", "no_key")
_OF_ITEM: tuple[ErrorMeaning, ...] = ("refused", "too_long", "rejected")


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
    suspect: str = ""
    """Not empty: it may concern every item; then this is what the run ends with."""
    own: bool = False
    """A limit that this call meets by its own size, whatever the others do."""
    crowded: bool = False
    """The endpoint is asked too much, as others may notice too: a limit on the rate, or no room for now."""


def of_status(
    status: int, headers: Mapping[str, str], body: bytes, *, endpoint: Endpoint, model: str, now: float
) -> Fault:
    """The fault that a status other than success stands for. `headers` have lower-case names; `now` is Unix time."""
    return of_told(status, headers, told_by(body), endpoint=endpoint, model=model, now=now)


def of_told(
    status: int, headers: Mapping[str, str], told: Told, *, endpoint: Endpoint, model: str, now: float
) -> Fault:
    """The fault behind what an error says. A success of `status` counts as the status that stands inside, if one does.

    Codes come before words: a server may echo the prompt in its message, and a prompt can say anything.
    """
    shown = plain(told.said, endpoint)
    heard = f"HTTP {status}" + (f", {shown!r}" if shown else "")
    inside = told.status if 200 <= status < 300 and told.status else status
    wait = asked_wait(headers, told, now)
    if typed := headers.get("x-amzn-errortype"):  # "ThrottlingException:http://…", where the body has words alone
        told = replace(told, codes=told.codes | {typed.partition(":")[0].lower()})
    means = _meaning(inside, told, waits=wait is not None)
    if means == "no_credit":
        return _stop(
            f"The account behind {address_of(endpoint)} has no credit left ({heard}): add credit, then run the same "
            "command again; finished rows are kept.",
            status,
        )
    if means == "used_up":
        return _stop(
            f"The allowance of the account at {address_of(endpoint)} is used up ({heard}): run the same command again "
            "when it is renewed, or raise it; finished rows are kept.",
            status,
        )
    if means in {"no_key", "no_model"} or 300 <= inside < 400:
        advised = {"no_key": 401, "no_model": 404}.get(means or "", inside)
        return _stop(_advice(advised, heard, endpoint, model), status)
    if means == "refused":
        return Fault("refused", f"The provider's policy blocked the prompt ({heard}).", status)
    if means == "too_long":
        return Fault("too_long", f"The prompt does not fit the model ({heard}).", status)
    rejected = f"The server rejected the request ({heard})."
    if means == "rejected":
        return Fault("rejected", rejected, status)
    if means in {"rate_limited", "waits"}:
        own = _by_its_own_size(told.said)
        limited = Fault("rate_limited", f"Rate limited ({heard}).", status, retry=True, retry_after_s=wait, own=own)
        return replace(limited, crowded=not own)
    if inside == 408:
        return Fault("timeout", f"The server gave up waiting ({heard}).", status, retry=True, retry_after_s=wait)
    if means == "server":
        failed = Fault("server", f"The server failed ({heard}).", status, retry=True, retry_after_s=wait)
        return replace(failed, crowded=inside in _SHORT_OF_ROOM)
    if 200 <= inside < 300:
        said = f"The reply says success but holds an error: {shown}." if shown else "The reply holds an error."
        return Fault("malformed", said, status, retry=True)
    return Fault("rejected", rejected, status, suspect=_advice(inside, heard, endpoint, model))


def _meaning(status: int, told: Told, *, waits: bool) -> ErrorMeaning | None:
    """What an error means, from its codes, then its status, then its words."""
    codes, said = told.codes, told.said
    client = 400 <= status < 500 and status not in {401, 402, 408}
    success = 200 <= status < 300
    if by_code(codes, "waits"):
        return "waits"
    if (means := by_code(codes, *_STOPS) or by_words(said, "no_credit")) and (means == "no_credit" or status < 500):
        return means
    if status == 401 or ((success or status in {400, 403}) and by_words(said, "no_key")):
        return "no_key"
    if status == 402:
        return "waits" if waits else "no_credit"
    if client and (by_code(codes, "no_model") or (status in {400, 404} and by_words(said, "no_model"))):
        return "no_model"
    if status == 429 and not waits and (means := by_words(said, "used_up")):
        return means
    if by_words(said, "waits") and (client or success):
        return "waits"
    if means := by_code(codes, *_OF_ITEM):
        return means
    if status == 429:
        return "rate_limited"
    if client or success or status == 500:
        long = by_words(said, "too_long")
        if long and (_OF_PROMPT.search(said) or _NO_ROOM.search(said) or not _OF_REPLY.search(said)):
            return long
        # What is not found is no item's fault, whatever policy is spoken of.
        if (client or success) and status != 404 and (means := by_words(said, "refused", "rejected", "rate_limited")):
            return means
    if status in {413, 414, 451}:
        return "refused" if status == 451 else "too_long"
    if means := by_code(codes, "rate_limited") or (by_words(said, "server") if client else None):
        return means
    return (
        "server"
        if status >= 500 or status in {409, 424, 425, 498, 499} or (success and by_code(codes, "server"))
        else None
    )


def _by_its_own_size(said: str) -> bool:
    """Whether one request asks for more than a whole minute allows."""
    found = _OWN_SIZE.search(said)
    if found is None or found[1] is None:
        return found is not None
    return int(found[2].replace(",", "")) > int(found[1].replace(",", ""))


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
    if too_large := next((cause for cause in chain if isinstance(cause, TooLarge)), None):
        return Fault("malformed", f"{too_large}.")
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


def _stop(message: str, status: int | None = None) -> Fault:
    return Fault(None, message, status)


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


def _chain(error: BaseException) -> list[BaseException]:
    chain = [error]
    while (cause := chain[-1].__cause__ or chain[-1].__context__) is not None and cause not in chain:
        chain.append(cause)
    return chain


def _no_descriptors() -> frozenset[int]:
    import errno

    return frozenset({errno.EMFILE, errno.ENFILE})
