"""OpenAI's Batch API: a file of requests goes up, a batch is made of it, two files of replies come down.

A batch carries the submission's name in its metadata, so that a lost one is found by listing.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from bench.clients.openai import sdk_client
from bench.clients.reading import member, storable
from bench.clients.transport import HttpResponse
from bench.config import Endpoint
from bench.executors.batch_api import (
    HTTP_DEADLINE_S,
    MOST_RESULT_BYTES,
    BatchApi,
    Candidate,
    Limits,
    Outcome,
    Rejected,
    State,
    never_made,
    parsed_object,
    result_lines,
    status_in,
)
from bench.executors.batch_ledger import Submission

if TYPE_CHECKING:
    import httpx2

LIMITS = Limits(requests=50_000, bytes=200_000_000)
"""A batch file's limits: 50,000 requests and 200 MB (docstring of `batches.create` in openai 3.57; the API reference
says the same, developers.openai.com/api/reference/resources/batches/methods/create)."""
NAME = "bench_submission"
"""Key of the metadata that holds a submission's name."""
_ENDED = frozenset({"completed", "expired", "cancelled", "failed"})
_UNREACHED = frozenset({"batch_expired", "batch_cancelled", "batch_canceled", "request_timeout", "expired"})
"""Codes of lines that were never carried out (developers.openai.com/api/docs/guides/batch, read 2026-11-30)."""
_TOO_LARGE = frozenset({"token_limit_exceeded", "request_limit_exceeded"})
"""Codes of a batch that does not fit the account's queue (github.com/openai/openai-python/issues/2084)."""


_GRPC = {3: 400, 4: 504, 5: 404, 7: 403, 8: 429, 9: 400, 13: 500, 14: 503, 16: 401}
"""HTTP statuses of the codes that Google writes in the errors of single lines (google/rpc/code.proto)."""


class OpenAIBatches(BatchApi):
    """A BatchApi over OpenAI's API."""

    limits = LIMITS
    root = "/batches"

    def __init__(self, endpoint: Endpoint, model: str) -> None:
        import openai

        super().__init__(
            endpoint, model, sdk_client(endpoint, 8, HTTP_DEADLINE_S, MOST_RESULT_BYTES), openai.APIStatusError
        )

    def line(self, custom_id: str, body: bytes) -> bytes:
        head = json.dumps({"custom_id": custom_id, "method": "POST", "url": "/v1/chat/completions"})
        return head[:-1].encode() + b', "body": ' + body + b"}"

    async def upload(self, name: str, lines: Sequence[bytes]) -> str | None:
        file = (f"{name}.jsonl", b"".join(line + b"\n" for line in lines), "application/jsonl")

        async def send() -> httpx2.Response:
            return await _raw(self._client.files.with_raw_response.create(file=file, purpose="batch"))

        return await self.made_by(send)

    async def create(self, name: str, file: str | None, lines: Sequence[bytes]) -> str:
        del lines
        batch = {"completion_window": "24h", "endpoint": "/v1/chat/completions", "metadata": {NAME: name}}

        async def send() -> httpx2.Response:
            return await _raw(self._client.batches.with_raw_response.create(input_file_id=file, **batch))

        return await self.made_by(send)

    async def outcomes(self, state: State) -> dict[str, Outcome]:
        found: dict[str, Outcome] = {}
        for file in state.files:

            async def send(file: str = file) -> httpx2.Response:
                return await _raw(self._client.files.with_raw_response.content(file))

            found |= dict(results(await self.bytes_of(send)))
        return found

    def _page(self, after: str) -> dict[str, str]:
        return {"limit": "100", **({"after": after} if after else {})}

    def _created(self, batch: Mapping[str, Any]) -> float:
        created = batch.get("created_at")
        return float(created) if isinstance(created, int | float) else float("inf")

    def _candidate(self, batch: Mapping[str, Any], lost: Submission) -> Candidate | None:
        is_lost = member(batch.get("metadata"), NAME) == lost.name
        return Candidate(str(batch.get("id")), sure=True) if is_lost else None

    def _state(self, batch: str, payload: Mapping[str, Any]) -> State:
        word, counts = str(payload.get("status")), payload.get("request_counts")
        total = member(counts, "total")
        files = [payload.get(name) for name in ("output_file_id", "error_file_id")]
        return State(
            batch,
            word,
            word in _ENDED,
            done=sum(n for name in ("completed", "failed") if isinstance(n := member(counts, name), int)),
            total=total if isinstance(total, int) else 0,
            files=tuple(file for file in files if isinstance(file, str) and file),
            rejected=_rejected(payload.get("errors")) if word == "failed" else None,
            cancelled=word == "cancelled",
        )


async def _raw(reply: Awaitable[Any]) -> httpx2.Response:
    """The reply of the SDK's raw methods as it came."""
    response: httpx2.Response = (await reply).http_response
    return response


def results(data: bytes) -> Iterator[tuple[str, Outcome]]:
    """What came back for each call. A line that failed by itself carries its own reason."""
    for custom_id, line in result_lines(data):
        response, error = member(line, "response"), member(line, "error")
        body = member(response, "body")
        status = status_in(member(response, "status_code"))
        if isinstance(body, str) and (parsed := parsed_object(body)) is not None:
            body = parsed
        if body is not None or (status is not None and status >= 300 and not error):
            yield custom_id, HttpResponse(status or 200, {}, _bytes(body))
        else:
            yield custom_id, _not_done(error, status)


def _not_done(error: Any, status: int | None) -> Outcome:
    """A line without a response: its batch did not get to it, or its error says why it failed. `status`: that of the
    response, if it has one."""
    inner = member(error, "error")  # vLLM wraps it once more
    error = inner if isinstance(inner, Mapping) else error
    code = member(error, "code")
    name = str(code or member(error, "type") or "").lower()
    if name in _UNREACHED or not (member(error, "message") or isinstance(error, str)):
        said = "The batch expired" if name == "batch_expired" else f"The batch left the call out ({code})"
        return never_made(storable(said)[:200])
    failed = status if status is not None and status >= 300 else None
    said_status = failed or status_in(code) or _GRPC.get(code if isinstance(code, int) else -1)
    return HttpResponse(said_status or status_in(member(error, "status")) or 400, {}, _bytes({"error": error}))


def _rejected(errors: Any) -> Rejected:
    found = [error for error in member(errors, "data") or () if isinstance(error, Mapping)]
    codes = {str(error.get("code")) for error in found}
    said = "; ".join(f"{error.get('code')}: {error.get('message')}" for error in found[:3]) or "no reason given"
    lines: dict[int, bytes] = {}
    for error in found:
        number = error.get("line")
        # The provider counts lines from 1.
        if isinstance(number, int) and not isinstance(number, bool) and number >= 1:
            lines[number - 1] = _bytes({"error": {"code": error.get("code"), "message": error.get("message")}})
    return Rejected(storable(said), bool(codes & _TOO_LARGE), lines)


def _bytes(value: Any) -> bytes:
    return json.dumps(value).encode()
