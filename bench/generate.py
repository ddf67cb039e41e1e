"""Generation: a prepared trial is sent to its endpoint, and the reply becomes an Answer or its failure."""

from __future__ import annotations

from bench.call_record import Stage, recorded
from bench.clients import Client, Reply
from bench.config import Endpoint, ModelSpec
from bench.plan import PreparedTrial
from bench.records import Answer


async def answer(prepared: PreparedTrial, model: ModelSpec, endpoint: Endpoint, client: Client) -> Answer:
    """Make the call of a trial; none where its context could not be retrieved.

    Raises ProviderError when the endpoint refuses everything.
    """
    if prepared.failure is not None:
        reply = Reply(failure=prepared.failure.kind, message=prepared.failure.message, latency_s=None, attempts=0)
        return answer_of(prepared, model, endpoint, reply)
    return answer_of(prepared, model, endpoint, await client.complete(prepared.request))


def answer_of(prepared: PreparedTrial, model: ModelSpec, endpoint: Endpoint, reply: Reply) -> Answer:
    """The record of a call that has been made; `endpoint` is where."""
    trial = prepared.trial
    stage: Stage = "retrieval" if reply.failure == "retrieval" else "generate"
    return Answer(
        **recorded(reply, prepared.request, model, endpoint, prepared.key, stage),
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
