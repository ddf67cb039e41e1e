"""The OpenAI chat-completions wire, which vLLM and most other servers speak too."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from bench.clients.base import Pacing, Request, Sleep
from bench.clients.calls import HttpClient
from bench.clients.reading import Content, Unreadable, count_of, field, text_of
from bench.clients.transport import Answered, http_settings
from bench.records import Usage

if TYPE_CHECKING:
    from openai import AsyncOpenAI

    from bench.config import Endpoint

VENDOR_URL = "https://api.openai.com/v1"


class OpenAIClient(HttpClient):
    """Chat completions through the official SDK."""

    def __init__(
        self, endpoint: Endpoint, *, concurrency: int, pacing: Pacing, sleep: Sleep, rng: random.Random
    ) -> None:
        super().__init__(_Chat(), endpoint, concurrency=concurrency, pacing=pacing, sleep=sleep, rng=rng)


class _Chat:
    def connect(self, endpoint: Endpoint, concurrency: int, deadline_s: float) -> SdkConnection:
        return SdkConnection(endpoint, concurrency, deadline_s)

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
        message = field(choices[0], "message")
        if not isinstance(message, dict):
            raise Unreadable("The reply's first choice has no message")
        content = message.get("content")
        refusal = text_of(message.get("refusal")) or _refusal_part(content)
        finish = field(choices[0], "finish_reason")
        return Content(
            raw=text_of(content) or refusal,
            reasoning=text_of(message.get("reasoning_content")) or text_of(message.get("reasoning")),
            finish_reason=finish if isinstance(finish, str) else None,
            usage=_usage(payload.get("usage")),
            refused=bool(refusal),
        )


class SdkConnection:
    """The SDK below its typed layer: its parameter transform and response models cost 2 to 3 ms a call."""

    def __init__(
        self, endpoint: Endpoint, concurrency: int, deadline_s: float, path: str = "/chat/completions"
    ) -> None:
        import httpx2
        import openai

        settings = http_settings(endpoint, concurrency, deadline_s)
        self._path = path
        self._cast_to = httpx2.Response
        self._status_error = openai.APIStatusError
        self._client: AsyncOpenAI = openai.AsyncOpenAI(
            # A server without a key still gets a value, else the SDK would take one from the environment.
            api_key=endpoint.api_key.get_secret_value() if endpoint.api_key else "none",
            base_url=endpoint.base_url or VENDOR_URL,
            max_retries=0,
            timeout=settings["timeout"],
            http_client=openai.DefaultAioHttpClient(**settings),
        )

    async def post(self, body: bytes) -> Answered:
        try:
            response = await self._client.post(self._path, content=body, cast_to=self._cast_to)
        except self._status_error as error:
            response = error.response
        return Answered(response.status_code, response.headers, response.content)

    async def close(self) -> None:
        await self._client.close()


def _refusal_part(content: Any) -> str | None:
    parts = content if isinstance(content, list) else []
    return next((said for part in parts if (said := text_of(field(part, "refusal")))), None)


def _usage(usage: Any) -> Usage:
    return Usage(
        prompt_tokens=count_of(field(usage, "prompt_tokens")),
        completion_tokens=count_of(field(usage, "completion_tokens")),
        reasoning_tokens=count_of(field(field(usage, "completion_tokens_details"), "reasoning_tokens")),
        cached_tokens=count_of(field(field(usage, "prompt_tokens_details"), "cached_tokens")),
    )
