"""A sweep is one run for each setting: checked first, shared by key, resumed, and measured on Main items."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from bench.campaign import CostLimit, PreparedRun
from bench.clients import Pacing
from bench.config import ModelSpec
from bench.errors import DataError, ProviderError, UsageError
from bench.log import read
from bench.options import RunOptions
from bench.records import Answer
from bench.sweep import Point, points, sweep
from tests.campaign.watching import Watcher
from tests.runs import write_dataset
from tests.server import Seen, Server, Step, fail


@contextmanager
def watch(_run: PreparedRun) -> Iterator[Watcher]:
    yield Watcher()


def wanted(tmp_path: Path, model: str = "baseline:oracle", **changed: object) -> RunOptions:
    data = tmp_path / "set"
    if not data.exists():
        write_dataset(data)
    settings: dict[str, object] = {
        "model": model,
        "data": str(data),
        "langs": ("en",),
        "judge": ("rule",),
        "runs": tmp_path / "runs",
        "pacing": Pacing(max_retries=0, first_wait_s=0.001),
        **changed,
    }
    return RunOptions(**settings)  # type: ignore[arg-type]


def shown(point: Point) -> dict[str, tuple[str, ...]]:
    return {a.item: a.chunks for a in read(point.run.folder / "answers.jsonl", Answer).records.values()}


def test_each_setting_is_a_run_of_the_shuffled_arm_in_a_folder_of_its_own(tmp_path: Path) -> None:
    ready = points(wanted(tmp_path), [0, 1, 0], [0, 2])
    assert [(p.position, p.distractors) for p in ready] == [(0, None), (1, None), (None, 0), (None, 2)]
    assert len({p.run.folder for p in ready}) == 4
    assert {p.run.config.arms for p in ready} == {("shuffled",)}


def test_the_curves_are_of_main_items_with_their_intervals(tmp_path: Path) -> None:
    ready = points(wanted(tmp_path), [0, 1], [0, 2])
    found = sweep(ready, watch)
    assert [(curve.by, [p.setting for p in curve.points]) for curve in found.curves] == [
        ("gold_position", [0, 1]),
        ("distractors", [0, 2]),
    ]
    for curve in found.curves:
        for point in curve.points:
            assert (point.accuracy.k, point.accuracy.n) == (4, 4)
            assert point.accuracy.ci95 is not None
            assert point.accuracy.ci95[1] == 1.0
    none, two = found.curves[1].points
    # Without distractors an evidence-removed twin has nothing to be shown and is left out.
    assert (none.false_answer.n, two.false_answer.n) == (2, 6)
    assert [p.run.folder.name for p in ready] == [p.run for c in found.curves for p in c.points]


def test_the_evidence_stands_where_the_point_says(tmp_path: Path) -> None:
    ready = points(wanted(tmp_path), [0, 1], [2])
    sweep(ready, watch)
    first, last, drawn = map(shown, ready)
    for n in range(4):
        assert first[f"Q-{n}"][0] == last[f"Q-{n}"][-1] == f"W-{n}"
        assert len(drawn[f"Q-{n}"]) == 3
        assert set(drawn[f"Q-{n}-INS"]) == {*drawn[f"Q-{n}"]} - {f"W-{n}"}


def test_points_share_answers_and_a_second_sweep_asks_nothing(server: Server, tmp_path: Path) -> None:
    asked = wanted(tmp_path, f"openai-compatible:m@{server.url}")
    # One distractor is what each item has of its own: the two points show the same chunks to items in one order.
    ready = points(asked, [], [1, 2])
    sweep(ready, watch)
    trials = sum(len(p.run.trials) for p in ready)
    assert server.requests == trials
    again = points(asked, [0], [1, 2])
    sweep(again, watch)
    prompts = {a.key for p in ready for a in read(p.run.folder / "answers.jsonl", Answer).records.values()}
    new = {a.key for a in read(again[0].run.folder / "answers.jsonl", Answer).records.values()} - prompts
    assert server.requests == trials + len(new)
    assert 0 < len(new) < len(again[0].run.trials)


def test_a_sweep_that_was_stopped_goes_on_where_it_was(server: Server, tmp_path: Path) -> None:
    asked = wanted(tmp_path, f"openai-compatible:m@{server.url}", concurrency=1)
    declining = Step(text="It cannot be determined from the documents.")
    server.answer = lambda _: fail(401) if server.requests > 14 else declining
    with pytest.raises(ProviderError):
        sweep(points(asked, [0, 1], []), watch)
    server.answer = lambda _: declining
    before = server.requests
    found = sweep(points(asked, [0, 1], []), watch)
    assert [p.accuracy.n for p in found.curves[0].points] == [4, 4]
    assert 0 < server.requests - before < 20


def test_the_cost_limit_is_that_of_all_points_together(server: Server, tmp_path: Path) -> None:
    asked = wanted(tmp_path, f"openai-compatible:m@{server.url}", concurrency=1)

    def priced(point: Point, limit: float) -> Point:
        model: ModelSpec = replace(point.run.model, price_input=1e6, price_output=0.0)
        return replace(point, run=replace(point.run, model=model, max_cost=limit))

    def ten_tokens(_seen: Seen) -> Step:
        return Step(usage={"prompt_tokens": 10, "completion_tokens": 0})

    server.answer = ten_tokens
    ready = points(asked, [0, 0.5, 1], [])
    each = len(ready[0].run.trials) * 10.0
    with pytest.raises(CostLimit):
        sweep([priced(point, each + 25) for point in ready], watch)
    assert server.requests <= len(ready[0].run.trials) + 4


def test_everything_is_checked_before_anything_is_asked(server: Server, tmp_path: Path) -> None:
    asked = wanted(tmp_path, f"openai-compatible:m@{server.url}")
    with pytest.raises(DataError, match="--distractors 40"):
        points(asked, [0], [1, 40])
    with pytest.raises(UsageError, match="nothing to sweep"):
        points(asked, [], [])
    with pytest.raises(UsageError, match="folder for each point"):
        points(replace(asked, out=tmp_path / "one"), [0], [])
    assert server.requests == 0


def test_the_runs_say_how_they_were_laid_out_and_are_not_for_the_leaderboard(tmp_path: Path) -> None:
    (ready,) = points(wanted(tmp_path), [0.5], [])
    sweep([ready], watch)
    summary = json.loads((ready.run.folder / "summary.json").read_text())
    assert summary["config"]["gold_position"] == 0.5
    assert "the shuffled arm was laid out anew" in summary["judge"]["note"]
