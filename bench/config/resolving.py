"""From a name at the command line to a model and its endpoint, with the key that belongs to it."""

from __future__ import annotations

import difflib
import ipaddress
import os
import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Literal
from urllib.parse import urlsplit

from pydantic import SecretStr

from bench.config.lifecycle import answers_on, require_answering, today
from bench.config.price_list import listed_rates
from bench.config.registry import (
    BASELINES,
    LOCAL_SERVERS,
    VENDOR_HOSTS,
    Endpoint,
    EndpointEntry,
    ModelEntry,
    ModelSpec,
    Rates,
    Registry,
    belongs,
    host_of,
    load_registry,
)
from bench.errors import UsageError

GREEDY: Mapping[str, Any] = {"temperature": 0, "top_p": 1}
"""LIT's sampling."""
SAMPLING = frozenset({"temperature", "top_p", "seed", "json_schema"})
"""What a server of one's own is taken to accept when the registry does not know the model."""
OPEN_ADDRESS = "openai-compatible"
"""The endpoint whose address the user gives, and whose key may go there."""
UNLISTED_LIMIT = 16384
"""Tokens of a reply where the registry does not know the model: it may think first."""
_PLACE = re.compile(r"\{([A-Z][A-Z0-9_]*)\}")


def resolve(
    name: str,
    *,
    base_url: str | None = None,
    overrides: Mapping[str, Any] | None = None,
    rates: Rates | None = None,
    registry: Registry | None = None,
) -> tuple[ModelSpec, Endpoint]:
    """What `name` (an alias, or `endpoint:model`) stands for, with the key read from the environment.

    `name@http://HOST/v1` carries its own base URL, so that several judges can be on several servers.
    `overrides` replace or, when None, remove single parameters; what is removed is not set for a trial either (the
    seed). A dotted name is a member of a parameter that is an object (`output_config.effort`). `check_overrides` says
    whether they may be set. `rates`: the price, in the place of the registry's. The key may be missing: `require_key`
    says so when a call is about to be made. Raises UsageError for an unknown name or a malformed base URL.
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
        known = ModelSpec(spec, model, title, family="baseline", weights="none")
        return known, Endpoint("baseline", "baseline", key_required=False)
    endpoint = _endpoint(endpoint_name, registry, base_url)
    alias = alias or next((a for a, m in registry.models.items() if m.spec == spec), None)
    entry = registry.models.get(alias) if alias else None
    model_spec = _known(alias, entry, model) if alias and entry else _unlisted(spec, model, endpoint, registry)
    model_spec = _overridden(model_spec, overrides or {})
    priced = rates or (entry.rates(today()) if entry else None) or _from_list(model_spec, endpoint)
    if priced:
        model_spec = replace(
            model_spec,
            price_input=priced.input,
            price_output=priced.output,
            price_cached=priced.cached,
            price_written=priced.written,
        )
    return model_spec, endpoint


def first_judge(registry: Registry | None = None) -> str | None:
    """The first of the registry's judges whose key is set and whose maker still answers; None where there is none."""
    registry = registry or load_registry()
    for name in registry.default_judges:
        model, endpoint = resolve(name, registry=registry)
        if endpoint.api_key and answers_on(model.shutdown, today()):
            return name
    return None


def require_key(endpoint: Endpoint) -> None:
    """Raise UsageError where `endpoint` needs a key, or a part of its address, that the environment does not have."""
    if wanting := _PLACE.findall(endpoint.base_url):
        names = list(dict.fromkeys(wanting))
        raise UsageError(
            f"{' and '.join(names)} {'is' if len(names) == 1 else 'are'} not set: the address of the endpoint "
            f"{endpoint.name!r} holds {'it' if len(names) == 1 else 'them'}. "
            f"Set {'it' if len(names) == 1 else 'them'} in the environment (export {names[0]}=…), or give the address "
            "with --base-url."
        )
    if endpoint.key_required and endpoint.key_env and endpoint.api_key is None:
        raise UsageError(
            f"{endpoint.key_env} is not set: the endpoint {endpoint.name!r} needs it. "
            f"Set it in the environment (export {endpoint.key_env}=…) and run the same command again."
        )


def require_callable(model: ModelSpec, endpoint: Endpoint) -> None:
    """Raise UsageError where a model cannot be asked: its maker has shut it down, or a key is missing."""
    require_answering(model, endpoint)
    require_key(endpoint)


def is_own_server(endpoint: Endpoint) -> bool:
    """Whether the server is a person's own: one of LOCAL_SERVERS, or a private or unencrypted address given for any."""
    if endpoint.name in LOCAL_SERVERS:
        return True
    if endpoint.name != OPEN_ADDRESS:
        return False
    parts = urlsplit(endpoint.base_url)
    try:
        private = ipaddress.ip_address(parts.hostname or "").is_private
    except ValueError:
        private = parts.hostname == "localhost"
    return private or parts.scheme == "http"


def _known(alias: str, entry: ModelEntry, model: str) -> ModelSpec:
    accepts = frozenset(entry.accepts)
    # Without settings of its own, a model that takes them is asked with LIT's sampling.
    greedy = {name: value for name, value in GREEDY.items() if name in accepts}
    return ModelSpec(
        spec=entry.spec,
        name=model,
        title=entry.title,
        alias=alias,
        family=entry.family,
        weights=entry.weights,
        reasoning=entry.reasoning,
        accepts=accepts,
        efforts=entry.efforts,
        params={entry.token_limit_field: entry.max_output_tokens, **greedy, **entry.params},
        context_tokens=entry.context_tokens,
        engine=entry.engine,
        shutdown=entry.shutdown,
        successor=entry.successor,
    )


def _unlisted(spec: str, model: str, endpoint: Endpoint, registry: Registry) -> ModelSpec:
    """A model that the registry does not list, asked with what no server refuses.

    A server of one's own is known to take LIT's sampling. What a provider's model takes is not known: newer ones
    refuse a temperature, so none is sent, and the limit leaves room for thinking.
    """
    own = is_own_server(endpoint)
    vendor = endpoint.name in {"openai", "anthropic", "gemini"}
    # What stands behind a router or an address may have open weights or closed ones.
    local = endpoint.name in LOCAL_SERVERS
    weights: Literal["open", "closed", "unknown"] = "closed" if vendor else "open" if local else "unknown"
    family = endpoint.name if vendor else model.split("/")[0].lower()
    if endpoint.wire == "anthropic":
        limit, accepts = "max_tokens", frozenset[str]()
    elif own:
        limit, accepts = "max_tokens", SAMPLING
    else:
        limit, accepts = registry.endpoints[endpoint.name].token_limit_field, frozenset({"json_schema"})
    params = {**(GREEDY if own else {}), limit: UNLISTED_LIMIT}
    return ModelSpec(spec, model, model, family=family, weights=weights, params=params, accepts=accepts)


def _overridden(model: ModelSpec, overrides: Mapping[str, Any]) -> ModelSpec:
    if not overrides:
        return model
    params = dict(model.params)
    for name, value in overrides.items():
        params = _with(params, name.split("."), value)
    removed = {name for name, value in overrides.items() if value is None}
    return replace(model, params=params, accepts=model.accepts - removed)


def _with(params: dict[str, Any], path: list[str], value: Any) -> dict[str, Any]:
    """`params` with one member set, or taken out where `value` is None; what would be left empty goes too."""
    name, *deeper = path
    if deeper:
        inner = params.get(name)
        value = _with(dict(inner) if isinstance(inner, Mapping) else {}, deeper, value) or None
    others = {key: kept for key, kept in params.items() if key != name}
    # The order of parameters stays, so that a value set again is the same request.
    return others if value is None else {**params, name: value}


def _from_list(model: ModelSpec, endpoint: Endpoint) -> Rates | None:
    """The price of a provider's model that the registry does not price; a server of one's own has none."""
    if endpoint.given or is_own_server(endpoint):
        return None
    return listed_rates(model.name, endpoint.base_url or f"https://{VENDOR_HOSTS.get(endpoint.name, '')}", today())


def _endpoint(name: str, registry: Registry, base_url: str | None) -> Endpoint:
    entry = registry.endpoints[name]
    inherited = os.environ.get(entry.base_url_env, "").strip() if entry.base_url_env and not base_url else ""
    if inherited and urlsplit(inherited).hostname == VENDOR_HOSTS.get(name):
        inherited = ""  # the SDK's own address, written out
    url = base_url or inherited or _filled(entry.base_url)
    if name == OPEN_ADDRESS and not url:
        raise UsageError(
            "openai-compatible needs the server's address: add --base-url http://HOST:PORT/v1 (BASE_URL=… for make). A "
            "judge's stands behind its name: --judge openai-compatible:NAME@http://HOST:PORT/v1."
        )
    if url and not _PLACE.search(url):
        _check_address(url, entry.key_env)
    variable, notice = entry.key_env, ""
    if inherited:
        notice = f"{entry.base_url_env} is set: {name} is asked at {inherited.rstrip('/')}."
    elif base_url:
        variable, notice = _key_for(name, entry, registry, base_url)
    key = os.environ.get(variable, "").strip() if variable else ""
    return Endpoint(
        name=name,
        wire=entry.wire,
        base_url=url.rstrip("/"),
        key_env=variable,
        # A server of one's own, named by its address, decides itself whether it wants a key.
        key_required=entry.key_required and not (base_url or inherited),
        api_key=SecretStr(key) if key else None,
        requests_per_minute=None if base_url or inherited else entry.requests_per_minute,
        tokens_per_minute=None if base_url or inherited else entry.tokens_per_minute,
        given=bool(base_url or inherited),
        notice=notice,
    )


def _key_for(name: str, entry: EndpointEntry, registry: Registry, base_url: str) -> tuple[str, str]:
    """The variable whose key goes to an address that the user gives, and what to say about it.

    A provider's key goes to the provider alone; to anyone else goes the key for servers of one's own.
    """
    home, host = host_of(entry, name), urlsplit(base_url).hostname or ""
    pattern = re.escape(_PLACE.sub("\0", home)).replace("\0", r"[\w.-]+")
    if not entry.key_required or not home or belongs(host, home) or re.fullmatch(pattern, host):
        return entry.key_env, ""
    own = registry.endpoints[OPEN_ADDRESS].key_env if OPEN_ADDRESS in registry.endpoints else ""
    set_but_kept = entry.key_env and os.environ.get(entry.key_env, "").strip()
    said = f"{entry.key_env} is the key of {home} and is not sent to {host}; a key for {host} goes into {own}."
    return own, said if set_but_kept and not os.environ.get(own, "").strip() else ""


def _filled(address: str) -> str:
    """An address with the environment's values in its places; a place whose variable is not set stays."""
    return _PLACE.sub(lambda place: os.environ.get(place[1], "").strip() or place[0], address)


def _check_address(url: str, key_env: str) -> None:
    try:
        parts = urlsplit(url)
        fits = parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0
    except ValueError:
        fits = False
    if fits and (parts.username is not None or parts.query or parts.fragment):
        raise UsageError(
            "A base URL holds neither a user and password nor a query: it is written into the log. Keys come from "
            f"the environment{f' ({key_env})' if key_env else ''}."
        )
    if not fits:
        raise UsageError(f"{url!r} is not a base URL: write it like http://localhost:8000/v1.")


def _unknown(name: str, registry: Registry) -> str:
    known = [*registry.models, *(f"baseline:{b}" for b in BASELINES)]
    near = difflib.get_close_matches(name.lower(), known, n=3, cutoff=0.5)
    hint = f" Did you mean {' or '.join(near)}?" if near else ""
    providers = ", ".join(sorted({*registry.endpoints, "baseline"}))
    return (
        f"Unknown model {name!r}.{hint} Give an alias that `bench models` lists, "
        f"or PROVIDER:NAME with one of the providers {providers}."
    )
