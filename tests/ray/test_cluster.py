"""Campaigns on a real Ray cluster on this machine: as local ones, whatever dies in between."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from bench.campaign import execute as execute_locally
from bench.errors import BenchError, ProviderError, UsageError
from bench.executors import ray as cluster
from bench.executors.ray_worker import spool_name, spools, with_keys
from bench.records import Answer, Vote
from bench.scoring import score
from tests.campaign.asking import answers, votes
from tests.campaign.conftest import JUDGE_MARK, consistent
from tests.campaign.watching import Watcher
from tests.ray.conftest import eventually, kill_one_worker, lines, processes, wanted
from tests.server import Seen, Server, Step, fail

pytest.importorskip("ray", reason="Ray is not installed: make test-ray")

CLOCKED = {"log", "run"}
"""Digests of files that hold times, and the name of the folder."""


def without_times(value: Any) -> Any:
    """A summary without what the clock decides, and without the digests of files that hold such times."""
    if isinstance(value, dict):
        return {
            name: without_times(inner) for name, inner in value.items() if name not in CLOCKED and "latency" not in name
        }
    return [without_times(inner) for inner in value] if isinstance(value, list) else value


class Killer(Watcher):
    """Kills one worker when so many answers are in."""

    def __init__(self, cache: Path, after: int) -> None:
        super().__init__()
        self._cache, self._after, self.killed = cache, after, 0

    def answered(self, answer: Answer, *, fresh: bool) -> None:
        super().answered(answer, fresh=fresh)
        if len(self.answers) >= self._after and not self.killed:
            self.killed = kill_one_worker(self._cache)


@pytest.mark.parametrize("judging", ["one-call", "two-stage"])
def test_the_summary_is_that_of_a_local_run(server: Server, cache: Path, tmp_path: Path, judging: str) -> None:
    secret = f"sk-never-on-disk-{uuid4().hex}"
    settings = {"arms": ("shuffled", "retrieved", "none"), "judging": judging, "repeats": 2, "limit": 10}
    here = wanted(server, tmp_path / "local", **settings)
    there = wanted(server, tmp_path / "ray", **settings)
    execute_locally(here, Watcher())
    asked, server.seen[:] = server.requests, []
    # In the run, not in an environment that the processes of a local cluster would inherit.
    there = with_keys(there, {"OPENAI_COMPATIBLE_API_KEY": secret})
    watcher = Watcher()
    cluster.execute(there, watcher, 2)
    assert set(answers(there)) == set(answers(here))
    assert {key: vote.verdict for key, vote in votes(there).items()} == {k: v.verdict for k, v in votes(here).items()}
    assert without_times(score(there.folder).model_dump(mode="json")) == without_times(
        score(here.folder).model_dump(mode="json")
    )
    assert server.requests == 2 * asked
    assert server.peak <= 8
    assert watcher.wanted[0] == len(watcher.answers) == len(there.trials)
    assert {seen.headers.get("Authorization") for seen in server.seen} == {f"Bearer {secret}"}
    sessions = Path(os.environ.get("RAY_TMPDIR", "/tmp")) / "ray"
    written = [path for folder in (cache, there.folder, sessions) for path in folder.rglob("*") if path.is_file()]
    assert [path for path in written if sessions in path.parents], "Ray's own logs are looked at too"
    assert not [path for path in written if secret.encode() in path.read_bytes()]
    assert not (spools() / spool_name(there)).exists()
    assert eventually(lambda: not processes(cache)), "a cluster that was started for a run ends with it"


def test_a_killed_worker_loses_nothing_that_had_come_back(server: Server, cache: Path, tmp_path: Path) -> None:
    run = wanted(server, tmp_path, repeats=4)
    watcher = Killer(cache, after=10)
    cluster.execute(run, watcher, 2)
    assert watcher.killed
    assert len(answers(run)) == len(votes(run)) == len(run.trials) == 64
    assert lines(run.folder / "answers.jsonl") == lines(run.folder / "votes.jsonl") == 64
    assert 128 <= server.requests <= 128 + 4, "only what its four calls had in flight is asked again"
    assert any("A worker was lost" in notice for notice in watcher.notices)


def test_a_shard_that_kills_every_worker_stops_the_run(server: Server, cache: Path, tmp_path: Path) -> None:
    class Reaper(Watcher):
        def voted(self, vote: Vote, *, fresh: bool) -> None:
            super().voted(vote, fresh=fresh)
            kill_one_worker(cache)

    server.latency_s = 0.2
    run = wanted(server, tmp_path, concurrency=1, limit=8)
    with pytest.raises(ProviderError, match="3 workers were lost"):
        cluster.execute(run, Reaper(), 1)
    assert 0 < len(answers(run)) < 8


@contextmanager
def driver(server: Server, runs: Path) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.ray.driver", server.url, str(runs)],
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        yield process
    finally:
        if process.poll() is None:
            process.kill()
        process.wait()


def test_a_killed_driver_loses_nothing_that_a_worker_had_written(server: Server, cache: Path, tmp_path: Path) -> None:
    server.latency_s = 0.1
    runs = tmp_path / "runs"
    with driver(server, runs) as process:
        assert eventually(lambda: server.finished >= 40, within_s=60)
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
        assert eventually(lambda: not processes(cache, "ray::Worker"))
    run = wanted(server, runs, repeats=5)
    kept = sum(lines(path) for path in spools().glob("*/*/shard/*s.jsonl"))
    asked = server.requests
    assert asked - 8 <= kept <= asked < 160, "all but what was in flight stands in the spools"
    server.latency_s = 0.0
    watcher = Watcher()
    cluster.execute(run, watcher, 2)
    assert server.requests - asked == 160 - kept, "what stood there is not asked again"
    assert len(answers(run)) == len(votes(run)) == lines(run.folder / "answers.jsonl") == 80
    assert not (spools() / spool_name(run)).exists()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_stop_keeps_every_call_in_flight(server: Server, cache: Path, tmp_path: Path, number: signal.Signals) -> None:
    server.latency_s = 0.2
    with driver(server, tmp_path) as process:
        assert eventually(lambda: server.finished >= 12, within_s=60)
        # To the whole group, as a terminal does.
        os.killpg(process.pid, number) if number == signal.SIGINT else os.kill(process.pid, number)
        _, said = process.communicate(timeout=30)
    assert process.returncode == 130, said
    assert "goes on from here" in said
    run = wanted(server, tmp_path, repeats=5)
    assert len(answers(run)) + len(votes(run)) == server.requests == server.finished < 160
    assert eventually(lambda: not processes(cache)), "nothing of the cluster is left"


def test_no_credit_stops_every_worker(server: Server, cache: Path, tmp_path: Path) -> None:
    quota = {"error": {"code": "insufficient_quota", "message": "You exceeded your current quota"}}

    def answer(seen: Seen) -> Step:
        return consistent(seen) if server.requests <= 10 or JUDGE_MARK in seen.prompt else fail(429, quota)

    server.answer = answer
    run = wanted(server, tmp_path, limit=32, concurrency=4)
    with pytest.raises(ProviderError):
        cluster.execute(run, Watcher(), 2)
    assert 0 < len(answers(run)) < 32
    server.answer = consistent
    execute_locally(run, Watcher())
    assert len(answers(run)) == len(votes(run)) == 32
    assert cache.exists()


def test_a_cluster_that_was_there_is_used_and_left_running(
    server: Server, cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from ray.cluster_utils import Cluster

    small = {"num_cpus": 1, "object_store_memory": 100 * 2**20}
    nodes = Cluster(initialize_head=True, head_node_args={**small, "include_dashboard": False})
    try:
        nodes.add_node(**small)
        monkeypatch.setenv("RAY_ADDRESS", nodes.address)
        before = set(processes(cache, "raylet"))
        run = wanted(server, tmp_path)
        cluster.execute(run, Watcher(), 2)
        assert len(answers(run)) == len(votes(run)) == 16
        assert len(before) >= 2
        assert set(processes(cache, "raylet")) == before
    finally:
        nodes.shutdown()


@pytest.mark.parametrize(
    ("address", "error", "says"),
    [
        ("ray://127.0.0.1:10001", UsageError, "ray job submit"),
        ("127.0.0.1:1", ProviderError, "No Ray cluster answers at RAY_ADDRESS=127.0.0.1:1"),
        ("head:port", ProviderError, "give HOST:PORT"),
    ],
)
def test_an_address_that_does_not_serve_is_one_sentence(
    server: Server,
    cache: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    address: str,
    error: type[BenchError],
    says: str,
) -> None:
    monkeypatch.setenv("RAY_ADDRESS", address)
    with pytest.raises(error, match=says):
        cluster.execute(wanted(server, tmp_path), Watcher())
    assert not processes(cache)
