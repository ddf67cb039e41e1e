"""What is printed about judges, canaries and failures."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from bench.report.panel_tables import across_lines, judging_lines, letter_name, panel_lines
from bench.report.tables import markdown, print_summary
from rich.console import Console

from bench.records import Answer, Failure, Item, ModelRef, Summary
from bench.scoring import RunLog, read_run
from tests import runs
from tests.runs import all_right, rescored, write_dataset, write_run

PANEL = tuple(ModelRef(spec=f"maker:{n}", title=f"Judge {n}", weights="closed", family="maker") for n in "ab")


@pytest.fixture
def run(tmp_path: Path) -> RunLog:
    def letters(item: Item, _arm: str, repeat: int) -> str:
        return {"Q-0": "a", "Q-1": "w", "Q-2-INS": "w"}.get(item.id) or all_right(item, "shuffled", repeat)

    data = write_dataset(tmp_path / "set")
    return read_run(write_run(tmp_path / "run", data, letters, judges=PANEL, canaries=0.5))


def summary(run: RunLog, answers: tuple[Answer, ...] | None = None) -> Summary:
    shown = tuple(
        a.model_copy(update={"chunks": ("W-0", "W-1", "W-2", "W-3"), "canary": a.item == "Q-1"})
        for a in answers or run.answers
    )
    return rescored(run, answers=shown)


def test_one_line_says_each_thing(run: RunLog) -> None:
    text = "\n".join(judging_lines(summary(run)))
    assert "Panel: 10 graded answers, unanimous 100.0 % (10/10, 72–100)." in text
    assert "maker:a: 10 votes, 0 invalid; against the final verdict 0.0 % (0/10, 0–28)" in text
    assert "left out, en shuffled: 77.8 % (7/9, 45–94), verdicts changed 0" in text
    assert "en shuffled: 100.0 % (1/1, 21–100), of them right 0, wrong 1" in text
    assert "1 answerable not answered correctly: retrieval 0, generation 0, over-caution 1, judging 0" in text
    assert "2 unanswerable attempted: leakage 0, fabrication 2" in text


def test_one_judge_alone_is_not_reported_as_a_panel(tmp_path: Path) -> None:
    run = read_run(write_run(tmp_path / "run", write_dataset(tmp_path / "set")))
    assert list(panel_lines(summary(run))) == []


def test_a_shared_family_is_warned_about_even_with_one_judge(tmp_path: Path) -> None:
    model = runs.MODEL.model_copy(update={"family": "maker"})
    run = read_run(write_run(tmp_path / "run", write_dataset(tmp_path / "set"), judges=PANEL[:1], model=model))
    (line,) = panel_lines(summary(run))
    assert line.startswith("Warning: Judge a and the generator Model 1 share a family (maker)")


def test_invalid_votes_are_told_by_reason(run: RunLog) -> None:
    late = Failure(stage="judge", kind="timeout", message="")
    first = next(v for v in run.votes if v.model == "maker:b")
    votes = [v.model_copy(update={"failure": late, "verdict": "invalid"}) if v is first else v for v in run.votes]
    found = rescored(run, votes=votes)
    assert "maker:b: 10 votes, 1 invalid (timeout 1)" in "\n".join(panel_lines(found))


def test_terminal_and_markdown_show_the_same_and_hostile_names_cannot_break_either(run: RunLog, tmp_path: Path) -> None:
    hostile = PANEL[0].model_copy(update={"spec": "m:\x1b[31m|[red]\n# x"})
    manifest = run.manifest.model_copy(
        update={"config": run.manifest.config.model_copy(update={"judges": (hostile, PANEL[1])})}
    )
    renamed = [v.model_copy(update={"model": hostile.spec}) if v.model == PANEL[0].spec else v for v in run.votes]
    found = rescored(run, manifest=manifest, votes=renamed)
    out = io.StringIO()
    print_summary(found, Console(file=out, width=80), tmp_path)
    page = markdown(found)
    for text in (out.getvalue(), page):
        assert "\x1b" not in text
        assert "\n# x" not in text
        assert "Panel: 10 graded answers" in text


def test_across_runs_an_absent_judge_is_a_dash(run: RunLog) -> None:
    other = summary(run).model_copy(update={"panel": None})
    lines = list(across_lines([other], "shuffled"))
    assert lines[0] == "en shuffled, accuracy over items:"
    assert lines[2] == "  without maker:a: —"


def test_every_letter_has_a_name() -> None:
    assert [letter_name(letter) for letter in (*"cwandif", None)] == [
        "correct", "wrong", "abstained", "conflict named", "declined", "invalid", "failed", "undecided",
    ]  # fmt: skip
