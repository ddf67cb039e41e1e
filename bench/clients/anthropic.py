"""The Anthropic messages wire, which vLLM speaks too."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bench.clients.base import Request
from bench.clients.reading import Content, Unreadable, answered_by, count_of, member, reasoning_of, storable, text_of
from bench.clients.transport import MOST_BYTES, SdkConnection, sdk_settings
from bench.config import Endpoint
from bench.errors import ConfigError
from bench.records import Usage

if TYPE_CHECKING:
    from anthropic import AsyncAnthropic


class Messages:
    """Messages through the official SDK."""

    def connect(self, endpoint: Endpoint, concurrency: int, deadline_s: float) -> SdkConnection:
        import anthropic

        return SdkConnection(sdk_client(endpoint, concurrency, deadline_s), "/v1/messages", anthropic.APIStatusError)

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
        said = _texts(blocks, "text", "text")
        raw = text_of(content) if isinstance(content, str) else storable("".join(said)) if said else None
        return Content(
            raw=raw,
            reasoning=reasoning_of(blocks),
            finish_reason=stop if isinstance(stop, str) else None,
            usage=_usage(payload.get("usage")),
            answered_by=answered_by(payload),
        )


def _texts(blocks: list[Any], kind: str, name: str) -> list[str]:
    return [text for b in blocks if member(b, "type") == kind and isinstance(text := member(b, name), str)]


def sdk_client(endpoint: Endpoint, concurrency: int, deadline_s: float, most_bytes: int = MOST_BYTES) -> AsyncAnthropic:
    """The official client, without retries of its own."""
    import anthropic

    settings = sdk_settings(endpoint, concurrency, deadline_s, anthropic.DefaultAioHttpClient, most_bytes)
    # The SDK adds /v1 itself; people give it because every other address has it.
    settings["base_url"] = settings["base_url"].removesuffix("/v1")
    return anthropic.AsyncAnthropic(**settings, open_telemetry=False)


def _usage(usage: Any) -> Usage:
    """Anthropic counts tokens read from and written to its cache beside `input_tokens`, not inside."""
    fresh = count_of(member(usage, "input_tokens"))
    read = count_of(member(usage, "cache_read_input_tokens"))
    written = count_of(member(usage, "cache_creation_input_tokens"))
    return Usage(
        prompt_tokens=None if fresh is None else fresh + (read or 0) + (written or 0),
        completion_tokens=count_of(member(usage, "output_tokens")),
        reasoning_tokens=count_of(member(member(usage, "output_tokens_details"), "thinking_tokens")),
        cached_tokens=read,
        written_tokens=written,
    )
