"""Checking submissions: everything that must hold together, and every figure recomputed from the rows."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from bench.dataset import Dataset, load
from bench.log import write_whole
from bench.records.submission import Submission, SubmissionBase
from bench.report.checking import check, own_data, read_submission, rows
from bench.report.submission import make_submission
from tests.report.desk import NOW, as_version_2, changed, mixed_run
from tests.runs import write_dataset


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_dataset(tmp_path_factory.mktemp("set"), ("en", "ja"), mains=5)


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory, data: Path) -> Path:
    folder = tmp_path_factory.mktemp("sound")
    document = as_version_2(make_submission(mixed_run(folder / "run", data), "Example Lab"))
    write_whole(folder / "s.json", json.dumps(document))
    return folder / "s.json"


@pytest.fixture
def file(sound: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(sound, tmp_path))


def test_a_left_out_category_is_named(file: Path) -> None:
    faults = changed(file, lambda s: s["results"][1]["categories"].pop("Table"))
    assert "results[1].categories: Table is missing; all five are required" in faults


def test_items_of_a_weak_category_cannot_be_left_out(file: Path) -> None:
    def drop_tables(s: dict[str, Any]) -> None:
        weak = {i["id"] for i in s["items"] if "html" in i["aspects"]}
        s["items"] = [i for i in s["items"] if i["id"] not in weak]
        dropped = [r for r in s["rows"] if r["item"] in weak]
        s["rows"] = [r for r in s["rows"] if r["item"] not in weak]
        s["trials"] -= sum(len(r["arms"]) for r in dropped)
        for result in s["results"]:
            result["categories"]["Table"] = {
                "k": 0,
                "n": 0,
                "rate": None,
                "ci95": None,
                "questions": 0,
                "ci95_questions": None,
            }

    faults = changed(file, drop_tables)
    assert any("Table has no scored trial" in fault for fault in faults)


def test_every_figure_is_recomputed_from_the_rows(file: Path) -> None:
    def inflate(s: dict[str, Any]) -> None:
        s["results"][1]["overall_macro"] = 0.99
        s["results"][2]["quality"][2]["ci95"] = [0.51, 0.97]
        s["attribution"][0]["distractors"]["value"] = 0.0123

    faults = changed(file, inflate)
    places = [fault.split(":")[0] for fault in faults]
    assert places == [
        "results[1].overall_macro",
        "results[2].quality[2].ci95[0]",
        "results[2].quality[2].ci95[1]",
        "attribution[0].distractors.value",
    ]


def test_one_changed_letter_is_found_out(file: Path) -> None:
    def favour(s: dict[str, Any]) -> None:
        row = next(r for r in s["rows"] if r["arms"].get("shuffled") == "w")
        row["arms"]["shuffled"] = "c"

    assert any("outcomes.correct" in fault for fault in changed(file, favour))


def test_faults_of_head_rows_and_figures_are_named_together(file: Path) -> None:
    def spoil(s: dict[str, Any]) -> None:
        s["config"]["model"]["title"] = "Better"
        s["date"] = "2026-13-02T00:00:00Z"
        s["results"][0]["main_avg"] = 0.5

    places = {fault.split(":")[0] for fault in changed(file, spoil)}
    assert places == {"digest", "date", "results[0].main_avg"}


@pytest.mark.daily(14)
@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (lambda s: s["rows"].pop(), "has no row for repeat 1"),
        (lambda s: s["rows"].append(s["rows"][0]), "rows: en Q-0 0 stands 2 times"),
        (lambda s: s["rows"][0].update(item="Q-77"), "rows[0].item: Q-77 (en) is not among `items`"),
        (lambda s: s["rows"][0]["arms"].pop("shuffled"), "rows[0].arms: must be gold, none, shuffled"),
        (lambda s: s["rows"][0]["arms"].update(gold="n"), "rows[0].arms.gold: 'n' cannot happen to an item"),
        (lambda s: s["rows"][0]["arms"].update(gold="z"), "rows[0].arms.gold: "),
        (lambda s: s["rows"][0].update(repeat=9), "rows[0].repeat: 9 is not below the 2 repeats"),
        (lambda s: s["rows"][0].update(canary=["gold"]), "rows[0].canary: gold cannot be a canary here"),
        (lambda s: s["items"].append(s["items"][0]), "items: en Q-0 stands 2 times"),
        (lambda s: s.update(trials=3), "trials: is 3, but the rows hold"),
        (lambda s: s["results"].pop(), "results: must be one for each language and arm"),
        (lambda s: s["config"]["dataset"].pop("sha256"), "config.dataset: 'sha256' is a required property"),
        (lambda s: s["config"]["dataset"].update(sha256="main"), "config.dataset.sha256: "),
        (lambda s: s["config"]["dataset"].update(name="mine"), "'mine' is not an official dataset"),
        (lambda s: s["config"].update(data="/home/me/set"), "config.data: must be one of gib, lit, (a local path)"),
        (lambda s: s["config"].update(data="gib"), "config.data: 'gib' was asked for, but the dataset is 'lit'"),
        (lambda s: s["config"].update(judges=[]), "leaderboard: must be false: no judge is named"),
        (lambda s: s["config"]["model"].update(weights="none"), "leaderboard: must be false: built-in baselines"),
        (lambda s: s["config"]["model"].update(weights="none"), "served: 'provider' does not fit"),
        (lambda s: s["config"].update(limit=5), "leaderboard: must be false: a sample of the dataset was run"),
        (lambda s: s.update(excluded={}), "excluded: counts 0 failed trials, the rows hold 6"),
        (lambda s: s["config"].update(repeats="2"), "config.repeats: '2' is not of type 'integer'"),
        (lambda s: s.update(served="cloud"), "served: 'cloud' is not valid"),
        (lambda s: s.update(served="started"), "served: the suite starts vLLM servers only"),
        (lambda s: s.update(served="own"), "usage.cost_usd: must be null: the answers are not from the provider"),
        (lambda s: s.update(arm_usage=[]), "arm_usage: is missing"),
        (lambda s: s["arm_usage"].reverse(), "arm_usage: must be one for each result, in order"),
        (lambda s: s["arm_usage"][0]["usage"].update(calls=1), "arm_usage[0].usage.calls: is 1, but the arm has 14"),
        (lambda s: s["usage"].update(calls=1), "usage.calls: is 1, but there are 96 trials"),
        (lambda s: s["usage"].update(cost_usd=9.0), "usage.cost_usd: is 9, but the tokens cost"),
        (lambda s: s["usage"].update(prompt_tokens=None), "usage.cost_usd: must be null: without a price"),
        (lambda s: s["votes"].update(invalid=999), "votes.invalid: is 999 of"),
        (lambda s: s["config"].update(arms=["gold", "gold"]), "config.arms: gold, gold: one stands twice"),
        (lambda s: s["config"].update(repeats=10**12), "has no row for repeat 2, 3, 4, 5, 6 and 999999999993 more"),
        (lambda s: s["config"]["model"].update(price_input=-1.0), "config.model.price_input: is -1, below 0"),
        (lambda s: s["usage"]["latency_s"].update(median=-1.0), "usage.latency_s.median: is -1, below 0"),
        (lambda s: s["arm_usage"][0]["judge_usage"].update(cost_usd=-1.0), "arm_usage[0].judge_usage.cost_usd: is -1"),
        (lambda s: s["excluded"].update({"failed/x/y": -1}), "excluded.failed/x/y: -1 is less than the minimum of 0"),
        (lambda s: s.update(date="2026-01-02"), "date: '2026-01-02' does not match"),
        (lambda s: s.update(date="2026-01-02T03:04:05+09:00"), "date: '2026-01-02T03:04:05+09:00' does not match"),
        (lambda s: s.update(date="2026-02-30T00:00:00Z"), "date: 2026-02-30T00:00:00Z is no date of the calendar"),
        (lambda s: s.update(submitter="x" * 201), "submitter: "),
        (lambda s: s.update(run=""), "run: '' should be non-empty"),
    ],
)
def test_what_does_not_hold_together_is_refused_with_its_path(
    file: Path, change: Callable[[dict[str, Any]], None], fault: str
) -> None:
    faults = changed(file, change, resealed=True)
    assert any(fault in found for found in faults), faults
    assert not any(found.startswith("digest:") for found in faults)


def test_half_the_price_is_what_a_batch_costs(file: Path) -> None:
    def in_batch(s: dict[str, Any]) -> None:
        for usage in (s["usage"], *(a["usage"] for a in s["arm_usage"])):
            usage["cost_usd"] /= 2

    assert changed(file, in_batch) == []


def test_a_date_may_lie_ahead_of_the_clock_as_far_as_clocks_differ_and_no_more(file: Path) -> None:
    assert check(file, now=datetime(2026, 1, 2, 2, 55, tzinfo=UTC)) == []
    assert check(file, now=datetime(2026, 1, 2, 2, 54, tzinfo=UTC)) == ["date: 2026-01-02T03:04:05Z lies in the future"]


def reference(data: Path) -> Callable[[SubmissionBase], Dataset | None]:
    """The test's own data as the copy to compare with, under the version that the submission names."""

    def copy(submission: SubmissionBase) -> Dataset:
        loaded = load(str(data), submission.config.langs)
        return Dataset(
            "lit", submission.config.dataset.version, loaded.sha256, loaded.licence, loaded.langs, official=True
        )

    return copy


def test_against_the_reference_data_a_sound_submission_stays_sound(file: Path, data: Path) -> None:
    submission, faults = read_submission(file, reference(data), NOW)
    assert faults == []
    assert submission is not None


def test_other_bytes_of_the_dataset_are_refused(file: Path, tmp_path: Path) -> None:
    other = write_dataset(tmp_path / "other", ("en", "ja"), mains=6)
    (fault,) = check(file, reference(other), NOW)
    assert fault.startswith("config.dataset.sha256: differs from that of")


def test_against_the_reference_data_left_out_and_retagged_items_are_named(file: Path, data: Path) -> None:
    document = json.loads(file.read_text("utf-8"))
    document["items"] = [i for i in document["items"] if i["id"] != "Q-4"]
    document["rows"] = [r for r in document["rows"] if r["item"] != "Q-4"]
    document["items"][0]["aspects"] = ["csv"]
    file.write_text(json.dumps(document), encoding="utf-8")
    faults = check(file, reference(data), NOW)
    assert "items: Q-4 (en), Q-4 (ja) is missing" in faults
    assert "items: Q-0 (en) has other tags than in the dataset" in faults


def test_the_own_dataset_is_compared_with_the_shipped_copy_and_others_are_not(
    file: Path, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    submission, _ = read_submission(file, now=NOW)
    assert submission is not None
    monkeypatch.setattr(rows, "load", lambda _source, langs: load(str(data), langs))

    def about(**changes: Any) -> Submission:
        dataset = submission.config.dataset.model_copy(update=changes)
        return submission.model_copy(update={"config": submission.config.model_copy(update={"dataset": dataset})})

    assert own_data(submission) is None
    assert own_data(about(name="gib")) is not None
    assert own_data(about(name="gib", version="0.1", official=False)) is None


def test_a_version_of_the_own_dataset_that_is_not_here_is_refused(file: Path, data: Path) -> None:
    def other(submission: SubmissionBase) -> Dataset:
        loaded = load(str(data), submission.config.langs)
        return Dataset("gib", "2.0.0", loaded.sha256, loaded.licence, loaded.langs, official=True)

    (fault,) = check(file, other, NOW)
    assert fault.startswith("config.dataset.version: ")
    assert fault.endswith(
        "is no version of gib that this copy of the suite has (2.0.0); check with the release that has it"
    )
