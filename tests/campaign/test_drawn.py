"""A run over drawn items, from the prompt to the submission: with written items beside them, which notice nothing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bench.campaign import prepare
from bench.campaign.execute import execute
from bench.final_line import final_line
from bench.options import RunOptions
from bench.records import Summary
from bench.report.checking import read_submission
from bench.report.run_report import markdown
from bench.report.submission import make_submission
from bench.scoring import read_run, score
from bench.verify import verify_run, verify_submission
from tests.campaign.watching import Watcher
from tests.dataset.drawn_world import WORLD, drawn_world, write_drawn
from tests.dataset.world import sound_world, write
from tests.oracle.runs import recompute_run

ARMS = ("gold", "shuffled", "retrieved", "none")


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_drawn(write(tmp_path_factory.mktemp("set"), sound_world()), drawn_world(), beside=True)


def run(folder: Path, data: Path, model: str) -> Path:
    options = RunOptions(f"baseline:{model}", data=str(data), arms=ARMS, out=str(folder), top_k=4, preset="full")
    prepared = prepare(options)
    execute(prepared, Watcher())
    score(folder)
    return folder


@pytest.fixture(scope="module")
def oracle(tmp_path_factory: pytest.TempPathFactory, data: Path) -> Path:
    return run(tmp_path_factory.mktemp("runs") / "oracle", data, "oracle")


def summary(folder: Path) -> Summary:
    return Summary.model_validate_json((folder / "summary.json").read_bytes())


def test_a_perfect_reader_is_right_in_every_arm_whatever_was_retrieved(oracle: Path) -> None:
    found = summary(oracle)
    assert found.complete
    assert {e.reason for e in found.exclusions} <= {"rival_only"}
    for result in found.results:
        assert (result.outcomes.wrong, result.outcomes.abstained) == (0, 0), result.arm
        assert result.rate("no_final_line").k == 0
    shown = [report for report in found.shown if report.kind == "contradictory"]
    assert any(set(report.shown) - {"contradictory"} for report in shown), "the retriever left something out"


def test_prompts_of_written_items_are_the_same_to_the_byte_with_drawn_ones_beside(tmp_path: Path, data: Path) -> None:
    alone = write(tmp_path / "alone", sound_world())
    keys = [
        {
            (a.lang, a.item, a.arm): (a.key, a.prompt_hash)
            for a in read_run(run(tmp_path / name, of, "always-abstain")).answers
            if not a.item.startswith(WORLD)
        }
        for name, of in (("a", alone), ("b", data))
    ]
    assert keys[0] == keys[1]


def test_only_runs_with_drawn_items_freeze_the_templates_for_final_lines(tmp_path: Path, oracle: Path) -> None:
    frozen = {name.partition(".")[0] for name in summary(oracle).config.prompts}
    assert frozen == {"answer", "answer-line", "closed-book", "closed-book-line"}
    config = prepare(
        RunOptions("baseline:oracle", data=str(write(tmp_path / "alone", sound_world())), arms=ARMS)
    ).config
    assert {name.partition(".")[0] for name in config.prompts} == {"answer", "closed-book"}


def test_drawn_items_are_asked_for_a_final_line_and_written_ones_as_before(oracle: Path) -> None:
    for a in read_run(oracle).answers:
        asked = "cannot be determined" in a.messages[0].content or "判断できない" in a.messages[0].content
        assert asked == a.item.startswith(WORLD)
        assert (final_line(a.text or "") is not None) == asked


def test_the_run_is_verified_and_computed_a_second_time(oracle: Path) -> None:
    assert verify_run(oracle).numbers > 900
    assert [name for name in recompute_run(oracle).not_covered if name.startswith("results")] == []


def test_its_submission_gives_every_figure_again(tmp_path: Path, oracle: Path) -> None:
    path = tmp_path / "s.json"
    made = make_submission(oracle, "Lab")
    path.write_text(made.model_dump_json(), encoding="utf-8")
    read, faults = read_submission(path)
    assert (read, faults) == (made, [])
    assert verify_submission(path, oracle).numbers > 900


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (
            lambda row: row.setdefault("slip", {}).update(gold="other_edition"),
            "is no slip of this item, or of an answer",
        ),
        (lambda row: row.setdefault("shown", {}).update(gold="main"), "cannot be main there"),
        (lambda row: row.setdefault("rival_only", []).append("gold"), "of contradictory items alone"),
    ],
)
def test_a_row_that_says_what_cannot_be_is_refused(tmp_path: Path, oracle: Path, change: object, fault: str) -> None:
    document = json.loads(make_submission(oracle, "Lab").model_dump_json())
    change(document["rows"][0])  # type: ignore[operator]
    path = tmp_path / "s.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    assert any(fault in found for found in read_submission(path)[1])


def test_the_report_tells_of_tiers_reach_premises_and_labels(tmp_path: Path, data: Path) -> None:
    echo = run(tmp_path / "echo", data, "echo")
    text = markdown(summary(echo))
    for heading in ("## Drawn items", "## False premises", "## Labels by what was shown"):
        assert heading in text
    assert "other" in text[text.index("## Drawn items") :]
    found = next(r for r in summary(echo).results if (r.lang, r.arm) == ("en", "shuffled"))
    assert found.rate("no_final_line").k == found.rate("no_final_line").n > 0
    assert set(found.rates("slips")) <= {"other"}


def test_a_run_without_drawn_items_tells_nothing_of_them(tmp_path: Path) -> None:
    alone = run(tmp_path / "run", write(tmp_path / "alone", sound_world()), "always-abstain")
    text = markdown(summary(alone))
    assert "## Drawn items" not in text
    assert "## False premises" not in text
    assert all(r.rates("tiers") == {} and r.reach("reach_rows").shown == "" for r in summary(alone).results)
