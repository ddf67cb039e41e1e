"""A run in Gemini's batches: the requests go by Google's own Files API, and nothing is lost or paid twice."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from bench.errors import ProviderError
from bench.executors.batch import execute_in_batches
from tests.batch_server import Fate
from tests.campaign.watching import Watcher
from tests.executors.batches import answers, consistent, submissions, votes, wanted
from tests.gemini_server import GeminiServer
from tests.runs import write_dataset
from tests.server import Seen, Server, Step, fail

TRIALS = 10
KEY = "AIza-of-nobody-0123"


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    # What stands at an address of one's own is not sent Google's key.
    monkeypatch.setenv("OPENAI_COMPATIBLE_API_KEY", KEY)
    return write_dataset(tmp_path / "set")


@pytest.fixture
def server() -> Iterator[GeminiServer]:
    with GeminiServer(answer=consistent) as running:
        yield running


def test_answers_make_one_batch_and_their_votes_the_next(server: GeminiServer, tmp_path: Path, data: Path) -> None:
    run = wanted(server, tmp_path / "r", data, "gemini")
    execute_in_batches(run, Watcher())
    assert [len(job.lines) for job in server.jobs.values()] == [TRIALS, TRIALS]
    assert len(answers(run.folder)) == len(votes(run.folder)) == TRIALS
    assert {a.batch for a in answers(run.folder).values()} == {"batches/batch_2"}
    assert {s.file for s in submissions(run.folder)} == set(server.inputs.values())
    assert (server.requests, server.twice) == (0, [])


def test_googles_own_api_is_given_the_key_as_it_takes_it(server: GeminiServer, tmp_path: Path, data: Path) -> None:
    execute_in_batches(wanted(server, tmp_path / "r", data, "gemini", judge=("rule",)), Watcher())
    assert (server.keys, server.bearers) == ({KEY}, 0)


def test_a_batch_that_cannot_be_seen_for_a_while_is_asked_for_again(
    server: GeminiServer, tmp_path: Path, data: Path
) -> None:
    server.unseen = 3
    run = wanted(server, tmp_path / "r", data, "gemini", judge=("rule",))
    execute_in_batches(run, Watcher())
    assert len(answers(run.folder)) == TRIALS
    assert len(server.jobs) == 1


def test_single_lines_that_fail_have_their_own_reasons_and_those_that_may_pass_go_again(
    server: GeminiServer, tmp_path: Path, data: Path
) -> None:
    first = next(iter(prompts(server, tmp_path, data)))

    def refusing(seen: Seen) -> Step:
        if first in seen.prompt:
            return fail(400, {"error": {"code": 400, "message": "Zaunkönig", "status": "INVALID_ARGUMENT"}})
        return consistent(seen)

    server.answer = refusing
    server.fates.append(Fate(fail={4: 429, 9: 503}, drop=(2,)))
    run = wanted(server, tmp_path / "r", data, "gemini", judge=("rule",), fresh=True)
    execute_in_batches(run, Watcher())
    failures = [a.failure for a in answers(run.folder).values() if a.failure]
    assert [(f.kind, "Zaunkönig" in f.message) for f in failures] == [("rejected", True)]
    assert len(answers(run.folder)) == TRIALS
    assert server.twice == []


def prompts(server: GeminiServer, tmp_path: Path, data: Path) -> list[str]:
    """The questions of a run, as the model sees them."""
    run = wanted(server, tmp_path / "before", data, "gemini", judge=("rule",))
    execute_in_batches(run, Watcher())
    found = [record.messages[-1].content for record in answers(run.folder).values()]
    server.jobs.clear()
    server.carried.clear()
    return found


@pytest.mark.parametrize("fate", [Fate(create="made, 500"), Fate(create="429")], ids=["made, 500", "429"])
def test_a_batch_whose_making_was_not_confirmed_is_found_by_its_file(
    server: GeminiServer, tmp_path: Path, data: Path, fate: Fate
) -> None:
    server.fates.append(fate)
    run = wanted(server, tmp_path / "r", data, "gemini", judge=("rule",))
    execute_in_batches(run, Watcher())
    assert len(answers(run.folder)) == TRIALS
    assert (len(server.jobs), server.twice) == (1, [])


def test_an_address_without_batches_says_so(tmp_path: Path, data: Path) -> None:
    with Server() as plain, pytest.raises(ProviderError, match="has no batch API"):
        execute_in_batches(wanted(plain, tmp_path / "r", data, "gemini", judge=("rule",)), Watcher())
