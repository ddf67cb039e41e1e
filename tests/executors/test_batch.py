"""A run in batches equals the same run call by call, at half the price, whatever befalls its batches."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from bench.campaign import CostLimit, execute
from bench.errors import ConfigError, ProviderError, UsageError
from bench.executors import batch_anthropic, batch_openai
from bench.executors.batch import execute_in_batches, refuse_owed
from bench.executors.batch_api import Limits
from bench.scoring import score
from tests.batch_server import BatchServer, Fate
from tests.campaign.conftest import JUDGE_MARK
from tests.campaign.watching import Watcher
from tests.executors.batches import WIRES, answers, comparable, consistent, submissions, votes, wanted
from tests.runs import write_dataset
from tests.server import Seen, Server, Step, fail

TRIALS = 10
"""Of the small dataset in the shuffled arm: 4 Main items, their twins, a contradictory and an incomplete one."""


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return write_dataset(tmp_path / "set")


@pytest.fixture
def server() -> Iterator[BatchServer]:
    with BatchServer(answer=consistent) as running:
        yield running


@pytest.mark.daily(2)
@pytest.mark.parametrize("wire", WIRES)
@pytest.mark.parametrize("judging", ["one-call", "two-stage"])
def test_the_log_has_the_keys_and_the_summary_the_bytes_of_a_plain_run(
    server: BatchServer, tmp_path: Path, data: Path, wire: str, judging: str
) -> None:
    settings = {"repeats": 2, "judging": judging, "canaries": 0.5}
    # In folders of their own, or the second run would take the first one's calls over.
    batch = wanted(server, tmp_path / "batch" / "r", data, wire, **settings)
    execute_in_batches(batch, Watcher())
    assert server.requests == 0
    plain = wanted(server, tmp_path / "plain" / "r", data, wire, **settings)
    execute(plain, Watcher())
    assert server.requests >= len(plain.trials) == len(answers(plain.folder))
    assert set(answers(batch.folder)) == set(answers(plain.folder))
    assert set(votes(batch.folder)) == set(votes(plain.folder))
    assert comparable(batch.folder) == comparable(plain.folder)


@pytest.mark.parametrize("wire", WIRES)
def test_answers_make_one_batch_and_their_votes_the_next(
    server: BatchServer, tmp_path: Path, data: Path, wire: str
) -> None:
    run = wanted(server, tmp_path / "r", data, wire)
    execute_in_batches(run, Watcher())
    assert [len(job.lines) for job in server.jobs.values()] == [TRIALS, TRIALS]
    assert server.requests == 0, "a call was made outside the batches"
    first, second = server.jobs
    assert {a.batch for a in answers(run.folder).values()} == {first}
    assert {v.batch for v in votes(run.folder).values()} == {second}
    assert {a.latency_s for a in answers(run.folder).values()} == {None}
    assert [s.step for s in submissions(run.folder)] == ["ended", "ended"]


def test_the_rule_judge_needs_no_batch(server: BatchServer, tmp_path: Path, data: Path) -> None:
    run = wanted(server, tmp_path / "r", data, judge=("rule",))
    execute_in_batches(run, Watcher())
    assert len(server.jobs) == 1
    assert len(votes(run.folder)) == TRIALS
    assert {v.batch for v in votes(run.folder).values()} == {None}


def test_a_batch_costs_half(server: BatchServer, tmp_path: Path, data: Path) -> None:
    model, judges = f"gpt-4.1@{server.url}", (f"o4-mini@{server.url}",)
    for name, carry_out in (("batch", execute_in_batches), ("plain", execute)):
        carry_out(wanted(server, tmp_path / name / "r", data, model=model, judge=judges), Watcher())
    cheap, dear = score(tmp_path / "batch" / "r"), score(tmp_path / "plain" / "r")
    assert dear.usage.cost_usd
    assert dear.judge_usage.cost_usd
    assert cheap.usage.cost_usd == pytest.approx(dear.usage.cost_usd / 2)
    assert cheap.judge_usage.cost_usd == pytest.approx(dear.judge_usage.cost_usd / 2)


def test_a_finished_run_submits_nothing_more(server: BatchServer, tmp_path: Path, data: Path) -> None:
    run = wanted(server, tmp_path / "r", data)
    execute_in_batches(run, Watcher())
    before = {path.name: path.read_bytes() for path in run.folder.glob("*.jsonl")}
    execute_in_batches(run, Watcher())
    execute(run, Watcher())
    assert len(server.jobs) == 2
    assert server.requests == 0
    assert {path.name: path.read_bytes() for path in run.folder.glob("*.jsonl")} == before


def test_a_plain_run_that_was_cut_short_is_finished_in_batches(server: BatchServer, tmp_path: Path, data: Path) -> None:
    quota = {"error": {"code": "insufficient_quota", "message": "You exceeded your current quota"}}
    server.script.extend([Step()] * 3 + [fail(429, quota)] * 20)
    run = wanted(server, tmp_path / "r", data, concurrency=1)
    with pytest.raises(ProviderError):
        execute(run, Watcher())
    logged = set(answers(run.folder))
    assert logged
    server.script.clear()
    execute_in_batches(run, Watcher())
    assert len(next(iter(server.jobs.values())).lines) == TRIALS - len(logged)
    assert len(answers(run.folder)) == len(votes(run.folder)) == TRIALS


# ---- limits ----


@pytest.mark.parametrize("wire", WIRES)
def test_what_is_too_many_or_too_large_for_one_batch_is_split(
    server: BatchServer, tmp_path: Path, data: Path, wire: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    api = batch_openai.OpenAIBatches if wire == "openai" else batch_anthropic.AnthropicBatches
    monkeypatch.setattr(api, "limits", Limits(requests=4, bytes=10**9))
    execute_in_batches(wanted(server, tmp_path / "n", data, wire, judge=("rule",)), Watcher())
    assert sorted(len(job.lines) for job in server.jobs.values()) == [2, 4, 4]
    server.jobs.clear()
    server.carried.clear()
    monkeypatch.setattr(api, "limits", Limits(requests=10**6, bytes=5_000))
    execute_in_batches(wanted(server, tmp_path / "b", data, wire, judge=("rule",), fresh=True), Watcher())
    assert len(server.jobs) > 1
    assert sum(len(job.lines) for job in server.jobs.values()) == TRIALS
    assert all(len(json.dumps(job.lines, ensure_ascii=False).encode()) <= 5_000 for job in server.jobs.values())
    assert len(answers(tmp_path / "b")) == TRIALS
    assert server.twice == []


@pytest.mark.parametrize("limit", [6, 3, 1])
def test_a_batch_that_the_accounts_queue_has_no_room_for_goes_in_parts(
    server: BatchServer, tmp_path: Path, data: Path, limit: int
) -> None:
    server.queue_limit = limit
    run = wanted(server, tmp_path / "r", data)
    execute_in_batches(run, Watcher())
    assert len(answers(run.folder)) == len(votes(run.folder)) == TRIALS
    done = [len(job.lines) for job in server.jobs.values() if not job.rejected]
    assert max(done) <= limit
    assert server.twice == []


def test_an_account_without_any_room_is_one_sentence(server: BatchServer, tmp_path: Path, data: Path) -> None:
    server.queue_limit = 0
    with pytest.raises(ProviderError, match=r"token_limit_exceeded.*raise the account's limits"):
        execute_in_batches(wanted(server, tmp_path / "r", data), Watcher())


# ---- faults ----

FATES = {
    "expired": Fate(expire=(0, 3, 7)),
    "errors": Fate(fail={1: 500, 4: 429, 9: 529}),
    "left out": Fate(drop=(2, 5)),
    "slow": Fate(polls=5),
    "made, but the reply was a 500": Fate(create="made, 500"),
    "rate limited": Fate(create="429"),
    "expired to the last": Fate(expire=tuple(range(TRIALS))),
}


@pytest.mark.daily(7)
@pytest.mark.parametrize("wire", WIRES)
@pytest.mark.parametrize("fate", FATES.values(), ids=FATES)
def test_what_a_batch_did_not_do_goes_into_the_next_and_nothing_is_paid_twice(
    server: BatchServer, tmp_path: Path, data: Path, wire: str, fate: Fate
) -> None:
    server.fates.extend([fate, Fate(), fate])
    run = wanted(server, tmp_path / "r", data, wire)
    execute_in_batches(run, Watcher())
    assert len(answers(run.folder)) == len(votes(run.folder)) == TRIALS
    assert not [call for call in (*answers(run.folder).values(), *votes(run.folder).values()) if call.failure]
    assert server.twice == []
    assert sum(server.carried.values()) == 2 * TRIALS


@pytest.mark.parametrize("wire", WIRES)
def test_polls_that_fail_are_waited_out(server: BatchServer, tmp_path: Path, data: Path, wire: str) -> None:
    server.poll_faults = 8
    run = wanted(server, tmp_path / "r", data, wire)
    execute_in_batches(run, Watcher())
    assert len(votes(run.folder)) == TRIALS
    assert len(server.jobs) == 2


@pytest.mark.parametrize("wire", WIRES)
def test_a_batch_that_cannot_be_seen_yet_is_asked_for_again(
    server: BatchServer, tmp_path: Path, data: Path, wire: str
) -> None:
    server.unseen = 3
    run = wanted(server, tmp_path / "r", data, wire, judge=("rule",))
    execute_in_batches(run, Watcher())
    assert len(answers(run.folder)) == TRIALS
    assert len(server.jobs) == 1


def test_a_line_that_validation_names_goes_by_itself_and_the_others_without_it(
    server: BatchServer, tmp_path: Path, data: Path
) -> None:
    server.fates.extend([Fate(reject=(2, 6))])
    run = wanted(server, tmp_path / "r", data, judge=("rule",))
    execute_in_batches(run, Watcher())
    assert sorted(len(job.lines) for job in server.jobs.values()) == [2, TRIALS - 2, TRIALS]
    assert not [a for a in answers(run.folder).values() if a.failure]


def test_a_line_that_validation_names_twice_is_one_items_failure(
    server: BatchServer, tmp_path: Path, data: Path
) -> None:
    server.fates.append(Fate(reject=(2,)))
    run = wanted(server, tmp_path / "r", data, judge=("rule",))
    sick: list[str] = []
    create = server._create

    async def always_naming_it(request, anthropic):  # type: ignore[no-untyped-def]
        made = await create(request, anthropic)
        job = list(server.jobs.values())[-1]
        if job.fate.reject:
            sick.append(job.lines[2]["custom_id"].split("-")[0])
        elif [line["custom_id"].split("-")[0] for line in job.lines] == sick:
            job.fate = Fate(reject=(0,))
        return made

    server._create = always_naming_it  # type: ignore[method-assign]
    execute_in_batches(run, Watcher())
    failed = [a for a in answers(run.folder).values() if a.failure]
    assert [a.key for a in failed] == sick
    assert failed[0].failure is not None
    assert "validation rejects this call" in failed[0].failure.message
    assert len(answers(run.folder)) == TRIALS


def test_a_batch_in_which_every_line_is_wrong_stops_the_run(server: BatchServer, tmp_path: Path, data: Path) -> None:
    server.fates.append(Fate(reject_model=True))
    run = wanted(server, tmp_path / "r", data)
    with pytest.raises(ProviderError, match=r"rejects the whole batch .*invalid_json_line"):
        execute_in_batches(run, Watcher())
    assert answers(run.folder) == {}
    execute_in_batches(run, Watcher())
    assert len(votes(run.folder)) == TRIALS


@pytest.mark.parametrize("wire", WIRES)
def test_what_always_fails_is_recorded_and_due_again(
    server: BatchServer, tmp_path: Path, data: Path, wire: str
) -> None:
    server.fates.extend([Fate(fail={0: 500}), Fate(fail={0: 500}), Fate(fail={0: 500})])
    run = wanted(server, tmp_path / "r", data, wire, judge=("rule",))
    execute_in_batches(run, Watcher())
    failed = [a for a in answers(run.folder).values() if a.failure]
    assert [(a.failure.kind, a.attempts) for a in failed if a.failure] == [("server", 3)]
    execute_in_batches(run, Watcher())
    assert not [a for a in answers(run.folder).values() if a.failure]
    assert server.twice == []


@pytest.mark.parametrize("wire", WIRES)
def test_replies_mean_in_a_batch_what_they_mean_outside(
    server: BatchServer, tmp_path: Path, data: Path, wire: str
) -> None:
    steps = [Step(finish="length", text="half"), Step(text=""), Step(finish="filter", text=None)]
    policy = {"type": "error", "error": {"type": "invalid_request_error", "message": "blocked by our usage policy"}}
    server.script.extend([*steps, fail(400, policy)])
    run = wanted(server, tmp_path / "r", data, wire, judge=("rule",))
    execute_in_batches(run, Watcher())
    kinds = sorted(a.failure.kind for a in answers(run.folder).values() if a.failure)
    assert kinds == ["empty", "refused", "refused", "truncated"]
    assert len(server.jobs) == 1, "a final failure was asked again"


def test_no_credit_stops_the_run_and_keeps_what_came_back(server: BatchServer, tmp_path: Path, data: Path) -> None:
    quota = {"error": {"code": "insufficient_quota", "message": "You exceeded your current quota"}}
    server.script.extend([Step(), Step(), fail(429, quota)])
    run = wanted(server, tmp_path / "r", data)
    with pytest.raises(ProviderError, match="no credit left"):
        execute_in_batches(run, Watcher())
    assert len(answers(run.folder)) == TRIALS - 1
    execute_in_batches(run, Watcher())
    assert len(answers(run.folder)) == len(votes(run.folder)) == TRIALS
    assert server.twice == []


def test_a_verdict_that_cannot_be_read_is_asked_for_again_in_the_next_batch(
    server: BatchServer, tmp_path: Path, data: Path
) -> None:
    silly: set[str] = set()

    def answer(seen: Seen) -> Step:
        if JUDGE_MARK in seen.prompt and seen.prompt not in silly and len(silly) < 3:
            silly.add(seen.prompt)
            return Step(text="満点です")
        return consistent(seen)

    server.answer = answer
    run = wanted(server, tmp_path / "r", data)
    execute_in_batches(run, Watcher())
    assert [len(job.lines) for job in server.jobs.values()] == [TRIALS, TRIALS, 3]
    assert sorted(v.attempts for v in votes(run.folder).values()) == [1] * (TRIALS - 3) + [2] * 3
    assert not [v for v in votes(run.folder).values() if v.verdict == "invalid"]


@pytest.mark.parametrize("wire", WIRES)
def test_a_batch_cancelled_at_the_provider_stops_the_run_and_the_next_start_submits_the_rest(
    server: BatchServer, tmp_path: Path, data: Path, wire: str
) -> None:
    server.fates.append(Fate(cancel=True))
    run = wanted(server, tmp_path / "r", data, wire)
    with pytest.raises(ProviderError, match="was cancelled at"):
        execute_in_batches(run, Watcher())
    execute_in_batches(run, Watcher())
    assert len(votes(run.folder)) == TRIALS
    assert server.twice == []


# ---- what has no batches ----


@pytest.mark.parametrize("model", ["baseline:extractive", "vllm:some/model", "ollama:qwen3:8b"])
def test_what_has_no_batch_api_is_one_sentence(server: BatchServer, tmp_path: Path, data: Path, model: str) -> None:
    run = wanted(server, tmp_path / "r", data, model=model, judge=("rule",))
    with pytest.raises(UsageError, match=r"no batch API\. --batch is for"):
        execute_in_batches(run, Watcher())
    assert not run.folder.exists()


@pytest.mark.parametrize("wire", WIRES)
def test_a_server_without_the_routes_is_one_sentence(tmp_path: Path, data: Path, wire: str) -> None:
    with Server(answer=consistent) as plain, pytest.raises(ProviderError, match=r"has no batch API \(HTTP 404\)"):
        execute_in_batches(wanted(plain, tmp_path / "r", data, wire), Watcher())


def test_calls_that_are_with_a_provider_are_not_made_again_one_by_one(
    server: BatchServer, tmp_path: Path, data: Path
) -> None:
    server.fates.append(Fate(polls=10**6))
    run = wanted(server, tmp_path / "r", data)
    server.poll_faults = 10**6
    with pytest.raises(ProviderError, match="goes on at the provider; the same command fetches it"):
        execute_in_batches(run, Watcher())
    with pytest.raises(ConfigError, match=f"{TRIALS} calls of this run were handed to a batch API"):
        refuse_owed(run.folder)
    server.poll_faults = 0
    next(iter(server.jobs.values())).fate = Fate()
    execute_in_batches(run, Watcher())
    refuse_owed(run.folder)
    assert server.twice == []
    assert [len(job.lines) for job in server.jobs.values()] == [TRIALS, TRIALS]


def test_a_run_without_batches_owes_nothing(tmp_path: Path) -> None:
    refuse_owed(tmp_path)


def test_the_cost_limit_stops_the_next_batch_and_says_so(server: BatchServer, tmp_path: Path, data: Path) -> None:
    run = wanted(server, tmp_path / "r", data, model=f"gpt-4.1@{server.url}", max_cost=1e-9)
    watcher = Watcher()
    with pytest.raises(CostLimit):
        execute_in_batches(run, watcher)
    assert len(answers(run.folder)) == TRIALS
    assert len(server.jobs) == 1
    assert any("the limit stops the next one" in notice for notice in watcher.notices)
