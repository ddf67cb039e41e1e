"""Submissions: what is in one, and every way in which one is refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bench.dataset import Dataset, load
from bench.errors import LogError
from bench.log import write_whole
from bench.records import Arm, Item
from bench.records.submission import Submission
from bench.report import checking
from bench.report.checking import check, read_submission
from bench.report.submission import file_name, make_submission
from bench.run_folder import read_manifest
from bench.score import score
from tests.runs import MODEL, RULE, all_right, write_dataset, write_run


def mixed(item: Item, arm: Arm, repeat: int) -> str:
    """Something of everything, also exclusions; every category keeps a scored trial."""
    if item.kind == "contradictory":
        return "nd"[repeat]
    if item.id == "Q-3" and repeat == 1:
        return "f"
    if item.id == "Q-2-INS" and repeat == 0:
        return "i"
    return {"Q-0": "a", "Q-1": "w" if arm == "gold" else "c", "Q-1-INS": "w"}.get(item.id, "c")


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return write_dataset(tmp_path / "set", ("en", "ja"), mains=5)


@pytest.fixture
def run(tmp_path: Path, data: Path) -> Path:
    return write_run(
        tmp_path / "run", data, mixed, langs=("en", "ja"), arms=("gold", "shuffled", "none"), repeats=2, official=True
    )


@pytest.fixture
def file(tmp_path: Path, run: Path) -> Path:
    write_whole(tmp_path / "s.json", make_submission(run, "Example Lab"))
    return tmp_path / "s.json"


def changed(file: Path, change: Callable[[dict[str, Any]], None]) -> list[str]:
    """The faults after a change to the document."""
    document = json.loads(file.read_text("utf-8"))
    change(document)
    file.write_text(json.dumps(document), encoding="utf-8")
    return check(file)


def test_a_submission_of_a_real_run_is_sound(file: Path) -> None:
    assert check(file) == []


def test_it_holds_every_figure_of_the_summary(run: Path, file: Path) -> None:
    submission = Submission.model_validate_json(file.read_bytes())
    summary = score(run)
    assert submission.results == summary.results
    assert submission.attribution == summary.attribution
    assert submission.excluded == {"failed/generate/truncated": 6, "invalid/judge/undecided": 2}
    assert (submission.submitter, submission.date) == ("Example Lab", "2026-01-02T03:04:05Z")
    assert submission.leaderboard


def test_it_holds_no_text_of_the_dataset_or_of_an_answer(data: Path, file: Path) -> None:
    text = file.read_text("utf-8")
    for item in load(str(data), ("en",)).langs["en"].items:
        assert item.question not in text
    assert "tide gauge" not in text
    assert "answer c" not in text


def test_the_same_run_gives_the_same_file(run: Path, file: Path) -> None:
    assert make_submission(run, "Example Lab").model_dump_json(indent=2) + "\n" == file.read_text("utf-8")


def test_an_incomplete_run_is_refused(tmp_path: Path, data: Path) -> None:
    run = write_run(tmp_path / "half", data, lambda item, *_: "." if item.id == "Q-1" else all_right(item, "gold", 0))
    with pytest.raises(LogError, match=r"not complete \(trials without an outcome: 1; "):
        make_submission(run)


def test_a_rule_judged_run_is_written_but_not_for_the_leaderboard(tmp_path: Path, data: Path) -> None:
    submission = make_submission(write_run(tmp_path / "ruled", data, judges=(RULE,), official=True))
    assert not submission.leaderboard
    assert submission.judge.note == "rule results are not for the leaderboard"
    write_whole(tmp_path / "s.json", submission)
    assert check(tmp_path / "s.json") == []


def test_models_that_differ_in_a_dot_or_a_suffix_have_files_of_their_own(tmp_path: Path, data: Path) -> None:
    names = ["qwen2.5", "qwen2.7", "gpt-4.1", "gpt-4.1-mini", "Org/Model", "Org-Model", "../up"]
    files = {}
    for number, name in enumerate(names):
        model = MODEL.model_copy(update={"spec": f"openai:{name}"})
        run = write_run(tmp_path / str(number), data, model=model)
        files[name] = file_name(read_manifest(run))
        assert make_submission(run).model.spec == f"openai:{name}"
    assert len(set(files.values())) == len(names)
    assert not any("/" in file or file.startswith(".") for file in files.values())


def test_numbers_that_are_not_json_are_refused_each_by_name(file: Path) -> None:
    def spoil(s: dict[str, Any]) -> None:
        s["results"][0]["main_avg"] = float("nan")
        s["results"][1]["volume"]["ci95"] = [0.1, float("inf")]

    faults = changed(file, spoil)
    assert any(fault.startswith("results[0].main_avg: nan") for fault in faults)
    assert any(fault.startswith("results[1].volume.ci95[1]: inf") for fault in faults)


def test_a_submission_is_never_written_with_a_number_that_is_not_json(run: Path) -> None:
    with pytest.raises(ValueError, match="finite"):
        Submission.model_validate({**make_submission(run).model_dump(), "usage": {"calls": float("nan")}})


def test_a_percentage_is_refused_and_not_rescaled(file: Path) -> None:
    faults = changed(file, lambda s: s["results"][0].update(main_avg=62.0))
    assert faults == ["results[0].main_avg: 62.0 is not valid under any of the given schemas"]


def test_a_left_out_category_is_named(file: Path) -> None:
    faults = changed(file, lambda s: s["results"][1]["categories"].pop("Table"))
    assert faults == ["results[1].categories: Table is missing; all five are required"]


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
        s["results"][0]["overall_item_micro"]["k"] += 1
        s["results"][1]["overall_macro"] = 0.99
        s["results"][2]["quality"][2]["ci95"] = [0.51, 0.97]
        s["attribution"][0]["distractors"]["value"] = 0.0123

    faults = changed(file, inflate)
    places = [fault.split(":")[0] for fault in faults]
    assert places == [
        "results[0].overall_item_micro.k",
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
        (lambda s: s["items"].append(s["items"][0]), "items: en Q-0 stands 2 times"),
        (lambda s: s.update(trials=3), "trials: is 3, but the rows hold"),
        (lambda s: s["results"].pop(), "results: must be one for each language and arm"),
        (lambda s: s["dataset"].pop("sha256"), "dataset: 'sha256' is a required property"),
        (lambda s: s["dataset"].update(sha256="main"), "dataset.sha256: "),
        (lambda s: s["dataset"].update(name="mine"), "dataset.official: 'mine' is not an official dataset"),
        (
            lambda s: s["judge"]["judges"].append({**s["judge"]["judges"][0], "spec": "rule"}),
            "leaderboard: must be false",
        ),
        (lambda s: s["judge"].update(judges=[]), "leaderboard: must be false: no judge is named"),
        (lambda s: s["model"].update(weights="none"), "leaderboard: must be false: built-in baselines"),
        (lambda s: s.update(leaderboard=False), "judge.leaderboard: differs from `leaderboard`"),
        (lambda s: s.update(excluded={}), "excluded: counts 0 failed trials, the rows hold 6"),
        (lambda s: s.update(extra=1), "Additional properties are not allowed"),
        (lambda s: s.update(repeats="2"), "repeats: '2' is not of type 'integer'"),
    ],
)
def test_what_does_not_hold_together_is_refused_with_its_path(
    file: Path, change: Callable[[dict[str, Any]], None], fault: str
) -> None:
    faults = changed(file, change)
    assert any(fault in found for found in faults), faults


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (b"", "document: is not JSON"),
        (b"[1, 2]", "document: [1, 2] is not of type 'object'"),
        (b'{"a": 1, "a": 2}', "the key 'a' stands twice"),
        (b"\xff\xfe{}", "is not UTF-8 at byte 1"),
        (b'{"model": "\\ud800"}', "half of a surrogate pair"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"model": ' + b"[" * 300 + b"]" * 300 + b"}", "nested too deeply"),
        (b'{"a": ' + b"9" * 5000 + b"}", "is not JSON"),
    ],
)
def test_hostile_files_are_refused_without_a_traceback(tmp_path: Path, content: bytes, fault: str) -> None:
    file = tmp_path / "s.json"
    file.write_bytes(content)
    assert any(fault in found for found in check(file)), check(file)


def test_an_oversized_file_is_refused_unread(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checking, "MAX_BYTES", 1000)
    (fault,) = check(file)
    assert fault.endswith("a submission has at most 1,000")


def test_a_file_that_is_not_there_is_a_fault(tmp_path: Path) -> None:
    assert check(tmp_path / "nothing.json") == ["document: cannot be read: No such file or directory"]


def reference(data: Path) -> Callable[[Submission], Dataset | None]:
    return lambda submission: load(str(data), submission.langs)


def test_against_the_reference_data_a_sound_submission_stays_sound(file: Path, data: Path) -> None:
    submission, faults = read_submission(file, reference(data))
    assert faults == []
    assert submission is not None


def test_other_bytes_of_the_dataset_are_refused(file: Path, tmp_path: Path) -> None:
    other = write_dataset(tmp_path / "other", ("en", "ja"), mains=6)
    (fault,) = check(file, reference(other))
    assert fault.startswith("dataset.sha256: differs from that of")


def test_against_the_reference_data_left_out_and_retagged_items_are_named(
    tmp_path: Path, data: Path, run: Path
) -> None:
    document = json.loads(make_submission(run).model_dump_json())
    document["items"] = [i for i in document["items"] if i["id"] != "Q-4"]
    document["rows"] = [r for r in document["rows"] if r["item"] != "Q-4"]
    document["items"][0]["aspects"] = ["csv"]
    (tmp_path / "s.json").write_text(json.dumps(document), encoding="utf-8")
    faults = check(tmp_path / "s.json", reference(data))
    assert "items: Q-4 (en), Q-4 (ja) is missing" in faults
    assert "items: Q-0 (en) has other tags than in the dataset" in faults


def test_the_own_dataset_is_compared_with_the_shipped_copy_and_others_are_not(
    file: Path, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    submission = Submission.model_validate_json(file.read_bytes())
    assert checking.own_data(submission) is None
    named = submission.model_copy(update={"dataset": submission.dataset.model_copy(update={"name": "gib"})})
    monkeypatch.setattr(checking, "load", lambda _source, langs: load(str(data), langs))
    assert checking.own_data(named) is not None
    older = named.dataset.model_copy(update={"version": "0.1"})
    assert checking.own_data(named.model_copy(update={"dataset": older})) is None
