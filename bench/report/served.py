"""Where the calls of a run went, from the addresses in its log: to the provider of a model, or to some other server.

A price of the registry is the provider's. What another server answered did not cost that, so it has no cost here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from urllib.parse import urlsplit

from bench.config import load_registry
from bench.records import Call, ModelRef
from bench.records.engine import EngineLog
from bench.records.submission import ServedBy

LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
ENGINE = "vllm"


def served(model: ModelRef, calls: Iterable[Call], engines: EngineLog) -> ServedBy:
    """Where the calls to `model` were answered. Calls of several sorts of places are "own": no one vouches for all.

    No calls: "own", for the same reason.
    """
    if model.weights == "none":
        return "built-in"
    started = {session.address for session in engines.sessions if session.started}
    places = {_served_at(model, call.endpoint, started) for call in calls if call.model == model.spec}
    return places.pop() if len(places) == 1 else "own"


def without_foreign_prices(models: Sequence[ModelRef], calls: Sequence[Call]) -> tuple[ModelRef, ...]:
    """The models as they are priced for these calls: without a price where a call did not go to the provider."""
    priced = []
    for model in models:
        elsewhere = any(not at_provider(model, call.endpoint) for call in calls if call.model == model.spec)
        free = model.weights == "none" or not elsewhere
        priced.append(model if free else model.model_copy(update={"price_input": None, "price_output": None}))
    return tuple(priced)


def at_provider(model: ModelRef, address: str) -> bool:
    """Whether `address`, as a call's record has it, is the one of the model's provider.

    That is the registry's address for the endpoint in the model's spec, unless that is a server on the user's own
    machine. A log writes the address of a vendor's client as empty; a provider without an address in the registry
    and with a key of its own is such a vendor.
    """
    entry = load_registry().endpoints.get(model.spec.partition(":")[0])
    if entry is None or not entry.key_required:
        return False
    home = entry.base_url.rstrip("/")
    return address == home and urlsplit(home).hostname not in LOOPBACK


def _served_at(model: ModelRef, address: str, started: set[str]) -> ServedBy:
    if at_provider(model, address):
        return "provider"
    # Engines on a cluster are called in the suite's own processes: they have no address.
    if model.spec.startswith(f"{ENGINE}:") and (address in started or not address):
        return "started"
    return "own"
