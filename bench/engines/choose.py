"""Which models of a run a server of the suite's own would serve."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bench.config import Endpoint, ModelSpec
from bench.engines.arguments import command_line
from bench.errors import UsageError

ENGINE = "vllm"
"""The endpoint whose servers the suite can start."""


def own_models(models: Iterable[tuple[ModelSpec, Endpoint]]) -> list[tuple[ModelSpec, Endpoint]]:
    """Those of the endpoint that the suite can start, and whose address the user did not give; each model once."""
    own: dict[str, tuple[ModelSpec, Endpoint]] = {}
    for model, endpoint in models:
        if endpoint.name == ENGINE and not endpoint.given:
            own.setdefault(model.name, (model, endpoint))
    return list(own.values())


def check_engine_args(overrides: Sequence[str], models: Iterable[tuple[ModelSpec, Endpoint]]) -> None:
    """Raise UsageError where `--engine-arg` is malformed or no server would be started to take it."""
    own = own_models(models)
    if overrides and not own:
        raise UsageError(
            "--engine-arg is for a vLLM server that the suite starts: name a model of vllm (an alias or vllm:NAME), "
            "and leave --base-url out."
        )
    for model, _ in own:
        command_line(model.engine, overrides)
