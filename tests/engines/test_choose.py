"""Which models a server of the suite's own would serve, and with what settings."""

from __future__ import annotations

import pytest

from bench.config import resolve
from bench.engines import check_engine_args, own_models
from bench.engines.arguments import command_line
from bench.errors import UsageError


def test_a_listed_model_brings_its_settings() -> None:
    model, _ = resolve("qwen3-235b")
    assert command_line(model.engine) == (
        "--tensor-parallel-size=8",
        "--max-model-len=32768",
        "--reasoning-parser=qwen3",
    )


def test_a_model_that_is_not_listed_leaves_everything_to_the_server() -> None:
    assert command_line(resolve("vllm:maker/model")[0].engine) == ()


def test_only_vllm_without_an_address_is_the_suites_own_and_each_model_once() -> None:
    asked = [
        resolve("vllm:a/b"),
        resolve("vllm:a/b"),
        resolve("vllm:c/d@http://box:1/v1"),
        resolve("vllm:e/f", base_url="http://box:2/v1"),
        resolve("ollama:g"),
        resolve("vllm:/folder/of/a/model"),
    ]
    assert [model.name for model, _ in own_models(asked)] == ["a/b", "/folder/of/a/model"]


@pytest.mark.parametrize("name", ["gpt-5", "ollama:m", "baseline:oracle", "vllm:a/b@http://box:1/v1"])
def test_engine_arguments_need_a_server_to_go_to(name: str) -> None:
    with pytest.raises(UsageError, match="for a vLLM server that the suite starts"):
        check_engine_args(["dtype=float32"], [resolve(name)])
    check_engine_args([], [resolve(name)])


def test_engine_arguments_are_read_before_anything_starts() -> None:
    check_engine_args(["dtype=float32"], [resolve("gpt-5"), resolve("vllm:a/b")])
    with pytest.raises(UsageError, match="--port"):
        check_engine_args(["port=1"], [resolve("vllm:a/b")])
