"""From an endpoint to its client: the only place that chooses a wire format."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Iterable

from bench.clients.anthropic import Messages
from bench.clients.base import PACING, Client, Pacing, Sleep
from bench.clients.baseline import BaselineClient
from bench.clients.calls import HttpClient, Wire
from bench.clients.openai import Chat
from bench.clients.standing import Settings, Standings
from bench.config import Endpoint, require_key
from bench.errors import ConfigError


def open_client(
    endpoint: Endpoint,
    *,
    concurrency: int,
    pacing: Pacing = PACING,
    sleep: Sleep = asyncio.sleep,
    rng: random.Random | None = None,
    tell: Callable[[str], None] = lambda _: None,
    answered: Callable[[], Iterable[Settings]] = tuple,
    trials: bool = True,
) -> Client:
    """The client for an endpoint's wire format, with room for `concurrency` calls in flight. Connects to nothing
    yet. `tell` is given what a person should know; `answered` gives what earlier runs got replies with
    (`bench.clients.standing`); without `trials` no request is made that was not asked for. Raises ConfigError for an
    unknown wire or an endpoint without an address, and UsageError when the endpoint's key is wanted but not set."""
    if concurrency < 1:
        raise ConfigError(f"Concurrency is {concurrency}; it must be at least 1.")
    require_key(endpoint)
    if not endpoint.base_url and endpoint.wire not in {endpoint.name, "baseline"}:
        # Only the two vendors have an address of their own; anyone else's key and data must not go there.
        raise ConfigError(f"The endpoint {endpoint.name!r} has no address: give one with --base-url.")
    if endpoint.wire == "baseline":
        return BaselineClient()
    return HttpClient(
        wire_of(endpoint),
        endpoint,
        concurrency=concurrency,
        pacing=pacing,
        sleep=sleep,
        rng=rng or random.Random(),
        tell=tell,
        standings=Standings(answered),
        trials=trials,
    )


def wire_of(endpoint: Endpoint) -> Wire:
    """The wire format of an endpoint that is asked over HTTP. Raises ConfigError for an unknown one."""
    if endpoint.wire == "openai":
        return Chat()
    if endpoint.wire == "anthropic":
        return Messages()
    raise ConfigError(f"Endpoint has the unknown wire '{endpoint.wire}'; use openai, anthropic or baseline.")
