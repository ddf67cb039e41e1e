"""What a run is configured with: the model registry, endpoints, limits and prices."""

from bench.config.lifecycle import answers_on, shutdown_notice, today
from bench.config.parameters import check_overrides
from bench.config.registry import (
    BASELINES,
    LOCAL_SERVERS,
    Endpoint,
    ModelEntry,
    ModelSpec,
    Rates,
    Registry,
    load_registry,
    own_file,
)
from bench.config.resolving import first_judge, is_own_server, require_callable, require_key, resolve

__all__ = [
    "BASELINES",
    "LOCAL_SERVERS",
    "Endpoint",
    "ModelEntry",
    "ModelSpec",
    "Rates",
    "Registry",
    "answers_on",
    "check_overrides",
    "first_judge",
    "is_own_server",
    "load_registry",
    "own_file",
    "require_callable",
    "require_key",
    "resolve",
    "shutdown_notice",
    "today",
]
