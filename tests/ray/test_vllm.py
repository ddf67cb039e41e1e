"""Batch answers on a cluster's GPUs: what is built, what is sent, what a row becomes. No engine runs here."""

from __future__ import annotations

import importlib.util
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bench.campaign import PreparedRun, execute, prepare
from bench.clients import Reply
from bench.config import resolve
from bench.errors import EngineError, UsageError
from bench.executors import ray_vllm
from bench.executors.ray_vllm import (
    engine_kwargs,
    engines_that_fit,
    kept,
    processor_config,
    reply_of,
    require_build,
    rows_of,
    sampling_of,
)
from bench.log import read
from bench.options import RunOptions
from bench.plan import PreparedTrial
from bench.records import Answer, Usage, Vote
from bench.scoring import score
from tests.campaign.watching import Watcher

QWEN = resolve("qwen3-235b")[0]
has_ray = pytest.mark.skipif(importlib.util.find_spec("ray") is None, reason="Ray is not installed: make test-ray")


def row(**changes: object) -> dict[str, Any]:
    """A row as Ray Data's processor hands it out."""
    return {
        "number": 0,
        "generated_text": "The gauge was serviced on day 3.",
        "num_input_tokens": 120,
        "num_generated_tokens": 9,
        "time_taken_llm": 0.25,
        "__inference_error__": "",
        **changes,
    }


def test_the_engine_is_built_with_the_settings_of_a_server() -> None:
    kwargs = engine_kwargs(QWEN, ["max_model_len=32k", "enforce-eager", "no-enable-prefix-caching", "dtype=bfloat16"])
    assert kwargs["max_model_len"] == 32000
    assert kwargs["enforce_eager"] is True
    assert kwargs["enable_prefix_caching"] is False
    assert kwargs["dtype"] == "bfloat16"
    assert "reasoning_parser" not in kwargs


def test_a_server_address_is_no_engine_argument() -> None:
    with pytest.raises(UsageError):
        engine_kwargs(QWEN, ["port=8000"])


def test_sampling_parameters_are_those_of_the_request() -> None:
    assert sampling_of(QWEN.params) == {"temperature": 0.6, "top_p": 0.95, "max_tokens": 16384}
    assert sampling_of({"max_completion_tokens": 7, "seed": 0, "stop": None}) == {"max_tokens": 7, "seed": 0}


def test_what_only_a_server_understands_is_refused_by_name() -> None:
    with pytest.raises(UsageError, match="extra_body, reasoning_effort"):
        sampling_of({"temperature": 0, "reasoning_effort": "high", "extra_body": {}})


@has_ray
def test_the_processor_gets_the_model_its_template_and_its_engines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_TOKEN", "hf_never_in_a_log")
    config = processor_config(QWEN, {"tensor_parallel_size": 4}, engines=2)
    assert config.model_source == "Qwen/Qwen3-235B-A22B"
    assert config.engine_kwargs["tensor_parallel_size"] == 4
    assert config.concurrency == (1, 2)
    assert config.should_continue_on_error is True
    assert config.chat_template_stage == {"enabled": True, "chat_template_kwargs": {"enable_thinking": True}}
    assert "hf_never_in_a_log" not in repr(config)


@pytest.mark.parametrize(("gpus", "kwargs", "engines"), [(8, {"tensor_parallel_size": 4}, 2), (3, {}, 3)])
def test_as_many_engines_as_the_gpus_carry(gpus: int, kwargs: dict[str, Any], engines: int) -> None:
    assert engines_that_fit(gpus, kwargs) == engines


@pytest.mark.parametrize("gpus", [0, 7])
def test_too_few_gpus_are_one_sentence(gpus: int) -> None:
    with pytest.raises(UsageError, match=f"needs 8 GPUs and the cluster has {gpus}"):
        engines_that_fit(gpus, {"tensor_parallel_size": 4, "pipeline_parallel_size": 2})


@has_ray
def test_the_error_names_what_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    there = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "vllm" else there("json"))
    with pytest.raises(UsageError, match=r"needs vllm here .* pip install 'rag-generator-bench\[ray,vllm\]'"):
        require_build()


def test_a_row_becomes_an_answer() -> None:
    assert reply_of(row(), 4096) == Reply(
        text="The gauge was serviced on day 3.",
        raw="The gauge was serviced on day 3.",
        usage=Usage(prompt_tokens=120, completion_tokens=9),
        latency_s=0.25,
    )


def test_reasoning_is_taken_out_of_what_is_graded() -> None:
    reply = reply_of(row(generated_text="<think>pier 3?</think>\n３日です。"), 4096)
    assert (reply.text, reply.reasoning) == ("３日です。", "pier 3?")


@pytest.mark.parametrize(
    ("changes", "kind"),
    [
        ({"num_generated_tokens": 4096}, "truncated"),
        ({"generated_text": " \n"}, "empty"),
        (
            {"__inference_error__": "ValueError: The prompt (length 9000) is longer than the maximum model length"},
            "too_long",
        ),
        ({"__inference_error__": "RuntimeError: CUDA error: an illegal access"}, "server"),
    ],
)
def test_a_failure_is_a_record_and_never_a_text(changes: dict[str, Any], kind: str) -> None:
    reply = reply_of(row(**changes), 4096)
    assert (reply.text, reply.failure) == (None, kind)
    assert reply.message


def test_what_is_carried_over_is_what_a_reply_is_made_of() -> None:
    assert reply_of(kept(row(prompt="…", metrics={})), 4096).text == "The gauge was serviced on day 3."


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> PreparedRun:
    """A run whose engine is a table: everything around it is real, but neither Ray nor a GPU is touched."""
    monkeypatch.setattr(ray_vllm, "require_ray", lambda: None)
    monkeypatch.setattr(ray_vllm, "require_build", lambda: None)
    wanted = RunOptions(
        model="vllm:ORG/tiny", judge=("rule",), langs=("en",), arms=("shuffled",), limit=6, runs=tmp_path
    )
    return prepare(wanted)


class _Cluster:
    """Stands for a connected cluster with one GPU."""

    def __enter__(self) -> _Cluster:
        return self

    def __exit__(self, *_: object) -> None:
        return None

    def cluster_resources(self) -> dict[str, float]:
        return {"GPU": 1.0}


def engine(monkeypatch: pytest.MonkeyPatch, *, dies_after: int | None = None) -> list[int]:
    """Put a table in the engine's place; the numbers of prompts that it was given each time."""
    given: list[int] = []

    def replies(_: object, config: object, due: list[PreparedTrial]) -> Any:
        del config
        given.append(len(due))
        for sent in reversed(rows_of(due)):
            if dies_after is not None and len(due) - sent["number"] > dies_after:
                raise EngineError("The engine failed on the cluster.")
            question = sent["messages"][-1]["content"]
            yield sent["number"], reply_of(row(generated_text=f"about {len(question)}"), 4096)

    monkeypatch.setattr(ray_vllm, "connected", lambda _: _Cluster())
    monkeypatch.setattr(ray_vllm, "processor_config", lambda *_: None)
    monkeypatch.setattr(ray_vllm, "_replies", replies)
    return given


def test_the_answers_are_logged_under_the_keys_of_a_served_run_and_judged(
    run: PreparedRun, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = engine(monkeypatch)
    judged = ray_vllm.answer_offline(run, Watcher())
    assert judged.trials == run.trials
    execute(judged, Watcher())
    logged = read(run.folder / "answers.jsonl", Answer).records
    assert {(a.item, a.arm) for a in logged.values()} == {(t.item.id, t.arm) for t in run.trials}
    for answer in logged.values():
        assert answer.text == f"about {len(answer.messages[-1].content)}", "each reply is put to its own prompt"
        assert answer.model == "vllm:ORG/tiny"
    assert len(read(run.folder / "votes.jsonl", Vote).records) == 6
    assert score(run.folder).model_dump(mode="json")
    assert given == [6]


def test_a_second_time_nothing_is_asked(run: PreparedRun, monkeypatch: pytest.MonkeyPatch) -> None:
    given = engine(monkeypatch)
    ray_vllm.answer_offline(run, Watcher())
    assert ray_vllm.answer_offline(run, Watcher()).trials == run.trials
    assert given == [6]


def test_an_engine_that_fails_leaves_what_came_back_and_the_rest_is_asked_next_time(
    run: PreparedRun, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine(monkeypatch, dies_after=4)
    with pytest.raises(EngineError):
        ray_vllm.answer_offline(run, Watcher())
    assert len(read(run.folder / "answers.jsonl", Answer).records) == 4
    given = engine(monkeypatch)
    ray_vllm.answer_offline(run, Watcher())
    assert given == [2]


def test_a_model_behind_an_address_is_refused(run: PreparedRun) -> None:
    with pytest.raises(UsageError, match="leave --base-url out"):
        ray_vllm.answer_offline(replace(run, endpoint=replace(run.endpoint, name="openai")), Watcher())
