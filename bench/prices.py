"""What calls cost, at the prices of the registry."""

from __future__ import annotations

from bench.config import ModelSpec
from bench.records import Call, ModelRef

BATCH_SHARE = 0.5
"""Of the price, in a batch: OpenAI's Batch API (developers.openai.com/api/docs/guides/batch) and Anthropic's Message
Batches (platform.claude.com/docs/en/build-with-claude/batch-processing) both take half."""


def cost_usd(call: Call, model: ModelSpec | ModelRef) -> float | None:
    """What one call cost at the registry's prices, in USD; None without a price or reported tokens.

    Prompt tokens that the provider read from its cache cost `price_cached` where that is known. What it takes for
    writing them there is not known of a call and not in it. A call made in a batch costs BATCH_SHARE of the sum.
    """
    prompt, completion = call.usage.prompt_tokens, call.usage.completion_tokens
    if model.price_input is None or model.price_output is None or prompt is None or completion is None:
        return None
    cached = min(call.usage.cached_tokens or 0, prompt) if model.price_cached is not None else 0
    whole = (prompt - cached) * model.price_input + cached * (model.price_cached or 0) + completion * model.price_output
    return whole / 1e6 * (BATCH_SHARE if call.batch is not None else 1)
