"""`bench run`: a wrong request is one sentence and exit code 2; a run without one usable answer is no success."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.command import bench
from tests.runs import write_lines
from tests.server import Server, Step, fail


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["nobody"], "Unknown model 'nobody'"),
        (["--arms", "golden"], "Unknown arm 'golden': choose from gold, shuffled, retrieved, none."),
        (["--langs", "fr"], "Unknown language 'fr': choose from en, ja."),
        (["--limit", "0"], "--limit is 0; it must be at least 1."),
        (["--repeats", "0"], "--repeats is 0; it must be at least 1."),
        (["--data", "nowhere"], "There is no dataset 'nowhere'"),
        (["--data", "/dev/null"], "There is no dataset '/dev/null'"),
        (["--max-cost", "nan"], "--max-cost is nan; it must be a number above 0."),
        (["--max-cost", "-1"], "--max-cost is -1; it must be a number above 0."),
        (["ollama:x", "--max-cost", "1"], "no price is known for x"),
        (["ollama:x", "--param", "messages=[]"], "--param messages cannot be set"),
        (["ollama:x", "--param", "temperature"], "is not NAME=VALUE"),
        (["openai-compatible:x"], "--base-url"),
        (["ollama:x", "--param", "temperature=NaN"], "--param temperature: NaN is no finite number."),
        (["ollama:x", "--param", "max_tokens=-5"], "--param max_tokens=-5 cannot be"),
        (["openai:x", "--price", "cheap"], "--price is 'cheap'; write it as IN/OUT or IN/OUT/CACHED"),
        (["openai:x", "--registry", "/nowhere.toml"], "The model registry /nowhere.toml cannot be read"),
        (["azure:mine"], "AZURE_OPENAI_RESOURCE is not set: the address of the endpoint 'azure' holds it."),
        (["--param", "temperature=1"], "the built-in baselines take no parameters"),
        (["--canary-share", "0"], "--canary-share is 0; it must be above 0"),
        (["--workers", "2", "--limit", "0", "--arms", "golden"], "3 flags are wrong.\n  --workers goes with"),
    ],
)
def test_a_wrong_request_is_one_sentence(tmp_path: Path, arguments: list[str], sentence: str) -> None:
    done = bench("run", *arguments, cwd=tmp_path)
    assert done.returncode == 2
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""
    assert not (tmp_path / "results").exists()


def test_a_run_in_which_every_call_failed_is_a_failure_that_says_why(tmp_path: Path) -> None:
    with Server(answer=lambda _: fail(413, "<html>too large</html>")) as server:
        given = ["--base-url", server.url, "--limit", "1", "--langs", "en", "--arms", "shuffled", "--judge", "rule"]
        refused = bench("run", "openai-compatible:x", *given, cwd=tmp_path)
    assert refused.returncode == 1
    assert "Traceback" not in refused.stderr
    assert refused.stderr.strip()


def test_answers_that_are_all_empty_are_no_success(tmp_path: Path) -> None:
    from tests.server import Step

    with Server(answer=lambda _: Step(text="")) as server:
        given = ["--base-url", server.url, "--limit", "2", "--langs", "en", "--arms", "shuffled", "--judge", "rule"]
        done = bench("run", "openai-compatible:x", *given, cwd=tmp_path)
    assert done.returncode == 1
    assert "Not one answer could be scored: 2 excluded, most often failed, empty" in done.stderr


@pytest.mark.slow
def test_output_that_cannot_be_written_or_shown_is_no_traceback(tmp_path: Path) -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "bench", "models"], stdout=full, stderr=subprocess.PIPE, text=True, cwd=tmp_path
        )
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert "cannot be written" in done.stderr
    narrow = subprocess.run(
        [sys.executable, "-m", "bench", "models"], capture_output=True, cwd=tmp_path,
        env={"PYTHONIOENCODING": "cp932", "PATH": ""}, check=False,
    )  # fmt: skip
    assert narrow.returncode == 0
    assert b"Traceback" not in narrow.stderr


def test_a_quarter_of_the_items_are_canaries_where_no_share_is_named(tmp_path: Path) -> None:
    shares = []
    for flags in ((), ("--canaries",), ("--canaries", "--canary-share", "0.5")):
        done = bench("run", "--limit", "4", "--lang", "en", "--arms", "gold", "--json", *flags, cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        shares.append(json.loads(done.stdout)["config"]["canaries"])
    assert shares == [0, 0.25, 0.5]


def test_a_seed_that_is_taken_out_is_not_sent_and_makes_another_run(tmp_path: Path) -> None:
    with Server() as server:
        given = [
            "--base-url",
            server.url,
            "--limit",
            "2",
            "--langs",
            "en",
            "--arms",
            "gold",
            "--judge",
            "rule",
            "--json",
        ]
        plain = bench("run", "openai-compatible:x", *given, cwd=tmp_path)
        with_seed = [seen.body for seen in server.seen]
        bare = bench("run", "openai-compatible:x", *given, "--param", "seed=", cwd=tmp_path)
        without = [seen.body for seen in server.seen][len(with_seed) :]
    assert (plain.returncode, bare.returncode) == (0, 0), bare.stderr
    assert len(with_seed) == len(without) == 2
    assert all(isinstance(body["seed"], int) for body in with_seed)
    assert all("seed" not in body for body in without)
    one, other = json.loads(plain.stdout), json.loads(bare.stdout)
    assert one["run"] != other["run"]
    assert other["config"]["model"]["params"]["seed"] is None
    verified = bench("verify", f"results/runs/{other['run']}", cwd=tmp_path)
    assert verified.returncode == 0, verified.stderr


def test_an_unknown_parameter_passes_with_a_notice_to_a_server_of_ones_own(tmp_path: Path) -> None:
    with Server(answer=lambda _: Step(text="The documents do not say.")) as server:
        given = ["--base-url", server.url, "--limit", "1", "--langs", "en", "--arms", "gold", "--judge", "rule", "-q"]
        done = bench("run", "openai-compatible:x", *given, "--param", "min_token=3", cwd=tmp_path)
        (seen,) = server.seen
    assert done.returncode == 0, done.stderr
    assert seen.body["min_token"] == 3
    assert "bench: --param min_token: this is no parameter" in done.stderr


def test_a_dataset_of_one_language_runs_without_saying_which(tmp_path: Path) -> None:
    row = {"id": "1", "question": "高さは何メートルですか。", "answer": "4 m", "contexts": ["塔の高さは4 mです。"]}
    write_lines(tmp_path / "survey" / "mine.jsonl", [row])
    done = bench("run", "--data", "survey", "--json", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert (found["config"]["langs"], found["dataset"]["name"]) == (["ja"], "survey")
    assert "has items in ja only, so nothing else is asked." in done.stderr
    both = bench("run", "--data", "survey", "--langs", "ja,en", cwd=tmp_path)
    assert both.returncode == 2
    assert "has no 'en' items" in both.stderr


def test_a_sample_of_the_gold_arm_keeps_abstention(tmp_path: Path) -> None:
    given = ["baseline:oracle", "--limit", "5", "--lang", "en", "--arms", "gold", "--json"]
    done = bench("run", *given, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    (result,) = json.loads(done.stdout)["results"]
    assert result["trials"] == 5
    assert all(rate["n"] > 0 for rate in result["categories"].values()), result["categories"]


@pytest.mark.parametrize("flags", [(), ("--quiet",), ("--json",)])
def test_where_stderr_is_no_terminal_there_are_whole_lines_and_no_control_codes(
    tmp_path: Path, flags: tuple[str, ...]
) -> None:
    done = bench("run", "--limit", "3", "--lang", "en", "--arms", "gold", *flags, cwd=tmp_path)
    assert done.returncode == 0
    assert "\x1b" not in done.stdout + done.stderr
    assert "\r" not in done.stderr
    lines = done.stderr.splitlines()
    if flags:
        assert lines == []
    else:
        first, last = lines
        assert first.startswith("bench: baseline extractive: 3 answers, log in results/runs/")
        assert last.startswith("bench: Done after 0:0")
        assert last.endswith("3 answers, 3 votes.")
    if flags == ("--json",):
        assert json.loads(done.stdout)["missing"] == 0
    else:
        assert "English: categories" not in done.stdout
        assert "English, gold: " in done.stdout
        assert len(done.stdout.splitlines()) <= 25


def test_a_dry_run_in_json_says_what_is_logged_and_calls_nothing(tmp_path: Path) -> None:
    given = ("run", "--limit", "3", "--lang", "en", "--arms", "gold", "--dry-run", "--json")
    before = bench(*given, cwd=tmp_path)
    assert before.returncode == 0, before.stderr
    assert not (tmp_path / "results").exists()
    assert bench(*given[:-2], cwd=tmp_path).returncode == 0
    after = bench(*given, cwd=tmp_path)
    found = [json.loads(done.stdout) for done in (before, after)]
    assert [(plan["model"]["calls"], plan["model"]["logged"]) for plan in found] == [(3, 0), (0, 3)]
    assert found[0]["places"] == [
        {"lang": "en", "arm": "gold", "logged": 0, "calls": 3, "prompt_tokens": found[0]["model"]["prompt_tokens"]}
    ]
    assert set(found[0]["assumed"]) == {"answer", "verdict", "thinking"}
    assert found[0]["cost_usd"] == 0


def test_a_dry_run_says_what_its_price_includes(tmp_path: Path) -> None:
    done = bench("run", "gpt-4.1", "--limit", "2", "--judge", "gpt-5", "--dry-run", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    text = " ".join(done.stdout.split())
    assert re.search(r"Model: 16 calls, about [\d,]+ prompt and 2,400 completion tokens, about \d+\.\d\d USD\.", text)
    assert "Judge GPT-5: 16 calls" in text
    assert "150 tokens for an answer, 100 for a verdict, 2,000 more where a reasoning model thinks first" in text
    assert text.endswith("Nothing was called.")
