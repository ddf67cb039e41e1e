"""What a run is configured with: the model registry, endpoints, limits and prices."""

from bench.config.parameters import check_overrides
from bench.config.registry import (
    BASELINES,
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
    "Endpoint",
    "ModelEntry",
    "ModelSpec",
    "Registry",
    "check_overrides",
    "load_registry",
    "require_key",
    "resolve",
]
