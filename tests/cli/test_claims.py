"""`bench claims` from the command line."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from bench.cli import app
from bench.errors import ConfigError, LogError, UsageError
from tests.claims.judging import judge
from tests.claims.test_checking import with_chunks
from tests.claims.test_citations import citing
from tests.runs import write_dataset, write_run
from tests.server import Server


@pytest.fixture
def server() -> Iterator[Server]:
    with Server(answer=judge) as running:
        yield running


@pytest.fixture
def run(tmp_path: Path) -> Path:
    return with_chunks(write_run(tmp_path / "run", write_dataset(tmp_path / "data")))


def test_it_checks_scores_and_prints(server: Server, run: Path) -> None:
    done = CliRunner().invoke(app, ["claims", str(run), "--judge", f"openai-compatible:j@{server.url}"])
    assert done.exit_code == 0, done.output
    assert "Calls made: 30." in done.output
    assert "claims checked by openai-compatible:j" in done.output
    assert "citations" not in done.stdout
    assert json.loads((run / "summary.json").read_text("utf-8"))["faithfulness"][0]["answers"] == 10


def test_json_is_json_and_nothing_else(server: Server, run: Path) -> None:
    arguments = ["claims", str(run), "--judge", f"openai-compatible:j@{server.url}", "--json"]
    document = json.loads(CliRunner().invoke(app, arguments).stdout)
    assert document["calls"] == 30
    assert document["faithfulness"][0]["faithfulness"]["value"] == 0.5


def test_citations_are_checked_scored_and_printed_alone(server: Server, run: Path) -> None:
    citing(run)
    arguments = ["claims", str(run), "--citations", "--judge", f"openai-compatible:j@{server.url}"]
    done = CliRunner().invoke(app, arguments)
    assert done.exit_code == 0, done.output
    assert "Calls made: 4." in done.output
    assert "English: sentences that cite, checked by openai-compatible:j" in done.output
    assert "2/4" in done.output
    assert "claims checked" not in done.output
    document = json.loads(CliRunner().invoke(app, [*arguments, "--json"]).stdout)
    assert document["calls"] == 0
    assert document["citation_support"][0]["supported"]["k"] == 2


@pytest.mark.parametrize(
    ("flags", "expected"),
    [
        (["--citations"], ("4 sentences that cite of 2 questions", "cited by openai-compatible:j: 4 calls")),
        ([], ("10 answers of 4 questions", "verify by openai-compatible:j: 10 calls", "at most these")),
        (["--limit", "1"], ("answers of 1 questions",)),
    ],
)
def test_a_dry_run_says_what_would_be_called_and_calls_nothing(
    server: Server, run: Path, flags: list[str], expected: tuple[str, ...]
) -> None:
    arguments = ["claims", str(citing(run)), "--judge", f"openai-compatible:j@{server.url}", "--dry-run", *flags]
    done = CliRunner().invoke(app, arguments)
    assert done.exit_code == 0, done.output
    assert all(text in done.stdout for text in expected)
    assert done.stdout.endswith("Nothing was called.\n")
    plan = json.loads(CliRunner().invoke(app, [*arguments, "--json"]).stdout)
    assert {step["step"] for step in plan["steps"]} == ({"cited"} if flags == ["--citations"] else set(CLAIM_STEPS))
    assert server.requests == 0
    assert not (run / "claims.jsonl").exists()


CLAIM_STEPS = ("extract", "verify", "context")


def test_wrong_flags_are_named_at_once(run: Path) -> None:
    done = CliRunner().invoke(app, ["claims", str(run), "--limit", "0", "--concurrency", "0"])
    assert isinstance(done.exception, UsageError)
    assert "2 flags are wrong" in str(done.exception)
    assert "--limit is 0" in str(done.exception)


@pytest.mark.parametrize(
    ("arguments", "fault", "says"),
    [
        (["--judge", "rule"], ConfigError, "rule judge cannot read claims"),
        (["--judge", "nobody"], UsageError, "Unknown model"),
        (["--judge", "gpt-6.1-terra-direct", "--registry", "nowhere.toml"], ConfigError, "nowhere.toml cannot be read"),
        (["--judge", "rule", "--concurrency", "0"], UsageError, "--concurrency is 0"),
        (["--judge", "rule", "--timeout", "0"], UsageError, "--timeout is 0"),
    ],
)
def test_a_wrong_request_is_one_sentence(run: Path, arguments: list[str], fault: type[Exception], says: str) -> None:
    done = CliRunner().invoke(app, ["claims", str(run), *arguments])
    assert isinstance(done.exception, fault)
    assert says in str(done.exception)


def test_a_folder_that_is_no_run_is_refused(tmp_path: Path) -> None:
    done = CliRunner().invoke(app, ["claims", str(tmp_path), "--judge", "rule"])
    assert isinstance(done.exception, LogError)
