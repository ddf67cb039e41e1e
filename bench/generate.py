"""Generation: a prepared trial is sent to its endpoint, and the reply becomes an Answer or its failure."""

from __future__ import annotations

from bench.call_record import recorded
from bench.clients import Client, Reply
from bench.config import Endpoint, ModelSpec
from bench.plan import PreparedTrial
from bench.records import Answer


async def answer(prepared: PreparedTrial, model: ModelSpec, endpoint: Endpoint, client: Client) -> Answer:
    """Make the call of a trial. Raises ProviderError when the endpoint refuses everything."""
    return answer_of(prepared, model, endpoint, await client.complete(prepared.request))


def answer_of(prepared: PreparedTrial, model: ModelSpec, endpoint: Endpoint, reply: Reply) -> Answer:
    """The record of a call that has been made; `endpoint` is where."""
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
