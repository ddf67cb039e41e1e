"""Models and endpoints from the command line: what is listed, what is said of them, and whose key goes where."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.command import bench
from tests.server import Seen, Server, Step

SMALL = ("--limit", "2", "--langs", "en", "--arms", "gold", "--judge", "rule")
CLOUD_VARIABLES = ("AZURE_OPENAI_RESOURCE", "AWS_REGION", "GOOGLE_CLOUD_PROJECT", "GOOGLE_CLOUD_LOCATION")


def environment(**further: str) -> Mapping[str, str]:
    """That of the tests without anybody's keys, and with these."""
    plain = {n: v for n, v in os.environ.items() if not n.endswith("_API_KEY") and n not in CLOUD_VARIABLES}
    return {**plain, "COLUMNS": "200", **further}


def planned(*arguments: str | Path, cwd: Path, **variables: str) -> dict[str, Any]:
    done = bench("run", *arguments, *SMALL, "--dry-run", "--json", cwd=cwd, env=environment(**variables))
    assert done.returncode == 0, done.stderr
    plan: dict[str, Any] = json.loads(done.stdout)
    return plan


def test_the_list_says_what_is_shut_down_and_what_to_use_instead(tmp_path: Path) -> None:
    rows = {row["alias"]: row for row in json.loads(bench("models", "--json", cwd=tmp_path).stdout)}
    assert (rows["gpt-5"]["shutdown"], rows["gpt-5"]["successor"]) == ("2026-12-11", "gpt-6.1-sol")
    assert rows["gpt-6.1-sol"]["shutdown"] is None
    table = bench("models", cwd=tmp_path, env=environment()).stdout
    assert "2026-12-11" in table
    assert "→ gpt-6.1-sol" in table


OWN = """
[endpoints.gateway]
wire = "openai"
base_url = "{url}"
key_env = "GATEWAY_API_KEY"

[models.house]
spec = "gateway:house-7b"
title = "House 7B"
family = "house"
weights = "open"
reasoning = false
accepts = ["temperature"]
"""


def test_a_model_of_ones_own_is_listed_and_run_with_its_own_key(tmp_path: Path) -> None:
    with Server() as server:
        own = tmp_path / "own.toml"
        own.write_text(OWN.format(url=server.url))
        keys = environment(GATEWAY_API_KEY="of-the-gateway", OPENAI_API_KEY="of-openai")
        listed = bench("models", "--registry", own, "--json", cwd=tmp_path, env=keys)
        assert "house" in [row["alias"] for row in json.loads(listed.stdout)]
        done = bench("run", "house", "--registry", own, *SMALL, "--json", cwd=tmp_path, env=keys)
        assert done.returncode == 0, done.stderr
        assert {seen.headers["Authorization"] for seen in server.seen} == {"Bearer of-the-gateway"}
        assert {seen.body["temperature"] for seen in server.seen} == {0}


def test_a_price_of_ones_own_makes_a_cost(tmp_path: Path) -> None:
    usage = {"prompt_tokens": 1000, "completion_tokens": 100, "prompt_tokens_details": {"cached_tokens": 400}}
    with Server(answer=lambda seen: Step(text="It is 42 [1].", usage=usage)) as server:  # noqa: ARG005
        given = ["--base-url", server.url, "--price", "2/10/0.5", "--max-cost", "1"]
        done = bench("run", "openai-compatible:x", *given, *SMALL, "--json", cwd=tmp_path, env=environment())
    assert done.returncode == 0, done.stderr
    summary = json.loads(done.stdout)
    each = (600 * 2 + 400 * 0.5 + 100 * 10) / 1e6
    assert summary["usage"]["cost_usd"] == pytest.approx(2 * each)
    assert summary["config"]["model"]["price_cached"] == 0.5


@pytest.mark.parametrize(
    ("model", "variables", "spec"),
    [
        ("azure:mine", {"AZURE_OPENAI_RESOURCE": "firm"}, "azure:mine"),
        ("bedrock:openai.gpt-oss-120b-1:0", {"AWS_REGION": "us-west-2"}, "bedrock:openai.gpt-oss-120b-1:0"),
        (
            "vertex:google/gemini-3.8-flash",
            {"GOOGLE_CLOUD_PROJECT": "p", "GOOGLE_CLOUD_LOCATION": "us-central1"},
            "vertex:google/gemini-3.8-flash",
        ),
    ],
)
def test_a_cloud_is_planned_without_a_key_and_called_with_none_but_its_own(
    model: str, variables: dict[str, str], spec: str, tmp_path: Path
) -> None:
    plan = planned(model, cwd=tmp_path, **variables)
    assert (plan["model"]["spec"], plan["model"]["calls"]) == (spec, 2)
    done = bench("run", model, *SMALL, cwd=tmp_path, env=environment(**variables, OPENAI_API_KEY="x"))
    assert done.returncode == 2
    assert f"the endpoint {model.partition(':')[0]!r} needs it" in done.stderr


def test_the_sdks_variable_for_the_address_is_honoured_and_said(tmp_path: Path) -> None:
    with Server() as server:
        variables = environment(OPENAI_BASE_URL=server.url, OPENAI_API_KEY="of-the-gateway")
        done = bench("run", "openai:gpt-9", *SMALL, "-q", cwd=tmp_path, env=variables)
        assert done.returncode == 0, done.stderr
        assert server.requests == 2
        assert {seen.headers["Authorization"] for seen in server.seen} == {"Bearer of-the-gateway"}
        assert f"OPENAI_BASE_URL is set: openai is asked at {server.url}." in done.stderr


def test_a_providers_key_stays_with_the_provider(tmp_path: Path) -> None:
    with Server() as server:
        given = ("run", "openai:gpt-9", "--base-url", server.url, *SMALL, "-q")
        done = bench(*given, cwd=tmp_path, env=environment(OPENAI_API_KEY="sk-of-openai-alone"))
        assert done.returncode == 0, done.stderr
        assert not any("sk-of-openai-alone" in str(seen.headers) for seen in server.seen)
    assert "OPENAI_API_KEY is the key of api.openai.com and is not sent to 127.0.0.1" in done.stderr


def test_a_run_of_a_model_that_will_be_shut_down_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from datetime import date

    monkeypatch.setattr("bench.config.lifecycle.today", lambda: date(2026, 12, 1))
    plan = planned("gpt-5", cwd=tmp_path)
    assert "GPT-5 (gpt-5) will be shut down by its maker on 2026-12-11. Use gpt-6.1-sol instead." in plan["notices"]
    monkeypatch.setattr("bench.config.lifecycle.today", lambda: date(2026, 12, 12))
    done = bench("run", "gpt-5", *SMALL, cwd=tmp_path, env=environment(OPENAI_API_KEY="x"))
    assert done.returncode == 2
    assert "was shut down by its maker on 2026-12-11. Use gpt-6.1-sol instead." in done.stderr
    judged = bench("run", "ollama:x", *SMALL[:-1], "gpt-5", cwd=tmp_path, env=environment(OPENAI_API_KEY="x"))
    assert "was shut down by its maker" in judged.stderr


def test_another_model_that_answers_and_prompts_that_it_cut_are_told_and_not_ranked(tmp_path: Path) -> None:
    numbers = iter(range(100))

    def answer(seen: Seen) -> Step:
        del seen
        body = {
            "model": f"another-{next(numbers) % 2}",
            "choices": [{"message": {"role": "assistant", "content": "It is 42 [1]."}, "finish_reason": "stop"}],
            "usage": {"prompt_tokens": 40, "completion_tokens": 5},
        }
        return Step(body=body)

    with Server(answer=answer) as server:
        given = ["--base-url", server.url, "--limit", "8", *SMALL[2:]]
        done = bench("run", "openai-compatible:x", *given, cwd=tmp_path, env=environment())
        assert done.returncode == 0, done.stderr
        told = " ".join(done.stdout.split())
        again = bench("run", "openai-compatible:x", *given, "--json", cwd=tmp_path, env=environment())
        summary = json.loads(again.stdout)
    assert "openai-compatible:x was answered by another-0, another-1: not the model that was asked for." in told
    assert "openai-compatible:x was answered by several models: another-0, another-1." in told
    assert "The server of openai-compatible:x did not read 8 prompts whole" in told
    (one,) = summary["answered_by"]
    assert (one["models"], one["cut"]) == ({"another-0": 4, "another-1": 4}, 8)
    assert "the server did not read every prompt whole" in summary["judge"]["note"]
