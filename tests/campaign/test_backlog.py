"""Answers that wait for a slow judge are bounded, so that they cannot fill the memory."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from importlib import import_module
from pathlib import Path

import pytest

from bench.campaign import execute
from bench.errors import BenchError
from bench.records import Answer
from bench.stage import Stop
from tests.campaign.asking import answers, votes, wanted
from tests.campaign.watching import Watcher
from tests.server import Seen, Server, Step

JUDGE_S = 0.03


class Backlog(Watcher):
    """The most answers that have waited for a vote at once."""

    most = 0

    def answered(self, answer: Answer, *, fresh: bool) -> None:
        super().answered(answer, fresh=fresh)
        self.most = max(self.most, len(self.answers) - len(self.votes))


def slow_judge(seen: Seen) -> Step:
    return Step(delay_s=JUDGE_S if seen.body["model"] == "j" else None)


@pytest.fixture(autouse=True)
def one_may_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    module = import_module("bench.campaign.execute")
    monkeypatch.setattr(module, "BACKLOG", 1)
    monkeypatch.setattr(module, "BACKLOG_S", 0.001)


def test_no_further_answer_is_asked_for_while_too_many_wait_and_in_the_end_none_is_missing(tmp_path: Path) -> None:
    with Server(answer=slow_judge) as server:
        run, watcher = wanted(server, tmp_path, concurrency=1), Backlog()
        execute(run, watcher)
    assert watcher.most <= 3, "one waits, one is being judged, one was being asked"
    assert len(answers(run)) == len(votes(run)) == 8


def test_a_stop_ends_the_wait(tmp_path: Path) -> None:
    class Stopping(Backlog):
        stop: Stop

        def answered(self, answer: Answer, *, fresh: bool) -> None:
            super().answered(answer, fresh=fresh)
            if len(self.answers) == 2:
                self.stop.set(BenchError("enough"))

    watcher = Stopping()

    def guard(stop: Stop) -> AbstractContextManager[None]:
        watcher.stop = stop
        return nullcontext()

    with Server(answer=slow_judge) as server:
        run = wanted(server, tmp_path, concurrency=4)
        with pytest.raises(BenchError, match="enough"):
            execute(run, watcher, guard=guard)
    assert len(answers(run)) < 8
