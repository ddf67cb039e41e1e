"""The model registry and the endpoints: what a name at the command line stands for, and what it accepts.

`bench/models.toml` is the one place that knows models. Nothing here opens a connection.
"""

from __future__ import annotations

import difflib
import functools
import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit

from pydantic import Field, SecretStr, ValidationError

from bench.errors import ConfigError, UsageError
from bench.records import Record
from bench.records.engine import EngineSettings

Wire = Literal["openai", "anthropic", "baseline"]
BASELINES = ("extractive", "always-abstain", "oracle", "echo")
SAMPLING = frozenset({"temperature", "top_p", "seed", "json_schema"})
"""What an OpenAI-compatible server is taken to accept when the registry does not know the model."""
GREEDY: Mapping[str, Any] = {"temperature": 0, "top_p": 1}
"""LIT's sampling."""
VENDORS = frozenset({"openai", "anthropic", "gemini"})
"""Endpoints of those who make the models themselves. They refuse every call with a field that they do not know."""
LOCAL_SERVERS = frozenset({"vllm", "ollama", "llamacpp"})
"""Endpoints on a machine of one's own: open weights, and no batches."""


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Where calls go. `base_url` is empty for a vendor's own default; the key is never shown."""

    name: str
    wire: Wire
    base_url: str = ""
    key_env: str = ""
    key_required: bool = True
    api_key: SecretStr | None = None
    requests_per_minute: float | None = None
    tokens_per_minute: float | None = None
    """What it is known to allow; None where that is not known."""
    given: bool = False
    """Whether the address is the user's own and not the registry's."""


@dataclass(frozen=True, slots=True)
class ModelSpec:
    """One model as it will be asked. `params` is exactly what is sent, besides model, messages and schema."""

    spec: str
    name: str
    title: str
    alias: str | None = None
    family: str = ""
    weights: Literal["open", "closed", "unknown", "none"] = "closed"
    reasoning: bool = False
    accepts: frozenset[str] = SAMPLING
    params: Mapping[str, Any] = field(default_factory=dict)
    context_tokens: int | None = None
    price_input: float | None = None
    """USD per million prompt tokens; None where no source was found."""
    price_output: float | None = None
    engine: EngineSettings = field(default_factory=EngineSettings)
    """How a server of one's own is started with it."""


class _EndpointEntry(Record):
    wire: Wire
    base_url: str = ""
    key_env: str = ""
    key_required: bool = True
    requests_per_minute: float | None = Field(default=None, gt=0)
    tokens_per_minute: float | None = Field(default=None, gt=0)


class _Price(Record):
    input: float = Field(ge=0)
    output: float = Field(ge=0)
    as_of: str
    source: str


class ModelEntry(Record):
    """One `[models.ALIAS]` table of models.toml."""

    spec: str
    title: str
    family: str
    weights: Literal["open", "closed"]
    reasoning: bool
    accepts: tuple[str, ...]
    params: dict[str, Any] = Field(default_factory=dict)
    token_limit_field: Literal["max_tokens", "max_completion_tokens"] = "max_tokens"
    max_output_tokens: int = Field(default=4096, gt=0)
    context_tokens: int | None = Field(default=None, gt=0)
    price: _Price | None = None
    source: str = ""
    in_lit_table_1: bool = False
    engine: EngineSettings = EngineSettings()


class Registry(Record):
    """models.toml, checked: unknown keys are refused."""

    default_judge: str
    endpoints: dict[str, _EndpointEntry]
    models: dict[str, ModelEntry]


@functools.cache
def load_registry(path: Path | None = None) -> Registry:
    """The registry of `path`, or the one that ships with the package.

    Raises ConfigError with every fault at once when the file does not fit.
    """
    path = path or Path(__file__).parent.parent / "models.toml"
    try:
        registry = Registry.model_validate(tomllib.loads(path.read_text("utf-8")))
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise ConfigError(f"The model registry {path.name} cannot be read: {error}.") from error
    except ValidationError as error:
        faults = "; ".join(f"{'.'.join(map(str, e['loc']))}: {e['msg']}" for e in error.errors())
        raise ConfigError(f"The model registry {path.name} has faults: {faults}.") from error
    if registry.default_judge not in registry.models:
        raise ConfigError(f"The model registry names an unknown default judge: {registry.default_judge!r}.")
    return registry


def resolve(
    name: str,
    *,
    base_url: str | None = None,
    overrides: Mapping[str, Any] | None = None,
    registry: Registry | None = None,
) -> tuple[ModelSpec, Endpoint]:
    """What `name` (an alias, or `endpoint:model`) stands for, with the key read from the environment.

    `name@http://HOST/v1` carries its own base URL, so that several judges can be on several servers.
    `overrides` replace or, when None, remove single parameters; what is removed is not set for a trial either (the
    seed). `check_overrides` says whether they may be set. The key may be missing: `require_key` says so
    when a call is about to be made. Raises UsageError for an unknown name or a malformed base URL.
    """
    registry = registry or load_registry()
    name, at, address = name.partition("@http")
    base_url = f"http{address}" if at else base_url
    alias = name if name in registry.models else None
    spec = registry.models[name].spec if alias else name
    endpoint_name, colon, model = spec.partition(":")
    if not colon or endpoint_name not in {*registry.endpoints, "baseline"} or not model:
        raise UsageError(_unknown(name, registry))
    if endpoint_name == "baseline":
        if model not in BASELINES:
            raise UsageError(f"Unknown baseline {model!r}: choose one of {', '.join(BASELINES)}.")
        title = f"baseline {model}"
        known = ModelSpec(spec, model, title, family="baseline", weights="none", accepts=frozenset())
        return known, Endpoint("baseline", "baseline", key_required=False)
    alias = alias or next((a for a, m in registry.models.items() if m.spec == spec), None)
    entry = registry.models.get(alias) if alias else None
    model_spec = _known(alias, entry, model) if alias and entry else _unlisted(spec, model, endpoint_name)
    if overrides:
        merged = {**model_spec.params, **overrides}
        removed = {name for name, value in overrides.items() if value is None}
        model_spec = replace(
            model_spec,
            params={name: value for name, value in merged.items() if name not in removed},
            accepts=model_spec.accepts - removed,
        )
    return model_spec, _endpoint(endpoint_name, registry, base_url)


def require_key(endpoint: Endpoint) -> None:
    """Raise UsageError when `endpoint` needs a key that the environment does not have."""
    if endpoint.key_required and endpoint.key_env and endpoint.api_key is None:
        raise UsageError(
            f"{endpoint.key_env} is not set: the endpoint {endpoint.name!r} needs it. "
            f"Set it in the environment (export {endpoint.key_env}=…) and run the same command again."
        )


def _known(alias: str, entry: ModelEntry, model: str) -> ModelSpec:
    accepts = frozenset(entry.accepts)
    greedy = {name: value for name, value in GREEDY.items() if name in accepts}
    price = entry.price
    return ModelSpec(
        spec=entry.spec,
        name=model,
        title=entry.title,
        alias=alias,
        family=entry.family,
        weights=entry.weights,
        reasoning=entry.reasoning,
        accepts=accepts,
        params={entry.token_limit_field: entry.max_output_tokens, **greedy, **entry.params},
        context_tokens=entry.context_tokens,
        price_input=price.input if price else None,
        price_output=price.output if price else None,
        engine=entry.engine,
    )


def _unlisted(spec: str, model: str, endpoint: str) -> ModelSpec:
    """A model that the registry does not list: asked with LIT's sampling where the wire is known to take it."""
    vendor = endpoint in VENDORS
    if endpoint == "anthropic":
        return ModelSpec(spec, model, model, family="anthropic", accepts=frozenset(), params={"max_tokens": 4096})
    params = {**GREEDY, "max_tokens": 4096}
    # What stands behind a router or an address may have open weights or closed ones.
    local = endpoint in LOCAL_SERVERS
    weights: Literal["open", "closed", "unknown"] = "closed" if vendor else "open" if local else "unknown"
    family = endpoint if vendor else model.split("/")[0].lower()
    # Gemini's endpoint refuses a seed (see its entries in models.toml).
    accepts = SAMPLING - {"seed"} if endpoint == "gemini" else SAMPLING
    return ModelSpec(spec, model, model, family=family, weights=weights, params=params, accepts=accepts)


def _endpoint(name: str, registry: Registry, base_url: str | None) -> Endpoint:
    entry = registry.endpoints[name]
    url = base_url or entry.base_url
    if name == "openai-compatible" and not url:
        raise UsageError(
            "openai-compatible needs the server's address: add --base-url http://HOST:PORT/v1 (BASE_URL=… for make). A "
            "judge's stands behind its name: --judge openai-compatible:NAME@http://HOST:PORT/v1."
        )
    if url:
        try:
            parts = urlsplit(url)
            fits = parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0
        except ValueError:
            fits = False
        if fits and (parts.username is not None or parts.query or parts.fragment):
            raise UsageError(
                "A base URL holds neither a user and password nor a query: it is written into the log. Keys come from "
                f"the environment{f' ({entry.key_env})' if entry.key_env else ''}."
            )
        if not fits:
            raise UsageError(f"{url!r} is not a base URL: write it like http://localhost:8000/v1.")
    key = os.environ.get(entry.key_env, "").strip() if entry.key_env else ""
    return Endpoint(
        name=name,
        wire=entry.wire,
        base_url=url.rstrip("/"),
        key_env=entry.key_env,
        # A server of one's own, named by its address, decides itself whether it wants a key.
        key_required=entry.key_required and not base_url,
        api_key=SecretStr(key) if key else None,
        requests_per_minute=None if base_url else entry.requests_per_minute,
        tokens_per_minute=None if base_url else entry.tokens_per_minute,
        given=bool(base_url),
    )


def _unknown(name: str, registry: Registry) -> str:
    known = [*registry.models, *(f"baseline:{b}" for b in BASELINES)]
    near = difflib.get_close_matches(name.lower(), known, n=3, cutoff=0.5)
    hint = f" Did you mean {' or '.join(near)}?" if near else ""
    providers = ", ".join(sorted({*registry.endpoints, "baseline"}))
    return (
        f"Unknown model {name!r}.{hint} Give an alias that `bench models` lists, "
        f"or PROVIDER:NAME with one of the providers {providers}."
    )
