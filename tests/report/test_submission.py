"""Making submissions: what is in one, what never is, and which runs get none."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bench.campaign import execute, prepare
from bench.dataset import load
from bench.errors import LogError, UsageError
from bench.log import write_whole
from bench.options import RunOptions
from bench.records import Answer, Call, ModelRef, Vote
from bench.records.engine import EngineLog, EngineSession
from bench.records.submission import PRIVATE_DATA, Submission
from bench.report.boards import SubmittedRun
from bench.report.checking import check
from bench.report.submission import at_provider, file_name, make_submission, served, without_foreign_prices
from bench.run_digests import config_digest
from bench.run_folder import read_manifest
from bench.scoring import score
from tests.campaign.watching import Watcher
from tests.report.desk import NOW, mixed_run
from tests.runs import JUDGE, MODEL, RULE, all_right, write_dataset, write_lines, write_run
from tests.server import Server


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return write_dataset(tmp_path / "set", ("en", "ja"), mains=5)


@pytest.fixture
def run(tmp_path: Path, data: Path) -> Path:
    return mixed_run(tmp_path / "run", data)


def asked_at(run: Path, address: str, *, votes: bool = False) -> None:
    """Give every answer, or every vote, of a run another address."""
    path = run / ("votes.jsonl" if votes else "answers.jsonl")
    shape = Vote if votes else Answer
    calls = [shape.model_validate_json(line) for line in path.read_text("utf-8").splitlines()]
    write_lines(path, [call.model_copy(update={"endpoint": address}).model_dump(mode="json") for call in calls])


def test_a_submission_of_a_real_run_is_sound(run: Path, tmp_path: Path) -> None:
    write_whole(tmp_path / "s.json", make_submission(run, "Example Lab"))
    assert check(tmp_path / "s.json", now=NOW) == []


def test_every_figure_of_the_summary_follows_from_it(run: Path) -> None:
    submission, summary = make_submission(run, "Example Lab"), score(run)
    assert SubmittedRun.of("", submission).results == summary.results
    assert submission.trials == sum(result.trials for result in summary.results)
    assert submission.excluded == {"failed/generate/truncated": 6, "invalid/judge/undecided": 2}
    assert (submission.submitter, submission.date) == ("Example Lab", "2026-01-02T03:04:05Z")
    assert (submission.votes.cast, submission.votes.invalid) == (summary.judge.votes, summary.judge.invalid)
    assert submission.usage == summary.usage
    assert submission.leaderboard


def test_what_each_arm_took_adds_up_to_the_whole(run: Path) -> None:
    submission = make_submission(run)
    arms = submission.arm_usage
    assert [(a.lang, a.arm) for a in arms] == submission.parts
    assert sum(a.usage.calls for a in arms) == submission.usage.calls
    for name in ("prompt_tokens", "completion_tokens"):
        assert sum(getattr(a.usage, name) for a in arms) == getattr(submission.usage, name)
    assert sum(a.usage.cost_usd or 0 for a in arms) == pytest.approx(submission.usage.cost_usd)
    assert sum(a.judge_usage.calls for a in arms) == submission.judge_usage.calls
    assert sum(a.judge_usage.cost_usd or 0 for a in arms) == pytest.approx(submission.judge_usage.cost_usd)
    gold = arms[0].usage
    assert (gold.calls, gold.latency_s.median, gold.latency_s.p90) == (
        SubmittedRun.of("", submission).results[0].trials,
        0.5,
        0.5,
    )
    # 100 prompt tokens at 1 USD and 10 completion tokens at 4 USD a million; the failed call reported its own too.
    assert gold.cost_usd == pytest.approx(gold.calls * 140 / 1e6)


def test_it_holds_no_text_of_the_dataset_or_of_an_answer_and_no_path(data: Path, run: Path) -> None:
    text = make_submission(run).model_dump_json()
    for item in load(str(data), ("en",)).langs["en"].items:
        assert item.question not in text
    assert "tide gauge" not in text
    assert "answer c" not in text
    assert str(data) not in text
    assert json.loads(text)["config"]["data"] == PRIVATE_DATA


def test_the_digest_is_that_of_the_configuration_as_it_stands_in_the_file(run: Path) -> None:
    submission = make_submission(run)
    document = json.loads(submission.model_dump_json(indent=2))
    assert document["digest"] == config_digest(document["config"])
    assert submission.digest != read_manifest(run).digest  # which is of the path


@pytest.mark.slow
def test_with_a_public_source_the_digest_is_the_manifests_own(tmp_path: Path) -> None:
    run = write_run(tmp_path / "run", Path("gib"), limit=5)
    submission = make_submission(run)
    assert submission.config.data == "gib"
    assert submission.digest == read_manifest(run).digest


def test_a_changed_manifest_gives_no_submission(run: Path) -> None:
    manifest = json.loads((run / "manifest.json").read_text("utf-8"))
    manifest["config"]["model"]["title"] = "A better name"
    (run / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    with pytest.raises(LogError, match="was changed after the run was started"):
        make_submission(run)


def test_answers_of_an_own_server_have_no_cost_and_its_address_is_not_told(run: Path) -> None:
    asked_at(run, "http://10.1.2.3:8000/v1")
    submission = make_submission(run)
    assert submission.served == "own"
    assert submission.usage.cost_usd is None
    assert all(a.usage.cost_usd is None for a in submission.arm_usage)
    assert submission.usage.prompt_tokens is not None
    assert submission.judge_usage.cost_usd is not None
    assert "10.1.2.3" not in submission.model_dump_json()


def test_votes_of_an_own_server_have_no_cost_either(run: Path) -> None:
    asked_at(run, "http://10.1.2.3:8000/v1", votes=True)
    submission = make_submission(run)
    assert submission.served == "provider"
    assert submission.usage.cost_usd is not None
    assert submission.judge_usage.cost_usd is None
    assert all(a.judge_usage.cost_usd is None for a in submission.arm_usage)


def test_the_same_run_gives_the_same_file(run: Path) -> None:
    assert (
        make_submission(run, "Example Lab").model_dump_json() == make_submission(run, "Example Lab").model_dump_json()
    )


def test_an_incomplete_run_is_refused(tmp_path: Path, data: Path) -> None:
    run = write_run(tmp_path / "half", data, lambda item, *_: "." if item.id == "Q-1" else all_right(item, "gold", 0))
    with pytest.raises(LogError, match=r"not complete \(trials without an outcome: 1; "):
        make_submission(run)


def test_a_name_that_is_too_long_is_refused(run: Path) -> None:
    with pytest.raises(UsageError, match="has 201 characters; give at most 200"):
        make_submission(run, "x" * 201)


def test_a_rule_judged_run_is_written_but_not_for_the_leaderboard(tmp_path: Path, data: Path) -> None:
    submission = make_submission(write_run(tmp_path / "ruled", data, judges=(RULE,), official=True))
    assert not submission.leaderboard
    write_whole(tmp_path / "s.json", submission)
    assert check(tmp_path / "s.json", now=NOW) == []


def test_a_panel_is_there_whole(tmp_path: Path, data: Path) -> None:
    second = JUDGE.model_copy(update={"spec": "anthropic:judge-2"})
    submission = make_submission(write_run(tmp_path / "two", data, judges=(JUDGE, second), official=True))
    assert [judge.spec for judge in submission.config.judges] == ["openai:judge-1", "anthropic:judge-2"]
    assert submission.votes.cast == 2 * submission.trials


def test_models_that_differ_in_a_dot_or_a_suffix_have_files_of_their_own(tmp_path: Path, data: Path) -> None:
    names = ["qwen2.5", "qwen2.7", "gpt-4.1", "gpt-4.1-mini", "Org/Model", "Org-Model", "../up"]
    files = {}
    for number, name in enumerate(names):
        model = MODEL.model_copy(update={"spec": f"openai:{name}"})
        submission = make_submission(write_run(tmp_path / str(number), data, model=model))
        files[name] = file_name(submission)
        assert submission.config.model.spec == f"openai:{name}"
    assert len(set(files.values())) == len(names)
    assert not any("/" in file or file.startswith(".") for file in files.values())


def test_a_submission_is_never_written_with_a_number_that_is_not_json(run: Path) -> None:
    with pytest.raises(ValueError, match="finite"):
        Submission.model_validate({**make_submission(run).model_dump(), "usage": {"calls": float("nan")}})


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
