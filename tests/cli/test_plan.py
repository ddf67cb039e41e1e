"""`bench plan`, as a user calls it."""

from __future__ import annotations

import json
from pathlib import Path

from tests.command import bench
from tests.runs import write_dataset


def test_plan_says_how_many_questions_what_is_missing_and_what_it_costs(tmp_path: Path) -> None:
    data = write_dataset(tmp_path / "set", ("en",), mains=8)
    done = bench("plan", "--gap", "3", "gpt-4.1", "--data", data, "--lang", "en", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert "3 points of accuracy on answerable questions: 1,306 questions in each language." in done.stdout
    assert "disagree on 15 % of items (assumed: --discordant says another)" in done.stdout
    assert "holds 8 questions" in done.stdout
    assert "bench data renew --seed SEED --per-program" in done.stdout
    assert "GPT-4.1: about" in done.stdout
    assert done.stdout.endswith("Nothing was called.\n")
    arguments = ("--gap", "10", "-k", "4", "--discordant", "20", "--data", data, "--lang", "en", "--json")
    found = json.loads(bench("plan", *arguments, cwd=tmp_path).stdout)
    assert (found["given"], found["items"], found["each_model"]["cost_usd"]) == (["k", "discordant"], 2, None)


def test_a_gap_that_cannot_be_is_one_sentence(tmp_path: Path) -> None:
    done = bench("plan", "--gap", "30", "--lang", "en", cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "at most 15 points apart" in done.stderr


def test_shares_may_be_percentages_and_a_gap_below_one_point_is_told(tmp_path: Path) -> None:
    asked = ("plan", "--gap", "0.9", "--cost-of-wrong", "1", "-u", "20%", "--lang", "en", "--json")
    done = bench(*asked, cwd=tmp_path)
    assert json.loads(done.stdout)["unanswerable"] == 0.2
    assert done.stderr == "bench: --gap 0.9 is 0.9 points, a difference of 0.009. For 0.9 itself: --gap 90.\n"
