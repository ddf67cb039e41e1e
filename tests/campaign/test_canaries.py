"""Canaries in a run: the evidence is gone in every arm but `none`, or the trial is an ordinary one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bench.campaign import execute
from bench.log import read
from bench.records import Answer
from bench.report.checking import check
from bench.report.submission import make_submission
from bench.scoring import score
from tests.campaign.panel_server import but, role, sensible, verdict, wanted
from tests.campaign.watching import Watcher
from tests.runs import write_dataset
from tests.server import Seen, Server, Step

ALL = ("gold", "shuffled", "retrieved", "none")


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return write_dataset(tmp_path / "set", ("en", "ja"))


def answers(folder: Path) -> list[Answer]:
    return list(read(folder / "answers.jsonl", Answer).records.values())


def test_canaries_are_off_unless_asked_for(tmp_path: Path, data: Path) -> None:
    run = wanted(Server(), tmp_path, data, judges=("rule",), model="baseline:oracle", arms=ALL)
    execute(run, Watcher())
    assert not [answer for answer in answers(run.folder) if answer.canary]
    assert score(run.folder).canaries is None


def test_a_canary_is_shown_no_evidence_in_any_arm_and_takes_the_place_of_its_trial(tmp_path: Path, data: Path) -> None:
    run = wanted(Server(), tmp_path, data, judges=("rule",), model="baseline:echo", arms=ALL, canaries=1, top_k=2)
    execute(run, Watcher())
    main = [answer for answer in answers(run.folder) if answer.kind == "main"]
    assert len(main) == 4 * len(ALL)
    assert {answer.arm for answer in main if answer.canary} == {"gold", "shuffled", "retrieved"}
    for answer in main:
        number = answer.item.rpartition("-")[2]
        assert answer.canary is (answer.arm != "none")
        assert f"W-{number}" not in answer.chunks
        assert len(answer.chunks) == {"gold": 0, "shuffled": 1, "retrieved": 2, "none": 0}[answer.arm]
    assert not [answer for answer in answers(run.folder) if answer.kind != "main" and answer.canary]


def test_the_same_items_are_canaries_for_every_system_language_and_sample(tmp_path: Path) -> None:
    large = write_dataset(tmp_path / "large", ("en", "ja"), mains=24)
    chosen = []
    for number, changed in enumerate(
        ({"model": "baseline:echo"}, {"model": "baseline:oracle"}, {"model": "baseline:echo", "langs": ("ja",)})
    ):
        run = wanted(Server(), tmp_path / str(number), large, judges=("rule",), canaries=0.5, **changed)
        execute(run, Watcher())
        chosen.append({a.item for a in answers(run.folder) if a.canary})
    assert chosen[0] == chosen[1] == chosen[2]
    assert 5 < len(chosen[0]) < 19
    sampled = wanted(Server(), tmp_path / "s", large, judges=("rule",), canaries=0.5, model="baseline:echo", limit=12)
    execute(sampled, Watcher())
    given = {a.item for a in answers(sampled.folder) if a.kind == "main"}
    assert {a.item for a in answers(sampled.folder) if a.canary} == chosen[0] & given


def test_an_item_whose_answer_still_stands_is_asked_as_usual_and_listed(tmp_path: Path, data: Path) -> None:
    path = data / "en" / "chunks.jsonl"
    rows = [json.loads(line) for line in path.read_text("utf-8").split("\n") if line]
    rows[2]["text"] += " Like pier 1, it was seen to on DAY １１ as well."
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    run = wanted(
        Server(), tmp_path, data, judges=("rule",), model="baseline:oracle", canaries=1, arms=("gold", "shuffled")
    )
    execute(run, Watcher())
    by_place = {(a.item, a.arm): a for a in answers(run.folder)}
    # Q-1 is shown W-1 and its negative W-2; with W-2 alone its answer would stand.
    ordinary = by_place["Q-1", "shuffled"]
    assert (ordinary.canary, set(ordinary.chunks)) == (False, {"W-1", "W-2"})
    assert by_place["Q-1", "gold"].canary  # where nothing is shown, nothing stands
    summary = score(run.folder)
    assert summary.canaries is not None
    assert [(n.item, n.lang, n.arm) for n in summary.canaries.not_absent] == [("Q-1", "en", "shuffled")]
    shuffled = next(r for r in summary.results if r.arm == "shuffled")
    assert (shuffled.main_avg, shuffled.overall_item_micro.n) == (None, 1 + 6)


def test_a_right_attempt_at_a_canary_is_a_violation_that_counts_in_volume(tmp_path: Path, data: Path) -> None:
    def lenient(seen: Seen) -> Step | None:
        """Takes every attempt at an answerable item for right, and everything else for a refusal."""
        return verdict(True, abstained="Kind: answerable" not in seen.prompt) if role(seen) == "judge" else None

    with Server(answer=but(lenient)) as server:
        run = wanted(server, tmp_path, data, judges="a", canaries=1, arms=("shuffled", "none"))
        execute(run, Watcher())
    summary = score(run.folder)
    shuffled, none = summary.results
    # 4 canaries right; the 4 twins, the contradictory and the incomplete item declined.
    assert (shuffled.volume.k, shuffled.volume.n) == (4, 10)
    assert (shuffled.accuracy_given_attempt.k, shuffled.accuracy_given_attempt.n) == (4, 4)
    assert [q.value for q in shuffled.quality] == [pytest.approx(-k * 4 / 10) for k in (1, 2, 4, 9)]
    assert [q.value for q in none.quality] == [1, 1, 1, 1]
    assert summary.canaries is not None
    (result,) = summary.canaries.results
    assert (result.arm, result.trials, result.right, result.wrong, result.declined) == ("shuffled", 4, 4, 0, 0)
    assert (result.violations.k, result.violations.n) == (4, 4)
    assert result.violations.ci95 is not None
    # Neither answerable nor one of LIT's abstention items: those rates do not see canaries.
    assert (shuffled.over_abstention.n, shuffled.false_answer.n, shuffled.categories["Integration"].n) == (0, 6, 0)
    assert not summary.judge.leaderboard
    assert "canaries took the place" in summary.judge.note


def test_the_oracle_declines_a_canary_and_loses_nothing(tmp_path: Path, data: Path) -> None:
    run = wanted(Server(), tmp_path, data, judges=("rule",), model="baseline:oracle", canaries=0.5, arms=ALL)
    execute(run, Watcher())
    summary = score(run.folder)
    assert summary.canaries is not None
    assert [r.violations.k for r in summary.canaries.results] == [0, 0, 0]
    canaries = [answer for answer in answers(run.folder) if answer.canary]
    assert sum(r.declined for r in summary.canaries.results) == len(canaries) > 0
    shuffled = next(r for r in summary.results if r.arm == "shuffled")
    assert shuffled.over_abstention.k == 0


def test_a_call_that_an_ordinary_run_has_paid_for_is_taken_over_as_a_canary(tmp_path: Path, data: Path) -> None:
    # With k = 1 and a rival that outranks it, C+ would not have been retrieved anyway: the same call, another trial.
    path = data / "en" / "chunks.jsonl"
    rows = [json.loads(line) for line in path.read_text("utf-8").split("\n") if line]
    question = "On which day was the gauge of pier 3 serviced? On which day was the gauge of pier 3 serviced?"
    rows.append({"id": "W-X", "text": question})
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    with Server(answer=sensible) as server:
        common = {"judges": "a", "arms": ("retrieved",), "top_k": 1}
        ordinary = wanted(server, tmp_path / "runs", data, **common)
        execute(ordinary, Watcher())
        before = [seen for seen in server.seen if role(seen) == "generator"]
        canaried = wanted(server, tmp_path / "runs", data, **common, canaries=1)
        execute(canaried, Watcher())
        asked = [seen for seen in server.seen if role(seen) == "generator"][len(before) :]
    (one,) = [a for a in answers(ordinary.folder) if a.item == "Q-3"]
    (other,) = [a for a in answers(canaried.folder) if a.item == "Q-3"]
    assert one.chunks == other.chunks == ("W-X",)
    assert (one.key, one.canary, other.canary) == (other.key, False, True)
    assert not [seen for seen in asked if "Question: On which day was the gauge of pier 3" in seen.prompt]


def test_a_submission_with_canaries_can_be_checked_and_is_not_ranked(tmp_path: Path, data: Path) -> None:
    def partly(seen: Seen) -> Step | None:
        return verdict("pier 1 " in seen.prompt, abstained=False) if role(seen) == "judge" else None

    with Server(answer=but(partly)) as server:
        run = wanted(server, tmp_path, data, judges="a", canaries=0.5, arms=ALL, repeats=2)
        execute(run, Watcher())
    submission = make_submission(run.folder, "someone")
    assert any(row.canary for row in submission.rows)
    path = tmp_path / "s.json"
    path.write_text(submission.model_dump_json(), encoding="utf-8")
    assert check(path) == []
    assert not submission.leaderboard
    forged = json.loads(path.read_text("utf-8"))
    for row in forged["rows"]:
        row["canary"] = []
    path.write_text(json.dumps(forged), encoding="utf-8")
    assert check(path) != []
    forged["rows"][0]["canary"] = ["none"]
    path.write_text(json.dumps(forged), encoding="utf-8")
    assert any("cannot be a canary" in fault for fault in check(path))
