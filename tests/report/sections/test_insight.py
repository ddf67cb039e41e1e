"""Tables of the insight section: same figures in terminal and Markdown, nothing for what was not asked."""

from __future__ import annotations

import io
import re
from pathlib import Path

from rich.console import Console

from bench.records import Arm, Item, Summary
from bench.report.render.markdown import section_blocks
from bench.report.render.terminal import print_sections
from bench.report.run_report import markdown, print_summary
from bench.report.sections.insight import insight_section
from bench.report.sections.parts import Section
from bench.scoring import score
from bench.words import in_language
from tests import runs
from tests.runs import all_right, write_dataset, write_run

ARMS: tuple[Arm, ...] = ("gold", "shuffled", "retrieved", "none")


def flipping(item: Item, arm: Arm, repeat: int) -> str:
    """Q-1 is known by heart, Q-2 is lost among distractors, everything else is right but for the closed book."""
    if arm == "none":
        return "c" if item.id == "Q-1" else "a"
    if item.id == "Q-2" and arm == "shuffled":
        return "w"
    return all_right(item, arm, repeat)


def summary(tmp_path: Path, letters: runs.Letters = flipping, arms: tuple[Arm, ...] = ARMS) -> Summary:
    return score(write_run(tmp_path / "run", write_dataset(tmp_path / "set"), letters, arms=arms))


def section(found: Summary) -> Section:
    made = insight_section(found.config.langs, found.insight)
    assert made is not None
    return made


def titles(found: Summary) -> list[str]:
    return [in_language(table.title, "en") for table in section(found).tables]


def shown(found: Summary, width: int = 80) -> str:
    out = io.StringIO()
    print_sections([section(found)], Console(file=out, width=width, no_color=True))
    return out.getvalue()


def test_flips_known_items_and_twins_are_shown_in_80_columns(tmp_path: Path) -> None:
    text = shown(summary(tmp_path))
    lines = [" ".join(line.split()) for line in text.split("\n")]
    assert "English: flips between arms, answerable items" in lines
    for row, bounds in (
        ("gold → shuffled 4 1 0 0 0 0 0 −25 1", "[−70 to 28]"),
        ("none → gold 4 0 0 0 0 3 0 +75 0.25", "[9–95]"),
        ("shuffled → retrieved 4 0 0 1 0 0 0 +25 1", "[−28 to 70]"),
    ):
        assert lines[lines.index(row) + 1] == bounds
    assert "English, closed-book certificate: 1 of 4 Main items answered without any" in lines
    assert any("Left out, with their variants: Q-1." in line for line in lines)
    assert any(line.startswith("shuffled 3 0 1 0") for line in lines)
    assert max(map(len, text.split("\n"))) <= 80
    assert "Leave-one-out" not in text
    assert re.search(r"\bnan\b", text.lower()) is None


def test_markdown_has_the_same_tables_and_rows(tmp_path: Path) -> None:
    found = summary(tmp_path)
    blocks = list(section_blocks(section(found)))
    assert [block.removeprefix("### ") for block in blocks if block.startswith("### ")] == titles(found)
    page = markdown(found)
    assert all(block in page for block in blocks)
    assert "| gold → shuffled | 4 | 1 | 0 |" in page


def test_a_run_of_one_arm_has_neither_flips_nor_certificate(tmp_path: Path) -> None:
    assert titles(summary(tmp_path, all_right, ("shuffled",))) == [
        "English: twins, Main items and the same without evidence"
    ]
    assert insight_section(("en",), None) is None


def test_the_summary_prints_the_section_once_and_says_how_many_items_are_unsettled(tmp_path: Path) -> None:
    def wavering(item: Item, arm: Arm, repeat: int) -> str:
        return "cw"[repeat] if item.id == "Q-3" and arm == "gold" else all_right(item, arm, repeat)

    data = write_dataset(tmp_path / "set")
    folder = write_run(tmp_path / "run", data, wavering, arms=("gold", "shuffled"), repeats=2)
    out = io.StringIO()
    print_summary(score(folder), Console(file=out, width=80), folder)
    text = " ".join(out.getvalue().split())
    assert text.count("flips between arms, answerable items") == 1
    assert "Without one outcome in most repeats, and not counted: 1." in text


def test_the_section_round_trips_and_an_older_summary_has_none(tmp_path: Path) -> None:
    found = summary(tmp_path)
    assert Summary.model_validate_json(found.model_dump_json()) == found
    older = found.model_dump(mode="json")
    del older["insight"]
    del older["config"]["leave_one_out"]
    read = Summary.model_validate(older)
    assert read.insight is None
    assert read.config.leave_one_out is False
