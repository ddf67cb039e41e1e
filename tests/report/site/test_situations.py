"""What the sliders rank by: the rates of runs and of a board's entries are those that V(k, u) is defined with."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.dataset import load
from bench.metrics import situation
from bench.metrics.situation import Situation
from bench.report.site.run_page import report
from bench.report.site.situations import of_entry, of_runs
from tests.browser.leaderboards import SEVERAL, leaderboard, letters_of
from tests.runs import MODEL, write_dataset, write_run


def test_the_rates_of_a_board_s_entry_are_those_of_its_outcomes(tmp_path: Path) -> None:
    systems = SEVERAL[:1] + SEVERAL[5:6]
    found = leaderboard(tmp_path / "made", systems, arms=("shuffled",), mains=8)
    items = load(str(write_dataset(tmp_path / "set", ("en", "ja"), mains=8)), ("en", "ja"))
    for board in found.boards:
        for entry in board.ranked:
            (system,) = [s for s in systems if s.name == entry.title]
            shown = [(i.kind, letters_of(system)(i, "shuffled", 0)) for i in items.langs[board.lang].items]
            mains = [letter for kind, letter in shown if kind == "main"]
            others = [letter for kind, letter in shown if kind != "main"]
            expected = (mains.count("c") / len(mains), mains.count("w") / len(mains), others.count("w") / len(others))
            assert tuple(of_entry(entry).values()) == pytest.approx(expected)


def test_the_rates_of_runs_give_the_values_of_their_decision(tmp_path: Path) -> None:
    data = write_dataset(tmp_path / "set", mains=8)
    runs = []
    for system in SEVERAL[:3]:
        model = MODEL.model_copy(update={"title": system.name, "spec": f"openai:{system.name}"})
        runs.append(write_run(tmp_path / system.name, data, letters_of(system), model=model))
    made = report(runs, Situation(2.0, 0.25))
    assert made.comparison is not None
    found = of_runs(made.runs, made.situation)
    (group,) = found["groups"]
    rates = {s["name"]: situation.Rates(s["right"], s["wrong"], s["false"]) for s in group["systems"]}
    expected = {s.name: s.value for s in made.comparison.arms[0].decision.by_value}
    assert {name: situation.value(of, 2.0, 0.25) for name, of in rates.items()} == pytest.approx(expected)
    assert (found["cost"], found["unanswerable"]) == (2.0, 0.25)


def test_without_a_question_without_an_answer_the_share_is_nought(tmp_path: Path) -> None:
    data = write_dataset(tmp_path / "set", mains=2)
    run = write_run(tmp_path / "run", data, lambda item, *_: "c" if item.kind == "main" else "f")
    found = of_runs(report([run]).runs)
    assert found["unanswerable"] == 0
    assert [group["answerable"] for group in found["groups"]] == [True]


def test_a_run_that_scored_nothing_has_no_sliders(tmp_path: Path) -> None:
    run = write_run(tmp_path / "run", write_dataset(tmp_path / "set", mains=2), lambda *_: "f")
    assert of_runs(report([run]).runs)["groups"] == []


def test_a_reader_s_own_cost_lies_on_the_slider(tmp_path: Path) -> None:
    run = write_run(tmp_path / "run", write_dataset(tmp_path / "set", mains=2))
    assert of_runs(report([run]).runs)["most"] == 20
    assert of_runs(report([run]).runs, Situation(50, 0.1))["most"] == 50
