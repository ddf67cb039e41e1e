"""What a run is configured with: the model registry, endpoints, limits and prices."""

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
    "load_registry",
    "require_key",
    "resolve",
]
