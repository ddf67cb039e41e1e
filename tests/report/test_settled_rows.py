"""A submission's rows say who settled each verdict of a cascade, so that figures and boards need no log."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bench.cascade import cascade_ref
from bench.log import write_whole
from bench.metrics.arm import results
from bench.records.submission import Submission
from bench.report.checking import read_submission
from bench.report.checking.rows import outcomes_of_rows
from bench.report.leaderboard import build
from bench.report.submission import make_submission
from bench.scoring import read_run, score_run
from bench.verify import verify_submission
from tests.report.desk import NOW, as_version_2, mixed, undecided_by_rule
from tests.runs import JUDGE, all_right, write_dataset, write_run

CASCADE = cascade_ref(JUDGE, "rule/5")
Document = dict[str, Any]


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("cascade")
    data = write_dataset(folder / "set", ("en", "ja"), mains=8)
    wanted: dict[str, Any] = {"langs": ("en", "ja"), "arms": ("gold", "shuffled"), "repeats": 2}
    return undecided_by_rule(write_run(folder / "run", data, mixed, judges=(CASCADE,), **wanted))


@pytest.fixture
def submission(run: Path) -> Submission:
    return make_submission(run, "Lab")


def test_figures_of_the_rows_are_those_of_the_log(run: Path, submission: Submission) -> None:
    summary = score_run(read_run(run))
    by_rows, _ = results(outcomes_of_rows(submission), submission.config.langs, submission.config.arms)
    assert [(r.settled_by_rule, r.audit_agreement) for r in by_rows] == [
        (r.settled_by_rule, r.audit_agreement) for r in summary.results
    ]
    (report,) = summary.cascades
    who = [who for row in submission.rows for who in row.settled.values()]
    assert (who.count("rule"), len(who)) == (report.settled.k, report.settled.n)
    assert 0 < report.settled.k < report.settled.n
    assert sum(len(row.audit) for row in submission.rows) == report.audited > 0


def faults(path: Path, document: Document) -> list[str]:
    path.write_text(json.dumps(document), encoding="utf-8")
    return read_submission(path, now=NOW)[1]


def test_a_sound_file_is_read_as_it_is_and_verify_counts(submission: Submission, tmp_path: Path) -> None:
    write_whole(tmp_path / "one.json", submission)
    assert read_submission(tmp_path / "one.json", now=NOW) == (submission, [])
    assert any("by rule)" in checked for checked in verify_submission(tmp_path / "one.json").checked)


def without(document: Document) -> Document:
    for row in document["rows"]:
        row.pop("settled", None)
        row.pop("audit", None)
    return document


def test_a_file_of_before_the_suite_told_is_read_and_says_nothing(submission: Submission, tmp_path: Path) -> None:
    older = without(json.loads(submission.model_dump_json()))
    assert faults(tmp_path / "old.json", older) == []
    read, _ = read_submission(tmp_path / "old.json", now=NOW)
    assert read is not None
    by_rows, _ = results(outcomes_of_rows(read), read.config.langs, read.config.arms)
    assert {r.settled_by_rule.rate for r in by_rows} == {None}


def test_boards_show_how_much_was_settled_by_rule(submission: Submission, tmp_path: Path) -> None:
    folder = tmp_path / "submissions"
    folder.mkdir()
    write_whole(folder / "one.json", submission)
    entries = [entry for board in build(folder, now=NOW).boards for entry in (*board.ranked, *board.not_ranked)]
    shown = [entry.settled_by_rule for entry in entries]  # type: ignore[attr-defined]
    assert shown
    assert all(0 < rate.k < rate.n for rate in shown)


def first(document: Document, who: str) -> tuple[Document, str]:
    """The first row with an arm that was settled by `who`, and the arm."""
    return next((row, arm) for row in document["rows"] for arm, by in row.get("settled", {}).items() if by == who)


def left_out(document: Document) -> None:
    row, arm = first(document, "rule")
    row.get("audit", {}).pop(arm, None)
    del row["settled"][arm]


def audited_model(document: Document) -> None:
    row, arm = first(document, "model")
    row.setdefault("audit", {})[arm] = True


def failed(document: Document) -> None:
    row = next(row for row in document["rows"] if "f" in row["arms"].values())
    row["settled"] = dict.fromkeys(row["arms"], "rule")


def all_by_model(document: Document) -> None:
    for row in document["rows"]:
        row["settled"] = dict.fromkeys(row.get("settled", {}), "model")
        row.pop("audit", None)


def no_cascade(document: Document) -> None:
    document["config"]["judges"][0].update(spec=JUDGE.spec, title=JUDGE.title, rules=None)


def diluted(document: Document) -> None:
    document["votes"]["suspect_of"] = sum(len(row["arms"]) for row in document["rows"]) - 8


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (left_out, "and other rows tell it"),
        (audited_model, "which the rules did not settle"),
        (failed, "in which no answer was graded"),
        (no_cascade, "no judge of the run is a cascade"),
        (all_by_model, "judge_usage.calls"),
        (diluted, "trials have a verdict of a model"),
        (lambda s: s["rows"][0].update(settled={"none": "rule"}), "in which the item was not asked"),
        (lambda s: s["rows"][0].update(settled={"gold": "nobody"}), "settled"),
        (lambda s: s.update(schema_version="3"), "is not a field of version 3"),
    ],
)
def test_what_cannot_be_of_an_honest_run_is_a_fault(
    submission: Submission, tmp_path: Path, change: Callable[[Document], object], says: str
) -> None:
    document = json.loads(submission.model_dump_json())
    change(document)
    assert any(says in fault for fault in faults(tmp_path / "forged.json", document))


def test_version_2_is_as_it_was(tmp_path: Path) -> None:
    run = write_run(tmp_path / "run", write_dataset(tmp_path / "set"), all_right, judges=(CASCADE,))
    document = without(as_version_2(make_submission(run)))
    assert faults(tmp_path / "two.json", document) == []
