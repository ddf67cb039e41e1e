"""The Anthropic messages wire, which vLLM speaks too."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from bench.clients.base import Pacing, Request, Sleep
from bench.clients.calls import HttpClient
from bench.clients.reading import Content, Unreadable, count_of, field, storable, text_of
from bench.clients.transport import Answered, http_settings
from bench.errors import ConfigError
from bench.records import Usage

if TYPE_CHECKING:
    from anthropic import AsyncAnthropic

    from bench.config import Endpoint

VENDOR_URL = "https://api.anthropic.com"


class AnthropicClient(HttpClient):
    """Messages through the official SDK."""

    def __init__(
        self, endpoint: Endpoint, *, concurrency: int, pacing: Pacing, sleep: Sleep, rng: random.Random
    ) -> None:
        super().__init__(_Messages(), endpoint, concurrency=concurrency, pacing=pacing, sleep=sleep, rng=rng)


class _Messages:
    def connect(self, endpoint: Endpoint, concurrency: int, deadline_s: float) -> _Connection:
        return _Connection(endpoint, concurrency, deadline_s)

    def body(self, request: Request) -> dict[str, Any]:
        if "max_tokens" not in request.params:
            raise ConfigError(
                f"{request.model!r} is asked over Anthropic's wire, which needs the parameter max_tokens."
            )
        system = "\n\n".join(m.content for m in request.messages if m.role == "system")
        body: dict[str, Any] = {
            "model": request.model,
            "messages": [{"role": m.role, "content": m.content} for m in request.messages if m.role != "system"],
            **({"system": system} if system else {}),
            **request.params,
        }
        if request.schema is not None:
            wanted = {"type": "json_schema", "schema": dict(request.schema)}
            body["output_config"] = {**(body.get("output_config") or {}), "format": wanted}
        return body

    def read(self, payload: dict[str, Any]) -> Content:
        content, stop = payload.get("content"), payload.get("stop_reason")
        # Some replies carry null where a list is promised; without a stop reason either, it is no reply at all.
        if content is None and stop is None:
            raise Unreadable("The reply has neither content nor a stop reason")
        blocks = content if isinstance(content, list) else []
        said = [b["text"] for b in blocks if field(b, "type") == "text" and isinstance(field(b, "text"), str)]
        thought = [
            b["thinking"] for b in blocks if field(b, "type") == "thinking" and isinstance(field(b, "thinking"), str)
        ]
        raw = text_of(content) if isinstance(content, str) else storable("".join(said)) if said else None
        return Content(
            raw=raw,
            reasoning=storable("\n".join(thought)) or None,
            finish_reason=stop if isinstance(stop, str) else None,
            usage=_usage(payload.get("usage")),
        )


class _Connection:
    """The SDK below its typed layer, as for the other wire."""

    def __init__(self, endpoint: Endpoint, concurrency: int, deadline_s: float) -> None:
        import anthropic
        import httpx2

        settings = http_settings(endpoint, concurrency, deadline_s)
        self._cast_to = httpx2.Response
        self._status_error = anthropic.APIStatusError
        self._client: AsyncAnthropic = anthropic.AsyncAnthropic(
            # An explicit value keeps the SDK from looking for credentials in the environment or on disk.
            api_key=endpoint.api_key.get_secret_value() if endpoint.api_key else "none",
            # The SDK adds /v1 itself; people give it because every other address has it.
            base_url=endpoint.base_url.removesuffix("/v1") or VENDOR_URL,
            max_retries=0,
            timeout=settings["timeout"],
            open_telemetry=False,
            http_client=anthropic.DefaultAioHttpClient(**settings),
        )

    async def post(self, body: bytes) -> Answered:
        try:
            response = await self._client.post("/v1/messages", content=body, cast_to=self._cast_to)
        except self._status_error as error:
            response = error.response
        return Answered(response.status_code, response.headers, response.content)

    async def close(self) -> None:
        await self._client.close()


def _usage(usage: Any) -> Usage:
    """Anthropic counts tokens read from and written to its cache beside `input_tokens`, not inside."""
    fresh = count_of(field(usage, "input_tokens"))
    read = count_of(field(usage, "cache_read_input_tokens"))
    written = count_of(field(usage, "cache_creation_input_tokens"))
    return Usage(
        prompt_tokens=None if fresh is None else fresh + (read or 0) + (written or 0),
        completion_tokens=count_of(field(usage, "output_tokens")),
        reasoning_tokens=count_of(field(field(usage, "output_tokens_details"), "thinking_tokens")),
        cached_tokens=read,
    )
