"""Logs of other tools as runs: the same outcomes as an own run, or one sentence why not; never ranked, never mixed."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from bench.campaign import execute, prepare
from bench.errors import BenchError, ConfigError, DataError, UsageError
from bench.interop.imported import import_run
from bench.interop.inspect_log import read_inspect
from bench.interop.lm_eval_log import read_lm_eval
from bench.log import read
from bench.options import RunOptions
from bench.records import Answer
from bench.report.submission import make_submission
from bench.run_folder import read_manifest
from bench.scoring import score
from bench.verify import verify_run
from tests.campaign.watching import Watcher
from tests.interop.conftest import PATIENT, fates, graceful, own_run
from tests.oracle import recompute_run
from tests.server import Server

pytest.importorskip("inspect_ai", reason="inspect_ai is not installed: make test-interop")

from tests.interop import harness, inspecting

KEPT = {"key", "model", "params", "prompt_hash", "messages", "text", "item", "lang", "kind", "arm", "repeat", "seed"}
KEPT |= {"chunks", "canary", "endpoint"}
OPTIONS: dict[str, Any] = {"limit": 8, "repeats": 2}


def bench(*arguments: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "bench", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def answers(folder: Path) -> dict[str, Answer]:
    return read(folder / "answers.jsonl", Answer).records


def test_an_inspect_log_is_the_run_that_bench_would_have_made(server: Server, tmp_path: Path) -> None:
    own = own_run(server, tmp_path / "runs", **OPTIONS).folder
    log = inspecting.evaluate(server, tmp_path / "logs", **OPTIONS)
    folder = tmp_path / "runs" / "from-inspect"
    done = bench("import", log.location, "--from", "inspect", "--out", folder)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(f"Imported {len(log.samples)} answers of openai-compatible:m into")
    assert fates(folder) == fates(own)
    theirs, ours = answers(folder), answers(own)
    assert theirs.keys() == ours.keys()
    for key, answer in theirs.items():
        assert answer.model_dump(include=KEPT) == ours[key].model_dump(include=KEPT)
        assert (answer.failure and answer.failure.kind) == ((f := ours[key].failure) and f.kind)
        if answer.failure is None:
            assert answer.usage.prompt_tokens == ours[key].usage.prompt_tokens is not None
    summary = score(folder)
    assert "another tool asked the questions" in summary.judge.note
    assert not summary.judge.leaderboard
    assert verify_run(folder).numbers > 500
    assert recompute_run(folder).numbers > 500
    imported = read_manifest(folder).config.imported
    assert imported is not None
    assert (imported.tool, imported.version.count(".")) == ("inspect", 2)


def test_a_json_log_is_read_too_and_a_model_may_judge_it(server: Server, tmp_path: Path) -> None:
    from inspect_ai.log import write_eval_log

    judge = f"openai-compatible:j@{server.url}"
    options = {"limit": 8, "arms": ("gold",), "langs": ("ja",), "judge": (judge,)}
    own = own_run(server, tmp_path / "runs", **options).folder
    log = inspecting.evaluate(server, tmp_path / "logs", limit=8, arm="gold", lang="ja")
    write_eval_log(log, str(tmp_path / "log.json"), format="json")
    folder = tmp_path / "imported"
    assert (
        bench("import", tmp_path / "log.json", "--from", "inspect", "--judge", judge, "--out", folder).returncode == 0
    )
    assert score(folder).missing > 0, "nobody has judged yet"
    assert bench("judge", folder, "--backfill", "--base-url", server.url).returncode == 0
    assert fates(folder) == fates(own)


def test_an_lm_eval_log_is_the_run_that_bench_would_have_made(server: Server, tmp_path: Path) -> None:
    server.answer = graceful()
    own = own_run(server, tmp_path / "runs", limit=12, params={"seed": 0}).folder
    paths = harness.evaluate(server, tmp_path / "out", limit=12)
    folder = tmp_path / "runs" / "from-lm-eval"
    done = bench("import", *paths, "--from", "lm-eval", "--out", folder)
    assert done.returncode == 0, done.stderr
    assert fates(folder) == fates(own)
    theirs, ours = answers(folder), answers(own)
    assert theirs.keys() == ours.keys()
    for key, answer in theirs.items():
        assert answer.model_dump(include=KEPT) == ours[key].model_dump(include=KEPT)
    assert score(folder).complete
    assert not make_submission(folder).leaderboard
    assert verify_run(folder).numbers > 500
    assert recompute_run(folder).numbers > 500

    (paths[0].parent / harness.results_name(paths)).unlink()
    with pytest.raises(DataError, match="do not say which model answered: keep it beside them"):
        read_lm_eval(paths)


def test_samples_that_are_not_the_suites_are_refused(tmp_path: Path) -> None:
    foreign = tmp_path / "samples_arc_2026-01-02T03-04-05.jsonl"
    foreign.write_text(json.dumps({"doc": {"question": "?"}, "arguments": {}, "resps": [["A"]]}) + "\n")
    with pytest.raises(DataError, match=r"samples_arc_.*:1 is not a sample of this suite's tasks"):
        read_lm_eval([foreign])


def test_an_imported_run_is_not_continued_and_its_answers_are_not_taken_over(server: Server, tmp_path: Path) -> None:
    options: dict[str, Any] = {"limit": 5, "arms": ("gold",), "langs": ("en",)}
    log = inspecting.evaluate(server, tmp_path / "logs", limit=5, arm="gold", lang="en")
    made = import_run(read_inspect(Path(log.location)), ("rule",), tmp_path / "runs" / "imported")
    asked = server.requests
    own_run(server, tmp_path / "runs", **options)
    assert server.requests - asked >= made.answers, "an own run asks everything itself"
    wanted = RunOptions(
        model="openai-compatible:m",
        base_url=server.url,
        judge=("rule",),
        out=made.folder,
        pacing=PATIENT,
        **options,
    )
    with pytest.raises(ConfigError, match="differs in imported"):
        execute(prepare(wanted), Watcher())
    with pytest.raises(UsageError, match="exists already"):
        import_run(read_inspect(Path(log.location)), ("rule",), made.folder)


def test_a_log_of_a_part_is_imported_as_a_part(server: Server, tmp_path: Path) -> None:
    log = inspecting.evaluate(server, tmp_path / "logs", limit=8, arm="gold", lang="en")
    log.samples = log.samples[:3]
    made = import_run(_written(log, tmp_path), ("rule",), tmp_path / "run")
    summary = score(made.folder)
    assert (made.answers, made.missing > 0, summary.complete) == (3, True, False)


def _written(log: Any, folder: Path) -> Any:
    from inspect_ai.log import write_eval_log

    write_eval_log(log, str(folder / "changed.json"), format="json")
    return read_inspect(folder / "changed.json")


def _another_prompt(log: Any) -> None:
    for event in log.samples[0].events:
        if event.event == "model":
            event.input[-1].content += " Think twice."


def _another_temperature(log: Any) -> None:
    for event in log.samples[0].events:
        if event.event == "model":
            event.config.temperature = 1.0


def _other_data(log: Any) -> None:
    log.eval.metadata["rag_generator_bench"]["config"]["dataset"]["sha256"] = "0" * 64


def _another_template(log: Any) -> None:
    log.eval.metadata["rag_generator_bench"]["config"]["prompts"]["answer.en"] = "0123456789abcdef"


def _a_stranger(log: Any) -> None:
    log.samples[0].id = "en/GIB-999/gold/0"


def _twice(log: Any) -> None:
    log.samples.append(log.samples[0].model_copy())


def _epochs(log: Any) -> None:
    log.samples[0].epoch = 2


def _foreign(log: Any) -> None:
    log.eval.metadata = {}


def _no_configuration(log: Any) -> None:
    del log.eval.metadata["rag_generator_bench"]["config"]["langs"]


CHANGES = [
    (_another_prompt, "the prompt that was sent is not the suite's"),
    (_another_temperature, "temperature was 1.0 and should be 0"),
    (_other_data, "dataset: the log was made on gib"),
    (_another_template, "prompts: answer.en has the fingerprint 0123456789abcdef there"),
    (_a_stranger, "en/GIB-999/gold/0: the configuration of the log has no such trial"),
    (_twice, "it stands in the log twice"),
    (_epochs, "has epochs"),
    (_foreign, "is a log of the task 'rag_generator_bench/rag_generator_bench' and not of this suite"),
    (_no_configuration, "holds no configuration of this version (langs: Field required)"),
]


def test_a_log_that_is_not_what_the_suite_asks_is_refused_and_leaves_nothing(server: Server, tmp_path: Path) -> None:
    logged = inspecting.evaluate(server, tmp_path / "logs", limit=4, arm="gold", lang="en")
    for change, says in CHANGES:
        log = logged.model_copy(deep=True)
        change(log)
        with pytest.raises(BenchError) as refused:
            import_run(_written(log, tmp_path), ("rule",), tmp_path / "run")
        assert says in str(refused.value), change.__name__
        assert not (tmp_path / "run").exists()


@pytest.mark.parametrize("content", [b"", b"{}", b"PK\x03\x04 no zip", "日本語".encode()])
@pytest.mark.parametrize("name", ["a.eval", "a.json"])
def test_a_file_that_is_no_log_is_one_sentence(tmp_path: Path, name: str, content: bytes) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(DataError, match="cannot be read as a log of inspect_ai") as refused:
        read_inspect(tmp_path / name)
    assert "\n" not in str(refused.value)
