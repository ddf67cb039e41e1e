"""A check takes each step once, whatever happens in between, and a failure is a record without a result."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from bench.claims import Checking, check
from bench.clients import Pacing
from bench.errors import ConfigError, DataError, LogError, ProviderError, UsageError
from bench.log import RunLock, read
from bench.records import Answer, Item
from bench.records.claims import ClaimCall
from bench.scoring import read_run, score
from tests.claims.judging import judge, step_of
from tests.runs import write_dataset, write_lines, write_run
from tests.server import Seen, Server, Step, fail

PATIENT = Pacing(max_retries=1, first_wait_s=0.001, max_wait_s=0.002)


@pytest.fixture
def server() -> Iterator[Server]:
    with Server(answer=judge) as running:
        yield running


@pytest.fixture
def run(tmp_path: Path) -> Path:
    """Ten answers, each shown two chunks; Q-1 declines."""
    return with_chunks(write_run(tmp_path / "run", write_dataset(tmp_path / "data"), letters))


def letters(item: Item, *_: object) -> str:
    return "a" if item.id == "Q-1" else "n" if item.kind == "contradictory" else "c"


def with_chunks(folder: Path) -> Path:
    answers = read(folder / "answers.jsonl", Answer).records.values()
    shown = [a.model_copy(update={"chunks": ("W-2", "W-3")}) for a in answers]
    write_lines(folder / "answers.jsonl", [a.model_dump(mode="json") for a in shown])
    return folder


def asked(folder: Path, server: Server, **changed: object) -> Checking:
    log = read_run(folder)
    settings: dict[str, object] = {
        "folder": folder, "manifest": log.manifest, "items": log.items, "answers": log.answers,
        "corpora": log.corpora, "judge": f"openai-compatible:j@{server.url}", "pacing": PATIENT, **changed,
    }  # fmt: skip
    return Checking(**settings)  # type: ignore[arg-type]


def logged(folder: Path) -> list[ClaimCall]:
    return list(read(folder / "claims.jsonl", ClaimCall).records.values())


def embedder(server: Server) -> str:
    return f"openai-compatible:e@{server.url}"


def test_every_answer_goes_through_its_steps(server: Server, run: Path) -> None:
    made = check(asked(run, server, embed=embedder(server)))
    counts = Counter(call.step for call in logged(run))
    # Nine of ten answers claim something; each of the ten questions has one set of chunks.
    assert counts == {"extract": 10, "verify": 9, "questions": 10, "embed": 9, "context": 10}
    assert made == server.requests == sum(counts.values())


def test_without_an_embedding_model_no_questions_are_written(server: Server, run: Path) -> None:
    check(asked(run, server))
    assert {call.step for call in logged(run)} == {"extract", "verify", "context"}


def test_the_summary_has_the_figures(server: Server, run: Path) -> None:
    check(asked(run, server, embed=embedder(server)))
    (found,) = score(run).faithfulness
    assert found.faithfulness.value == pytest.approx((9 * 0.5 + 1) / 10)
    assert found.hallucination.value == pytest.approx(0.45)
    assert (found.claims.k, found.claims.n, found.without_claims) == (9, 18, 1)
    assert found.context_relevance.value == 0.5
    assert found.answer_relevance.n == 10
    assert (found.judge, found.embedder) == ("openai-compatible:j", "openai-compatible:e")
    assert found.undefined == ()


def test_a_finished_check_asks_nothing_again(server: Server, run: Path) -> None:
    check(asked(run, server, embed=embedder(server)))
    before, requests = (run / "claims.jsonl").read_bytes(), server.requests
    assert check(asked(run, server, embed=embedder(server))) == 0
    assert server.requests == requests
    assert (run / "claims.jsonl").read_bytes() == before


def test_answers_that_were_shown_nothing_or_failed_are_passed_over(server: Server, tmp_path: Path) -> None:
    folder = write_run(tmp_path / "run", write_dataset(tmp_path / "data"), lambda *_: "f")
    with pytest.raises(DataError, match="nothing to check"):
        check(asked(folder, server))
    assert server.requests == 0


def test_a_set_of_chunks_is_asked_once_in_whatever_order_it_was_shown(server: Server, tmp_path: Path) -> None:
    folder = with_chunks(write_run(tmp_path / "run", write_dataset(tmp_path / "data", mains=2), repeats=3))
    log = read_run(folder)
    turned = [a.model_copy(update={"chunks": a.chunks[::-1]}) if a.repeat == 1 else a for a in log.answers]
    turned = [a.model_copy(update={"chunks": ("W-0",)}) for a in turned if a.item == "Q-0"]
    check(asked(folder, server, answers=turned))
    assert Counter(call.step for call in logged(folder))["context"] == 1


def test_nonsense_is_asked_once_more_and_then_undefined(server: Server, run: Path) -> None:
    server.answer = lambda seen: Step(text="certainly!") if step_of(seen) == "verify" else judge(seen)
    check(asked(run, server))
    verified = [call for call in logged(run) if call.step == "verify"]
    assert all(call.supported is None and call.failure is None and call.attempts == 2 for call in verified)
    (found,) = score(run).faithfulness
    assert (found.faithfulness.value, found.faithfulness.n, found.faithfulness.undefined) == (1.0, 1, 9)
    assert {(u.step, u.reason) for u in found.undefined} == {("verify", "unreadable")}


@pytest.mark.slow
def test_a_transient_failure_is_a_record_and_is_due_again(server: Server, run: Path) -> None:
    server.answer = lambda seen: fail(503) if step_of(seen) == "extract" else judge(seen)
    check(asked(run, server))
    failed = [call for call in logged(run) if call.step == "extract"]
    assert {call.failure.kind for call in failed if call.failure} == {"server"}
    assert all(call.claims is None for call in failed)
    assert score(run).faithfulness[0].faithfulness.value is None
    server.answer = judge
    check(asked(run, server))
    assert score(run).faithfulness[0].faithfulness.n == 10


def test_an_embedding_failure_leaves_answer_relevance_undefined(server: Server, run: Path) -> None:
    server.answer = lambda seen: fail(503) if step_of(seen) == "embed" else judge(seen)
    check(asked(run, server, embed=embedder(server)))
    (found,) = score(run).faithfulness
    assert (found.answer_relevance.value, found.answer_relevance.n, found.answer_relevance.undefined) == (0.0, 1, 9)
    assert found.faithfulness.undefined == 0


def test_no_credit_stops_the_check_and_keeps_what_came_back(server: Server, run: Path) -> None:
    quota = {"error": {"code": "insufficient_quota", "message": "You exceeded your current quota"}}

    def broke(seen: Seen) -> Step:
        return fail(429, quota) if server.requests > 7 else judge(seen)

    server.answer = broke
    with pytest.raises(ProviderError):
        check(asked(run, server, concurrency=2))
    assert 5 <= len(logged(run)) <= 7
    server.answer = judge
    check(asked(run, server, concurrency=2))
    assert Counter(call.step for call in logged(run)) == {"extract": 10, "verify": 9, "context": 10}


def test_a_torn_line_is_set_aside_and_said(server: Server, run: Path) -> None:
    check(asked(run, server))
    whole = (run / "claims.jsonl").read_bytes()
    (run / "claims.jsonl").write_bytes(whole[:-20])
    notices: list[str] = []
    assert check(asked(run, server), notices.append) == 1
    assert any("half-written" in notice for notice in notices)
    assert len(logged(run)) == len(whole.split(b"\n")) - 1


def test_the_rule_judge_and_a_chat_wire_that_cannot_embed_are_refused(server: Server, run: Path) -> None:
    with pytest.raises(ConfigError, match="rule judge cannot read claims"):
        check(asked(run, server, judge="rule"))
    with pytest.raises(UsageError):
        check(asked(run, server, embed="anthropic:claude-x"))
    assert server.requests == 0


def test_two_checks_of_one_run_do_not_mix(server: Server, run: Path) -> None:
    with RunLock(run), pytest.raises(LogError, match="Another process"):
        check(asked(run, server))


def test_no_more_calls_are_in_flight_than_asked_for(server: Server, run: Path) -> None:
    server.latency_s = 0.02
    check(asked(run, server, concurrency=3))
    assert server.peak == 3


# ---- a process killed in the middle ----


def bench(server: Server, folder: Path) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "bench", "claims", str(folder), "--judge", f"openai-compatible:j@{server.url}",
               "--embed", embedder(server), "--concurrency", "3", "--json"]  # fmt: skip
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


@pytest.mark.slow
def test_killed_and_resumed_pays_nothing_twice(server: Server, run: Path) -> None:
    server.latency_s = 0.05
    process = bench(server, run)
    deadline = time.monotonic() + 60
    while server.requests < 20:
        assert time.monotonic() < deadline, "the check did not get this far"
        time.sleep(0.005)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    time.sleep(0.1)  # the server finishes what was in flight
    lost = server.requests - len(logged(run))
    assert 0 <= lost <= 3
    again = bench(server, run)
    out, errors = again.communicate(timeout=60)
    assert again.returncode == 0, errors
    assert server.requests == 48 + lost
    assert len(logged(run)) == 48
    assert '"calls"' in out
    assert os.path.exists(run / "summary.json")
