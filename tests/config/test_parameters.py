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
        check("gpt-4.1", temperature=9, bogus=1, messages=[], max_tokens=-1)
    text = str(raised.value)
    for part in (
        "--param messages cannot be set",
        "temperature is a number from 0 to 2",
        "--param bogus",
        "max_tokens",
    ):
        assert part in text


def test_an_unknown_name_passes_with_a_notice_where_the_server_takes_more_than_the_protocol() -> None:
    (notice,) = check("ollama:x", temperatur=1)
    assert "no parameter that the endpoint ollama is known to take. Did you mean temperature?" in notice
    assert check("vllm:x", min_tokens=3)
    # An address of one's own is a server of one's own, whatever it is called.
    assert check("openai:x", "http://localhost:1/v1", min_tokens=3)


@pytest.mark.parametrize("model", ["openai:x", "anthropic:x", "gpt-5"])
def test_an_unknown_name_is_refused_where_it_would_fail_every_call(model: str) -> None:
    with pytest.raises(UsageError, match="--param min_tokens: this is no parameter"):
        check(model, min_tokens=3)


def test_a_listed_model_is_held_to_what_the_registry_says_it_takes() -> None:
    with pytest.raises(UsageError, match="by the registry, gpt-5 does not take it"):
        check("gpt-5", temperature=0.5)
    assert check("gpt-4.1", temperature=0.5, stop=["x"]) == ()
    with pytest.raises(UsageError, match="claude-sonnet-4 does not take it"):
        check("claude-sonnet-4", seed=3)


def test_baselines_take_no_parameters() -> None:
    assert check("baseline:echo") == ()
    with pytest.raises(UsageError, match="the built-in baselines take no parameters"):
        check("baseline:echo", temperature=0)


def test_a_parameter_that_is_taken_out_is_not_accepted_either() -> None:
    model, _ = resolve("ollama:x", overrides={"seed": None, "temperature": None})
    assert "seed" not in model.accepts
    assert "temperature" not in model.params
    assert check("ollama:x", seed=None, temperature=None) == ()
