"""OpenAI's Batch API: a file of requests goes up, a batch is made of it, two files of replies come down.

A batch carries the submission's name in its metadata, so that a lost one is found by listing.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from bench.clients.openai import sdk_client
from bench.clients.reading import field, storable
from bench.config import Endpoint
from bench.executors.batch_api import (
    HTTP_DEADLINE_S,
    Asked,
    Candidate,
    Limits,
    Outcome,
    Rejected,
    State,
    answered,
    never_made,
    oldest_of,
    result_lines,
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
_TOO_LARGE = frozenset({"token_limit_exceeded", "request_limit_exceeded"})
"""Codes of a batch that does not fit the account's queue (github.com/openai/openai-python/issues/2084)."""


class OpenAIBatches:
    """A BatchApi (see `bench.executors.batch_api`) through the official SDK."""

    limits = LIMITS

    def __init__(self, endpoint: Endpoint, model: str) -> None:
        import openai

        self._asked = Asked(endpoint, model, openai.APIStatusError)
        self._client = sdk_client(endpoint, 8, HTTP_DEADLINE_S)

    def line(self, custom_id: str, body: bytes) -> bytes:
        head = json.dumps({"custom_id": custom_id, "method": "POST", "url": "/v1/chat/completions"})
        return head[:-1].encode() + b', "body": ' + body + b"}"

    async def upload(self, name: str, lines: Sequence[bytes]) -> str | None:
        data = b"".join(line + b"\n" for line in lines)

        async def send() -> httpx2.Response:
            file = (f"{name}.jsonl", data, "application/jsonl")
            reply = await self._client.files.with_raw_response.create(file=file, purpose="batch")
            return reply.http_response

        return self._asked.id_in(await self._asked.json_of(send, first=True))

    async def create(self, name: str, file: str | None, lines: Sequence[bytes]) -> str:
        del lines
        assert file is not None

        async def send() -> httpx2.Response:
            reply = await self._client.batches.with_raw_response.create(
                completion_window="24h", endpoint="/v1/chat/completions", input_file_id=file, metadata={NAME: name}
            )
            return reply.http_response

        return self._asked.id_in(await self._asked.json_of(send, first=True))

    async def candidates(self, lost: Submission, known: set[str]) -> list[Candidate]:
        async for batch in self._asked.listed(self._page, _created, oldest_of(lost)):
            made = batch.get("id")
            if field(batch.get("metadata"), NAME) == lost.name and isinstance(made, str) and made not in known:
                return [Candidate(made, sure=True)]
        return []

    async def state(self, batch: str) -> State:
        async def send() -> httpx2.Response:
            return (await self._client.batches.with_raw_response.retrieve(batch)).http_response

        payload = await self._asked.json_of(send)
        word = str(payload.get("status"))
        counts = payload.get("request_counts")
        done = sum(n for name in ("completed", "failed") if isinstance(n := field(counts, name), int))
        total = field(counts, "total")
        files = [payload.get(name) for name in ("output_file_id", "error_file_id")]
        return State(
            batch,
            word,
            word in _ENDED,
            done,
            total if isinstance(total, int) else 0,
            tuple(file for file in files if isinstance(file, str) and file),
            _rejected(payload.get("errors")) if word == "failed" else None,
            cancelled=word == "cancelled",
        )

    async def outcomes(self, state: State) -> dict[str, Outcome]:
        found: dict[str, Outcome] = {}
        for file in state.files:

            async def send(file: str = file) -> httpx2.Response:
                return (await self._client.files.with_raw_response.content(file)).http_response

            found |= dict(_results(await self._asked.bytes_of(send)))
        return found

    async def close(self) -> None:
        await self._client.close()

    async def _page(self, after: str) -> httpx2.Response:
        page = self._client.batches.with_raw_response
        return (await (page.list(limit=100, after=after) if after else page.list(limit=100))).http_response


def _results(data: bytes) -> Iterator[tuple[str, Outcome]]:
    for custom_id, line in result_lines(data):
        response, error = field(line, "response"), field(line, "error")
        status = field(response, "status_code")
        if isinstance(status, int):
            yield custom_id, answered(status, _bytes(field(response, "body")))
        else:
            code = field(error, "code")
            said = "The batch expired" if code == "batch_expired" else f"The batch left the call out ({code})"
            yield custom_id, never_made(storable(said)[:200])


def _created(batch: Mapping[str, Any]) -> float:
    """When a batch was made; one whose time cannot be read counts as made just now, so that it is looked at."""
    created = batch.get("created_at")
    return float(created) if isinstance(created, int | float) else float("inf")


def _rejected(errors: Any) -> Rejected:
    found = [error for error in field(errors, "data") or () if isinstance(error, Mapping)]
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
