"""Anthropic's Message Batches: the requests go up in the call that makes the batch, one file of results comes down.

A batch has no name and shows no custom id before it has ended. So a lost one is looked for among the batches of the
right size and time, and only its results prove it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import Any
from urllib.parse import quote

from bench.clients.anthropic import sdk_client
from bench.clients.reading import member
from bench.clients.transport import HttpResponse
from bench.config import Endpoint
from bench.executors.batch_api import (
    HTTP_DEADLINE_S,
    MOST_RESULT_BYTES,
    BatchApi,
    Candidate,
    Limits,
    Outcome,
    State,
    never_made,
    result_lines,
)
from bench.executors.batch_ledger import Submission

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


class AnthropicBatches(BatchApi):
    """A BatchApi over Anthropic's API."""

    limits = LIMITS
    root = "/v1/messages/batches"

    def __init__(self, endpoint: Endpoint, model: str) -> None:
        import anthropic

        super().__init__(
            endpoint, model, sdk_client(endpoint, 8, HTTP_DEADLINE_S, MOST_RESULT_BYTES), anthropic.APIStatusError
        )

    def line(self, custom_id: str, body: bytes) -> bytes:
        return json.dumps({"custom_id": custom_id})[:-1].encode() + b', "params": ' + body + b"}"

    async def upload(self, name: str, lines: Sequence[bytes]) -> str | None:
        del name, lines
        return None

    async def create(self, name: str, file: str | None, lines: Sequence[bytes]) -> str:
        import httpx2

        del name, file
        body = b'{"requests": [' + b",".join(lines) + b"]}"
        return await self.made_by(partial(self._client.post, self.root, content=body, cast_to=httpx2.Response))

    async def outcomes(self, state: State) -> dict[str, Outcome]:
        path = f"{self.root}/{quote(state.batch, safe='')}/results"
        return dict(results(await self.bytes_of(partial(self.get, path))))

    def _page(self, after: str) -> dict[str, str]:
        return {"limit": "100", **({"after_id": after} if after else {})}

    def _created(self, batch: Mapping[str, Any]) -> float:
        try:
            return datetime.fromisoformat(str(batch.get("created_at"))).timestamp()
        except ValueError:
            return float("inf")

    def _candidate(self, batch: Mapping[str, Any], lost: Submission) -> Candidate | None:
        fits = sum(_counts(batch).values()) == len(lost.calls)
        return Candidate(str(batch.get("id")), sure=False) if fits else None

    def _state(self, batch: str, payload: Mapping[str, Any]) -> State:
        word, counts = str(payload.get("processing_status")), _counts(payload)
        total = sum(counts.values())
        cancelled = word == "ended" and counts.get("canceled", 0) > 0
        return State(batch, word, word == "ended", total - counts.get("processing", 0), total, cancelled=cancelled)


def results(data: bytes) -> Iterator[tuple[str, Outcome]]:
    for custom_id, line in result_lines(data):
        result = member(line, "result")
        kind = member(result, "type")
        if kind == "succeeded":
            yield custom_id, HttpResponse(200, {}, json.dumps(member(result, "message")).encode())
        elif kind == "errored":
            error = member(result, "error")
            name = member(member(error, "error"), "type") or member(error, "type")
            # A type that is not known is the line's own error, as a status that is not known is outside a batch.
            known = isinstance(name, str) and name != "error"
            status = _STATUS.get(str(name), 400 if known else 500)
            yield custom_id, HttpResponse(status, {}, json.dumps(error).encode())
        else:
            said = {"expired": "The batch expired", "canceled": "The batch was cancelled"}
            yield custom_id, never_made(said.get(str(kind), "The batch left the call out"))


def _counts(batch: Any) -> dict[str, int]:
    names = ("processing", "succeeded", "errored", "canceled", "expired")
    counts = batch.get("request_counts")
    return {name: n for name in names if isinstance(n := member(counts, name), int)}
