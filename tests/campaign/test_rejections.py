"""One item that the endpoint rejects, in words never seen before, is that item's failure, whoever asks for it."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.campaign import PreparedRun, execute
from bench.errors import ProviderError
from bench.executors.batch import execute_in_batches
from bench.scoring import score
from tests.batch_server import BatchServer
from tests.campaign.asking import answers, votes, wanted
from tests.campaign.conftest import JUDGE_MARK, consistent
from tests.campaign.watching import Watcher
from tests.executors import batches
from tests.runs import write_dataset
from tests.server import Seen, Server, Step, fail

WORDS = "Zaunkönig: this one goes back to where it came from."
"""What no list has."""
INTENT_MARK = "intent"


def rejecting(server: Server, which: str) -> None:
    """Let the server reject, for ever, the first prompt of its kind that it sees: generator, classifier or judge."""
    chosen: list[str] = []

    def answer(seen: Seen) -> Step:
        seen = batches.whole(seen)
        if role_of(seen) == which and "single word OK" not in seen.prompt:
            chosen[:] = chosen or [seen.prompt]
            if seen.prompt == chosen[0]:
                return fail(400, {"error": {"message": WORDS, "type": "invalid_request_error"}})
        return consistent(seen)

    server.answer = answer


def role_of(seen: Seen) -> str:
    schema = str(seen.body.get("response_format") or seen.body.get("output_config") or "")
    return "classifier" if INTENT_MARK in schema else "judge" if JUDGE_MARK in seen.prompt else "generator"


def finished(run: PreparedRun, server: Server, again: PreparedRun) -> None:
    """The run has all its records, one of them the rejected one, and the next run asks for nothing more."""
    records = [*answers(run).values(), *votes(run).values()]
    failed = [call.failure for call in records if call.failure]
    assert [failure.kind for failure in failed] == ["rejected"]
    assert WORDS in failed[0].message
    assert failed[0].status == 400
    summary = score(run.folder)
    assert summary.complete
    asked = server.requests
    execute(again, Watcher())
    assert server.requests == asked


@pytest.mark.daily(3)
@pytest.mark.parametrize("concurrency", [1, 4, 32])
@pytest.mark.parametrize("which", ["generator", "judge"])
def test_a_plain_run(server: Server, tmp_path: Path, which: str, concurrency: int) -> None:
    rejecting(server, which)
    run = wanted(server, tmp_path, concurrency=concurrency, limit=12)
    execute(run, Watcher())
    assert len(answers(run)) == len(run.trials)
    assert len(votes(run)) == len(run.trials) - (which == "generator")
    finished(run, server, wanted(server, tmp_path, concurrency=concurrency, limit=12))


@pytest.mark.parametrize("which", ["generator", "judge"])
def test_a_two_stage_run(server: Server, tmp_path: Path, which: str) -> None:
    rejecting(server, which)
    run = wanted(server, tmp_path, judging="two-stage", limit=12)
    execute(run, Watcher())
    finished(run, server, wanted(server, tmp_path, judging="two-stage", limit=12))


def test_a_classification_that_is_rejected_leaves_its_answer_invalid(server: Server, tmp_path: Path) -> None:
    rejecting(server, "classifier")
    run = wanted(server, tmp_path, judging="two-stage", limit=12)
    execute(run, Watcher())
    summary = score(run.folder)
    assert summary.complete
    asked = server.requests
    execute(wanted(server, tmp_path, judging="two-stage", limit=12), Watcher())
    assert server.requests == asked


@pytest.mark.daily(2)
@pytest.mark.parametrize("which", ["generator", "judge"])
@pytest.mark.parametrize("wire", batches.WIRES)
def test_a_run_in_batches(tmp_path: Path, wire: str, which: str) -> None:
    data = write_dataset(tmp_path / "set")
    with BatchServer() as server:
        rejecting(server, which)
        run = batches.wanted(server, tmp_path / "r", data, wire)
        execute_in_batches(run, Watcher())
        assert sum(call.failure is not None for call in (*answers(run).values(), *votes(run).values())) == 1
        jobs = len(server.jobs)
        execute_in_batches(batches.wanted(server, tmp_path / "r", data, wire), Watcher())
        assert len(server.jobs) == jobs


def test_an_item_that_was_left_over_is_known_to_be_alone_in_it(server: Server, tmp_path: Path) -> None:
    """The log says that the model has answered before, so no harmless request is needed."""
    execute(wanted(server, tmp_path, judge=("rule",)), Watcher())
    asked = server.requests
    server.answer = lambda _: fail(400, {"error": {"message": WORDS}})
    more = wanted(server, tmp_path, judge=("rule",), repeats=2)
    with pytest.raises(ProviderError, match=WORDS):
        execute(more, Watcher())
    assert all("OK" not in seen.prompt[-40:] for seen in server.seen[asked : asked + 4])


def test_an_endpoint_that_comes_to_reject_everything_ends_the_run(server: Server, tmp_path: Path) -> None:
    server.script.extend([Step()] * 3)
    server.answer = lambda _: fail(422, {"error": {"message": WORDS}})
    run = wanted(server, tmp_path, judge=("rule",), concurrency=1, limit=12)
    with pytest.raises(ProviderError, match=WORDS):
        execute(run, Watcher())
    assert sum(call.failure is None for call in answers(run).values()) == 3
    assert len(answers(run)) < len(run.trials)
