"""The item browser's data: each chunk once, what was shown as it was shown, wrong answers first, nothing said twice."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bench.comparing.systems import ScoredRun, scored
from bench.records import Arm, Item
from bench.report.site.run_items import browser
from bench.scoring import read_run
from tests.runs import write_dataset, write_lines, write_run


def read(folder: Path) -> ScoredRun:
    return scored("Model 1", read_run(folder))


def show(folder: Path, **changes: Any) -> Path:
    """Give every answer the chunks of its item, and what else is asked for."""
    rows = [json.loads(line) for line in (folder / "answers.jsonl").read_text("utf-8").splitlines()]
    for row in rows:
        number = row["item"][2]
        row.update({"chunks": [f"W-{number}", f"W-{(int(number) + 1) % 4}"], **changes})
        if row["item"].endswith("CON"):
            row["chunks"].append("W-R")
    write_lines(folder / "answers.jsonl", rows)
    return folder


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return write_dataset(tmp_path / "set", ("en", "ja"))


def mixed(item: Item, _arm: Arm, _repeat: int) -> str:
    return {"Q-0": "c", "Q-1": "w", "Q-2": "a", "Q-3": "f"}.get(item.id, "n" if item.kind == "contradictory" else "c")


def by_id(found: dict[str, Any]) -> dict[str, Any]:
    return {item["id"]: item for item in found["items"]}


def test_wrong_items_come_first_then_over_cautious_then_excluded_then_right(tmp_path: Path, data: Path) -> None:
    found = browser([read(write_run(tmp_path / "run", data, mixed))])
    assert [item["id"] for item in found["items"]][:4] == ["Q-1", "Q-2", "Q-3", "Q-0"]
    assert [item["trials"][0]["letter"] for item in found["items"]][:4] == ["w", "a", "f", "c"]


def test_a_limit_keeps_the_first_of_them_and_says_how_many_there_are(tmp_path: Path, data: Path) -> None:
    found = browser([read(show(write_run(tmp_path / "run", data, mixed)))], limit=2)
    assert [item["id"] for item in found["items"]] == ["Q-1", "Q-2"]
    assert found["total"] == 10
    assert {chunk["id"] for chunk in found["chunks"] if chunk} == {"W-1", "W-2", "W-3"}


def test_a_chunk_is_stored_once_and_a_context_once(tmp_path: Path, data: Path) -> None:
    found = browser([read(show(write_run(tmp_path / "run", data, arms=("gold", "shuffled"), repeats=2)))])
    whole = [chunk for chunk in found["chunks"] if chunk["id"] == "W-1"]
    assert len(whole) == 1
    assert len({t["context"] for t in by_id(found)["Q-1"]["trials"]}) == 1
    assert [found["chunks"][n]["id"] for n in found["contexts"][by_id(found)["Q-1"]["trials"][0]["context"]]] == [
        "W-1",
        "W-2",
    ]


def test_a_cut_chunk_is_shown_cut_and_a_rival_is_named(tmp_path: Path, data: Path) -> None:
    found = browser([read(show(write_run(tmp_path / "run", data)))])
    cut = by_id(found)["Q-0-INC"]
    texts = [found["chunks"][n]["text"] for n in found["contexts"][cut["trials"][0]["context"]]]
    assert cut["cut"] == ["W-0"]
    assert texts[0] == "The tide gauge of pi"
    rival = by_id(found)["Q-0-CON"]
    assert rival["rival"] == ["W-R"]
    assert "day 90" in found["chunks"][found["contexts"][rival["trials"][0]["context"]][-1]]["text"]


def test_a_failed_trial_says_why_and_has_no_text(tmp_path: Path, data: Path) -> None:
    trial = by_id(browser([read(write_run(tmp_path / "run", data, mixed))]))["Q-3"]["trials"][0]
    assert (trial["letter"], trial["reason"], trial["message"]) == ("f", "truncated", "cut by the limit")
    assert "text" not in trial
    assert trial["votes"] == []


def test_an_answer_that_nobody_has_judged_is_pending(tmp_path: Path, data: Path) -> None:
    found = browser([read(write_run(tmp_path / "run", data, lambda *_: "-"))])
    assert {t["letter"] for item in found["items"] for t in item["trials"]} == {"-"}


def test_votes_name_their_judge_and_the_class_of_a_failure_stands_with_the_trial(tmp_path: Path, data: Path) -> None:
    found = browser([read(show(write_run(tmp_path / "run", data, mixed)))])
    trial = by_id(found)["Q-1"]["trials"][0]
    assert found["judges"][trial["votes"][0]["judge"]] == "openai:judge-1"
    assert trial["votes"][0]["verdict"] == "incorrect"
    assert trial["fault"] == "generation_failure"


def test_without_text_no_question_reference_chunk_answer_or_reason_is_left(tmp_path: Path, data: Path) -> None:
    run = show(write_run(tmp_path / "run", data, mixed))
    whole, without = (json.dumps(browser([read(run)], text=text)) for text in (True, False))
    for secret in ("tide gauge", "On which day", "day 11", "answer w", "cut by the limit", "The sources conflict"):
        assert secret in whole
        assert secret not in without
    assert "Q-1" in without
    assert "W-1" in without


def test_trials_of_several_runs_stand_together_under_their_item(tmp_path: Path, data: Path) -> None:
    runs = [read(write_run(tmp_path / "one", data)), read(write_run(tmp_path / "two", data, mixed))]
    found = browser(runs)
    trials = by_id(found)["Q-1"]["trials"]
    assert [(t["run"], t["letter"]) for t in trials] == [(0, "c"), (1, "w")]
    assert found["items"][0]["id"] == "Q-1"
