"""What a run is configured with: the model registry, endpoints, limits and prices."""

from bench.config.parameters import check_overrides
from bench.config.registry import (
    BASELINES,
    LOCAL_SERVERS,
    Endpoint,
    ModelEntry,
    ModelSpec,
    Registry,
    load_registry,
    require_key,
    resolve,
)

__all__ = [
    "BASELINES",
    "LOCAL_SERVERS",
    "Endpoint",
    "ModelEntry",
    "ModelSpec",
    "Registry",
    "check_overrides",
    "load_registry",
    "require_key",
    "resolve",
]
