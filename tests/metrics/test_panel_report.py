"""What the panel's votes say about the panel, on planted votes."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from bench.metrics.panel_report import Flip, flips, judges_of, pivotal_by_family, ranking, warnings
from bench.records import Failure, ModelRef, Summary, Vote
from bench.records.panel import PanelReport
from bench.scoring import RunLog, read_run
from tests import runs
from tests.runs import all_right, rescored, write_dataset, write_run

A, B, C = (ModelRef(spec=f"maker-{n}:judge", title=f"Judge {n}", weights="closed", family=f"maker-{n}") for n in "abc")
PANEL = [A.spec, B.spec, C.spec]


@pytest.fixture
def run(tmp_path: Path) -> RunLog:
    """Four Main items without documents, every vote right."""
    data = write_dataset(tmp_path / "set")
    return read_run(write_run(tmp_path / "run", data, arms=("none",), judges=(A, B, C)))


def scored(run: RunLog, votes: Sequence[Vote]) -> Summary:
    return rescored(run, votes=votes)


def turned(run: RunLog, letters: dict[tuple[str, str], str], **changes: object) -> list[Vote]:
    """The run's votes, but (item, judge) votes as its letter says."""
    answers = {answer.key: answer for answer in run.answers}
    judges = {judge.spec: judge for judge in (A, B, C)}
    return [
        runs.vote(answers[v.answer_key], judges[v.model], letter, **changes)
        if (letter := letters.get((answers[v.answer_key].item, v.model)))
        else v
        for v in run.votes
    ]


def report(run: RunLog, votes: Sequence[Vote]) -> PanelReport:
    found = scored(run, votes).panel
    assert found is not None
    return found


def test_a_panel_of_one_mind(run: RunLog) -> None:
    found = report(run, run.votes)
    assert (found.trials, found.unanimous.k, found.unanimous.n) == (4, 4, 4)
    for judge in found.judges:
        assert (judge.votes, judge.invalid, judge.disagreement.k, judge.pivotal.k) == (4, {}, 0, 0)
        assert judge.confidence is None
        assert judge.consistency is None
    assert {(entry.overall_item_micro.rate, entry.changed) for entry in found.left_out} == {(1.0, 0)}
    assert found.warnings == ()


def test_a_dissenter_disagrees_and_the_two_others_decide(run: RunLog) -> None:
    found = report(run, turned(run, {("Q-0", C.spec): "w", ("Q-1", C.spec): "w"}))
    a, b, c = found.judges
    assert found.unanimous.k == 2
    assert (c.disagreement.k, c.disagreement.n, c.pivotal.k) == (2, 4, 0)
    assert (a.disagreement.k, a.pivotal.k, b.pivotal.k) == (0, 2, 2)
    # Without b, a and c are tied and a, the primary, decides; without a, b does. Nothing changes.
    assert [entry.changed for entry in found.left_out] == [0, 0, 0]


def test_leaving_out_a_judge_can_turn_verdicts(run: RunLog) -> None:
    # a says wrong, b and c right. Without b, a (primary) and c are tied: wrong. Without c likewise.
    found = report(run, turned(run, {("Q-0", A.spec): "w"}))
    by_judge = {entry.without: entry for entry in found.left_out}
    assert [by_judge[j].changed for j in PANEL] == [0, 1, 1]
    assert by_judge[B.spec].overall_item_micro.k == 3
    assert by_judge[A.spec].overall_item_micro.k == 4


def test_invalid_votes_are_counted_by_reason_and_compared_with_nothing(run: RunLog) -> None:
    late = turned(run, {("Q-0", B.spec): "c"}, failure=Failure(stage="judge", kind="timeout", message=""))
    votes = [*late, *(v for v in turned(run, {("Q-1", B.spec): "i"}) if v.verdict == "invalid")]
    found = report(run, votes)
    b = found.judges[1]
    assert (b.votes, b.invalid, b.disagreement.n) == (4, {"timeout": 1, "undecided": 1}, 2)
    assert found.unanimous.n == 4  # two usable votes are left on each


def test_a_label_that_differs_only_in_kind_of_wrong_is_a_disagreement_but_turns_nothing(run: RunLog) -> None:
    every = {("Q-0", judge): "w" for judge in PANEL} | {("Q-0", B.spec): "a"}
    found = report(run, turned(run, every))
    assert (found.judges[1].disagreement.k, found.judges[1].pivotal.k) == (1, 0)
    assert found.unanimous.k == 3


def test_confidence_is_the_mean_of_what_was_said(run: RunLog) -> None:
    votes = turned(run, {("Q-0", A.spec): "c"}, confidence=0.5) + turned(run, {("Q-1", A.spec): "c"}, confidence=1.0)
    kept = {(v.answer_key, v.model): v for v in votes if v.confidence is not None}
    merged = [kept.get((v.answer_key, v.model), v) for v in run.votes]
    assert report(run, merged).judges[0].confidence == 0.75


def test_regrades_are_compared_with_one_another_and_with_the_counting_vote(run: RunLog) -> None:
    answers = {answer.item: answer for answer in run.answers}

    def again(item: str, letters: str) -> list[Vote]:
        return [runs.vote(answers[item], A, letter, key=f"{item}/{n}", round=n) for n, letter in enumerate(letters, 1)]

    votes = [*run.votes, *again("Q-0", "ccc"), *again("Q-1", "cwc"), *again("Q-2", "www"), *again("Q-3", "cii")]
    found = report(run, votes).judges[0].consistency
    assert found is not None
    assert (found.answers, found.regrades, found.invalid) == (4, 12, 2)
    assert (found.stable.k, found.stable.n) == (2, 3)  # one usable re-grade says nothing
    assert (found.as_before.k, found.as_before.n) == (3 + 2 + 0 + 1, 10)
    assert scored(run, votes).results == scored(run, run.votes).results


def test_a_judge_of_the_generators_family_is_warned_about() -> None:
    own = ModelRef(spec="maker-a:model", title="Model", weights="closed", family="maker-a")
    assert warnings(own, [B]) == []
    (warning,) = warnings(own, [A, B])
    assert "Judge a" in warning
    assert "maker-a" in warning
    assert "its own answers" in warnings(own, [own])[0]
    nameless = ModelRef(spec="x:m", title="M", weights="closed")
    assert warnings(nameless, [ModelRef(spec="x:j", title="J", weights="closed")]) == []


def test_flips_are_what_changed_by_place() -> None:
    before, after = runs.outcomes("cwa"), runs.outcomes("cwc")
    assert flips(before, after) == [Flip("en", "main-2", "shuffled", 0, "a", "c")]
    assert flips(before[:2], before) == [Flip("en", "main-2", "shuffled", 0, None, "a")]
    assert flips(after, after) == []


def test_across_runs_ranks_and_deciders_are_told_by_judge_and_family(tmp_path: Path) -> None:
    data = write_dataset(tmp_path / "set")
    summaries = []
    for name, family, letters in (("x", "one", "wwcc"), ("y", "two", "wccc"), ("z", "two", "wccc")):
        model = ModelRef(spec=f"maker:{name}", title=name, weights="closed", family=family)
        run = read_run(write_run(tmp_path / name, data, arms=("none",), judges=(A, B, C), model=model))
        wrong = {(f"Q-{n}", judge): letter for n, letter in enumerate(letters) for judge in (A.spec, C.spec)}
        summaries.append(scored(run, turned(run, wrong)))
    assert judges_of(summaries) == tuple(PANEL)
    assert ranked(summaries, "en", "none") == [(1, "y", 0.75), (1, "z", 0.75), (3, "x", 0.5)]
    # Without c, a (primary) and b are tied on what they disagree about: nothing changes. Without a, b is primary.
    assert ranking(summaries, "en", "none", C.spec) == ranking(summaries, "en", "none")
    assert ranked(summaries, "en", "none", A.spec) == [(1, "x", 1.0), (1, "y", 1.0), (1, "z", 1.0)]
    assert ranking(summaries, "en", "none", "nobody") == []
    assert ranking(summaries, "ja", "none") == []
    found = pivotal_by_family(summaries)
    assert found[A.spec] == {"one": (2, 4), "two": (2, 8)}
    assert found[B.spec] == {"one": (0, 4), "two": (0, 8)}


def test_the_same_letters_make_the_same_report_in_any_order(run: RunLog) -> None:
    votes = turned(run, {("Q-0", C.spec): "w", ("Q-2", A.spec): "a"})
    assert report(run, votes) == report(run, votes[::-1])
    assert all_right(run.items[0], "none", 0) == "c"


def ranked(*where: Any) -> list[tuple[int, str, float | None]]:
    return [(rank, run, rate.rate) for rank, run, rate in ranking(*where)]
