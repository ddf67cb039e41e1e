"""A model of inspect_ai as a client of the suite: what is sent, and what a reply counts as.

Guarantees: parameters go out as the suite would send them, or the request is refused; a reply is read by the rules of
bench/clients, so that refused, truncated, empty and failed stay distinct; what would stop every call raises.
"""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from bench.clients import Reply, Request, Unconnected
from bench.clients.classify import Fault, of_status, plain
from bench.clients.reading import Content, settle
from bench.config import Endpoint
from bench.errors import ProviderError, UsageError
from bench.records import Usage

if TYPE_CHECKING:
    from inspect_ai.model import ChatMessage, GenerateConfig, Model, ModelOutput

_ENDPOINTS = {
    "openai": "openai",
    "anthropic": "anthropic",
    "google": "gemini",
    "openrouter": "openrouter",
    "vllm": "vllm",
    "ollama": "ollama",
}
"""Providers of inspect_ai, and what the suite calls them."""
_SAME = ("temperature", "top_p", "seed", "max_tokens", "reasoning_effort", "frequency_penalty", "presence_penalty")
_FREE = frozenset({"openai-compatible", "openrouter", "vllm", "ollama", "llamacpp"})
"""Endpoints to which inspect_ai passes on any further field of the request."""


def spec_of(model: Model) -> tuple[str, str | None]:
    """(what the suite calls a model of inspect_ai, the address of its server or None for the vendor's own).

    Raises UsageError for a provider that the suite has no name for.
    """
    name = str(model)
    provider, _, rest = name.partition("/")
    address = getattr(model.api, "base_url", None)
    if provider == "openai-api" and "/" in rest:
        return f"openai-compatible:{rest.partition('/')[2]}", address
    if provider in _ENDPOINTS and rest:
        return f"{_ENDPOINTS[provider]}:{rest}", None if provider == "google" else address
    known = ", ".join((*_ENDPOINTS, "openai-api/SERVICE"))
    raise UsageError(
        f"The suite does not know which model {name!r} is: use one of inspect's providers {known}, or say it with "
        "-T spec=PROVIDER:NAME as `bench run` has it."
    )


def sent(params: Mapping[str, Any], endpoint: str) -> dict[str, Any]:
    """The suite's parameters as inspect's GenerateConfig names them.

    Raises UsageError for one that inspect has no way to send to `endpoint`.
    """
    config = {name: params[name] for name in _SAME if name in params}
    rest = {name: value for name, value in params.items() if name not in config}
    if "max_completion_tokens" in rest:
        config["max_tokens"] = rest.pop("max_completion_tokens")
    if endpoint == "anthropic" and "budget_tokens" in (rest.get("thinking") or {}):
        config["reasoning_tokens"] = rest.pop("thinking")["budget_tokens"]
    if rest and endpoint not in _FREE:
        raise UsageError(
            f"inspect_ai cannot send {', '.join(sorted(rest))} to {endpoint}: take it out with "
            f"-T params='{json.dumps(dict.fromkeys(sorted(rest)))}', or use `bench run`."
        )
    return {**config, "extra_body": rest} if rest else config


class InspectClient(Unconnected):
    """A Client (see bench/clients) whose calls inspect_ai makes and logs: retries and limits are inspect's.

    A rejection in words that are not known is the item's own once the model has answered another one.
    """

    def __init__(self, model: Model, endpoint: Endpoint) -> None:
        self._model, self._endpoint = model, endpoint
        self._answered = False

    async def complete(self, request: Request) -> Reply:
        """One call. Raises ProviderError for what would stop every call."""
        started = time.perf_counter()
        try:
            output = await self._model.generate(chat(request), config=self._config(request))
        except Exception as error:
            fault = fault_of(error, self._endpoint, request.model)
            if fault is None:
                raise
            if fault.kind is None or (fault.suspect and not self._answered):
                raise ProviderError(fault.message) from error
            took = time.perf_counter() - started
            return Reply(failure=fault.kind, message=fault.message, status=fault.status, latency_s=took)
        self._answered = True
        return reply_of(output)

    def _config(self, request: Request) -> GenerateConfig:
        from inspect_ai.model import GenerateConfig, ResponseSchema
        from inspect_ai.util import JSONSchema

        config = GenerateConfig(**sent(request.params, self._endpoint.name))
        if request.schema is not None:
            schema = JSONSchema.model_validate(dict(request.schema))
            config.response_schema = ResponseSchema(name=request.schema_name, json_schema=schema, strict=True)
        return config


def chat(request: Request) -> list[ChatMessage]:
    """The messages of a request as inspect_ai has them."""
    from inspect_ai.model import ChatMessageAssistant, ChatMessageSystem, ChatMessageUser

    kinds = {"system": ChatMessageSystem, "user": ChatMessageUser, "assistant": ChatMessageAssistant}
    return [kinds[message.role](content=message.content) for message in request.messages]


def reply_of(output: ModelOutput) -> Reply:
    """What inspect's output counts as: a text, or a failure by the rules of bench/clients.

    inspect_ai turns a policy error and a prompt that does not fit into outputs with a stop reason; both are failures.
    """
    content = _content(output)
    reply = settle(content, latency_s=output.time or 0.0, status=200)
    if content.finish_reason == "model_length" and output.usage is None:
        return replace(reply, text=None, failure="too_long", message="The prompt does not fit the model.")
    return reply


def _content(output: ModelOutput) -> Content:
    if not output.choices:
        return Content(None, None, None, _usage(output))
    message = output.choices[0].message
    parts = [] if isinstance(message.content, str) else message.content
    thought = [part.reasoning for part in parts if part.type == "reasoning" and part.reasoning]
    texts = [message.content] if isinstance(message.content, str) else [p.text for p in parts if p.type == "text"]
    return Content(
        raw="".join(texts) or None,
        reasoning="\n".join(thought) or None,
        finish_reason=output.choices[0].stop_reason,
        usage=_usage(output),
        refused=any(part.type == "text" and bool(part.refusal) for part in parts),
    )


def _usage(output: ModelOutput) -> Usage:
    usage = output.usage
    if usage is None:
        return Usage()
    cached = usage.input_tokens_cache_read or 0
    return Usage(
        prompt_tokens=usage.input_tokens + cached + (usage.input_tokens_cache_write or 0),
        completion_tokens=usage.output_tokens,
        reasoning_tokens=usage.reasoning_tokens,
        cached_tokens=usage.input_tokens_cache_read,
        written_tokens=usage.input_tokens_cache_write,
    )


def fault_of(error: BaseException, endpoint: Endpoint, model: str) -> Fault | None:
    """Why a call of inspect_ai gave nothing, by the rules of bench/clients; None for what is no fault of a call.

    The vendors' SDKs and the transport are told apart by their shapes, so that none of them has to be installed.
    """
    for cause in _causes(error):
        response = getattr(cause, "response", None)
        status = getattr(response, "status_code", None)
        if response is not None and isinstance(status, int) and status >= 300:
            headers = {str(name).lower(): str(value) for name, value in dict(response.headers).items()}
            body = bytes(response.content)
            fault = of_status(status, headers, body, endpoint=endpoint, model=model, now=time.time())
            if fault.kind is not None and not fault.suspect:
                return fault
            # The advice of bench/clients names flags of `bench run`; here inspect_ai holds the key and the address.
            said = plain(str(cause), endpoint)
            message = f"{model} cannot be asked ({said}): check the model, its key and its address."
            return Fault(fault.kind, message, status, suspect=fault.suspect and message)
        kind = type(cause).__name__
        if kind in {"APITimeoutError", "AttemptTimeoutError", "StreamIdleTimeoutError", "TimeoutError"}:
            return Fault("timeout", f"No complete reply in time ({kind}).")
        if kind in {"APIConnectionError", "ConnectError", "ReadError", "RemoteProtocolError"}:
            return Fault("connection", f"The connection broke before the reply was complete ({kind}).")
        if isinstance(cause, json.JSONDecodeError | UnicodeDecodeError) or kind in {
            "APIResponseValidationError",
            "OpenAIResponseError",
        }:
            return Fault("malformed", f"The reply cannot be read ({kind}).")
    return None


def _causes(error: BaseException) -> list[BaseException]:
    """The error and what is behind it, tenacity's last attempt included, the outermost first."""
    causes = [error]
    while True:
        attempt = getattr(causes[-1], "last_attempt", None)
        behind = attempt.exception() if attempt is not None else causes[-1].__cause__ or causes[-1].__context__
        if behind is None or behind in causes:
            return causes
        causes.append(behind)
