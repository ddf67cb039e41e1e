"""What a model's name stands for, and what a wrong one is answered with."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from bench.config import (
    Rates,
    first_judge,
    load_registry,
    own_file,
    require_callable,
    require_key,
    resolve,
    shutdown_notice,
)
from bench.errors import ConfigError, UsageError


@pytest.fixture(autouse=True)
def _no_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    for entry in load_registry().endpoints.values():
        for variable in filter(None, (entry.key_env, entry.base_url_env, "BENCH_REGISTRY")):
            monkeypatch.delenv(variable, raising=False)


@pytest.mark.parametrize("alias", sorted(load_registry().models))
def test_every_alias_resolves_and_sends_only_what_is_accepted(alias: str) -> None:
    entry = load_registry().models[alias]
    model, endpoint = resolve(alias)
    assert model.spec == entry.spec == f"{endpoint.name}:{model.name}"
    assert set(model.params) - {entry.token_limit_field} <= model.accepts


def test_the_promised_aliases_are_there() -> None:
    assert {"qwen3-235b", "gpt-5", "claude-sonnet-4", "gemini-2.5-pro"} <= set(load_registry().models)


def test_a_full_name_of_a_listed_model_gets_its_settings() -> None:
    assert resolve("openai:gpt-5")[0] == resolve("gpt-5")[0]


def test_a_name_may_hold_colons() -> None:
    model, endpoint = resolve("ollama:qwen3:8b")
    assert (model.name, endpoint.name) == ("qwen3:8b", "ollama")
    assert model.params["temperature"] == 0
    assert model.params["top_p"] == 1


def test_a_name_may_carry_its_address() -> None:
    _, endpoint = resolve("openai-compatible:judge@http://localhost:9/v1")
    assert endpoint.base_url == "http://localhost:9/v1"


@pytest.mark.parametrize("name", ["gpt5", "gtp-5", "claude-sonet-4"])
def test_a_near_miss_is_suggested(name: str) -> None:
    with pytest.raises(UsageError, match=r"Unknown model .* Did you mean .*(gpt-5|claude-sonnet-4)"):
        resolve(name)


@pytest.mark.parametrize("name", ["", ":", "openai:", "nobody:x", "baseline:clever"])
def test_an_unknown_model_is_refused_with_what_there_is(name: str) -> None:
    with pytest.raises(UsageError, match=r"Unknown (model|baseline)"):
        resolve(name)


@pytest.mark.parametrize(
    "url", ["http://me:secret@h:1/v1", "http://me@h/v1", "https://h/v1?key=secret", "http://h/v1#x"]
)
def test_a_base_url_holds_no_secret_because_it_is_logged(url: str) -> None:
    with pytest.raises(UsageError, match="environment") as refused:
        resolve("openai-compatible:x", base_url=url)
    assert "secret" not in str(refused.value)


@pytest.mark.parametrize("url", ["localhost:8000", "ftp://x/v1", "http://", "http://[::1", "http://x:99999"])
def test_a_base_url_must_be_one(url: str) -> None:
    with pytest.raises(UsageError, match="is not a base URL"):
        resolve("openai-compatible:x", base_url=url)


def test_openai_compatible_needs_an_address() -> None:
    with pytest.raises(UsageError, match="--base-url"):
        resolve("openai-compatible:x")


def test_a_missing_key_is_named_and_a_local_server_needs_none() -> None:
    with pytest.raises(UsageError, match="OPENAI_API_KEY is not set"):
        require_key(resolve("gpt-5")[1])
    require_key(resolve("qwen3-235b")[1])
    require_key(resolve("gpt-5", base_url="http://localhost:1/v1")[1])


def test_a_key_is_read_from_the_environment_and_never_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-very-secret")
    _, endpoint = resolve("gpt-5")
    assert endpoint.api_key is not None
    assert endpoint.api_key.get_secret_value() == "sk-very-secret"
    assert "very-secret" not in repr(endpoint)


def test_overrides_replace_and_remove() -> None:
    model, _ = resolve("ollama:x", overrides={"temperature": 0.7, "top_p": None, "seed": 3})
    assert model.params == {"temperature": 0.7, "max_tokens": 16384, "seed": 3}


def test_a_member_of_a_parameter_is_set_by_a_dotted_name() -> None:
    model, _ = resolve("claude-opus-5.5", overrides={"output_config.effort": "max"})
    assert model.params["output_config"] == {"effort": "max"}
    level = {"thinking_level": "low"}
    model, _ = resolve("gemini-4-argon", overrides={"extra_body.google.thinking_config": level})
    assert model.params["extra_body"] == {"google": {"thinking_config": level}}
    model, _ = resolve("claude-opus-5.5", overrides={"output_config.effort": None})
    assert "output_config" not in model.params


# ---- models that the registry does not list ----


@pytest.mark.parametrize(
    ("name", "limit"),
    [
        ("openai:gpt-9", "max_completion_tokens"), ("gemini:another", "max_completion_tokens"),
        ("openrouter:a/b", "max_completion_tokens"), ("anthropic:claude-9", "max_tokens"),
        ("mistral:another", "max_tokens"), ("openai-compatible:x@https://api.example.com/v1", "max_completion_tokens"),
    ],
)  # fmt: skip
def test_a_providers_unlisted_model_is_sent_a_limit_with_room_to_think_and_nothing_else(name: str, limit: str) -> None:
    model, _ = resolve(name)
    assert model.params == {limit: 16384}
    assert "seed" not in model.accepts


@pytest.mark.parametrize(
    "name",
    [
        "ollama:x", "vllm:x", "llamacpp:x", "openai-compatible:x@http://localhost:1/v1",
        "openai-compatible:x@http://10.0.0.7/v1", "openai-compatible:x@http://gpu-node:8000/v1",
    ],
)  # fmt: skip
def test_a_server_of_ones_own_is_asked_with_the_papers_sampling(name: str) -> None:
    model, _ = resolve(name)
    assert model.params == {"temperature": 0, "top_p": 1, "max_tokens": 16384}
    assert "seed" in model.accepts


def test_an_address_of_ones_own_does_not_make_a_providers_model_ones_own() -> None:
    assert resolve("openai:gpt-9", base_url="http://localhost:4000/v1")[0].params == {"max_completion_tokens": 16384}


# ---- keys ----


def test_a_providers_key_is_not_sent_to_another_host(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-very-secret")
    for name in ("openai:x", "gpt-6-luna"):
        _, endpoint = resolve(name, base_url="http://proxy.example:4000/v1")
        assert endpoint.api_key is None
        assert endpoint.notice == (
            "OPENAI_API_KEY is the key of api.openai.com and is not sent to proxy.example; a key for proxy.example "
            "goes into OPENAI_COMPATIBLE_API_KEY."
        )
    monkeypatch.setenv("OPENAI_COMPATIBLE_API_KEY", "sk-of-the-proxy")
    _, endpoint = resolve("openai:x", base_url="http://proxy.example:4000/v1")
    assert endpoint.api_key is not None
    assert endpoint.api_key.get_secret_value() == "sk-of-the-proxy"
    assert endpoint.notice == ""


@pytest.mark.parametrize(
    ("name", "url"),
    [
        ("openai:x", "https://api.openai.com/v2"), ("openai:x", "https://eu.api.openai.com/v1"),
        ("gemini:x", "https://generativelanguage.googleapis.com/v1/openai"),
    ],
)  # fmt: skip
def test_a_key_goes_to_every_address_of_its_host(name: str, url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-a")
    monkeypatch.setenv("GEMINI_API_KEY", "sk-b")
    assert resolve(name, base_url=url)[1].api_key is not None


@pytest.mark.parametrize("url", ["https://api.openai.com.evil.example/v1", "https://xapi.openai.com/v1"])
def test_a_host_that_only_looks_like_it_gets_no_key(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-a")
    assert resolve("openai:x", base_url=url)[1].api_key is None


def test_the_sdks_own_variable_for_the_address_is_honoured_and_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", "http://gateway.example/v1/")
    monkeypatch.setenv("OPENAI_API_KEY", "sk-of-the-gateway")
    _, endpoint = resolve("gpt-6-luna")
    assert endpoint.base_url == "http://gateway.example/v1"
    assert endpoint.api_key is not None, "whoever sets both means them together"
    assert endpoint.given
    assert endpoint.notice == "OPENAI_BASE_URL is set: openai is asked at http://gateway.example/v1."
    assert resolve("gpt-6-luna", base_url="http://localhost:1/v1")[1].base_url == "http://localhost:1/v1"
    assert resolve("claude-opus-5.5")[1].base_url == ""
    monkeypatch.setenv("OPENAI_BASE_URL", "https://api.openai.com/v1")
    assert resolve("gpt-6-luna")[1] == replace(resolve("gpt-6-luna")[1], base_url="", given=False, notice="")


# ---- clouds ----


@pytest.mark.parametrize(
    ("name", "set_", "address"),
    [
        ("azure:mine", {"AZURE_OPENAI_RESOURCE": "firm"}, "https://firm.openai.azure.com/openai/v1"),
        ("bedrock:openai.gpt-oss-120b-1:0", {"AWS_REGION": "us-west-2"},
         "https://bedrock-runtime.us-west-2.amazonaws.com/openai/v1"),
        ("vertex:google/gemini-3.8-flash", {"GOOGLE_CLOUD_PROJECT": "p", "GOOGLE_CLOUD_LOCATION": "europe-west1"},
         "https://europe-west1-aiplatform.googleapis.com/v1/projects/p/locations/europe-west1/endpoints/openapi"),
    ],
)  # fmt: skip
def test_a_clouds_address_is_made_from_the_environment(
    name: str, set_: dict[str, str], address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for variable in ("AZURE_OPENAI_RESOURCE", "AWS_REGION", "GOOGLE_CLOUD_PROJECT", "GOOGLE_CLOUD_LOCATION"):
        monkeypatch.delenv(variable, raising=False)
    with pytest.raises(UsageError, match=" and ".join(sorted(set_, key=address.find)) if len(set_) == 1 else "not set"):
        require_key(resolve(name)[1])
    for variable, value in set_.items():
        monkeypatch.setenv(variable, value)
    model, endpoint = resolve(name)
    assert endpoint.base_url == address
    assert model.params == {"max_completion_tokens": 16384}
    with pytest.raises(UsageError, match=f"{endpoint.key_env} is not set"):
        require_key(endpoint)


# ---- files of one's own ----

OWN = """
[endpoints.gateway]
wire = "openai"
base_url = "https://llm.example.com/v1"
key_env = "GATEWAY_API_KEY"

[models.house]
spec = "gateway:house-7b"
title = "House 7B"
family = "house"
weights = "open"
reasoning = false
accepts = ["temperature"]
price = { input = 1, output = 2, as_of = "2026-11-01", source = "https://llm.example.com" }
"""


def test_a_file_of_ones_own_adds_to_the_registry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "own.toml"
    path.write_text(OWN)
    monkeypatch.setenv("GATEWAY_API_KEY", "sk-of-the-gateway")
    registry = load_registry(path)
    assert {"house", "gpt-6-luna"} <= set(registry.models)
    model, endpoint = resolve("house", registry=registry)
    assert (model.params["temperature"], model.price_output) == (0, 2)
    assert (endpoint.base_url, endpoint.key_env) == ("https://llm.example.com/v1", "GATEWAY_API_KEY")
    assert endpoint.api_key is not None
    with pytest.raises(UsageError, match="Unknown model 'house'"):
        resolve("house")


def test_the_configuration_folder_and_a_variable_name_files_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert own_file() == tmp_path / "rag-generator-bench" / "models.toml"
    own_file().parent.mkdir()
    own_file().write_text(OWN)
    assert resolve("house")[0].title == "House 7B"
    other = tmp_path / "other.toml"
    other.write_text(OWN.replace("House 7B", "House 8B"))
    monkeypatch.setenv("BENCH_REGISTRY", str(other))
    assert resolve("house")[0].title == "House 8B", "the later file comes first"


def test_a_file_of_ones_own_cannot_send_a_providers_key_elsewhere(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(OWN.replace("GATEWAY_API_KEY", "OPENAI_API_KEY"))
    with pytest.raises(
        ConfigError, match=r"OPENAI_API_KEY is the key of api.openai.com and is not sent to llm.example"
    ):
        load_registry(path)


def test_a_registry_with_faults_names_them_all(tmp_path: Path) -> None:
    path = tmp_path / "models.toml"
    path.write_text('default_judge = "x"\n[endpoints.a]\nwire = "smoke"\nextra = 1\n[models]\n')
    with pytest.raises(ConfigError, match=r"endpoints.a.wire.*endpoints.a.extra"):
        load_registry(path)


def test_a_registry_names_only_what_is_there(tmp_path: Path) -> None:
    path = tmp_path / "models.toml"
    path.write_text('default_judges = ["nobody"]\n' + OWN.replace("gateway:house-7b", "nowhere:house-7b"))
    with pytest.raises(ConfigError, match=r"unknown model 'nobody'.*house.spec: unknown endpoint 'nowhere'"):
        load_registry(path)


# ---- shutdown ----


def day(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    for module in ("bench.config.lifecycle", "bench.config.resolving"):
        monkeypatch.setattr(f"{module}.today", lambda: date.fromisoformat(text))


def test_a_model_that_will_be_shut_down_is_told_until_the_day_and_refused_from_it_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    model, endpoint = resolve("gpt-5")
    day(monkeypatch, "2026-12-10")
    said = "GPT-5 (gpt-5) will be shut down by its maker on 2026-12-11. Use gpt-6.1-sol instead."
    assert shutdown_notice(model, endpoint) == said
    with pytest.raises(UsageError, match="OPENAI_API_KEY is not set"):
        require_callable(model, endpoint)
    day(monkeypatch, "2026-12-11")
    with pytest.raises(
        UsageError, match=r"was shut down by its maker on 2026-12-11. Use gpt-6.1-sol instead.*--base-url"
    ):
        require_callable(model, endpoint)


def test_a_server_of_ones_own_may_still_have_it(monkeypatch: pytest.MonkeyPatch) -> None:
    day(monkeypatch, "2027-06-01")
    model, endpoint = resolve("gpt-5", base_url="http://localhost:1/v1")
    assert shutdown_notice(model, endpoint) == ""
    require_callable(model, endpoint)


def test_a_model_without_a_day_has_nothing_to_tell() -> None:
    assert shutdown_notice(*resolve("gpt-6-luna")) == ""


def test_the_judge_is_the_first_that_has_a_key_and_lives(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert first_judge() is None
    monkeypatch.setenv("GEMINI_API_KEY", "x")
    assert first_judge() == "gemini-3.5-flash-lite"
    monkeypatch.setenv("OPENAI_API_KEY", "x")
    assert first_judge() == "gpt-6.1-terra-direct"
    own = tmp_path / "own.toml"
    own.write_text('default_judges = ["gpt-4.1", "gemini-3.5-flash-lite"]')
    day(monkeypatch, "2027-01-13")
    assert first_judge(load_registry(own)) == "gpt-4.1"
    day(monkeypatch, "2027-01-14")
    assert first_judge(load_registry(own)) == "gemini-3.5-flash-lite"


# ---- prices ----


def test_a_price_that_changes_on_a_known_day_is_the_one_of_the_day(monkeypatch: pytest.MonkeyPatch) -> None:
    day(monkeypatch, "2026-11-30")
    assert resolve("gemini-4-argon")[0].price_input == 2
    day(monkeypatch, "2026-12-01")
    model, _ = resolve("gemini-4-argon")
    assert (model.price_input, model.price_output, model.price_cached) == (4, 20, 0.2)


def test_a_price_of_ones_own_comes_first() -> None:
    model, _ = resolve("gpt-6-luna", rates=Rates(input=7, output=8))
    assert (model.price_input, model.price_output, model.price_cached) == (7, 8, None)


def test_a_providers_model_that_is_not_listed_is_priced_by_the_list_and_no_other_is() -> None:
    model, _ = resolve("openai:gpt-6-astra")
    assert model.price_input is not None
    assert model.price_output is not None
    assert model.price_output > model.price_input > 0
    for name in ("openai:no-such-model", "openai-compatible:gpt-6-astra@https://api.example.com/v1", "ollama:gpt-4o"):
        assert resolve(name)[0].price_input is None
    assert resolve("openai:gpt-6-astra", base_url="http://localhost:1/v1")[0].price_input is None
