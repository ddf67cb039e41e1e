"""What calls cost, at the prices of the registry."""

from __future__ import annotations

from bench.config import ModelSpec
from bench.records import Call, ModelRef

BATCH_SHARE = 0.5
"""Of the price, in a batch: OpenAI's Batch API (developers.openai.com/api/docs/guides/batch) and Anthropic's Message
Batches (platform.claude.com/docs/en/build-with-claude/batch-processing) both take half."""


WRITTEN_AT_MOST = 2.0
"""Times the price of a prompt token that writing one to a cache costs at most (platform.claude.com/docs/en/build-with-
claude/prompt-caching: 1.25 for five minutes, 2 for an hour)."""


def cost_usd(call: Call, model: ModelSpec | ModelRef) -> float | None:
    """What one call cost at the registry's prices, in USD; None without a price or reported tokens.

    (uncached * p_in + cached * p_cached + written * p_written + completion * p_out) / 1e6, with the prompt tokens that
    the provider read from its cache and wrote to it taken out of the uncached ones; BATCH_SHARE of it in a batch.
    None where there are such tokens and their price is not known: the sum would be wrong.
    """
    return _cost(call, model, model.price_cached, model.price_written)


def most_usd(call: Call, model: ModelSpec | ModelRef) -> float | None:
    """The most that a call can have cost, for limits: a price that is not known is put at its highest.

    That is the price of other prompt tokens for those read from a cache, WRITTEN_AT_MOST times it for those written to
    one. None as for `cost_usd`, but for those two prices.
    """
    if model.price_input is None:
        return None
    cached = model.price_input if model.price_cached is None else model.price_cached
    written = WRITTEN_AT_MOST * model.price_input if model.price_written is None else model.price_written
    return _cost(call, model, cached, written)


def _cost(
    call: Call, model: ModelSpec | ModelRef, price_cached: float | None, price_written: float | None
) -> float | None:
    prompt, completion = call.usage.prompt_tokens, call.usage.completion_tokens
    if model.price_input is None or model.price_output is None or prompt is None or completion is None:
        return None
    cached = min(call.usage.cached_tokens or 0, prompt)
    written = min(call.usage.written_tokens or 0, prompt - cached)
    if (cached and price_cached is None) or (written and price_written is None):
        return None
    whole = (prompt - cached - written) * model.price_input + completion * model.price_output
    whole += cached * (price_cached or 0.0) + written * (price_written or 0.0)
    return whole / 1e6 * (BATCH_SHARE if call.batch is not None else 1)
