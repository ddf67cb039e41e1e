"""What is printed about judges, canaries and failures."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from rich.console import Console

from bench.records import Answer, Failure, Item, ModelRef, Summary
from bench.report.render.markdown import section_blocks
from bench.report.run_report import markdown, print_summary
from bench.report.sections.judging import across_section, judging_sections, letter_word
from bench.report.sections.results import result_sections
from bench.scoring import RunLog, read_run
from bench.words import in_language
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


def text_of(found: Summary) -> str:
    sections = (*result_sections(found), *judging_sections(found))
    return "\n".join(block for section in sections for block in section_blocks(section))


def test_a_row_says_each_thing(run: RunLog) -> None:
    text = text_of(summary(run))
    assert "10 graded answers, unanimous: 100.0 % (10/10, 72–100" in text
    assert "| maker:a | 10 | 0 | 0.0 % (0/10, 0–28" in text
    assert "| maker:a | English | shuffled | 77.8 % (7/9, 45–94" in text
    assert "| shuffled | 1 | 25.0 % (1/4) | 100.0 % (1/1, 21–100) | 0 | 1 | 0 |" in text
    assert "| Answerable, not answered correctly | 1 |" in text
    assert "| over-caution | 1 |" in text
    assert "| Unanswerable, attempted | 2 |" in text
    assert "| fabrication | 0 |" in text
    assert "| undetermined | 2 |" in text


def test_one_judge_alone_is_said_to_agree_with_nobody(tmp_path: Path) -> None:
    run = read_run(write_run(tmp_path / "run", write_dataset(tmp_path / "set")))
    text = text_of(summary(run))
    assert "One judge: there is nothing to agree with." in text
    assert "unanimous" not in text


def test_a_shared_family_is_warned_about_even_with_one_judge(tmp_path: Path) -> None:
    model = runs.MODEL.model_copy(update={"family": "maker"})
    run = read_run(write_run(tmp_path / "run", write_dataset(tmp_path / "set"), judges=PANEL[:1], model=model))
    (section,) = [part for part in judging_sections(summary(run)) if part.name == "judging"]
    (warning,) = section.warnings
    assert in_language(warning, "en").startswith("Judge a and the generator Model 1 share a family (maker)")


def test_invalid_votes_are_told_by_reason(run: RunLog) -> None:
    late = Failure(stage="judge", kind="timeout", message="")
    first = next(v for v in run.votes if v.model == "maker:b")
    votes = [v.model_copy(update={"failure": late, "verdict": "invalid"}) if v is first else v for v in run.votes]
    found = rescored(run, votes=votes)
    assert "| maker:b | 10 | 1 (timeout 1) |" in text_of(found)


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
        assert "10 graded answers" in text


def test_across_runs_an_absent_judge_is_a_dash(run: RunLog) -> None:
    other = summary(run).model_copy(update={"panel": None})
    text = "\n".join(section_blocks(across_section([other], "shuffled")))
    assert "### English, shuffled: Overall (items), by who judged" in text
    assert "| Without maker:a | — |" in text


def test_every_letter_has_a_name() -> None:
    assert [letter_word(letter)["en"] for letter in (*"cwandif", None)] == [
        "correct", "wrong", "abstained", "named the conflict", "declined", "invalid", "failed", "undecided",
    ]  # fmt: skip
