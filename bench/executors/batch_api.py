"""What a batch API is, whoever runs it: the steps of a submission, and the shapes that they give back.

Owns the limits, the splitting by them and the one way in which a request to a batch API can fail. Nothing here waits
or retries; that is the queue's part.
"""

from __future__ import annotations

import json
import time
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import quote

from bench.clients.classify import Fault, address_of, of_exception, of_status, plain
from bench.clients.reading import Unreadable, parse
from bench.clients.transport import HttpResponse
from bench.config import Endpoint
from bench.executors.batch_ledger import Submission

if TYPE_CHECKING:
    import httpx2

HTTP_DEADLINE_S = 1800.0
"""One request to a batch API: a file of 200 MB goes up, or the replies of a whole batch come down."""
MOST_RESULT_BYTES = 8 * 2**30
"""Of a file with the replies of a whole batch."""
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


class BatchApi(ABC):
    """One provider's batches for one endpoint, through its official SDK. Every coroutine but `close` raises ApiFault.

    `client` is the SDK's, `status_error` its class for an error status, `root` the path of its batches.
    """

    limits: Limits
    root: str

    def __init__(self, endpoint: Endpoint, model: str, client: Any, status_error: type[Exception]) -> None:
        self._endpoint, self._model, self._client, self._status_error = endpoint, model, client, status_error

    @abstractmethod
    def line(self, custom_id: str, body: bytes) -> bytes:
        """One request as it stands in a batch; `body` is what the endpoint would be sent."""

    @abstractmethod
    async def upload(self, name: str, lines: Sequence[bytes]) -> str | None:
        """The id of the uploaded file; None where batches need no file."""

    @abstractmethod
    async def create(self, name: str, file: str | None, lines: Sequence[bytes]) -> str:
        """The id of the new batch."""

    @abstractmethod
    async def outcomes(self, state: State) -> dict[str, Outcome]:
        """What came back, by custom id, in whatever order; a call that is missing has no outcome."""

    async def candidates(self, lost: Submission, known: set[str]) -> list[Candidate]:
        """Batches at the provider that `lost` may have become, newest first; those in `known` are others'."""
        oldest = datetime.fromisoformat(lost.at).timestamp() - CLOCK_SKEW_S
        found: list[Candidate] = []
        after = ""
        for _ in range(LIST_PAGES):
            page = await self.json_of(partial(self.get, self.root, **self._page(after)))
            batches = [batch for batch in page.get("data") or () if isinstance(batch, dict)]
            for batch in batches:
                if self._created(batch) < oldest:
                    return found
                made = batch.get("id")
                candidate = self._candidate(batch, lost) if isinstance(made, str) and made not in known else None
                if candidate is not None:
                    found.append(candidate)
                    if candidate.sure:
                        return [candidate]
            after = str(batches[-1].get("id")) if batches else ""
            if not after or not page.get("has_more"):
                break
        return found

    async def state(self, batch: str) -> State:
        """How a batch stands."""
        return self._state(batch, await self.json_of(partial(self.get, f"{self.root}/{quote(batch, safe='')}")))

    async def close(self) -> None:
        """Close the connections."""
        await self._client.close()

    async def get(self, path: str, **query: str) -> httpx2.Response:
        """A GET as the SDK sends it, its reply as it came."""
        import httpx2

        return cast("httpx2.Response", await self._client.get(path, cast_to=httpx2.Response, options={"params": query}))

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
        status = response.status_code
        if 200 <= status < 300:
            return response.content
        if first and status in {404, 405, 501}:
            message = (
                f"{address_of(self._endpoint)} has no batch API (HTTP {status}): OpenAI's, Anthropic's and "
                "Gemini's own endpoints have one; run the same command without --batch."
            )
            raise ApiFault(Fault(None, message, status))
        body, headers = response.content, response.headers
        raise ApiFault(of_status(status, headers, body, endpoint=self._endpoint, model=self._model, now=time.time()))

    async def json_of(self, call: Callable[[], Awaitable[httpx2.Response]], *, first: bool = False) -> dict[str, Any]:
        """The JSON object in a successful reply."""
        body = await self.bytes_of(call, first=first)
        try:
            return parse(body)
        except Unreadable as error:
            raise ApiFault(Fault("malformed", plain(f"{error}.", self._endpoint), retry=True)) from error

    async def made_by(self, call: Callable[[], Awaitable[httpx2.Response]]) -> str:
        """The id of what a request has made. Only such requests show whether there is a batch API at all."""
        made = (await self.json_of(call, first=True)).get("id")
        if not isinstance(made, str) or not made or made != plain(made, self._endpoint):
            raise ApiFault(Fault("malformed", "The reply names no id.", retry=True))
        return made

    @abstractmethod
    def _page(self, after: str) -> dict[str, str]:
        """The query for the batches after an id ("": from the newest)."""

    @abstractmethod
    def _created(self, batch: Mapping[str, Any]) -> float:
        """When a listed batch was made; one whose time cannot be read counts as made just now, so it is looked at."""

    @abstractmethod
    def _candidate(self, batch: Mapping[str, Any], lost: Submission) -> Candidate | None:
        """A listed batch, if it may be the lost one."""

    @abstractmethod
    def _state(self, batch: str, payload: Mapping[str, Any]) -> State:
        """How a batch stands, from what the provider says of it."""


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


def status_in(value: Any) -> int | None:
    """An HTTP status that may be written as a number or as its digits; None for anything else."""
    if isinstance(value, str) and len(value) == 3 and value.isascii() and value.isdigit():
        value = int(value)
    fits = isinstance(value, int) and not isinstance(value, bool) and 200 <= value <= 599
    return value if fits else None


def parsed_object(text: str) -> dict[str, Any] | None:
    """The JSON object in a text; None where it is none."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None
