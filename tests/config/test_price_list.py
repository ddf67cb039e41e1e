"""Prices of models that the registry does not list, as the installed price list has them."""

from __future__ import annotations

from datetime import date

from bench.config.price_list import listed_rates

OPENAI, GOOGLE, DEEPSEEK = (
    "https://api.openai.com",
    "https://generativelanguage.googleapis.com",
    "https://api.deepseek.com",
)


def test_a_model_of_a_provider_has_a_price_for_prompts_replies_and_cached_prompts() -> None:
    rates = listed_rates("gpt-4o", OPENAI, date(2026, 11, 30))
    assert rates is not None
    assert (rates.input, rates.output, rates.cached) == (2.5, 10, 1.25)


def test_what_the_list_does_not_have_has_no_price() -> None:
    assert listed_rates("no-such-model", OPENAI, date(2026, 11, 30)) is None
    assert listed_rates("gpt-4o", "https://api.example.com/v1", date(2026, 11, 30)) is None


def test_a_price_by_the_day_is_that_of_the_day() -> None:
    before = listed_rates("gemini-3.7-flash", GOOGLE, date(2026, 12, 31))
    after = listed_rates("gemini-3.7-flash", GOOGLE, date(2027, 1, 1))
    assert before is not None
    assert after is not None
    assert (before.input, after.input) == (0.75, 1.5)


def test_a_price_by_the_hour_is_the_highest_so_that_a_cost_is_an_upper_bound() -> None:
    rates = listed_rates("deepseek-flash", DEEPSEEK, date(2026, 11, 30))
    assert rates is not None
    assert (rates.input, rates.output) == (0.3, 1.2)


def test_a_price_by_the_size_of_a_prompt_is_the_smallest() -> None:
    rates = listed_rates("gpt-5.4", OPENAI, date(2026, 11, 30))
    assert rates is not None
    assert (rates.input, rates.output) == (2.5, 15)
