"""The command line of a server: settings, overrides, and what is refused."""

from __future__ import annotations

import pytest

from bench.engines.arguments import as_number, command_line, value_of
from bench.errors import UsageError
from bench.records.engine import EngineSettings

SETTINGS = EngineSettings(
    tensor_parallel_size=8,
    max_model_len=32768,
    dtype="bfloat16",
    reasoning_parser="qwen3",
    extra_args=("--enable-expert-parallel", "--hf-overrides", '{"a": 1}', "--swap-space=4"),
)


def test_settings_become_arguments_in_their_order() -> None:
    assert command_line(SETTINGS) == (
        "--tensor-parallel-size=8",
        "--max-model-len=32768",
        "--dtype=bfloat16",
        "--reasoning-parser=qwen3",
        "--enable-expert-parallel",
        "--hf-overrides",
        '{"a": 1}',
        "--swap-space=4",
    )


def test_no_settings_no_arguments() -> None:
    assert command_line(EngineSettings()) == ()


@pytest.mark.parametrize(
    ("given", "gone", "there"),
    [
        ("tensor_parallel_size=4", "--tensor-parallel-size=8", "--tensor-parallel-size=4"),
        ("--tensor-parallel-size=4", "--tensor-parallel-size=8", "--tensor-parallel-size=4"),
        ("hf-overrides={}", '{"a": 1}', "--hf-overrides={}"),
        ("no-enable-expert-parallel", "--enable-expert-parallel", "--no-enable-expert-parallel"),
        ("swap_space=0", "--swap-space=4", "--swap-space=0"),
    ],
)
def test_every_setting_can_be_overridden(given: str, gone: str, there: str) -> None:
    line = command_line(SETTINGS, [given])
    assert gone not in line
    assert there in line


def test_an_empty_value_leaves_an_argument_out() -> None:
    assert value_of(command_line(SETTINGS, ["reasoning_parser="]), "reasoning-parser") is None


def test_additions_come_last_and_a_switch_needs_no_value() -> None:
    assert command_line(SETTINGS, ["enforce-eager", "seed=-1"])[-2:] == ("--enforce-eager", "--seed=-1")


def test_the_last_of_two_overrides_counts() -> None:
    assert command_line(EngineSettings(), ["dtype=float16", "dtype=float32"]) == ("--dtype=float32",)


@pytest.mark.parametrize("given", ["", "=4", "4", "two words=1", "a;b"])
def test_what_is_no_argument_is_refused(given: str) -> None:
    with pytest.raises(UsageError, match="NAME=VALUE"):
        command_line(EngineSettings(), [given])


@pytest.mark.parametrize("given", ["port=1", "--host=0.0.0.0", "served_model_name=x", "model=y"])
def test_what_the_suite_sets_itself_is_refused(given: str) -> None:
    with pytest.raises(UsageError, match="--base-url"):
        command_line(EngineSettings(), [given])


@pytest.mark.parametrize(("given", "variable"), [("api-key=s3", "VLLM_API_KEY"), ("hf_token=s3", "HF_TOKEN")])
def test_a_credential_is_refused_and_not_repeated(given: str, variable: str) -> None:
    with pytest.raises(UsageError, match=variable) as refused:
        command_line(EngineSettings(), [given])
    assert "s3" not in str(refused.value)


def test_a_credential_in_the_registry_is_refused_too() -> None:
    with pytest.raises(UsageError, match="VLLM_API_KEY"):
        command_line(EngineSettings(extra_args=("--api-key", "s3")))


def test_values_are_found_in_either_form() -> None:
    line = ("--a=1", "--b", "2", "3", "--trust-remote-code", "--temp", "-1")
    assert [value_of(line, name) for name in ("a", "b", "trust-remote-code", "temp", "c")] == [
        "1",
        "2 3",
        "",
        "-1",
        None,
    ]


@pytest.mark.parametrize(
    ("text", "number"),
    [("32768", 32768), ("32k", 32000), ("32K", 32768), ("25.6k", 25600), ("auto", None), ("-1", None), ("", None)],
)
def test_numbers_are_read_as_the_server_reads_them(text: str, number: int | None) -> None:
    assert as_number(text) == number
