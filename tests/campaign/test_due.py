"""What is due is worked out once: everyone who asks is told the same, and exactly that is called."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import pytest

from bench.campaign import due as due_module
from bench.campaign import execute
from bench.campaign.due import Due
from bench.campaign.estimate import estimate
from bench.campaign.serving import work_for
from tests.campaign.asking import answers, votes, wanted
from tests.campaign.watching import Watcher
from tests.server import Server

LOGS = ("answers.jsonl", "intents.jsonl", "votes.jsonl")


def to_be_made(due: Due) -> tuple[int, int]:
    """How many answers are due, and how many calls of judges on answers that are there."""
    return len(list(due.unanswered())), sum(not call.made for call in due.judge_calls())


def test_of_a_new_run_every_answer_is_due_and_nothing_is_called_to_know_it(server: Server, tmp_path: Path) -> None:
    run = wanted(server, tmp_path)
    due = Due(run)
    assert list(due.unanswered()) == list(run.trials)
    assert work_for(due, [run.model])
    assert server.requests == 0
    assert not run.folder.exists()


@pytest.mark.parametrize("judging", ["one-call", "two-stage"])
def test_of_a_finished_run_nothing_is_due(server: Server, tmp_path: Path, judging: str) -> None:
    run = wanted(server, tmp_path, judging=judging)
    execute(run, Watcher())
    assert to_be_made(Due(run)) == (0, 0)
    assert not work_for(Due(run), [run.model])


def test_that_answers_are_due_is_known_without_a_prompt_where_there_are_more_trials_than_answers(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = wanted(server, tmp_path)
    execute(run, Watcher())
    assert not Due(run).more_than_logged
    path = run.folder / "answers.jsonl"
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:-1]))
    monkeypatch.setattr(Due, "prepare", lambda *_: pytest.fail("a prompt was built"))
    assert work_for(Due(run), [run.model])
    assert len(Due(run).judges_at_work()) == len(run.judges)


@pytest.mark.parametrize("kept", [(0, 0), (3, 0), (5, 2), (8, 1)])
def test_what_is_due_is_what_is_called(server: Server, tmp_path: Path, kept: tuple[int, int]) -> None:
    run = wanted(server, tmp_path)
    execute(run, Watcher())
    for name, lines in zip(("answers.jsonl", "votes.jsonl"), kept, strict=True):
        path = run.folder / name
        path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:lines]))
    unanswered, judge_calls = to_be_made(Due(run))
    planned, before = estimate(run), server.requests
    assert (planned.model.calls, planned.judges[0].calls) == (unanswered, unanswered + judge_calls)
    execute(run, Watcher())
    assert server.requests - before == 2 * unanswered + judge_calls
    assert len(answers(run)) == len(votes(run)) == 8


def test_what_a_run_beside_it_has_paid_for_is_not_due_unless_everything_is_asked_anew(
    server: Server, tmp_path: Path
) -> None:
    execute(wanted(server, tmp_path, judging="two-stage"), Watcher())
    assert to_be_made(Due(wanted(server, tmp_path, judging="two-stage", out=tmp_path / "other"))) == (0, 0)
    assert to_be_made(Due(wanted(server, tmp_path, judging="two-stage", out=tmp_path / "other", fresh=True)))[0] == 8


def test_what_another_process_has_logged_since_the_first_look_is_seen_under_the_lock(
    server: Server, tmp_path: Path
) -> None:
    run = wanted(server, tmp_path)
    due = Due(run)
    assert to_be_made(due) == (8, 0)
    execute(run, Watcher())
    with ExitStack() as files:
        for log in due.logs:
            assert list(log.open(files)) == []
    assert to_be_made(due) == (0, 0)


def test_a_prompt_that_is_not_kept_is_built_again_to_the_letter(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = wanted(server, tmp_path)
    kept = [Due(run).prepare(trial) for trial in run.trials]
    monkeypatch.setattr(due_module, "KEPT", 0)
    due = Due(run)
    assert [due.prepare(trial) for trial in run.trials] == kept
    assert due.prepare(run.trials[0]) is not due.prepare(run.trials[0])


def test_only_a_judge_with_a_call_to_make_needs_its_server(server: Server, tmp_path: Path) -> None:
    execute(wanted(server, tmp_path), Watcher())
    further = f"openai-compatible:j2@{server.url}"
    run = wanted(server, tmp_path, judge=(f"openai-compatible:j@{server.url}", further))
    first, second = (judge[0] for judge in run.judges if judge)
    assert to_be_made(Due(run)) == (0, 8)
    assert work_for(Due(run), [second])
    assert not work_for(Due(run), [first])
    assert not work_for(Due(run), [run.model])
