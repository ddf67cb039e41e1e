"""What one call costs."""

from __future__ import annotations

import pytest

from bench.prices import BATCH_SHARE, cost_usd, most_usd
from bench.records import Call, ModelRef, Usage

MODEL = ModelRef(spec="a:b", title="B", weights="closed", price_input=2, price_output=10)


def call(
    prompt: int | None = 1000,
    reply: int | None = 100,
    cached: int | None = None,
    batch: str | None = None,
    written: int | None = None,
) -> Call:
    usage = Usage(prompt_tokens=prompt, completion_tokens=reply, cached_tokens=cached, written_tokens=written)
    return Call(key="k", model="a:b", usage=usage, batch=batch)


def test_a_call_costs_its_tokens() -> None:
    assert cost_usd(call(), MODEL) == pytest.approx((1000 * 2 + 100 * 10) / 1e6)
    assert cost_usd(call(batch="b"), MODEL) == pytest.approx(BATCH_SHARE * (1000 * 2 + 100 * 10) / 1e6)


def test_what_the_provider_had_in_its_cache_costs_its_own_price_where_that_is_known() -> None:
    priced = MODEL.model_copy(update={"price_cached": 0.5})
    assert cost_usd(call(cached=400), priced) == pytest.approx((600 * 2 + 400 * 0.5 + 100 * 10) / 1e6)
    assert cost_usd(call(cached=None), priced) == cost_usd(call(cached=0), MODEL) == cost_usd(call(), MODEL)
    assert cost_usd(call(cached=4000), priced) == pytest.approx((1000 * 0.5 + 100 * 10) / 1e6), "no more than there is"
    free = MODEL.model_copy(update={"price_cached": 0.0})
    assert cost_usd(call(cached=1000), free) == pytest.approx(100 * 10 / 1e6)


def test_what_the_provider_wrote_to_its_cache_costs_its_own_price() -> None:
    """METRICS 12: uncached * p_in + cached * p_cached + written * p_written + out * p_out, halved in a batch."""
    priced = MODEL.model_copy(update={"price_cached": 0.5, "price_written": 2.5})
    whole = (300 * 2 + 400 * 0.5 + 300 * 2.5 + 100 * 10) / 1e6
    assert cost_usd(call(cached=400, written=300), priced) == pytest.approx(whole)
    assert cost_usd(call(cached=400, written=300, batch="b"), priced) == pytest.approx(whole / 2)


def test_tokens_in_a_cache_at_no_known_price_make_the_cost_unknown_and_count_at_most_in_a_limit() -> None:
    assert cost_usd(call(cached=400), MODEL) is None
    assert cost_usd(call(written=300), MODEL.model_copy(update={"price_cached": 0.5})) is None
    assert most_usd(call(cached=400), MODEL) == cost_usd(call(), MODEL)
    assert most_usd(call(written=300), MODEL) == pytest.approx((700 * 2 + 300 * 4 + 100 * 10) / 1e6)
    priced = MODEL.model_copy(update={"price_cached": 0.5, "price_written": 2.5})
    assert most_usd(call(cached=400, written=300), priced) == cost_usd(call(cached=400, written=300), priced)
    assert most_usd(call(), MODEL.model_copy(update={"price_input": None})) is None


def test_without_a_price_or_tokens_there_is_no_cost() -> None:
    assert cost_usd(call(), MODEL.model_copy(update={"price_output": None})) is None
    assert cost_usd(call(prompt=None), MODEL) is None
    assert cost_usd(call(reply=None), MODEL) is None
