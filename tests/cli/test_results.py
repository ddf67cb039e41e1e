"""`bench score`, `bench submit` and `bench leaderboard`, as a user calls them."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tests.command import bench
from tests.report.desk import official_run, verifiable
from tests.runs import write_dataset, write_run
from tests.verify.sealed import change_line, forge_digests


@pytest.fixture
def run(tmp_path: Path) -> Path:
    return verifiable(write_run(tmp_path / "run", write_dataset(tmp_path / "set"), official=True))


def test_score_prints_tables_and_writes_the_summary(run: Path, tmp_path: Path) -> None:
    done = bench("score", run, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert "English: categories" in done.stdout
    assert "100.0 %" in done.stdout
    assert "\x1b" not in done.stdout
    assert (run / "summary.json").is_file()


def test_score_gives_json_or_markdown_alone(run: Path, tmp_path: Path) -> None:
    done = bench("score", run, "--json", cwd=tmp_path)
    assert done.stdout == (run / "summary.json").read_text("utf-8")
    page = bench("score", run, "--markdown", cwd=tmp_path).stdout
    assert page.startswith("# Model 1")
    both = bench("score", run, "--json", "--markdown", cwd=tmp_path)
    assert both.returncode == 2
    assert both.stderr.count("\n") == 1


def test_score_of_no_run_is_one_sentence(tmp_path: Path) -> None:
    done = bench("score", tmp_path, cwd=tmp_path)
    assert done.returncode == 1
    assert done.stderr.startswith("bench: ")
    assert "no run folder" in done.stderr
    assert "Traceback" not in done.stderr


def test_score_reports_damaged_lines_on_stderr(run: Path, tmp_path: Path) -> None:
    with (run / "votes.jsonl").open("a", encoding="utf-8") as file:
        file.write("nonsense\n")
    done = bench("score", run, "--json", cwd=tmp_path)
    assert done.returncode == 0
    assert "votes.jsonl:11" in done.stderr
    assert json.loads(done.stdout)["complete"]


@pytest.mark.slow
def test_from_a_run_to_a_rank(tmp_path: Path) -> None:
    run = verifiable(official_run(tmp_path / "run"))
    submitted = bench("submit", run, "--submitter", "Lab", cwd=tmp_path)
    assert (submitted.returncode, submitted.stderr) == (0, "")
    (file,) = (tmp_path / "results" / "submissions").glob("*.json")
    assert str(file.relative_to(tmp_path)) in submitted.stdout
    checked = bench("leaderboard", "check", file, cwd=tmp_path)
    assert (checked.returncode, checked.stdout) == (0, f"{file}: sound\n")
    built = bench("leaderboard", "build", cwd=tmp_path)
    assert (built.returncode, built.stderr) == (0, "")
    board = json.loads((tmp_path / "results" / "leaderboard.json").read_text("utf-8"))
    assert board["boards"][0]["ranked"][0]["rank"] == 1
    assert "| 1 | Model 1" in (tmp_path / "results" / "leaderboard.md").read_text("utf-8")
    assert ",ranked,1,1,1,Model 1," in (tmp_path / "results" / "leaderboard.csv").read_text("utf-8")


def test_data_that_the_suite_does_not_know_are_listed_and_not_ranked(run: Path, tmp_path: Path) -> None:
    submitted = bench("submit", run, cwd=tmp_path)
    assert submitted.returncode == 0
    assert "listed as not ranked: data with the digest " in submitted.stdout
    (file,) = (tmp_path / "results" / "submissions").iterdir()
    checked = bench("leaderboard", "check", file, cwd=tmp_path)
    assert checked.returncode == 0
    assert f"{file}: sound, but not ranked: data with the digest " in checked.stdout
    bench("leaderboard", "build", cwd=tmp_path)
    (board,) = json.loads((tmp_path / "results" / "leaderboard.json").read_text("utf-8"))["boards"]
    assert (board["ranked"], len(board["not_ranked"])) == ([], 1)
    assert board["not_ranked"][0]["note"].endswith("are not known to this copy of the suite")


def test_a_run_that_verify_refuses_gives_no_submission(run: Path, tmp_path: Path) -> None:
    change_line(run / "votes.jsonl", lambda vote: vote.update(reason="because"))
    forge_digests(run)
    refused, submitted = bench("verify", run, cwd=tmp_path), bench("submit", run, cwd=tmp_path)
    assert (refused.returncode, submitted.returncode) == (1, 1)
    assert submitted.stderr == refused.stderr
    assert 'has reason "because"' in submitted.stderr
    assert not (tmp_path / "results").exists()
    assert "verify" not in bench("submit", "--help", cwd=tmp_path).stdout.partition("Options")[2]


def test_add_puts_a_sound_file_into_the_folder_once(run: Path, tmp_path: Path) -> None:
    bench("submit", run, "--out", "mine.json", cwd=tmp_path)
    added = bench("leaderboard", "add", "mine.json", cwd=tmp_path)
    assert (added.returncode, added.stderr) == (0, "")
    (file,) = (tmp_path / "results" / "submissions").iterdir()
    assert added.stdout == f"mine.json: sound; added as {file.relative_to(tmp_path)}\n"
    again = bench("leaderboard", "add", "mine.json", cwd=tmp_path)
    assert again.returncode == 2
    assert again.stderr == f"bench: {file.relative_to(tmp_path)} is the same run already: nothing was added.\n"


def test_add_names_every_fault_of_a_bad_file(run: Path, tmp_path: Path) -> None:
    bench("submit", run, "--out", "mine.json", cwd=tmp_path)
    text = (tmp_path / "mine.json").read_text("utf-8").replace('"title": "Model 1"', '"title": "Model 1\\u001b[2J"')
    (tmp_path / "mine.json").write_text(text, encoding="utf-8")
    added = bench("leaderboard", "add", "mine.json", cwd=tmp_path)
    assert added.returncode == 2
    assert "mine.json is refused, and nothing was added:\n  digest: is not that of `config`" in added.stderr
    assert not (tmp_path / "results").exists()


def test_submit_says_that_a_rule_judged_run_is_not_ranked(tmp_path: Path) -> None:
    write_dataset(tmp_path / "set")
    bench(
        "run",
        "baseline:extractive",
        "--data",
        "set",
        "--judge",
        "rule",
        "--arms",
        "shuffled",
        "--out",
        "run",
        cwd=tmp_path,
    )
    done = bench("submit", "run", "--out", "mine.json", cwd=tmp_path)
    assert done.returncode == 0
    assert "listed as not ranked: rule results are not for the leaderboard" in done.stdout
    assert json.loads((tmp_path / "mine.json").read_text("utf-8"))["leaderboard"] is False


def test_submit_refuses_an_incomplete_run_and_writes_nothing(tmp_path: Path) -> None:
    run = write_run(tmp_path / "run", write_dataset(tmp_path / "set"), lambda *_: "-")
    done = bench("submit", run, cwd=tmp_path)
    assert done.returncode == 1
    assert "is not complete (trials without an outcome: 10;" in done.stderr
    assert not (tmp_path / "results").exists()


def test_a_refused_file_fails_check_and_build_with_its_reasons(run: Path, tmp_path: Path) -> None:
    bench("submit", run, "--out", "results/submissions/good.json", cwd=tmp_path)
    bad = tmp_path / "results" / "submissions" / "bad\x1b[31m.json"
    bad.write_text('{"model": "m", "accuracy": NaN, "ci": [0.1, Infinity]}', encoding="utf-8")
    checked = bench("leaderboard", "check", bad, cwd=tmp_path)
    assert checked.returncode == 1
    assert "accuracy: nan is not a number of JSON" in checked.stderr
    assert "ci[1]: inf is not a number of JSON" in checked.stderr
    assert "\x1b" not in checked.stderr
    built = bench("leaderboard", "build", cwd=tmp_path)
    assert built.returncode == 1
    assert "files refused: 1" in built.stdout
    assert "accuracy" in built.stderr
    assert len(json.loads((tmp_path / "results" / "leaderboard.json").read_text("utf-8"))["boards"]) == 1


@pytest.mark.daily(1)
@pytest.mark.parametrize("name", ["run/manifest.json", "run/summary.json", "run/answers.jsonl", "notes.txt"])
def test_submit_writes_over_nothing_but_a_submission(run: Path, tmp_path: Path, name: str) -> None:
    bench("score", run, cwd=tmp_path)
    (tmp_path / "notes.txt").write_text("mine", "utf-8")
    before = (tmp_path / name).read_bytes()
    done = bench("submit", run, "--out", name, cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr.startswith("bench: --out: ")
    assert (tmp_path / name).read_bytes() == before
    for _ in range(2):
        assert bench("submit", run, "--out", "mine.json", cwd=tmp_path).returncode == 0


def test_a_submitter_that_is_no_text_is_one_sentence(run: Path, tmp_path: Path) -> None:
    done = bench("submit", run, "--submitter", os.fsdecode(b"\xff\xfe"), cwd=tmp_path)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "bytes that are not UTF-8" in done.stderr


def test_a_board_is_not_built_among_the_submissions(run: Path, tmp_path: Path) -> None:
    bench("submit", run, "--out", "mine/s.json", cwd=tmp_path)
    done = bench("leaderboard", "build", "--dir", "mine", "--out", "./mine/", cwd=tmp_path)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert [path.name for path in (tmp_path / "mine").iterdir()] == ["s.json"]


def test_what_is_said_to_be_typed_next_can_be_pasted(tmp_path: Path) -> None:
    write_run(tmp_path / "my runs" / "日本 語", write_dataset(tmp_path / "set"))
    scored = bench("score", "my runs/日本 語", cwd=tmp_path)
    assert "As a page: bench report 'my runs/日本 語'\n" in scored.stdout
    exported = bench("export", "my runs/日本 語", "--out", 'a "b"', cwd=tmp_path)
    assert 'datasets.load_dataset("a \\"b\\"", "trials")' in exported.stdout
