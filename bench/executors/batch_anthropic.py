"""Anthropic's Message Batches: the requests go up in the call that makes the batch, one file of results comes down.

A batch has no name and shows no custom id before it has ended. So a lost one is looked for among the batches of the
right size and time, and only its results prove it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from bench.clients.anthropic import sdk_client
from bench.clients.reading import field
from bench.config import Endpoint
from bench.executors.batch_api import (
    HTTP_DEADLINE_S,
    Asked,
    Candidate,
    Limits,
    Outcome,
    State,
    answered,
    never_made,
    oldest_of,
    result_lines,
)
from bench.executors.batch_ledger import Submission

if TYPE_CHECKING:
    import httpx2

LIMITS = Limits(requests=100_000, bytes=256_000_000)
"""100,000 requests or 256 MB, whichever is reached first
(platform.claude.com/docs/en/build-with-claude/batch-processing)."""
_STATUS = {
    "invalid_request_error": 400,
    "authentication_error": 401,
    "billing_error": 402,
    "permission_error": 403,
    "not_found_error": 404,
    "request_too_large": 413,
    "rate_limit_error": 429,
    "api_error": 500,
    "timeout_error": 504,
    "overloaded_error": 529,
}
"""The HTTP status that each type of error has outside a batch (platform.claude.com/docs/en/api/errors)."""


class AnthropicBatches:
    """A BatchApi (see `bench.executors.batch_api`) through the official SDK."""

    limits = LIMITS

    def __init__(self, endpoint: Endpoint, model: str) -> None:
        import anthropic
        import httpx2

        self._cast_to = httpx2.Response
        self._asked = Asked(endpoint, model, anthropic.APIStatusError)
        self._client = sdk_client(endpoint, 8, HTTP_DEADLINE_S)

    def line(self, custom_id: str, body: bytes) -> bytes:
        return json.dumps({"custom_id": custom_id})[:-1].encode() + b', "params": ' + body + b"}"

    async def upload(self, name: str, lines: Sequence[bytes]) -> str | None:
        del name, lines
        return None

    async def create(self, name: str, file: str | None, lines: Sequence[bytes]) -> str:
        del name, file
        body = b'{"requests": [' + b",".join(lines) + b"]}"

        async def send() -> httpx2.Response:
            return await self._client.post("/v1/messages/batches", content=body, cast_to=self._cast_to)

        return self._asked.id_in(await self._asked.json_of(send, first=True))

    async def candidates(self, lost: Submission, known: set[str]) -> list[Candidate]:
        found = []
        async for batch in self._asked.listed(self._page, _created, oldest_of(lost)):
            made = batch.get("id")
            fits = sum(_counts(batch).values()) == len(lost.calls)
            if fits and isinstance(made, str) and made not in known:
                found.append(Candidate(made, sure=False))
        return found

    async def state(self, batch: str) -> State:
        async def send() -> httpx2.Response:
            return (await self._client.messages.batches.with_raw_response.retrieve(batch)).http_response

        payload = await self._asked.json_of(send)
        word, counts = str(payload.get("processing_status")), _counts(payload)
        total = sum(counts.values())
        cancelled = word == "ended" and counts.get("canceled", 0) > 0
        return State(batch, word, word == "ended", total - counts.get("processing", 0), total, cancelled=cancelled)

    async def outcomes(self, state: State) -> dict[str, Outcome]:
        async def send() -> httpx2.Response:
            path = f"/v1/messages/batches/{quote(state.batch, safe='')}/results"
            return await self._client.get(path, cast_to=self._cast_to)

        return dict(_results(await self._asked.bytes_of(send)))

    async def close(self) -> None:
        await self._client.close()

    async def _page(self, after: str) -> httpx2.Response:
        page = self._client.messages.batches.with_raw_response
        return (await (page.list(limit=100, after_id=after) if after else page.list(limit=100))).http_response


def _results(data: bytes) -> Iterator[tuple[str, Outcome]]:
    for custom_id, line in result_lines(data):
        result = field(line, "result")
        kind = field(result, "type")
        if kind == "succeeded":
            yield custom_id, answered(200, json.dumps(field(result, "message")).encode())
        elif kind == "errored":
            error = field(result, "error")
            name = field(field(error, "error"), "type") or field(error, "type")
            yield custom_id, answered(_STATUS.get(str(name), 500), json.dumps(error).encode())
        else:
            said = {"expired": "The batch expired", "canceled": "The batch was cancelled"}
            yield custom_id, never_made(said.get(str(kind), "The batch left the call out"))


def _counts(batch: Any) -> dict[str, int]:
    names = ("processing", "succeeded", "errored", "canceled", "expired")
    counts = batch.get("request_counts")
    return {name: n for name in names if isinstance(n := field(counts, name), int)}


def _created(batch: Any) -> float:
    """When a batch was made; one whose time cannot be read counts as made just now, so that it is looked at."""
    try:
        return datetime.fromisoformat(str(batch.get("created_at"))).timestamp()
    except ValueError:
        return float("inf")
