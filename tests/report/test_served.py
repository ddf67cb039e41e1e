"""Where answers came from, read from the addresses of a log."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bench.campaign import execute, prepare
from bench.log import write_whole
from bench.options import RunOptions
from bench.records import Call, ModelRef
from bench.records.engine import EngineLog, EngineSession
from bench.report.checking import check
from bench.report.submission import at_provider, make_submission, served, without_foreign_prices
from tests.campaign.watching import Watcher
from tests.runs import write_dataset
from tests.server import Server

NO_ENGINES = EngineLog()


def model(spec: str, **changes: Any) -> ModelRef:
    return ModelRef(spec=spec, title="M", **{"weights": "open", "price_input": 1.0, "price_output": 2.0, **changes})


def calls(spec: str, *addresses: str) -> list[Call]:
    return [Call(key=str(n), model=spec, endpoint=address) for n, address in enumerate(addresses)]


def engine(address: str, *, started: bool) -> EngineLog:
    session = EngineSession(engine="vllm", version="1", started=started, address=address, model="m", at="now")
    return EngineLog(sessions=(session,))


@pytest.mark.parametrize(
    ("spec", "address", "place"),
    [
        ("openai:gpt-5", "", "provider"),
        ("openai:gpt-5", "http://localhost:8000/v1", "own"),
        ("openai:gpt-5", "https://gateway.example/v1", "own"),
        ("anthropic:claude-sonnet-4", "", "provider"),
        ("gemini:gemini-2.5-flash", "https://generativelanguage.googleapis.com/v1beta/openai", "provider"),
        ("gemini:gemini-2.5-flash", "https://elsewhere.example/v1", "own"),
        ("openrouter:qwen/qwen3", "https://openrouter.ai/api/v1", "provider"),
        ("openrouter:qwen/qwen3", "https://openrouter.ai.evil.example/api/v1", "own"),
        ("vllm:Qwen/Qwen3-8B", "http://localhost:8000/v1", "own"),
        ("vllm:Qwen/Qwen3-8B", "", "started"),
        ("ollama:qwen3:8b", "http://localhost:11434/v1", "own"),
        ("llamacpp:m", "http://localhost:8080/v1", "own"),
        ("openai-compatible:m", "https://api.example/v1", "own"),
        ("nobody:m", "", "own"),
    ],
)
def test_the_place_follows_from_the_address(spec: str, address: str, place: str) -> None:
    assert served(model(spec), calls(spec, address), NO_ENGINES) == place


def test_a_server_counts_as_started_only_where_the_suite_says_so() -> None:
    spec, address = "vllm:m", "http://127.0.0.1:45678/v1"
    assert served(model(spec), calls(spec, address), engine(address, started=True)) == "started"
    assert served(model(spec), calls(spec, address), engine(address, started=False)) == "own"
    assert served(model(spec), calls(spec, "http://127.0.0.1:1/v1"), engine(address, started=True)) == "own"


def test_answers_from_two_sorts_of_places_are_nobodys_to_vouch_for() -> None:
    spec = "openai:gpt-5"
    assert served(model(spec), calls(spec, "", "http://localhost:8000/v1"), NO_ENGINES) == "own"
    assert served(model(spec), [], NO_ENGINES) == "own"


def test_a_baseline_is_built_in() -> None:
    assert served(model("baseline:oracle", weights="none"), calls("baseline:oracle", ""), NO_ENGINES) == "built-in"


def test_a_price_is_kept_only_where_every_call_went_to_the_provider() -> None:
    home, away = model("openai:a"), model("openai:b")
    made = [*calls("openai:a", "", ""), *calls("openai:b", "", "http://localhost:1/v1")]
    kept, dropped = without_foreign_prices((home, away), made)
    assert kept == home
    assert (dropped.price_input, dropped.price_output) == (None, None)
    assert dropped.title == away.title


def test_a_server_at_home_is_no_provider_though_the_registry_has_its_address() -> None:
    assert not at_provider(model("ollama:m"), "http://localhost:11434/v1")


def test_a_real_run_against_a_server_of_ones_own_has_no_cost_and_a_sound_submission(tmp_path: Path) -> None:
    data = write_dataset(tmp_path / "set")
    with Server() as server:
        ready = prepare(
            RunOptions(
                model="gpt-4.1",
                base_url=server.url,
                data=str(data),
                langs=("en",),
                arms=("shuffled",),
                judge=("rule",),
                runs=tmp_path / "runs",
            )
        )
        execute(ready, Watcher())
    submission = make_submission(ready.folder)
    assert submission.config.model.price_input is not None
    assert submission.served == "own"
    assert submission.usage.prompt_tokens
    assert submission.usage.cost_usd is None
    assert server.url not in submission.model_dump_json()
    write_whole(tmp_path / "s.json", submission)
    assert check(tmp_path / "s.json") == []
