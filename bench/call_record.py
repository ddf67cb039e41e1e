"""A call as the log keeps it: the fields that every record shares, made from the request and its reply."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, Literal

from bench.clients import Reply, Request
from bench.config import Endpoint, ModelSpec
from bench.records import Failure

Stage = Literal["generate", "judge", "retrieval"]


def recorded(
    reply: Reply, request: Request, model: ModelSpec, endpoint: Endpoint, key: str, stage: Stage
) -> dict[str, Any]:
    """The fields that every record of a call shares (bench.records.Call), but for the prompt's fingerprint."""
    return {
        "key": key,
        "model": model.spec,
        "endpoint": endpoint.base_url,
        "params": dict(request.params),
        "messages": request.messages,
        "raw": reply.raw,
        "reasoning": reply.reasoning,
        "finish_reason": reply.finish_reason,
        "usage": reply.usage,
        "answered_by": reply.answered_by,
        "latency_s": None if reply.latency_s is None else round(reply.latency_s, 4),
        "batch": reply.batch,
        "attempts": reply.attempts,
        "at": now(),
        "failure": failure_of(reply, stage),
    }


def failure_of(reply: Reply, stage: Stage) -> Failure | None:
    """The failure record of a reply that has one."""
    if reply.failure is None:
        return None
    return Failure(stage=stage, kind=reply.failure, message=reply.message, status=reply.status)


def now() -> str:
    """UTC, ISO 8601, to the second."""
    return _second(int(time.time()))


@lru_cache(maxsize=1)  # many records are made in one second
def _second(second: int) -> str:
    return datetime.fromtimestamp(second, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
