"""bench/models.toml: what every entry of the shipped registry promises, read without importing bench."""

from __future__ import annotations

import datetime
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

REGISTRY = Path(__file__).resolve().parents[1] / "bench" / "models.toml"
TABLES: dict[str, Any] = tomllib.loads(REGISTRY.read_text(encoding="utf-8"))
ENDPOINTS: dict[str, dict[str, Any]] = TABLES["endpoints"]
MODELS: dict[str, dict[str, Any]] = TABLES["models"]

MODEL_KEYS = {
    "spec": str,
    "title": str,
    "family": str,
    "weights": str,
    "reasoning": bool,
    "accepts": list,
    "params": dict,
    "token_limit_field": str,
    "max_output_tokens": int,
    "context_tokens": int,
    "read": str,
    "source": str,
    "in_lit_table_1": bool,
}
PARAMETERS = {
    "temperature",
    "top_p",
    "seed",
    "reasoning_effort",
    "thinking",
    "output_config",
    "extra_body",
    "json_schema",
    "chat_template_kwargs",
}
# What a wire format has a place for. A parameter of the other vendor fails every call.
WIRE_PARAMETERS = {
    "openai": PARAMETERS - {"output_config"},  # DeepSeek has `thinking` on OpenAI's wire too
    "anthropic": {"temperature", "top_p", "thinking", "output_config"},
}
ASKED_FOR = {"qwen3-235b", "gpt-5", "gpt-4.1", "claude-sonnet-4", "gemini-2.5-pro"}
LOCAL = {"vllm", "ollama", "llamacpp"}
CLOUDS = {"azure", "bedrock", "vertex"}
LARGEST = {"mistral-small-4": "high", "plamo-3.0-prime": "medium", "qwen3.8-max": "xhigh"}
"""Models whose makers have no effort "high", or nothing above it; everyone else is asked with "high"."""
WARM = {"qwen3-235b", "qwen3.8-27b", "swallow-32b"}
"""Their cards warn against greedy decoding while they think."""

every_model = pytest.mark.parametrize("alias", sorted(MODELS))
every_endpoint = pytest.mark.parametrize("name", sorted(ENDPOINTS))


def wire_of(entry: dict[str, Any]) -> str:
    wire: str = ENDPOINTS[entry["spec"].partition(":")[0]]["wire"]
    return wire


def test_the_file_holds_a_judge_endpoints_and_models_and_nothing_else() -> None:
    assert set(TABLES) == {"default_judges", "endpoints", "models"}


def test_the_models_named_by_name_are_there() -> None:
    assert set(MODELS) >= ASKED_FOR


def shutdown_of(entry: dict[str, Any]) -> datetime.date:
    return datetime.date.fromisoformat(entry.get("shutdown", "9999-12-31"))


def test_the_default_judges_are_entries_that_live_of_several_makers() -> None:
    judges = [MODELS[name] for name in TABLES["default_judges"]]
    assert 2 <= len(judges) <= 4
    assert len({judge["family"] for judge in judges}) == len(judges), "one without a key leaves the others"
    assert not any("shutdown" in judge for judge in judges)
    assert not any(ENDPOINTS[judge["spec"].partition(":")[0]].get("key_required") is False for judge in judges)
    first = judges[0]
    assert "json_schema" in first["accepts"]
    assert not first["reasoning"], "a verdict a second, not a minute"


def test_enough_models_answer_in_2027_of_enough_makers() -> None:
    alive = [entry for entry in MODELS.values() if shutdown_of(entry) > datetime.date(2027, 1, 31)]
    makers = {entry["family"] for entry in alive}
    assert len(alive) >= 25
    assert makers >= {"openai", "anthropic", "google", "qwen", "meta", "mistral", "deepseek"}
    assert len(makers & {"preferrednetworks", "llmjp", "swallow"}) >= 2, "Japanese makers"
    open_weights = {entry["family"] for entry in alive if entry["spec"].startswith("vllm:")}
    assert open_weights >= {"openai", "google", "meta", "qwen", "mistral"}


@every_model
def test_a_model_that_is_shut_down_names_a_living_one_of_the_same_maker(alias: str) -> None:
    entry = MODELS[alias]
    assert ("shutdown" in entry) == ("successor" in entry)
    if "successor" in entry:
        successor = MODELS[entry["successor"]]
        assert shutdown_of(successor) > shutdown_of(entry)
        assert successor["family"] == entry["family"]


@every_model
def test_an_entry_says_when_its_sources_were_read(alias: str) -> None:
    assert datetime.date.fromisoformat(MODELS[alias]["read"]) >= datetime.date(2026, 11, 29)


@every_endpoint
def test_an_endpoint_has_the_known_keys(name: str) -> None:
    entry = ENDPOINTS[name]
    further = {"key_required", "base_url_env", "token_limit_field"}
    assert {"wire", "base_url", "key_env"} <= set(entry) <= {"wire", "base_url", "key_env", *further}
    assert entry["wire"] in {"openai", "anthropic", "baseline"}
    assert isinstance(entry.get("key_required", True), bool)
    # A cloud's own SDK has its own name for it; everyone else's ends alike.
    assert re.fullmatch(r"|[A-Z][A-Z0-9_]*_(API_KEY|TOKEN|BEDROCK)", entry["key_env"])
    assert entry["key_env"].endswith("_API_KEY") or not entry["key_env"] or name in CLOUDS


def test_no_two_endpoints_share_a_key() -> None:
    keys = [entry["key_env"] for entry in ENDPOINTS.values() if entry["key_env"]]
    assert len(keys) == len(set(keys))


@every_endpoint
def test_only_a_clouds_address_has_places_to_fill(name: str) -> None:
    places = re.findall(r"\{([^}]*)\}", ENDPOINTS[name]["base_url"])
    assert bool(places) == (name in CLOUDS)
    assert all(re.fullmatch(r"[A-Z][A-Z0-9_]*", place) for place in places)


@every_endpoint
def test_a_remote_address_is_encrypted_and_only_a_local_one_is_not(name: str) -> None:
    address = ENDPOINTS[name]["base_url"]
    if name in LOCAL:
        assert re.fullmatch(r"http://localhost:\d+/v1", address)
    else:
        assert address == "" or address.startswith("https://")


def test_only_makers_own_endpoints_the_users_and_the_baseline_leave_the_address_open() -> None:
    unset = {name for name, entry in ENDPOINTS.items() if entry["base_url"] == ""}
    assert unset == {"openai", "anthropic", "openai-compatible", "baseline"}


@every_model
def test_an_alias_can_be_typed(alias: str) -> None:
    assert re.fullmatch(r"[a-z0-9][a-z0-9.-]*", alias)
    assert alias not in ENDPOINTS, "an alias must not look like an endpoint"


@every_model
def test_an_entry_has_every_key_with_its_type_and_no_other(alias: str) -> None:
    entry = MODELS[alias]
    assert set(entry) - {"price", "engine", "efforts", "shutdown", "successor"} == set(MODEL_KEYS)
    # type() and not isinstance(): true is an int to Python, but not to a reader of this file.
    assert {key: type(entry[key]) for key in MODEL_KEYS} == MODEL_KEYS
    assert entry["weights"] in {"closed", "open"}
    assert entry["title"].strip()
    assert re.fullmatch(r"[a-z]+", entry["family"])


@every_model
def test_a_spec_names_a_known_endpoint_and_a_model(alias: str) -> None:
    endpoint, _, name = MODELS[alias]["spec"].partition(":")
    assert endpoint in ENDPOINTS
    assert name
    assert name == name.strip()
    if endpoint == "vllm":
        assert re.fullmatch(r"[\w.-]+/[\w.-]+", name), "vllm wants the hub id"


@every_model
def test_only_what_vllm_serves_says_how_and_its_context_holds_prompt_and_reply(alias: str) -> None:
    entry = MODELS[alias]
    engine = entry.get("engine", {})
    assert set(engine) <= {"tensor_parallel_size", "max_model_len", "dtype", "reasoning_parser", "extra_args"}
    if not entry["spec"].startswith("vllm:"):
        assert not engine
    elif "max_model_len" in engine:
        # As for the context below: a prompt is under 16,000 tokens.
        assert entry["max_output_tokens"] + 16_000 <= engine["max_model_len"] <= entry["context_tokens"]
    if engine and entry["reasoning"]:
        assert engine["reasoning_parser"], "without one the thoughts stay inside the answer"


@every_model
def test_only_accepted_parameters_are_sent(alias: str) -> None:
    entry = MODELS[alias]
    assert len(set(entry["accepts"])) == len(entry["accepts"])
    assert set(entry["params"]) <= set(entry["accepts"]) <= WIRE_PARAMETERS[wire_of(entry)]


@every_model
def test_the_reply_fits_the_context_and_leaves_room_for_eight_chunks(alias: str) -> None:
    entry = MODELS[alias]
    assert entry["token_limit_field"] in {"max_completion_tokens", "max_tokens"}
    # A prompt of the published set is about 25 kB: well under 16,000 tokens in either language.
    assert 0 < entry["max_output_tokens"] <= entry["context_tokens"] - 16_000


@every_model
def test_sampling_is_settled_or_the_endpoint_refuses_it(alias: str) -> None:
    entry = MODELS[alias]
    if "temperature" not in entry["accepts"]:
        assert entry["reasoning"] or entry["params"].get("reasoning_effort") == "none", "reasoning models refuse it"
    elif alias in WARM:
        assert entry["params"]["temperature"] == 0.6
    else:
        assert entry["params"]["temperature"] == 0


def effort_of(entry: dict[str, Any]) -> str | None:
    params = entry["params"]
    effort: str | None = params.get("reasoning_effort") or params.get("output_config", {}).get("effort")
    return effort


@every_model
def test_a_model_that_can_be_told_to_think_is_told_by_its_reasoning_flag(alias: str) -> None:
    entry = MODELS[alias]
    if "reasoning_effort" in entry["accepts"] or "output_config" in entry["accepts"]:
        assert effort_of(entry) == (LARGEST.get(alias, "high") if entry["reasoning"] else "none")
    if "thinking" in entry["params"]:
        assert (entry["params"]["thinking"]["type"] == "enabled") == entry["reasoning"]
    if "chat_template_kwargs" in entry["accepts"]:
        assert entry["params"]["chat_template_kwargs"]["enable_thinking"] is entry["reasoning"]


@every_model
def test_an_effort_is_one_that_the_model_has(alias: str) -> None:
    entry = MODELS[alias]
    known = ["none", "minimal", "low", "medium", "high", "xhigh", "max"]
    efforts = entry.get("efforts", [])
    assert efforts == sorted(efforts, key=known.index), "smallest first"
    if efforts:
        assert effort_of(entry) in efforts


@pytest.mark.parametrize(
    "alias", sorted(a for a, entry in MODELS.items() if "budget_tokens" in entry["params"].get("thinking", {}))
)
def test_extended_thinking_leaves_room_for_an_answer_and_sends_no_temperature(alias: str) -> None:
    entry = MODELS[alias]
    budget = entry["params"]["thinking"]["budget_tokens"]
    # 1,024 is the API's smallest budget; above 128,000 / 6 tokens the SDK asks for streaming.
    assert 1024 <= budget < entry["max_output_tokens"] <= 128_000 // 6
    assert "temperature" not in entry["accepts"]


@every_model
def test_thinking_leaves_room_for_an_answer(alias: str) -> None:
    entry = MODELS[alias]
    if entry["reasoning"]:
        assert entry["max_output_tokens"] >= 16_000


@every_model
def test_a_price_has_both_rates_a_day_and_a_source(alias: str) -> None:
    entry = MODELS[alias]
    if entry["spec"].startswith("vllm:"):
        assert "price" not in entry, "own hardware has no list price"
        return
    if "price" not in entry:
        assert alias == "plamo-3.0-prime", "its price is in yen"
        return
    price = entry["price"]
    assert (
        {"input", "output", "as_of", "source"} <= set(price) <= {"input", "output", "cached", "as_of", "source", "next"}
    )
    for rates in (price, price.get("next", price)):
        assert 0 < rates["input"] < rates["output"] < 1000
        assert 0 < rates.get("cached", rates["input"]) <= rates["input"]
    assert datetime.date.fromisoformat(price["as_of"]) >= datetime.date(2025, 1, 1)
    if "next" in price:
        assert datetime.date.fromisoformat(price["next"]["starts"]) > datetime.date.fromisoformat(price["as_of"])
    assert price["source"].startswith("https://")


@every_model
def test_the_parameters_have_a_source(alias: str) -> None:
    assert MODELS[alias]["source"].startswith("https://")


def test_two_entries_for_one_model_differ_in_thinking_and_agree_on_the_rest() -> None:
    by_spec: dict[str, list[dict[str, Any]]] = {}
    for entry in MODELS.values():
        by_spec.setdefault(entry["spec"], []).append(entry)
    for spec, entries in by_spec.items():
        assert len({entry["reasoning"] for entry in entries}) == len(entries), spec
        for key in ("family", "weights", "context_tokens"):
            assert len({entry[key] for entry in entries}) == 1, (spec, key)
        assert len({str(entry.get("price")) for entry in entries}) == 1, spec


def test_the_published_rows_are_those_that_a_source_names() -> None:
    published = {alias: entry["reasoning"] for alias, entry in MODELS.items() if entry["in_lit_table_1"]}
    assert published == {
        "gpt-5": True,
        "o3": True,
        "o4-mini": True,
        "gemini-2.5-flash": False,
        "claude-sonnet-4": False,
        "qwen3-235b-instruct": False,
        "qwen3-235b-thinking": True,
        "llama-3.1-8b": False,
    }
