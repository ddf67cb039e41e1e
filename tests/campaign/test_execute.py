"""A campaign asks each question once, whatever happens in between, and never scores what failed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from bench.campaign import execute
from bench.errors import ConfigError, ProviderError
from bench.log import read
from bench.records import Answer, Vote
from tests.campaign.asking import answers, votes, wanted
from tests.campaign.conftest import JUDGE_MARK, consistent
from tests.campaign.watching import Watcher
from tests.server import Seen, Server, Step, fail


def to_generator(seen: Seen) -> bool:
    return JUDGE_MARK not in seen.prompt


def test_every_trial_is_answered_and_every_answer_judged(server: Server, tmp_path: Path) -> None:
    run = wanted(server, tmp_path)
    execute(run, Watcher())
    assert len(answers(run)) == len(votes(run)) == len(run.trials) == 8
    assert {v.answer_key for v in votes(run).values()} == set(answers(run))
    assert server.requests == 16


def test_a_finished_run_sends_nothing_and_writes_nothing_again(server: Server, tmp_path: Path) -> None:
    run = wanted(server, tmp_path)
    execute(run, Watcher())
    before = (run.folder / "answers.jsonl").read_bytes(), (run.folder / "votes.jsonl").read_bytes()
    execute(wanted(server, tmp_path), Watcher())
    assert server.requests == 16
    assert ((run.folder / "answers.jsonl").read_bytes(), (run.folder / "votes.jsonl").read_bytes()) == before


def test_a_larger_run_pays_only_for_what_a_smaller_one_had_not_asked(server: Server, tmp_path: Path) -> None:
    execute(wanted(server, tmp_path, repeats=3), Watcher())
    paid = server.requests
    more = wanted(server, tmp_path, repeats=4)
    execute(more, Watcher())
    assert server.requests == paid + 8 * 2
    assert len(answers(more)) == 8 * 4


def test_another_judge_pays_only_for_its_votes(server: Server, tmp_path: Path) -> None:
    execute(wanted(server, tmp_path), Watcher())
    paid = server.requests
    execute(wanted(server, tmp_path, judge=(f"openai-compatible:other@{server.url}",)), Watcher())
    assert server.requests == paid + 8


def test_fresh_asks_anew(server: Server, tmp_path: Path) -> None:
    execute(wanted(server, tmp_path), Watcher())
    paid = server.requests
    execute(wanted(server, tmp_path, judge=("rule",), fresh=True), Watcher())
    assert server.requests == paid + 8


def test_judging_starts_before_the_last_answer(server: Server, tmp_path: Path) -> None:
    server.latency_s = 0.02
    execute(wanted(server, tmp_path, concurrency=1, limit=6), Watcher())
    roles = [to_generator(seen) for seen in server.seen]
    assert False in roles[: roles.index(True) + 6]
    assert roles[-1] is False


def test_a_failure_is_a_record_and_is_not_judged(server: Server, tmp_path: Path) -> None:
    def answer(seen: Seen) -> Step:
        return Step(finish="length", text="half an ans") if to_generator(seen) else Step()

    server.answer = answer
    run = wanted(server, tmp_path)
    execute(run, Watcher())
    assert {a.failure.kind for a in answers(run).values() if a.failure} == {"truncated"}
    assert all(a.text is None for a in answers(run).values())
    assert votes(run) == {}


def test_transient_failures_are_asked_again_by_the_next_run_and_final_ones_are_not(
    server: Server, tmp_path: Path
) -> None:
    server.answer = lambda seen: fail(503) if to_generator(seen) else consistent(seen)
    execute(wanted(server, tmp_path), Watcher())
    first = server.requests
    assert first == 8 * 3
    server.answer = lambda seen: Step(finish="filter") if to_generator(seen) else consistent(seen)
    execute(wanted(server, tmp_path), Watcher())
    assert server.requests == first + 8
    execute(wanted(server, tmp_path), Watcher())
    assert server.requests == first + 8


def test_no_credit_stops_the_run_and_keeps_what_came_back(server: Server, tmp_path: Path) -> None:
    quota = {"error": {"code": "insufficient_quota", "message": "You exceeded your current quota"}}
    server.script.extend([Step()] * 3)
    server.answer = lambda _: fail(429, quota)
    run = wanted(server, tmp_path, judge=("rule",), concurrency=2)
    with pytest.raises(ProviderError):
        execute(run, Watcher())
    assert len(answers(run)) == 3
    assert server.requests <= 3 + 2
    server.answer = None
    execute(wanted(server, tmp_path, judge=("rule",), concurrency=2), Watcher())
    assert len(answers(run)) == 8


@pytest.mark.parametrize("status", [400, 401, 403, 404])
def test_an_endpoint_that_rejects_everything_stops_the_run_at_once(server: Server, tmp_path: Path, status: int) -> None:
    server.answer = lambda _: fail(status)
    run = wanted(server, tmp_path, concurrency=2)
    with pytest.raises(ProviderError):
        execute(run, Watcher())
    # Two calls in flight, and one harmless request to see whether anything is answered.
    assert server.requests <= 3
    assert not answers(run), "what may be nobody's fault is due again"


def test_a_content_policy_error_is_one_items_failure(server: Server, tmp_path: Path) -> None:
    policy = {"error": {"code": "content_policy_violation", "message": "This prompt was blocked by our usage policy."}}
    server.script.append(fail(400, policy))
    run = wanted(server, tmp_path, judge=("rule",), concurrency=1)
    execute(run, Watcher())
    failures = [a.failure.kind for a in answers(run).values() if a.failure]
    assert failures == ["refused"]
    assert server.requests == len(run.trials)


def test_a_judge_that_talks_nonsense_is_asked_once_more_and_then_invalid(server: Server, tmp_path: Path) -> None:
    server.answer = lambda seen: Step() if to_generator(seen) else Step(text="満点です")
    run = wanted(server, tmp_path)
    execute(run, Watcher())
    assert {v.verdict for v in votes(run).values()} == {"invalid"}
    assert server.requests == 8 + 8 * 2


def test_the_cost_limit_stops_new_calls(server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from bench.campaign import CostLimit

    monkeypatch.setenv("OPENAI_API_KEY", "sk-x")
    run = wanted(server, tmp_path, model=f"gpt-4.1@{server.url}", judge=("rule",), max_cost=0.0000001, concurrency=1)
    with pytest.raises(CostLimit, match="higher --max-cost"):
        execute(run, Watcher())
    assert len(answers(run)) == 1


def test_another_configuration_in_the_same_folder_is_refused_by_the_differing_keys(
    server: Server, tmp_path: Path
) -> None:
    execute(wanted(server, tmp_path, out=tmp_path / "r"), Watcher())
    with pytest.raises(ConfigError, match=r"differs in seed \(0 there, 1 here\)"):
        execute(wanted(server, tmp_path, out=tmp_path / "r", seed=1), Watcher())


def test_no_more_calls_are_in_flight_than_asked_for(server: Server, tmp_path: Path) -> None:
    server.latency_s = 0.02
    execute(wanted(server, tmp_path, limit=None, concurrency=4), Watcher())
    assert server.peak == 4


def test_a_key_never_reaches_the_log(server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_COMPATIBLE_API_KEY", "sk-very-secret")
    run = wanted(server, tmp_path)
    execute(run, Watcher())
    assert any("sk-very-secret" in str(seen.headers) for seen in server.seen)
    for path in run.folder.iterdir():
        assert b"sk-very-secret" not in path.read_bytes()


# ---- a process killed in the middle ----


def bench(server: Server, folder: Path, *more: str) -> subprocess.Popen[str]:
    command = [
        sys.executable, "-m", "bench", "run", f"openai-compatible:m@{server.url}", "--judge",
        f"openai-compatible:j@{server.url}", "--data", data(), "--langs", "en", "--arms", "shuffled", "--out",
        str(folder), "--concurrency", "4", "--json", "--fresh", *more,
    ]  # fmt: skip
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def data() -> str:
    """The published English set where it is at hand, else the suite's own."""
    published = Path(__file__).parents[2].parent / "shared" / "external" / "litragbench"
    return str(published) if published.is_dir() else "gib"


def wait_for(server: Server, count: int) -> None:
    deadline = time.monotonic() + 60
    while server.requests < count:
        assert time.monotonic() < deadline, "the run did not get this far"
        time.sleep(0.005)


@pytest.mark.slow
@pytest.mark.parametrize("size", [("--limit", "12"), ()], ids=["small", "whole"])
def test_killed_three_times_and_resumed_equals_an_undisturbed_run(
    slow_server: Server, tmp_path: Path, size: tuple[str, ...]
) -> None:
    with Server(answer=consistent) as undisturbed:
        whole = bench(undisturbed, tmp_path / "whole", *size)
        expected, _ = whole.communicate(timeout=120)
        calls = undisturbed.requests
    lost = 0
    for kill_at in (calls // 4, calls // 2, calls * 3 // 4):
        process = bench(slow_server, tmp_path / "killed", *size)
        wait_for(slow_server, kill_at)
        process.send_signal(signal.SIGKILL)
        process.communicate()
        time.sleep(0.1)  # the server finishes what was in flight
        logged = sum(len(read(tmp_path / "killed" / name, shape).records)
                     for name, shape in (("answers.jsonl", Answer), ("votes.jsonl", Vote)))  # fmt: skip
        assert slow_server.requests - lost - logged <= 4
        lost = slow_server.requests - logged
    process = bench(slow_server, tmp_path / "killed", *size)
    resumed, errors = process.communicate(timeout=120)
    assert process.returncode == 0, errors
    assert slow_server.requests == calls + lost
    assert comparable(resumed) == comparable(expected)


def comparable(summary: str) -> dict[str, object]:
    """A summary without what names the run's folder and what time is in."""
    whole = json.loads(summary)
    for name in ("run", "digest", "log"):
        del whole[name]
    for name in ("usage", "judge_usage"):
        del whole[name]["latency_s"]
    for cost in whole["insight"]["grounded_cost"]:
        del cost["latency_p90_s"]
    return whole  # type: ignore[no-any-return]


@pytest.mark.parametrize("number", [signal.SIGINT, pytest.param(signal.SIGTERM, marks=pytest.mark.slow)])
def test_an_interrupt_lets_calls_in_flight_finish_and_loses_nothing(
    slow_server: Server, tmp_path: Path, number: signal.Signals
) -> None:
    process = bench(slow_server, tmp_path / "run")
    wait_for(slow_server, 20)
    process.send_signal(number)
    out, errors = process.communicate(timeout=30)
    assert process.returncode == 130
    assert out == ""
    assert "Interrupted" in errors
    assert "Traceback" not in errors
    logged = sum(len(read(tmp_path / "run" / name, shape).records)
                 for name, shape in (("answers.jsonl", Answer), ("votes.jsonl", Vote)))  # fmt: skip
    assert logged == slow_server.requests == slow_server.finished
    assert os.path.exists(tmp_path / "run" / "manifest.json")


def test_one_name_at_another_address_is_asked_anew(server: Server, tmp_path: Path) -> None:
    execute(wanted(server, tmp_path, judge=("rule",), out=tmp_path / "a"), Watcher())
    with Server(answer=consistent) as other:
        execute(wanted(other, tmp_path, judge=("rule",), out=tmp_path / "b"), Watcher())
        assert other.requests == 8
        assert {a.endpoint for a in read(tmp_path / "b" / "answers.jsonl", Answer).records.values()} == {other.url}


def test_an_empty_reply_is_asked_for_three_times_in_all(server: Server, tmp_path: Path) -> None:
    server.answer = lambda _: Step(text="")
    asked = []
    for _ in range(4):
        before = server.requests
        run = wanted(server, tmp_path, judge=("rule",), limit=2)
        execute(run, Watcher())
        asked.append(server.requests - before)
    assert asked == [2, 2, 2, 0]
    assert {(a.failure.kind, a.failure.asked) for a in answers(run).values() if a.failure} == {("empty", 3)}


@pytest.mark.parametrize("finish", ["tool_calls", "insufficient_system_resource"])
def test_half_a_text_is_never_graded(server: Server, tmp_path: Path, finish: str) -> None:
    server.answer = lambda _: Step(text="定員は四十", finish=finish)
    run = wanted(server, tmp_path, judge=("rule",), limit=2)
    execute(run, Watcher())
    assert all(a.text is None and a.raw == "定員は四十" for a in answers(run).values())
    assert all(a.failure and a.failure.transient for a in answers(run).values())
