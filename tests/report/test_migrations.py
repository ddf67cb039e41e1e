"""Older submissions: brought to the present version where everything is proven, refused in words where not."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bench.dataset import load
from bench.log import write_whole
from bench.records import RunConfig
from bench.records.submission import SUBMISSION_VERSION, Submission, Submission2
from bench.report.checking import read_submission
from bench.report.leaderboard import add
from bench.report.migrations import SHAPES, migrate, present
from bench.report.submission import make_submission
from bench.run_digests import config_digest
from tests.report.desk import NOW, as_version_2
from tests.runs import JUDGE, MODEL, all_right, write_dataset, write_run

LATER = ("chunk_tokens", "overlap", "gold_position", "distractors", "leave_one_out")


@pytest.fixture
def version_2(tmp_path: Path) -> dict[str, Any]:
    """A submission of version 2 on LIT-RAGBench from the hub, as far as it was asked for."""
    run = write_run(tmp_path / "run", write_dataset(tmp_path / "set"), all_right, official=True)
    document = as_version_2(make_submission(run))
    document["config"]["data"] = "lit"
    return sealed(document)


def sealed(document: dict[str, Any]) -> dict[str, Any]:
    return {**document, "digest": config_digest(document["config"])}


def version_1(version_2: dict[str, Any]) -> dict[str, Any]:
    """The same submission as version 1 had it."""
    document = {n: v for n, v in version_2.items() if n not in ("config", "served", "votes", "arm_usage")}
    config = {n: v for n, v in version_2["config"].items() if n not in ("data", "judges", "imported", *LATER)}
    judge = {
        "judges": version_2["config"]["judges"],
        "votes": version_2["votes"]["cast"],
        "invalid": version_2["votes"]["invalid"],
        "leaderboard": version_2["leaderboard"],
        "note": "",
    }
    return {**document, **config, "schema_version": "1", "judge": judge}


def checked(tmp_path: Path, document: Any) -> tuple[Any, list[str]]:
    path = tmp_path / "s.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    return read_submission(path, now=NOW)


def test_a_version_1_file_is_migrated_and_checked(tmp_path: Path, version_2: dict[str, Any]) -> None:
    submission, faults = checked(tmp_path, version_1(version_2))
    assert faults == []
    assert submission.schema_version == SUBMISSION_VERSION
    assert submission.config == RunConfig.model_validate_json(json.dumps(version_2["config"]))
    assert submission.digest == version_2["digest"]
    assert (submission.votes.cast, submission.votes.invalid) == (10, 0)


def test_a_file_of_the_first_suite_had_a_smaller_configuration(tmp_path: Path, version_2: dict[str, Any]) -> None:
    for later in ("judging", "canaries", *LATER):
        del version_2["config"][later]
    submission, faults = checked(tmp_path, version_1_without(sealed(version_2)))
    assert faults == []
    assert submission.config.judging == "one-call"


def version_1_without(version_2: dict[str, Any]) -> dict[str, Any]:
    document = version_1(version_2)
    return {name: value for name, value in document.items() if name not in ("judging", "canaries")}


def test_a_migration_never_invents_a_value(version_2: dict[str, Any]) -> None:
    old = version_1(version_2)
    new, shape, faults = migrate(old)
    assert (shape, faults) == (Submission2, [])
    assert new["served"] is None
    assert "arm_usage" not in new
    told = json.dumps(old)
    proven = {"data", *LATER}  # by the digest
    for name, value in new["config"].items():
        assert name in proven or json.dumps(value) in told, name
    assert config_digest(new["config"]) == old["digest"]


def test_a_migrated_file_is_still_recomputed(tmp_path: Path, version_2: dict[str, Any]) -> None:
    old = version_1(version_2)
    old["results"][0]["overall_macro"] = 0.5
    assert checked(tmp_path, old)[1] == ["results[0].overall_macro: is 0.5, but the rows give 1.0"]


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (lambda s: s["model"].update(title="Better"), "digest: cannot be migrated: `digest` is not that of"),
        (lambda s: s.update(digest="b" * 64), "digest: cannot be migrated"),
        (lambda s: s.pop("judge"), "judge: is missing or no object"),
        (lambda s: s.update(judge=[1]), "judge: is missing or no object"),
        (lambda s: s["judge"].update(leaderboard=False), "judge.leaderboard: differs from `leaderboard`"),
        (lambda s: s.update(endorsed=True), "('endorsed' was unexpected)"),
        (lambda s: s["judge"].update(endorsed=True), "('judge.endorsed' was unexpected)"),
        (lambda s: s["judge"].pop("votes"), "votes: 'cast' is a required property"),
    ],
)
def test_what_version_1_cannot_prove_or_never_had_is_refused(
    tmp_path: Path, version_2: dict[str, Any], change: Callable[[dict[str, Any]], object], fault: str
) -> None:
    old = version_1(version_2)
    change(old)
    faults = checked(tmp_path, old)[1]
    assert any(fault in found for found in faults), faults


def test_a_run_on_a_local_path_cannot_be_proven(tmp_path: Path, version_2: dict[str, Any]) -> None:
    version_2["config"]["data"] = "/home/me/lit"
    (fault,) = checked(tmp_path, version_1(sealed(version_2)))[1]
    assert fault.endswith("(a local path, other chunks or an altered field); submit the run again")


@pytest.mark.parametrize("version", ["5", "99", "", 2, None, ["2"], "2\x1b[31m" * 20])
def test_an_unknown_version_is_refused_with_a_sentence(tmp_path: Path, version_2: dict[str, Any], version: Any) -> None:
    (fault,) = checked(tmp_path, {**version_2, "schema_version": version})[1]
    assert fault.startswith("schema_version: ")
    assert (
        "is not a version that this suite reads (1, 2, 3, 4): use the release of the suite that wrote the file" in fault
    )


def test_no_version_at_all_is_refused_too(tmp_path: Path, version_2: dict[str, Any]) -> None:
    del version_2["schema_version"]
    assert checked(tmp_path, version_2)[1] == ["schema_version: is missing; the present version is 4"]


def test_every_version_since_the_second_is_read_as_it_stands(tmp_path: Path, version_2: dict[str, Any]) -> None:
    assert list(SHAPES) == [str(n) for n in range(2, int(SUBMISSION_VERSION) + 1)]
    assert migrate(version_2) == (version_2, Submission2, [])
    submission, _ = checked(tmp_path, version_2)
    now = json.loads(submission.model_dump_json())
    assert migrate(now) == (now, Submission, [])
    assert checked(tmp_path, now) == (submission, [])
    assert present(submission) is submission


def test_version_2_says_the_same_and_its_figures_are_left_out(tmp_path: Path, version_2: dict[str, Any]) -> None:
    submission, faults = checked(tmp_path, version_2)
    assert faults == []
    now = json.loads(submission.model_dump_json())
    assert version_2.keys() - now.keys() == {"trials", "results", "attribution"}
    assert {name for name in now if now[name] != version_2.get(name)} == {"schema_version", "canaries"}
    assert now["canaries"] == sum(len(row["canary"]) for row in version_2["rows"])


def test_a_figure_that_a_version_2_file_does_not_have_is_no_fault(tmp_path: Path, version_2: dict[str, Any]) -> None:
    for result in version_2["results"]:
        del result["volume"], result["quality"], result["aspects"]
    assert checked(tmp_path, version_2)[1] == []


def test_a_migrated_file_of_the_first_suite_can_be_written_and_read_again(
    tmp_path: Path, version_2: dict[str, Any]
) -> None:
    for later in ("judging", "canaries", *LATER):
        del version_2["config"][later]
    (tmp_path / "old.json").write_text(json.dumps(version_1_without(sealed(version_2))), "utf-8")
    added = add(tmp_path / "old.json", tmp_path / "board", now=NOW)
    assert read_submission(added, now=NOW)[1] == []


@pytest.mark.slow
def test_models_and_judges_come_over_with_every_parameter(tmp_path: Path) -> None:
    judge = JUDGE.model_copy(update={"params": {"temperature": 0, "max_tokens": 300}})
    model = MODEL.model_copy(update={"params": {"temperature": 0.7, "top_p": 1.0}})
    run = write_run(tmp_path / "run", Path("gib"), limit=5, judges=(judge,), model=model)
    submission = make_submission(run)
    assert load("gib", ("en",)).sha256 == submission.config.dataset.sha256
    write_whole(tmp_path / "now.json", submission)
    migrated, faults = checked(tmp_path, version_1(as_version_2(submission)))
    assert faults == []
    assert migrated.config == submission.config


def test_a_file_of_version_3_is_the_same_without_what_it_could_not_tell(tmp_path: Path) -> None:
    run = write_run(tmp_path / "run", write_dataset(tmp_path / "set"), all_right)
    document = json.loads(make_submission(run).model_dump_json())
    read, faults = checked(tmp_path, {**document, "schema_version": "3"})
    assert faults == []
    assert json.loads(read.model_dump_json()) == document
    document["rows"][0]["no_final_line"] = ["shuffled"]
    (fault, *_) = checked(tmp_path, {**document, "schema_version": "3"})[1]
    assert fault == "rows[0].no_final_line: is not a field of version 3"
