"""What a model's name stands for, and what a wrong one is answered with."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.config import load_registry, require_key, resolve
from bench.errors import ConfigError, UsageError


@pytest.fixture(autouse=True)
def _no_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    for entry in load_registry().endpoints.values():
        if entry.key_env:
            monkeypatch.delenv(entry.key_env, raising=False)


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
    assert model.params == {"temperature": 0.7, "max_tokens": 4096, "seed": 3}


def test_a_registry_with_faults_names_them_all(tmp_path: Path) -> None:
    path = tmp_path / "models.toml"
    path.write_text('default_judge = "x"\n[endpoints.a]\nwire = "smoke"\nextra = 1\n[models]\n')
    with pytest.raises(ConfigError, match=r"endpoints.a.wire.*endpoints.a.extra"):
        load_registry(path)


def test_an_unlisted_gemini_model_is_sent_no_seed() -> None:
    assert "seed" not in resolve("gemini:another")[0].accepts
    assert "seed" in resolve("ollama:another")[0].accepts
