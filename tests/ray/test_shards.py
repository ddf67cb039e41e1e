"""A plan is divided so that nothing is lost and nothing is done twice; what travels carries no credentials."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from pydantic import SecretStr

from bench.campaign import PreparedRun, prepare
from bench.executors.ray_worker import Worker, credentials, cut, portable, shares, spool_name, with_keys
from bench.options import RunOptions

SECRET = "sk-never-on-disk-31337"


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> PreparedRun:
    monkeypatch.setenv("OPENAI_API_KEY", SECRET)
    return prepare(RunOptions(model="openai:m", judge=("openai:j", "rule"), langs=("en",), limit=5, runs=tmp_path))


@pytest.mark.parametrize(("concurrency", "workers"), [(1, 1), (32, 2), (33, 4), (3, 8), (7, 7), (100, 9)])
def test_the_shares_sum_to_the_whole_and_are_as_even_as_can_be(concurrency: int, workers: int) -> None:
    given = shares(concurrency, workers)
    assert sum(given) == concurrency
    assert len(given) == min(concurrency, workers)
    assert max(given) - min(given) <= 1
    assert min(given) >= 1


def test_workers_share_what_an_endpoint_allows(run: PreparedRun) -> None:
    limited = replace(run, endpoint=replace(run.endpoint, requests_per_minute=64, tokens_per_minute=None))
    workers = [Worker(portable(limited, {}), spool_name(limited), share) for share in shares(limited.concurrency, 3)]
    allowed = [worker._run.endpoint.requests_per_minute for worker in workers]
    assert sum(filter(None, allowed)) == pytest.approx(64)
    assert {worker._run.endpoint.tokens_per_minute for worker in workers} == {None}


@pytest.mark.parametrize("size", [1, 2, 7, 20])
@pytest.mark.parametrize(("workers", "share"), [(1, 1), (2, 16), (4, 2)])
def test_every_trial_is_in_one_shard_in_the_order_of_the_plan(
    run: PreparedRun, size: int, workers: int, share: int
) -> None:
    trials = (run.trials * 2)[:size]
    stretches = cut(trials, workers, share)
    assert [trial for stretch in stretches for trial in stretch] == list(trials)
    assert all(stretches)


def test_a_small_plan_still_gives_every_worker_something(run: PreparedRun) -> None:
    assert [len(stretch) for stretch in cut(run.trials[:8], 4, 16)] == [2, 2, 2, 2]


def test_a_large_plan_comes_in_several_stretches_for_each_worker(run: PreparedRun) -> None:
    trials = (run.trials * 100)[:1000]
    stretches = cut(trials, 2, 4)
    assert len(stretches) >= 8
    assert max(map(len, stretches)) >= 16


def test_no_trials_are_no_shards() -> None:
    assert cut([], 2, 16) == []


def test_the_run_travels_without_its_keys_and_gets_them_back_from_the_environment(run: PreparedRun) -> None:
    assert run.endpoint.api_key == SecretStr(SECRET)
    pickle = pytest.importorskip("ray.cloudpickle", reason="Ray is not installed: make test-ray")
    sent = pickle.dumps(portable(run, {}))
    assert SECRET.encode() not in sent
    there = with_keys(pickle.loads(sent).run, credentials(run))
    assert there.endpoint == run.endpoint
    assert there.judges == run.judges
    assert there.trials == ()


def test_what_has_no_key_in_the_environment_keeps_none(run: PreparedRun) -> None:
    assert with_keys(portable(run, {}).run, {"OPENAI_API_KEY": " "}).endpoint.api_key is None


def test_the_spool_of_one_folder_is_not_that_of_another(run: PreparedRun, tmp_path: Path) -> None:
    assert spool_name(run) == spool_name(run)
    assert spool_name(run) != spool_name(replace(run, folder=tmp_path / "other"))
