"""A worker is a local run whose log is read while it is written; none of this needs Ray."""

from __future__ import annotations

import asyncio
import json
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest

from bench.campaign import CostLimit, PreparedRun, execute
from bench.campaign.due import Due
from bench.errors import ConfigError, ProviderError
from bench.executors.ray_log import ClusterLog
from bench.executors.ray_worker import Batch, Lines, Shard, Worker, forget, portable, spool_name, spooled
from bench.stage import Interrupted, Stop
from tests.campaign.asking import answers, votes
from tests.campaign.watching import Watcher
from tests.ray.conftest import lines, wanted
from tests.server import Server, Step, fail

Parts = dict[str, list[bytes]]


def carried_out(worker: Worker, shard: Shard, stop_after: int | None = None) -> tuple[Parts, list[Batch]]:
    """Everything a worker sends of a shard."""

    async def through() -> tuple[Parts, list[Batch]]:
        parts: Parts = {}
        batches: list[Batch] = []
        await worker.begin(shard)
        while not batches or not batches[-1].finished:
            batches.append(await worker.take())
            for name, content in batches[-1].lines.items():
                parts.setdefault(name, []).extend(content)
            if stop_after is not None and len(parts.get("answers.jsonl", ())) >= stop_after:
                worker.stop()
        return parts, batches

    return asyncio.run(through())


def whole(run: PreparedRun, logged: Lines | None = None, earlier: Lines | None = None) -> Shard:
    return Shard("1", run.trials, logged or {}, earlier or {})


def worker(run: PreparedRun, share: int = 4) -> Worker:
    return Worker(portable(run, {}), spool_name(run), share)


def keys(content: list[bytes]) -> set[str]:
    return {json.loads(line)["key"] for line in content}


def test_a_shard_comes_back_as_the_records_of_a_local_run(server: Server, cache: Path, tmp_path: Path) -> None:
    server.latency_s = 0.1
    run = wanted(server, tmp_path)
    parts, batches = carried_out(worker(run), whole(run))
    execute(run, Watcher())
    assert keys(parts["answers.jsonl"]) == set(answers(run))
    assert keys(parts["votes.jsonl"]) == set(votes(run))
    assert len(batches) > 2, "records stream back, they do not come at the end"
    assert batches[-1].error is None
    assert cache.exists()


def test_a_vote_never_travels_before_its_answer(server: Server, cache: Path, tmp_path: Path) -> None:
    run = wanted(server, tmp_path)
    _, batches = carried_out(worker(run), whole(run))
    seen: set[str] = set()
    for batch in batches:
        seen |= keys(list(batch.lines.get("answers.jsonl", ())))
        assert {json.loads(line)["answer_key"] for line in batch.lines.get("votes.jsonl", ())} <= seen
    assert len(seen) == 16
    assert cache.exists()


def test_what_the_log_has_is_neither_asked_nor_sent_again(server: Server, cache: Path, tmp_path: Path) -> None:
    run = wanted(server, tmp_path)
    parts, _ = carried_out(worker(run), whole(run))
    paid = server.requests
    logged = {name: tuple(content[:10]) for name, content in parts.items()}
    again, _ = carried_out(worker(run), whole(run, logged))
    assert not keys(again["answers.jsonl"]) & keys(list(logged["answers.jsonl"]))
    assert len(again["answers.jsonl"]) == 6
    assert server.requests - paid == 6 + len(again["votes.jsonl"])
    assert cache.exists()


def test_what_another_run_has_paid_for_is_copied(server: Server, cache: Path, tmp_path: Path) -> None:
    run = wanted(server, tmp_path)
    parts, _ = carried_out(worker(run), whole(run))
    paid = server.requests
    again, _ = carried_out(worker(run), whole(run, earlier={n: tuple(c) for n, c in parts.items()}))
    assert server.requests == paid
    assert sorted(again["answers.jsonl"]) == sorted(parts["answers.jsonl"])
    assert cache.exists()


def test_a_stop_lets_calls_in_flight_finish(server: Server, cache: Path, tmp_path: Path) -> None:
    run = wanted(server, tmp_path, limit=32)
    parts, batches = carried_out(worker(run), whole(run), stop_after=4)
    assert isinstance(batches[-1].error, Interrupted)
    assert 4 <= len(parts["answers.jsonl"]) < 32
    assert len(parts["answers.jsonl"]) + len(parts.get("votes.jsonl", ())) == server.requests
    assert cache.exists()


def test_an_endpoint_that_refuses_everything_ends_the_shard(server: Server, cache: Path, tmp_path: Path) -> None:
    server.script.extend([Step()] * 2)
    server.answer = lambda _: fail(401)
    run = wanted(server, tmp_path, judge=("rule",))
    parts, batches = carried_out(worker(run, share=1), whole(run))
    assert isinstance(batches[-1].error, ProviderError)
    assert len(parts["answers.jsonl"]) == 2
    assert cache.exists()


def test_other_prompts_than_the_drivers_are_refused(server: Server, cache: Path, tmp_path: Path) -> None:
    run = wanted(server, tmp_path)
    other = replace(run, config=run.config.model_copy(update={"prompts": {"answer.en": "0" * 16}}))
    _, batches = carried_out(worker(other), whole(other))
    assert isinstance(batches[-1].error, ConfigError)
    assert "answer.en" in str(batches[-1].error)
    assert server.requests == 0
    assert cache.exists()


def test_the_spool_keeps_everything_until_it_is_forgotten(server: Server, cache: Path, tmp_path: Path) -> None:
    run = wanted(server, tmp_path)
    parts, _ = carried_out(worker(run), whole(run))
    assert {n: sorted(c) for n, c in spooled(spool_name(run)).items()} == {n: sorted(c) for n, c in parts.items()}
    forget(spool_name(run))
    assert spooled(spool_name(run)) == {}
    forget(spool_name(run))
    assert list((cache / "rag-generator-bench" / "spool").iterdir()) == []


@pytest.fixture
def parts(server: Server, cache: Path, tmp_path: Path) -> tuple[PreparedRun, Parts]:
    run = wanted(server, tmp_path)
    found, _ = carried_out(worker(run), whole(run))
    run.folder.mkdir()
    assert cache.exists()
    return run, found


def test_the_driver_writes_what_is_new_and_only_once(parts: tuple[PreparedRun, Parts]) -> None:
    run, found = parts
    sent = {name: tuple(content) for name, content in found.items()}
    watcher = Watcher()
    with ExitStack() as logs:
        log = ClusterLog(Due(run), watcher, logs, Stop())
        assert len(log.remaining(run.trials)) == 16
        log.take({name: content[:9] for name, content in sent.items()})
        log.take(sent)
        assert log.remaining(run.trials) == []
    assert lines(run.folder / "answers.jsonl") == lines(run.folder / "votes.jsonl") == 16
    assert [fresh for _, fresh in watcher.answers] == [True] * 16


def test_an_answer_without_its_vote_is_still_to_be_done_and_goes_along(parts: tuple[PreparedRun, Parts]) -> None:
    run, found = parts
    with ExitStack() as logs:
        log = ClusterLog(Due(run), Watcher(), logs, Stop())
        log.take({"answers.jsonl": tuple(found["answers.jsonl"])})
        assert len(log.remaining(run.trials)) == 16
        logged, earlier = log.known(run.trials)
    assert keys(list(logged["answers.jsonl"])) == keys(found["answers.jsonl"])
    assert earlier == {}


def test_a_failure_that_may_pass_is_settled_for_this_run_and_due_in_the_next(
    server: Server, cache: Path, tmp_path: Path
) -> None:
    server.answer = lambda _: fail(503)
    run = wanted(server, tmp_path, judge=("rule",), limit=4)
    found, _ = carried_out(worker(run), whole(run))
    run.folder.mkdir()
    with ExitStack() as logs:
        log = ClusterLog(Due(run), Watcher(), logs, Stop())
        log.take({"answers.jsonl": tuple(found["answers.jsonl"])})
        assert log.remaining(run.trials) == []
    with ExitStack() as logs:
        log = ClusterLog(Due(run), Watcher(), logs, Stop())
        log.take({"answers.jsonl": tuple(found["answers.jsonl"])}, settles=False)
        assert len(log.remaining(run.trials)) == 4
    assert lines(run.folder / "answers.jsonl") == 4
    assert cache.exists()


def test_a_line_that_is_no_record_is_reported_and_left_out(parts: tuple[PreparedRun, Parts]) -> None:
    run, _ = parts
    watcher = Watcher()
    with ExitStack() as logs:
        ClusterLog(Due(run), watcher, logs, Stop()).take({"answers.jsonl": (b'{"key": 1}',)})
    assert lines(run.folder / "answers.jsonl") == 0
    assert len(watcher.notices) == 1


def test_the_cost_of_all_workers_is_counted_in_one_place(parts: tuple[PreparedRun, Parts]) -> None:
    run, found = parts
    model = replace(run.model, price_input=1000.0, price_output=1000.0)
    stop = Stop()
    with ExitStack() as logs:
        log = ClusterLog(Due(replace(run, model=model, max_cost=0.01)), Watcher(), logs, stop)
        log.take({"answers.jsonl": tuple(found["answers.jsonl"])})
    assert isinstance(stop.reason, CostLimit)
    assert lines(run.folder / "answers.jsonl") == 16, "what has come back is logged all the same"
