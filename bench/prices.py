"""What calls cost, at the prices of the registry."""

from __future__ import annotations

from bench.config import ModelSpec
from bench.records import Call, ModelRef


def cost_usd(call: Call, model: ModelSpec | ModelRef) -> float | None:
    """What one call cost at the registry's prices, in USD; None without a price or reported tokens."""
    prompt, completion = call.usage.prompt_tokens, call.usage.completion_tokens
    if model.price_input is None or model.price_output is None or prompt is None or completion is None:
        return None
    return (prompt * model.price_input + completion * model.price_output) / 1e6
