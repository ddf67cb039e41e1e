"""The OpenAI chat-completions wire, which vLLM and most other servers speak too."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bench.clients.base import Request
from bench.clients.reading import Content, Unreadable, answered_by, count_of, member, reasoning_of, storable, text_of
from bench.clients.transport import MOST_BYTES, SdkConnection, sdk_settings
from bench.config import Endpoint
from bench.records import Usage

if TYPE_CHECKING:
    from openai import AsyncOpenAI


class OpenAIWire:
    """One path of an OpenAI-compatible server, asked through the official SDK."""

    path = "/chat/completions"

    def connect(self, endpoint: Endpoint, concurrency: int, deadline_s: float) -> SdkConnection:
        import openai

        return SdkConnection(sdk_client(endpoint, concurrency, deadline_s), self.path, openai.APIStatusError)


class Chat(OpenAIWire):
    """Chat completions."""

    def body(self, request: Request) -> dict[str, Any]:
        body: dict[str, Any] = {
            "model": request.model,
            "messages": [{"role": m.role, "content": m.content} for m in request.messages],
            **request.params,
        }
        if request.schema is not None:
            wanted = {"name": request.schema_name, "schema": dict(request.schema), "strict": True}
            body["response_format"] = {"type": "json_schema", "json_schema": wanted}
        return body

    def read(self, payload: dict[str, Any]) -> Content:
        choices = payload.get("choices")
        if not isinstance(choices, list) or not choices:
            raise Unreadable("The reply has no choices")
        message = member(choices[0], "message")
        if not isinstance(message, dict):
            raise Unreadable("The reply's first choice has no message")
        content = message.get("content")
        refusal = text_of(message.get("refusal")) or _refusal_part(content)
        return Content(
            raw=text_of(content) or refusal,
            reasoning=_reasoning(message, content),
            finish_reason=_finish(choices[0]),
            usage=_usage(payload.get("usage")),
            refused=bool(refusal),
            answered_by=answered_by(payload),
        )


def _finish(choice: Any) -> str | None:
    """Why the reply ended: a word, or the type of an object (SGLang); where a router hands none on, the one that its
    provider gave (OpenRouter)."""
    for name in ("finish_reason", "native_finish_reason"):
        reason = member(choice, name)
        if isinstance(reason, dict):
            reason = next((reason[key] for key in ("type", "reason") if reason.get(key)), "object")
        if reason is not None:
            return storable(reason if isinstance(reason, str) else str(reason))
    return None


def sdk_client(endpoint: Endpoint, concurrency: int, deadline_s: float, most_bytes: int = MOST_BYTES) -> AsyncOpenAI:
    """The official client, without retries of its own."""
    import openai

    return openai.AsyncOpenAI(
        **sdk_settings(endpoint, concurrency, deadline_s, openai.DefaultAioHttpClient, most_bytes)
    )


def _reasoning(message: dict[str, Any], content: Any) -> str | None:
    """What a server sends of the reasoning beside the text, in whichever of the fields that are in use."""
    inside = reasoning_of(content) if isinstance(content, list) else None
    fields = (message.get(name) for name in ("reasoning_content", "reasoning", "thinking", "thought"))
    beside = next((text for field in fields if field and (text := text_of(field) or reasoning_of(field))), None)
    return inside or beside or reasoning_of(message.get("reasoning_details"))


def _refusal_part(content: Any) -> str | None:
    parts = content if isinstance(content, list) else []
    return next((said for part in parts if (said := text_of(member(part, "refusal")))), None)


def _usage(usage: Any) -> Usage:
    return Usage(
        prompt_tokens=count_of(member(usage, "prompt_tokens")),
        completion_tokens=count_of(member(usage, "completion_tokens")),
        reasoning_tokens=count_of(member(member(usage, "completion_tokens_details"), "reasoning_tokens")),
        cached_tokens=count_of(member(member(usage, "prompt_tokens_details"), "cached_tokens")),
    )
