"""Evaluations by inspect_ai on the test server, without a display."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.interop.conftest import Fates
from tests.server import Server

TASK = "rag_generator_bench/rag_generator_bench"
MODEL = "openai-api/scripted/m"


def evaluate(server: Server, logs: Path, *, grader: str | None = None, status: str = "success", **options: Any) -> Any:
    """The log of an evaluation, which has ended in `status`; `options` are the task's."""
    import inspect_ai

    (log,) = inspect_ai.eval(
        TASK,
        model=model(server, MODEL),
        model_roles={"grader": model(server, grader)} if grader else None,
        task_args=options,
        log_dir=str(logs),
        display="none",
        max_retries=0,
        max_connections=16,
    )
    assert log.status == status, log.error and log.error.message
    return log


def model(server: Server, name: str) -> Any:
    """A model of the test server. inspect_ai would otherwise hand out the one of an earlier test's server."""
    from inspect_ai.model import get_model

    return get_model(name, base_url=server.url, memoize=False, max_retries=0)


def score_of(sample: Any) -> Any:
    (score,) = sample.scores.values()
    return score


def fates(log: Any) -> Fates:
    """What inspect's scores say became of each trial."""
    found = {}
    for sample in log.samples:
        said = score_of(sample).metadata
        found[str(sample.id)] = said["letter"], said["stage"], said["reason"]
    return found
