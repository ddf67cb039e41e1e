"""`bench compare`, as a user calls it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.command import bench
from tests.comparing.test_comparison import OTHER, wrong_on
from tests.runs import write_dataset, write_run


@pytest.fixture
def runs(tmp_path: Path) -> tuple[Path, Path]:
    data = write_dataset(tmp_path / "set", ("en", "ja"), mains=24)
    arms = ("gold", "shuffled")
    return (
        write_run(tmp_path / "a", data, langs=("en", "ja"), arms=arms),
        write_run(tmp_path / "b", data, wrong_on(*range(12)), langs=("en", "ja"), arms=arms, model=OTHER),
    )


def test_compare_prints_who_is_better_by_how_much(runs: tuple[Path, Path], tmp_path: Path) -> None:
    done = bench("compare", *runs, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    text = " ".join(done.stdout.split())
    assert "English, shuffled: Model 1 against Model 2 (50 items)" in text
    assert "Model 1 is better by 50.0 points [" in text
    assert "Model 2 is below Model 1 for every k" in text
    assert "Model 2, shuffled: Japanese against English (50 items)" in text
    assert "Corrected for 2 comparisons." in text
    assert "gold" not in text
    assert "\x1b" not in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 80


@pytest.mark.slow
def test_the_verdict_comes_last_and_alone_where_it_is_wanted_alone(runs: tuple[Path, Path], tmp_path: Path) -> None:
    whole = bench("compare", *runs, cwd=tmp_path).stdout
    alone = bench("compare", *runs, "--quiet", cwd=tmp_path).stdout
    assert whole.endswith(alone)
    text = " ".join(alone.split())
    assert text.startswith("Situation: a wrong answer costs 4 right ones, and 10 % of questions have no answer")
    assert "English, shuffled: worth per question Model 1 0.900, Model 2 −1.350." in text
    assert "English, shuffled, Model 1 against Model 2: Model 1 is better by 2.250 [" in text
    assert "English: Model 1 leads or is level at every cost" in text
    assert "Wrong answers where the documents have the answer: English Model 1 0.0 %, Model 2 50.0 %" in text
    harmless = bench("compare", *runs, "--quiet", "-k", "0", "--unanswerable", "0.5", cwd=tmp_path).stdout
    assert "costs 0 right ones, and 50 % of questions" in " ".join(harmless.split())
    assert "worth per question Model 1 0.500, Model 2 0.250." in " ".join(harmless.split())
    for flags in (("-k", "-1"), ("--unanswerable", "1.5")):
        refused = bench("compare", *runs, *flags, cwd=tmp_path)
        assert (refused.returncode, refused.stderr.count("\n")) == (2, 1)


@pytest.mark.slow
def test_compare_gives_json_or_markdown_alone_and_other_arms_on_demand(runs: tuple[Path, Path], tmp_path: Path) -> None:
    done = bench("compare", *runs, "--json", "--arm", "all", "--cost-of-wrong", "3", cwd=tmp_path)
    found = json.loads(done.stdout)
    assert [(arm["lang"], arm["arm"]) for arm in found["arms"]] == [
        (lang, arm) for lang in ("en", "ja") for arm in ("gold", "shuffled")
    ]
    assert [ranking["k"] for ranking in found["arms"][0]["decision"]["rankings"]] == [1, 2, 3, 4, 9]
    page = bench("compare", *runs, "--markdown", "--arm", "gold", cwd=tmp_path).stdout
    assert page.startswith("# Model 1, Model 2 on set")
    assert "### English, gold: side by side" in page
    assert "| Main (avg) | 100.0 % | 50.0 % | +50.0 (" in page
    assert "| Model 1 is better by 50.0 points" in page
    assert bench("compare", *runs, "--json", "--markdown", cwd=tmp_path).returncode == 2


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        (("a",), "at least two runs"),
        (("a", "b", "--arm", "none"), "not every run has none"),
        (("a", "set"), "no run folder"),
    ],
)
@pytest.mark.usefixtures("runs")
def test_what_cannot_be_compared_is_one_sentence(tmp_path: Path, arguments: tuple[str, ...], fault: str) -> None:
    done = bench("compare", *arguments, cwd=tmp_path)
    assert done.returncode in (1, 2)
    assert fault in done.stderr
    assert done.stderr.count("\n") == 1
