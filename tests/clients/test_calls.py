"""Calls against a server that misbehaves: what is tried again, what is recorded, what is never sent twice."""

import asyncio
import json
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from bench.clients import Pacing, Reply, open_client
from bench.errors import ProviderError
from tests.clients.asking import Clock, Wire, ask, ask_one, client, endpoint, request, together
from tests.replies import render
from tests.server import Seen, Server, Step, fail


@pytest.mark.daily(1)
def test_calls_are_spaced_by_what_the_endpoint_is_known_to_allow(wire: Wire, server: Server) -> None:
    clock = Clock()
    allows = replace(endpoint(wire, server.url), requests_per_minute=6.0)

    async def run() -> list[Reply]:
        async with open_client(allows, concurrency=4, sleep=clock.sleep) as one:
            return [await one.complete(request(str(number))) for number in range(3)]

    assert all(reply.text for reply in asyncio.run(run()))
    assert clock.waits == [pytest.approx(10, abs=1), pytest.approx(10, abs=1)]


TRANSIENT_STEPS = {
    "500": (fail(500), "server"),
    "502 with an HTML page": (fail(502, "<html><title>502 Bad Gateway</title></html>"), "server"),
    "503": (fail(503), "server"),
    "529 overloaded": (fail(529, {"type": "error", "error": {"type": "overloaded_error"}}), "server"),
    "429": (fail(429), "rate_limited"),
    "408": (fail(408), "timeout"),
    "invalid JSON": (Step(body=b'{"choices": [{"mess'), "malformed"),
    "cut-off UTF-8": (Step(body='{"choices": "答え"}'.encode()[:-5]), "malformed"),
    "an HTML page with status 200": (Step(body="<html>Please log in</html>"), "malformed"),
    "an error object with status 200": (Step(body={"error": {"message": "upstream broke"}}), "malformed"),
    "JSON that is no object": (Step(body=[1, 2]), "malformed"),
    "an object without a reply": (Step(body={"id": "x"}), "malformed"),
    "JSON nested without end": (Step(body=b"[" * 100_000), "malformed"),
    "an empty body": (Step(body=b""), "malformed"),
    "bytes that are not what the header says": (
        Step(body=b"not gzip", headers={"content-encoding": "gzip"}),
        "malformed",
    ),
    "a connection cut before the reply": (Step(cut="connect"), "connection"),
    "a connection cut in the body": (Step(cut="body"), "connection"),
}


@pytest.mark.daily(14)
@pytest.mark.parametrize("name", TRANSIENT_STEPS)
def test_a_passing_fault_is_tried_again_and_every_attempt_is_counted(wire: Wire, server: Server, name: str) -> None:
    step, _ = TRANSIENT_STEPS[name]
    server.script.extend([step, step, Step(text="Forty metres.")])
    clock = Clock()
    reply = ask_one(wire, server, clock=clock)
    assert (reply.text, reply.failure, reply.attempts) == ("Forty metres.", None, 3)
    assert server.requests == 3
    assert len(clock.waits) == 2
    assert 0.5 <= clock.waits[0] < clock.waits[1]


@pytest.mark.daily(14)
@pytest.mark.parametrize("name", TRANSIENT_STEPS)
def test_a_fault_that_stays_is_recorded_with_its_kind(wire: Wire, server: Server, name: str) -> None:
    step, kind = TRANSIENT_STEPS[name]
    server.answer = lambda _: step
    reply = ask_one(wire, server, max_retries=3)
    assert (reply.failure, reply.text, reply.attempts) == (kind, None, 4)
    assert server.requests == 4
    assert reply.message
    assert "\n" not in reply.message


def test_a_failed_item_does_not_hinder_the_next(wire: Wire, server: Server) -> None:
    server.script.extend([fail(500), fail(500), Step(text="fine")])
    first, second = ask(wire, server, request("a"), request("b"), max_retries=1)
    assert (first.failure, second.text) == ("server", "fine")


def test_a_wait_the_server_asks_for_is_kept_in_full(wire: Wire, server: Server) -> None:
    server.script.extend([fail(429, retry_after="90"), Step(text="ok")])
    clock = Clock()
    assert ask_one(wire, server, clock=clock).text == "ok"
    assert len(clock.waits) == 1
    assert clock.waits[0] >= 90


def test_a_wait_too_long_to_sit_out_is_recorded_without_a_retry(wire: Wire, server: Server) -> None:
    server.answer = lambda _: fail(429, retry_after="3600")
    clock = Clock()
    reply = ask_one(wire, server, clock=clock)
    assert (reply.failure, reply.attempts, reply.status, clock.waits) == ("rate_limited", 1, 429, [])
    assert "3600 s" in reply.message


def test_a_fault_that_names_hours_is_the_end_of_its_own_call_alone(wire: Wire, server: Server) -> None:
    server.answer = lambda seen: fail(503, retry_after="7200") if "broken" in seen.prompt else Step(text="ok")
    broken, *others = ask(wire, server, request("broken"), *(request(str(n)) for n in range(8)))
    assert (broken.failure, broken.attempts) == ("server", 1)
    assert [reply.text for reply in others] == ["ok"] * 8


def test_a_wait_the_server_asks_for_holds_for_every_call(wire: Wire, server: Server) -> None:
    asked: set[str] = set()

    def turned_away_once(seen: Seen) -> Step:
        # By prompt, not by order: a second attempt may overtake another call's first one.
        if seen.prompt in asked:
            return Step(text="ok")
        asked.add(seen.prompt)
        return fail(429, retry_after="10")

    server.answer = turned_away_once
    clock = Clock()

    async def run() -> list[Reply | BaseException]:
        async with client(wire, server, concurrency=20, clock=clock) as open_one:
            return await together(open_one, [request(str(i)) for i in range(20)])

    assert all(isinstance(reply, Reply) and reply.text for reply in asyncio.run(run()))
    assert clock.waits[0] >= 10
    assert len({*clock.waits}) == len(clock.waits)


def test_no_credit_left_stops_the_run_at_the_first_reply(wire: Wire, server: Server) -> None:
    server.answer = lambda _: fail(429, {"error": {"code": "insufficient_quota"}})
    server.latency_s = 0.05

    async def run() -> list[Reply | BaseException]:
        async with client(wire, server, concurrency=5, max_retries=6) as open_one:
            gate = asyncio.Semaphore(5)

            async def one(i: int) -> Reply:
                async with gate:
                    return await open_one.complete(request(str(i)))

            return await asyncio.gather(*(one(i) for i in range(50)), return_exceptions=True)

    results = asyncio.run(run())
    assert server.requests <= 5
    assert all(isinstance(result, ProviderError) for result in results)
    assert "no credit" in str(results[-1])


def test_a_prompt_blocked_by_policy_is_one_refusal_and_the_run_goes_on(wire: Wire, server: Server) -> None:
    blocked = {"error": {"code": "content_policy_violation", "message": "This prompt was blocked by our usage policy."}}
    server.script.extend([fail(400, blocked), Step(text="next")])
    first, second = ask(wire, server, request("a"), request("b"))
    assert (first.failure, first.attempts, first.status) == ("refused", 1, 400)
    assert second.text == "next"
    assert server.requests == 2


def test_a_prompt_that_does_not_fit_is_one_failure_and_the_run_goes_on(wire: Wire, server: Server) -> None:
    long = {"error": {"message": "prompt is too long: 210000 tokens > 200000 maximum", "type": "invalid_request_error"}}
    server.script.extend([fail(400, long), Step(text="next")])
    first, second = ask(wire, server, request("a"), request("b"))
    assert (first.failure, first.attempts, second.text) == ("too_long", 1, "next")


@pytest.mark.parametrize(
    ("status", "says"), [(401, "MINE_API_KEY"), (402, "credit"), (404, "name"), (405, "/v1"), (302, "--base-url")]
)
def test_what_would_stop_every_item_is_asked_once_and_stops_the_run(
    wire: Wire, server: Server, status: int, says: str
) -> None:
    server.answer = lambda _: fail(status)
    with pytest.raises(ProviderError, match=says):
        ask_one(wire, server)
    assert server.requests == 1


@pytest.mark.parametrize(("status", "says"), [(400, "parameters"), (403, "MINE_API_KEY"), (422, "parameters")])
def test_what_may_stop_every_item_stops_the_run_when_a_harmless_request_meets_it_too(
    wire: Wire, server: Server, status: int, says: str
) -> None:
    server.answer = lambda _: fail(status)
    with pytest.raises(ProviderError, match=says):
        ask_one(wire, server)
    assert [seen.prompt.count("tower") for seen in server.seen] == [1, 0]


def test_nobody_listening_stops_the_run_after_the_retries(wire: Wire, server: Server) -> None:
    server.stop()
    clock = Clock()
    with pytest.raises(ProviderError, match=r"Nothing answers at http://127.0.0.1:\d+/v1 \(3 attempts"):
        ask_one(wire, server, clock=clock, max_retries=2)
    assert len(clock.waits) == 2


def test_a_server_that_dies_in_mid_run_stops_it(wire: Wire, server: Server) -> None:
    async def run() -> Reply:
        async with client(wire, server, max_retries=2) as open_one:
            first = await open_one.complete(request("a"))
            await asyncio.to_thread(server.stop)
            with pytest.raises(ProviderError, match="stopped answering"):
                await open_one.complete(request("b"))
            return first

    assert asyncio.run(run()).text


def test_a_server_that_answered_others_in_the_meantime_is_not_taken_for_dead(wire: Wire, server: Server) -> None:
    port = int(server.url.split(":")[2].removesuffix("/v1"))
    server.stop()
    others: list[Reply] = []

    async def run() -> Reply:
        async def up_and_down_again(_: float) -> None:
            revived = await asyncio.to_thread(Server(port=port).__enter__)
            others.append(await open_one.complete(request("another")))
            await asyncio.to_thread(revived.stop)

        flaky = open_client(
            endpoint(wire, server.url), concurrency=2, pacing=Pacing(max_retries=1), sleep=up_and_down_again
        )
        async with flaky as open_one:
            return await open_one.complete(request("unlucky"))

    reply = asyncio.run(run())
    assert others[0].text
    assert (reply.failure, reply.attempts, reply.status) == ("connection", 2, None)


def test_an_item_that_breaks_its_own_connection_is_not_taken_for_a_dead_server(wire: Wire, server: Server) -> None:
    server.answer = lambda seen: Step(cut="connect") if "poison" in seen.prompt else Step(text="fine")
    replies = ask(wire, server, request("a"), request("poison"), request("b"), max_retries=2)
    assert [reply.failure for reply in replies] == [None, "connection", None]


@pytest.mark.parametrize("step", [Step(delay_s=30), Step(trickle_s=0.05)], ids=["silent", "byte by byte"])
def test_the_deadline_ends_an_attempt_whatever_the_server_does(wire: Wire, server: Server, step: Step) -> None:
    server.script.extend([step, Step(text="prompt")])
    started = time.perf_counter()
    reply = ask_one(wire, server, deadline_s=0.3)
    whole = time.perf_counter() - started
    assert (reply.text, reply.attempts) == ("prompt", 2)
    assert (server.requests, server.finished) == (2, 1)  # the first was left, not waited for
    assert reply.latency_s <= whole - 0.3  # and is no part of the latency


def test_a_deadline_that_always_passes_is_a_timeout(wire: Wire, server: Server) -> None:
    server.latency_s = 30
    reply = ask_one(wire, server, deadline_s=0.1, max_retries=1)
    assert (reply.failure, reply.attempts, reply.status) == ("timeout", 2, None)
    assert "0.1 s" in reply.message


def test_latency_is_the_last_attempt_without_the_waits(wire: Wire, server: Server) -> None:
    server.script.extend([replied_late(0.4, fail(500)), replied_late(0.1, Step(text="ok"))])
    reply = ask_one(wire, server)
    assert 0.1 <= reply.latency_s < 0.4


def replied_late(seconds: float, step: Step) -> Step:
    return Step(step.status, step.body, step.headers, step.text, delay_s=seconds)


@pytest.mark.daily(1)
def test_the_concurrency_asked_for_is_reached_and_never_passed(wire: Wire, server: Server) -> None:
    server.latency_s = 1.0

    async def run() -> list[Reply | BaseException]:
        async with client(wire, server, concurrency=256) as open_one:
            return await together(open_one, [request(str(i)) for i in range(512)])

    assert all(isinstance(reply, Reply) and reply.text for reply in asyncio.run(run()))
    assert 250 <= server.peak <= 256
    assert server.requests == 512


def test_cancelling_leaves_nothing_running(wire: Wire, server: Server) -> None:
    server.latency_s = 5

    async def run() -> None:
        async with client(wire, server, concurrency=20) as open_one:
            calls = [asyncio.create_task(open_one.complete(request(str(i)))) for i in range(30)]
            await until(lambda: server.in_flight == 20)
            for call in calls:
                call.cancel()
            results = await asyncio.gather(*calls, return_exceptions=True)
            assert all(isinstance(result, asyncio.CancelledError) for result in results)
            await until(lambda: server.in_flight == 0)

    asyncio.run(run())
    assert server.stats == {"requests": 20, "finished": 0, "in_flight": 0, "peak": 20}


async def until(condition: Callable[[], bool]) -> None:
    """Wait for the server's thread to get there; a condition that never holds fails the test."""
    for _ in range(400):
        if condition():
            return
        await asyncio.sleep(0.01)
    pytest.fail("the server never got there")


def test_cancelling_a_wait_sends_nothing_more(wire: Wire, server: Server) -> None:
    server.answer = lambda _: fail(503, retry_after="5")

    async def run() -> None:
        real = open_client(endpoint(wire, server.url), concurrency=1)
        async with real as open_one:
            call = asyncio.create_task(open_one.complete(request()))
            await until(lambda: server.finished == 1)
            await asyncio.sleep(0.05)
            call.cancel()
            with pytest.raises(asyncio.CancelledError):
                await call

    asyncio.run(run())
    assert server.requests == 1


def test_the_key_reaches_the_server_and_no_message(wire: Wire, server: Server) -> None:
    def echo_key(seen: Seen) -> Step:
        return fail(401, {"error": {"message": f"Incorrect key: {seen.headers['Authorization']}"}})

    server.answer = echo_key
    with pytest.raises(ProviderError) as caught:
        ask_one(wire, server)
    assert server.seen[0].headers["Authorization"] == "Bearer sk-test-0123456789abcdef"
    assert "0123456789" not in str(caught.value)
    assert "0123456789" not in repr(endpoint(wire, server.url))


def test_no_credential_of_the_environment_goes_to_a_server_without_a_key(
    wire: Wire, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("OPENAI_API_KEY", "OPENAI_ADMIN_KEY", "ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN"):
        monkeypatch.setenv(name, "sk-environment-secret")

    async def run() -> Reply:
        async with open_client(endpoint(wire, server.url, key=None), concurrency=1) as open_one:
            return await open_one.complete(request())

    assert asyncio.run(run()).text
    assert not [value for value in server.seen[0].headers.values() if "environment-secret" in value]


def test_a_proxy_for_the_outside_world_is_not_asked_for_this_machine(
    wire: Wire, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    for name in ("NO_PROXY", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
    assert ask_one(wire, server, max_retries=0).text


def test_text_that_no_file_could_hold_is_repaired(wire: Wire, server: Server) -> None:
    odd = Step(text="tall \ud83d and \ud83d\ude00")
    server.answer = lambda seen: Step(body=json.dumps(render(seen, odd)).encode())
    reply = ask_one(wire, server)
    assert reply.text == "tall \ufffd and \U0001f600"
    assert reply.raw is not None
    assert reply.raw.encode().decode() == reply.raw


def test_a_prompt_with_half_a_character_is_sent_all_the_same(wire: Wire, server: Server) -> None:
    assert ask_one(wire, server, request("tall \ud83d 高さ")).text
    assert server.seen[0].body["messages"][-1]["content"] == "tall \ufffd 高さ"


@pytest.mark.slow
def test_a_process_without_descriptors_stops_with_the_limit_named(wire: Wire, server: Server) -> None:
    server.latency_s = 0.5
    code = f"""
import asyncio, resource
from tests.clients.asking import endpoint, request, together
from bench.clients import Pacing, open_client
async def run():
    async with open_client(endpoint({wire!r}, {server.url!r}), concurrency=200, pacing=Pacing(max_retries=0)) as one:
        await one.complete(request())
        resource.setrlimit(resource.RLIMIT_NOFILE, (60, 60))
        return await together(one, [request(str(i)) for i in range(200)])
results = asyncio.run(run())
failed = [r for r in results if isinstance(r, BaseException)]
assert failed and not [r for r in results if getattr(r, "failure", None)], results
print(type(failed[0]).__name__, failed[0])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=root(), check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("ProviderError")
    assert "ulimit -n" in done.stdout


@pytest.mark.slow
def test_leaving_the_client_is_silent(wire: Wire, server: Server) -> None:
    server.answer = lambda seen: Step(delay_s=5) if "slow" in seen.prompt else Step()
    code = f"""
import asyncio
from tests.clients.asking import endpoint, request
from bench.clients import open_client
async def run():
    async with open_client(endpoint({wire!r}, {server.url!r}), concurrency=4) as one:
        calls = [asyncio.create_task(one.complete(request(p))) for p in ("a", "slow", "b")]
        await asyncio.sleep(0.5)
        calls[1].cancel()
        await asyncio.gather(*calls, return_exceptions=True)
asyncio.run(run())
"""
    done = subprocess.run(
        [sys.executable, "-W", "always::ResourceWarning", "-c", code],
        capture_output=True,
        text=True,
        cwd=root(),
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")


def root() -> Path:
    return Path(__file__).resolve().parents[2]


# ---- what no list has ----


def rejecting(seen: Seen) -> Step:
    return fail(400, {"error": {"message": "Zaunkönig"}}) if "odd one" in seen.prompt else Step(text="fine")


def test_a_rejection_in_words_never_seen_is_one_items_failure(wire: Wire, server: Server) -> None:
    server.answer = rejecting
    replies = ask(wire, server, request("a"), request("odd one"), request("b"))
    assert [reply.failure for reply in replies] == [None, "rejected", None]
    assert "Zaunkönig" in replies[1].message
    assert server.requests == 3


def test_the_first_item_of_all_is_told_from_a_wrong_request_by_a_harmless_one(wire: Wire, server: Server) -> None:
    server.answer = rejecting
    first, second = ask(wire, server, request("odd one"), request("b"))
    assert (first.failure, second.text) == ("rejected", "fine")
    assert server.requests == 3
    harmless = server.seen[1].body
    assert {name: harmless.get(name) for name in ("model", "max_tokens")} == {"model": "test-model", "max_tokens": 100}


def test_an_unknown_mark_in_an_answer_is_told_once(wire: Wire, server: Server) -> None:
    server.answer = lambda _: Step(text="<deepthought_9>40</deepthought_9>")
    told: list[str] = []

    async def run() -> None:
        async with open_client(endpoint(wire, server.url), concurrency=1, tell=told.append) as one:
            for n in range(3):
                assert (await one.complete(request(str(n)))).text

    asyncio.run(run())
    assert len(told) == 1
    assert "<deepthought_9>" in told[0]


# ---- what a server may not do ----


def test_a_redirect_is_refused_and_the_key_goes_nowhere_else(wire: Wire, server: Server) -> None:
    with Server() as elsewhere:
        server.answer = lambda _: fail(307, location=elsewhere.url + "/chat/completions")
        with pytest.raises(ProviderError, match="redirects elsewhere"):
            ask_one(wire, server)
        assert elsewhere.requests == 0


@pytest.mark.parametrize("packed", [False, True])
def test_a_reply_beyond_all_measure_is_malformed_and_not_read(
    wire: Wire, server: Server, packed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    import gzip

    from bench.clients import anthropic, openai

    for module in (anthropic, openai):
        monkeypatch.setattr(module.sdk_client, "__defaults__", (100_000,))
    body = b'{"choices": "' + b"a" * 1_000_000 + b'"}'
    headers = {"content-encoding": "gzip"} if packed else {}
    server.answer = lambda _: Step(body=gzip.compress(body) if packed else body, headers=headers)
    reply = ask_one(wire, server)
    assert (reply.failure, reply.attempts) == ("malformed", 1)
    assert "more than" in reply.message


def test_a_packing_that_was_not_asked_for_is_malformed(wire: Wire, server: Server) -> None:
    server.answer = lambda _: Step(body=b"abc", headers={"content-encoding": "zstd"})
    assert ask_one(wire, server).failure == "malformed"


# ---- who never answers ----


def test_calls_that_all_time_out_end_the_run(wire: Wire, server: Server) -> None:
    server.latency_s = 30

    async def run() -> list[Reply | BaseException]:
        async with client(wire, server, concurrency=8, deadline_s=0.2, max_retries=6) as one:
            return await together(one, [request(str(i)) for i in range(40)])

    results = asyncio.run(run())
    assert all(isinstance(result, ProviderError) for result in results)
    assert "--timeout" in str(results[0])
    assert server.requests <= 16


def test_nobody_listening_from_the_start_is_tried_three_times_quickly(wire: Wire, server: Server) -> None:
    server.stop()
    clock = Clock()
    with pytest.raises(ProviderError, match=r"Nothing answers at .* \(3 attempts"):
        ask_one(wire, server, clock=clock)
    assert sum(clock.waits) < 4


def test_being_turned_away_uses_up_no_attempt_while_others_get_through(wire: Wire, server: Server) -> None:
    turned_away: dict[str, int] = {}

    def answer(seen: Seen) -> Step:
        prompt = seen.prompt
        if "unlucky" in prompt and turned_away.setdefault(prompt, 0) < 6:
            turned_away[prompt] += 1
            return fail(429)
        return Step(text="ok")

    server.answer = answer

    async def run() -> list[Reply | BaseException]:
        async with client(wire, server, concurrency=2, max_retries=1) as one:
            return await together(one, [request("unlucky"), *(request(str(i)) for i in range(40))])

    replies = asyncio.run(run())
    assert all(isinstance(reply, Reply) and reply.text for reply in replies)
