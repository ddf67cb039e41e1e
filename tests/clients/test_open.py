"""Opening a client: what is refused, and what it costs to import."""

import subprocess
import sys

import pytest

from bench.clients import Reply, open_client
from bench.config import Endpoint
from bench.errors import ConfigError, UsageError
from tests.clients.asking import endpoint


def test_a_reply_has_either_a_text_or_a_failure() -> None:
    with pytest.raises(ValueError, match="either"):
        Reply()
    with pytest.raises(ValueError, match="either"):
        Reply(text="x", failure="empty")


def test_no_calls_in_flight_is_no_client() -> None:
    with pytest.raises(ConfigError, match="at least 1"):
        open_client(endpoint("openai", "http://localhost:1/v1"), concurrency=0)


def test_a_key_that_is_wanted_but_not_set_is_said_before_any_call() -> None:
    with pytest.raises(UsageError, match="OPENAI_API_KEY"):
        open_client(Endpoint("openai", "openai", key_env="OPENAI_API_KEY"), concurrency=1)


def test_an_endpoint_without_an_address_never_falls_back_to_a_vendor() -> None:
    with pytest.raises(ConfigError, match="--base-url"):
        open_client(Endpoint("mine", "openai", key_required=False), concurrency=1)


@pytest.mark.parametrize("module", ["bench.clients", "bench.clients.openai", "bench.clients.anthropic"])
def test_importing_loads_no_sdk(module: str) -> None:
    heavy = {"openai", "anthropic", "aiohttp", "httpx2", "pandas", "sudachipy"}
    code = f"import {module}, sys; print({heavy!r} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"
