"""`bench settle`, as a user calls it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.command import bench
from tests.runs import write_dataset


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return write_dataset(tmp_path / "set", ("en", "ja"), mains=40)


def test_settle_says_who_is_better_and_leaves_two_runs(tmp_path: Path, data: Path) -> None:
    arguments = ("settle", "baseline:oracle", "baseline:echo", "--data", data, "--lang", "en", "--judge", "rule")
    done = bench(*arguments, "--quiet", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    text = " ".join(done.stdout.split())
    assert "baseline oracle against baseline echo, shuffled, a wrong answer costs 4 right ones, 10 %" in text
    assert "English baseline oracle is better by " in text
    assert len(list((tmp_path / "results" / "runs").glob("*/summary.json"))) == 2
    assert max(map(len, done.stdout.split("\n"))) <= 80
    # With the evidence alone in front of it, repeating it is as good as knowing the answer.
    found = json.loads(bench(*arguments, "--json", "--cost-of-wrong", "9", "--arm", "gold", cwd=tmp_path).stdout)
    assert (found["k"], found["arm"], found["languages"][0]["verdict"]) == (9, "gold", "undecided")
    assert found["languages"][0]["asked"] == found["languages"][0]["available"] == 40


def test_the_readers_situation_and_a_gap_below_one_point(tmp_path: Path, data: Path) -> None:
    asked = ("settle", "baseline:oracle", "baseline:echo", "--data", data, "--lang", "en", "--judge", "rule")
    done = bench(*asked, "-u", "25%", "-k", "2", "--gap", "0.19", "--max-items", "8", "--json", cwd=tmp_path)
    assert done.stderr == "bench: --gap 0.19 is 0.19 points, a difference of 0.0019. For 0.19 itself: --gap 19.\n"
    found = json.loads(done.stdout)
    assert (found["k"], found["unanswerable"], found["languages"][0]["unanswerable"]) == (2, 0.25, 0.25)


def test_a_dry_run_calls_nothing(tmp_path: Path, data: Path) -> None:
    done = bench("settle", "baseline:oracle", "baseline:echo", "--data", data, "--dry-run", cwd=tmp_path)
    assert done.returncode == 0
    assert done.stdout.count("Nothing was called.") == 2
    assert not (tmp_path / "results").exists()


@pytest.mark.slow
def test_fresh_items_are_drawn_beside_the_runs_and_their_seeds_are_said(tmp_path: Path) -> None:
    arguments = ("settle", "baseline:oracle", "baseline:echo", "--fresh", "day1", "--kits", "ferry", "--lang", "en")
    done = bench(*arguments, "--max-items", "6", "--judge", "rule", cwd=tmp_path)
    assert done.returncode == 0
    text = " ".join(done.stdout.split())
    assert "(3 of 12 asked, 6 trials each)" in text
    assert "with the seeds day1r1 and the kits ferry." in text
    assert "Round 1: drawing the items of seed day1r1." in done.stderr
    assert len(list((tmp_path / "results" / "runs" / "drawn").glob("day1r1-*/dataset.toml"))) == 1


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        (("baseline:oracle", "baseline:echo", "--kits", "ferry"), "add that, or leave them out"),
        (("baseline:oracle", "baseline:oracle"), "the same model"),
        (("baseline:oracle", "baseline:echo", "--arm", "gold,none"), "One arm at a time"),
        (("baseline:oracle", "baseline:echo", "--alpha", "5"), "--alpha is a probability"),
        (("baseline:oracle", "nobody"), "Unknown model"),
        (("baseline:oracle", "baseline:echo", "-u", "ten"), "--unanswerable is 'ten'; give a share from 0 to 1"),
    ],
)
def test_a_mistake_is_one_sentence(tmp_path: Path, data: Path, arguments: tuple[str, ...], fault: str) -> None:
    done = bench("settle", *arguments, "--data", data, cwd=tmp_path)
    assert done.returncode == 2
    assert fault in done.stderr
    assert done.stderr.count("\n") == 1
