"""Generation: a prepared trial is sent to its endpoint, and the reply becomes an Answer or its failure."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, Literal

from bench.clients import Client, Reply, Request
from bench.config import Endpoint, ModelSpec
from bench.plan import PreparedTrial
from bench.records import Answer, Failure


async def answer(prepared: PreparedTrial, model: ModelSpec, endpoint: Endpoint, client: Client) -> Answer:
    """Make the call of a trial. Raises ProviderError when the endpoint refuses everything."""
    reply = await client.complete(prepared.request)
    trial = prepared.trial
    return Answer(
        **recorded(reply, prepared.request, model, endpoint, prepared.key, "generate"),
        prompt_hash=prepared.prompt_hash,
        item=trial.item.id,
        lang=trial.item.lang,
        kind=trial.item.kind,
        arm=trial.arm,
        repeat=trial.repeat,
        seed=prepared.seed,
        chunks=prepared.chunks,
        text=reply.text,
        canary=prepared.canary,
    )


def recorded(
    reply: Reply, request: Request, model: ModelSpec, endpoint: Endpoint, key: str, stage: Literal["generate", "judge"]
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
        "latency_s": None if reply.latency_s is None else round(reply.latency_s, 4),
        "batch": reply.batch,
        "attempts": reply.attempts,
        "at": now(),
        "failure": failure_of(reply, stage),
    }


def failure_of(reply: Reply, stage: str) -> Failure | None:
    """The failure record of a reply that has one. `stage` is "generate" or "judge"."""
    if reply.failure is None:
        return None
    return Failure.model_validate(
        {"stage": stage, "kind": reply.failure, "message": reply.message, "status": reply.status}
    )


def now() -> str:
    """UTC, ISO 8601, to the second."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
