"""A run with leave-one-out items: they are asked besides everything else and counted nowhere else."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bench.campaign import execute
from bench.errors import DataError
from bench.log import read
from bench.records import Answer, Summary
from bench.report.boards import SubmittedRun
from bench.report.checking import check
from bench.report.submission import make_submission
from bench.scoring import outcomes_of, read_run, score
from bench.verify import verify_run
from tests.campaign.panel_server import wanted
from tests.campaign.watching import Watcher
from tests.dataset.world import sound_world, write
from tests.oracle import recompute_run
from tests.runs import write_dataset
from tests.server import Server

ALL = ("gold", "shuffled", "retrieved", "none")


def run(folder: Path, data: Path, model: str = "baseline:oracle", **changed: object) -> tuple[Path, Summary]:
    settings: dict[str, object] = {"judges": ("rule",), "model": model, "arms": ALL, "langs": ("en", "ja"), "top_k": 4}
    ready = wanted(Server(), folder, data, **{**settings, **changed})  # type: ignore[arg-type]
    execute(ready, Watcher())
    return ready.folder, score(ready.folder)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return write(tmp_path / "set", sound_world())


def answers(folder: Path) -> list[Answer]:
    return list(read(folder / "answers.jsonl", Answer).records.values())


def test_every_arm_shows_the_rest_and_never_the_chunk_that_was_left_out(tmp_path: Path, data: Path) -> None:
    folder, _ = run(tmp_path / "runs", data, leave_one_out=True)
    trials = {(a.lang, a.arm): a.chunks for a in answers(folder) if a.item == "TST-002-LOO-2"}
    assert set(trials) == {(lang, arm) for lang in ("en", "ja") for arm in ("gold", "shuffled", "retrieved")}
    assert not any("T01-04" in chunks for chunks in trials.values())
    assert trials["en", "gold"] == ("T01-03",)
    assert set(trials["en", "shuffled"]) == {f"T01-0{n}" for n in range(1, 10) if n != 4}
    assert len(trials["en", "retrieved"]) == 4


@pytest.mark.slow
def test_they_change_no_other_figure_of_the_summary(tmp_path: Path, data: Path) -> None:
    for model in ("baseline:extractive", "baseline:oracle"):
        _, plain = run(tmp_path / f"{model}-a", data, model)
        _, more = run(tmp_path / f"{model}-b", data, model, leave_one_out=True)
        assert more.missing == plain.missing == 0
        assert more.complete
        for name in ("results", "attribution", "failures", "retrieval", "flagged", "panel", "canaries", "crag"):
            assert getattr(more, name) == getattr(plain, name), name
        assert plain.insight is not None
        assert more.insight is not None
        for name in ("flips", "closed_book", "twins"):
            assert getattr(more.insight, name) == getattr(plain.insight, name), name
        assert [row.calls for row in more.insight.grounded_cost] == [row.calls for row in plain.insight.grounded_cost]
        # What was called is what was paid for.
        assert more.usage.calls == plain.usage.calls + 6
        assert plain.insight.leave_one_out is None
        found = more.insight.leave_one_out
        assert found is not None
        assert [(r.lang, r.arm, r.trials) for r in found.results] == [
            (lang, arm, 1) for lang in ("en", "ja") for arm in ("gold", "shuffled", "retrieved")
        ]
        told = [(r.declined.k, r.attempted) for r in found.results]
        assert all(declined + attempted == 1 for declined, attempted in told)
        assert all(declined for declined, _ in told) == (model == "baseline:oracle")
        assert [(item.id, item.chunk) for item in found.items] == [("TST-002-LOO-2", "T01-04")] * 2
        assert all(item.reason.startswith("Without T01-04") for item in found.items)


def test_an_ordinary_run_and_one_with_them_share_every_answer(tmp_path: Path, data: Path) -> None:
    first, _ = run(tmp_path / "runs", data)
    second, _ = run(tmp_path / "runs", data, leave_one_out=True)
    assert first != second
    keys = {a.key for a in answers(first)}
    assert keys < {a.key for a in answers(second)}
    assert {a.item for a in answers(second) if a.key not in keys} == {"TST-002-LOO-2"}


def test_the_audit_recomputes_such_a_run_and_a_submission_of_it_can_be_checked(tmp_path: Path, data: Path) -> None:
    folder, summary = run(tmp_path / "runs", data, "baseline:echo", leave_one_out=True)
    assert verify_run(folder).numbers > 500
    audit = recompute_run(folder)
    assert audit.numbers > 500
    assert not {o.item for o in outcomes_of(read_run(folder)) if "-LOO-" in o.item}
    submission = make_submission(folder, "someone")
    assert not [row for row in submission.rows if "-LOO-" in row.item]
    assert SubmittedRun.of("submission.json", submission).results == summary.results
    path = tmp_path / "submission.json"
    path.write_text(submission.model_dump_json(), encoding="utf-8")
    assert check(path) == []


def test_a_set_that_gives_none_is_refused_before_anything_is_asked(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="gives no leave-one-out item"):
        run(tmp_path / "runs", write_dataset(tmp_path / "one", ("en", "ja")), leave_one_out=True)
    assert not (tmp_path / "runs").exists()


def test_a_failed_leave_one_out_call_is_excluded_and_listed(tmp_path: Path, data: Path) -> None:
    folder, _ = run(tmp_path / "runs", data, "baseline:echo", leave_one_out=True)
    path = folder / "answers.jsonl"
    rows = [json.loads(line) for line in path.read_text("utf-8").split("\n") if line]
    for row in rows:
        if row["item"] == "TST-002-LOO-2" and (row["lang"], row["arm"]) == ("en", "gold"):
            row.update(text=None, failure={"stage": "generate", "kind": "truncated", "message": "cut"})
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
    summary = score(folder)
    assert [(e.item, e.reason) for e in summary.exclusions if e.outcome == "failed"] == [("TST-002-LOO-2", "truncated")]
    assert summary.insight is not None
    assert summary.insight.leave_one_out is not None
    first = summary.insight.leave_one_out.results[0]
    assert (first.trials, first.excluded, first.declined.rate) == (1, 1, None)
    assert sum(r.outcomes.failed for r in summary.results) == 0
