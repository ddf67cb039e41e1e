"""Parameters that a user sets: wrong values are refused before a call, unknown names pass only where they can."""

from __future__ import annotations

from typing import Any

import pytest

from bench.config import check_overrides, resolve
from bench.errors import UsageError


def check(model: str, base_url: str | None = None, **overrides: Any) -> tuple[str, ...]:
    return check_overrides(*resolve(model, base_url=base_url), overrides)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("temperature", 2.5), ("temperature", "hot"), ("temperature", True), ("temperature", float("nan")),
        ("temperature", float("inf")), ("top_p", -0.1), ("max_tokens", 0), ("max_tokens", 10.0), ("seed", "x"),
        ("seed", 1.5), ("seed", True), ("stop", 3), ("reasoning_effort", 3), ("repetition_penalty", 0), ("top_k", 1.5),
        ("chat_template_kwargs", "x"),
    ],
)  # fmt: skip
def test_a_value_that_a_parameter_cannot_have_is_refused(name: str, value: object) -> None:
    with pytest.raises(UsageError, match=f"--param {name}=.*: {name} is a"):
        check("ollama:x", **{name: value})


@pytest.mark.parametrize(
    ("name", "value"),
    [("temperature", 0), ("temperature", 0.7), ("top_p", 1), ("max_tokens", 1), ("seed", -3), ("stop", ["a", "b"])],
)
def test_a_good_value_passes_without_a_word(name: str, value: object) -> None:
    assert check("ollama:x", **{name: value}) == ()


def test_every_fault_is_said_at_once() -> None:
    with pytest.raises(UsageError) as raised:
        check("gpt-4.1", temperature=9, messages=[], max_tokens=-1)
    text = str(raised.value)
    for part in ("--param messages cannot be set", "temperature is a number from 0 to 2", "max_tokens"):
        assert part in text


@pytest.mark.parametrize("model", ["ollama:x", "vllm:x", "openai:x", "anthropic:x", "gpt-5"])
def test_an_unknown_name_is_passed_on_with_a_notice(model: str) -> None:
    (notice,) = check(model, min_tokens=3)
    assert "--param min_tokens: this is no parameter that the endpoint" in notice
    assert notice.endswith("It is passed on as it is.")


def test_a_near_miss_is_suggested() -> None:
    (notice,) = check("ollama:x", temperatur=1)
    assert "Did you mean temperature?" in notice


def test_what_the_registry_says_a_listed_model_does_not_take_is_said() -> None:
    (notice,) = check("gpt-5", temperature=0.5)
    assert "by the registry, gpt-5 does not take it" in notice
    assert check("gpt-4.1", temperature=0.5, stop=["x"]) == ()
    (notice,) = check("claude-sonnet-4", seed=3)
    assert "claude-sonnet-4 does not take it" in notice


@pytest.mark.parametrize(
    ("model", "given", "taken"),
    [
        ("gpt-6.1-sol", {"reasoning_effort": "none"}, "low, medium, high, xhigh, max"),
        ("claude-opus-5.5", {"output_config.effort": "minimal"}, "low, medium, high, xhigh, max"),
        ("claude-opus-5.5", {"output_config": {"effort": "off"}}, "low, medium, high, xhigh, max"),
    ],
)
def test_an_effort_that_the_model_is_not_known_to_have_is_said(model: str, given: dict[str, Any], taken: str) -> None:
    (notice,) = check(model, **given)
    assert notice.endswith(f"by the registry, {model} takes {taken}.")


@pytest.mark.parametrize(
    ("model", "given"),
    [
        ("gpt-6.1-sol", {"reasoning_effort": "max"}),
        ("claude-opus-5.5", {"output_config.effort": "low"}),
        ("claude-opus-5.5", {"thinking": {"type": "adaptive"}}),
        ("gemini-4-argon", {"extra_body.google.thinking_config": {"thinking_level": "low"}, "reasoning_effort": None}),
        ("openai:x", {"reasoning_effort": "xhigh"}),
    ],
)
def test_todays_ways_to_say_how_much_to_think_pass_without_a_word(model: str, given: dict[str, Any]) -> None:
    assert check(model, **given) == ()


def test_the_schema_of_a_reply_is_the_suites_own() -> None:
    with pytest.raises(UsageError, match=r"output_config.format cannot be set: the suite decides it"):
        check("claude-opus-5.5", **{"output_config.format": {}})


def test_baselines_take_no_parameters() -> None:
    assert check("baseline:echo") == ()
    with pytest.raises(UsageError, match="the built-in baselines take no parameters"):
        check("baseline:echo", temperature=0)


def test_a_parameter_that_is_taken_out_is_not_accepted_either() -> None:
    model, _ = resolve("ollama:x", overrides={"seed": None, "temperature": None})
    assert "seed" not in model.accepts
    assert "temperature" not in model.params
    assert check("ollama:x", seed=None, temperature=None) == ()
