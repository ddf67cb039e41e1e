"""What a batch API is, whoever runs it: the steps of a submission, and the shapes that they give back.

Owns the limits, the splitting by them and the one way in which a request to a batch API can fail. Nothing here waits
or retries; that is the queue's part.
"""

from __future__ import annotations

import json
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol

from bench.clients.classify import Fault, address_of, of_exception, of_status, plain
from bench.clients.reading import Unreadable, parse
from bench.clients.transport import HttpResponse
from bench.config import Endpoint
from bench.executors.batch_ledger import Submission

if TYPE_CHECKING:
    import httpx2

HTTP_DEADLINE_S = 1800.0
"""One request to a batch API: a file of 200 MB goes up, or the replies of a whole batch come down."""
ENVELOPE = 64
"""Bytes around the lines of a batch."""
LIST_PAGES = 50
"""Pages of a provider's list of batches that are looked through for a lost one."""
CLOCK_SKEW_S = 3600.0
"""How far the provider's clock may be behind this one when a lost batch is looked for."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What one batch may hold."""

    requests: int
    bytes: int


@dataclass(frozen=True, slots=True)
class State:
    """How a batch stands. `word` is the provider's. A batch that failed validation has ended with `rejected` set."""

    batch: str
    word: str
    ended: bool
    done: int = 0
    total: int = 0
    files: tuple[str, ...] = ()
    """Ids of the files that hold the replies and the errors (OpenAI only)."""
    rejected: Rejected | None = None
    cancelled: bool = False


@dataclass(frozen=True, slots=True)
class Rejected:
    """A batch that was turned down as a whole: nothing of it was carried out or paid for.

    `too_large`: it does not fit what the account may have queued. `lines`: what is wrong with single lines, by
    their number from 0.
    """

    message: str
    too_large: bool = False
    lines: Mapping[int, bytes] = field(default_factory=dict)
    """Each the body of an error, as an endpoint would have sent it."""


Outcome = HttpResponse | Fault
"""What came of one call: what its endpoint would have answered, or why nothing came."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A batch at the provider that may be a lost one of ours. `sure`: it bears its name."""

    batch: str
    sure: bool


class ApiFault(Exception):
    """A request to the batch API itself failed."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.message)
        self.fault = fault


class BatchApi(Protocol):
    """One provider's batches for one endpoint. Every method but `line` and `close` raises ApiFault."""

    @property
    def limits(self) -> Limits: ...

    def line(self, custom_id: str, body: bytes) -> bytes:
        """One request as it stands in a batch; `body` is what the endpoint would be sent."""
        ...

    async def upload(self, name: str, lines: Sequence[bytes]) -> str | None:
        """The id of the uploaded file; None where batches need no file."""
        ...

    async def create(self, name: str, file: str | None, lines: Sequence[bytes]) -> str:
        """The id of the new batch."""
        ...

    async def candidates(self, lost: Submission, known: set[str]) -> list[Candidate]:
        """Batches at the provider that `lost` may have become, newest first; those in `known` are others'."""
        ...

    async def state(self, batch: str) -> State: ...

    async def outcomes(self, state: State) -> dict[str, Outcome]:
        """What came back, by custom id, in whatever order; a call that is missing has no outcome."""
        ...

    async def close(self) -> None: ...


def split(sizes: Sequence[int], limits: Limits) -> list[range]:
    """Neighbouring lines as batches that keep to the limits; `sizes` are the lines' bytes.

    A line that is too large by itself is a batch of its own: the provider says what is wrong with it. No lines give
    no batch.
    """
    parts: list[range] = []
    start, held = 0, ENVELOPE
    for at, size in enumerate(sizes):
        size += 1  # the line end, or the comma
        if at > start and (at - start >= limits.requests or held + size > limits.bytes):
            parts.append(range(start, at))
            start, held = at, ENVELOPE
        held += size
    if sizes:
        parts.append(range(start, len(sizes)))
    return parts


class Asked:
    """Sends requests to a batch API and sorts what goes wrong with them. `status_error` is the SDK's class."""

    def __init__(self, endpoint: Endpoint, model: str, status_error: type[Exception]) -> None:
        self._endpoint, self._model, self._status_error = endpoint, model, status_error

    async def bytes_of(self, call: Callable[[], Awaitable[httpx2.Response]], *, first: bool = False) -> bytes:
        """The body of a successful reply. `first`: the request that shows whether there is a batch API at all."""
        try:
            response = await call()
        except self._status_error as error:
            response = error.response  # type: ignore[attr-defined]
        except Exception as error:
            fault = of_exception(error, endpoint=self._endpoint, deadline_s=HTTP_DEADLINE_S)
            if fault is None:
                raise
            raise ApiFault(fault) from error
        if 200 <= response.status_code < 300:
            return response.content
        fault = of_status(
            response.status_code,
            response.headers,
            response.content,
            endpoint=self._endpoint,
            model=self._model,
            now=time.time(),
        )
        if first and response.status_code in {404, 405, 501}:
            raise ApiFault(Fault(None, without_batches(self._endpoint, response.status_code), response.status_code))
        raise ApiFault(fault)

    async def json_of(self, call: Callable[[], Awaitable[httpx2.Response]], *, first: bool = False) -> dict[str, Any]:
        """The JSON object in a successful reply."""
        body = await self.bytes_of(call, first=first)
        try:
            return parse(body)
        except Unreadable as error:
            raise ApiFault(Fault("malformed", plain(f"{error}.", self._endpoint), retry=True)) from error

    async def listed(
        self,
        page: Callable[[str], Awaitable[httpx2.Response]],
        created: Callable[[Mapping[str, Any]], float],
        oldest: float,
    ) -> AsyncIterator[dict[str, Any]]:
        """Batches, newest first, down to the time `oldest`. `page` asks for those after an id ("": from the newest)."""
        after = ""
        for _ in range(LIST_PAGES):
            payload = await self.json_of(partial(page, after))
            batches = [batch for batch in payload.get("data") or () if isinstance(batch, dict)]
            for batch in batches:
                if created(batch) < oldest:
                    return
                yield batch
            after = str(batches[-1].get("id")) if batches else ""
            if not after or not payload.get("has_more"):
                return

    def id_in(self, payload: Mapping[str, Any]) -> str:
        """The id that the provider gave to what was made."""
        made = payload.get("id")
        if not isinstance(made, str) or not made or made != plain(made, self._endpoint):
            raise ApiFault(Fault("malformed", "The reply names no id.", retry=True))
        return made


def without_batches(endpoint: Endpoint, status: int) -> str:
    """One sentence for an endpoint that has no batch API."""
    return (
        f"{address_of(endpoint)} has no batch API (HTTP {status}): OpenAI's and Anthropic's own endpoints have one; "
        "run the same command without --batch."
    )


def oldest_of(lost: Submission) -> float:
    """The earliest time, in seconds since 1970, at which a lost submission's batch can have been made."""
    return datetime.fromisoformat(lost.at).timestamp() - CLOCK_SKEW_S


def result_lines(data: bytes) -> Iterator[tuple[str, Any]]:
    """Custom id and line of a file of results. A line that cannot be read is left out, so its call is made again."""
    for raw in data.removeprefix(b"\xef\xbb\xbf").split(b"\n"):
        try:
            line = json.loads(raw) if raw.strip() else None
        except (ValueError, RecursionError):
            continue
        custom_id = line.get("custom_id") if isinstance(line, dict) else None
        if isinstance(custom_id, str):
            yield custom_id, line


def never_made(why: str) -> Fault:
    """A call that its batch did not get to."""
    return Fault("timeout", f"{why}; the call was not made.", retry=True)


def answered(status: int, body: bytes) -> HttpResponse:
    """A line of a batch's results as if its endpoint had sent it."""
    return HttpResponse(status, {}, body)
