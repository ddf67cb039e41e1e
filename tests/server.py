"""A real HTTP server on loopback that speaks both wire formats and misbehaves on request.

OpenAI chat completions, embeddings and `/v1/models`, Anthropic messages, `/health` and `/stats`. Every request takes
the next Step of the script, or what `answer` says, or the default: a text or an abstention that depends on the prompt
alone, an instance of the JSON schema where one is asked, and counts of hashed words where embeddings are. In a test use
the `server` fixture; as a process:

    python -m tests.server --port 0 --latency 0.05
"""

from __future__ import annotations

import argparse
import asyncio
import collections
import json
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from types import TracebackType
from typing import Any, Literal, Self

from aiohttp import web

from tests.probes import probe_in
from tests.replies import default_text, embeddings, render

PATHS = frozenset({"/v1/chat/completions", "/v1/messages", "/v1/embeddings"})

Finish = Literal["stop", "length", "filter", "refusal"]


@dataclass(frozen=True, slots=True)
class Step:
    """How one request is answered. `body` replaces the rendered reply; `text` None is a null content."""

    status: int = 200
    body: bytes | str | dict[str, Any] | list[Any] | None = None
    headers: dict[str, str] = field(default_factory=dict)
    text: str | Literal[True] | None = True
    """True: the default reply to the prompt."""
    finish: Finish | str | None = "stop"
    reasoning: str | None = None
    usage: bool | dict[str, Any] = True
    delay_s: float | None = None
    """None: the server's own latency."""
    cut: Literal["connect", "body"] | None = None
    """Hang up before the first byte, or in the middle of the body."""
    trickle_s: float | None = None
    """Send the body byte by byte with this pause."""


@dataclass(frozen=True, slots=True)
class Seen:
    """One request as it arrived."""

    path: str
    headers: dict[str, str]
    body: dict[str, Any]

    @property
    def wire(self) -> Literal["openai", "anthropic"]:
        return "anthropic" if self.path.endswith("/messages") else "openai"

    @property
    def prompt(self) -> str:
        texts = [m.get("content") for m in self.body.get("messages", ())] + list(self.body.get("input", ()))
        return "\n".join(text for text in texts if isinstance(text, str))

    @property
    def embeds(self) -> bool:
        return self.path.endswith("/embeddings")


def right_verdict(seen: Seen) -> Step | None:
    """The verdict that an answer of a judge's test must get; None for any other request."""
    case = probe_in(seen.prompt)
    if case is None:
        return None
    said = {
        "reason": "known",
        "abstained": case.declines,
        "conflict_named": case.item.kind == "contradictory",
        "verdict": case.expected,
        "confidence": 1,
    }
    return Step(text=json.dumps(said))


def fail(status: int, body: str | dict[str, Any] | None = None, **headers: str) -> Step:
    """An error status; `retry_after="90"` becomes the header `retry-after: 90`."""
    body = {"error": {"message": f"scripted {status}"}} if body is None else body
    return Step(status, body, {name.replace("_", "-"): value for name, value in headers.items()})


class Server:
    """Use it in `with`: it runs in a thread of its own. `url` ends in /v1; both SDKs can use it.

    `script` is used up one Step per request, in order of arrival. `requests` counts every completion asked for,
    `peak` is the most that were in flight at once, `seen` keeps each request unless `record` is off.

    The answers with known verdicts that a run tests its judges on are in none of that: they are counted in `tested`
    alone, and `tests_judge` says what is answered, the right verdict unless a test wants another. It gives None for any
    other request.
    """

    def __init__(
        self,
        script: Iterable[Step] = (),
        *,
        answer: Callable[[Seen], Step] | None = None,
        latency_s: float = 0.0,
        port: int = 0,
        record: bool = True,
        tests_judge: Callable[[Seen], Step | None] | None = None,
    ) -> None:
        self.script = collections.deque(script)
        self.answer = answer
        self.latency_s = latency_s
        self.record = record
        self.tests_judge = tests_judge or right_verdict
        self.tested = 0
        self.requests = self.in_flight = self.peak = self.finished = 0
        self.seen: list[Seen] = []
        self._port = port
        self._loop = asyncio.new_event_loop()
        self._ready = threading.Event()
        self._ends: asyncio.Event | None = None
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._trouble: BaseException | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._port}/v1"

    @property
    def stats(self) -> dict[str, int]:
        """Counts so far: requests received, replies sent in full, in flight now and at most."""
        return {
            "requests": self.requests,
            "finished": self.finished,
            "in_flight": self.in_flight,
            "peak": self.peak,
        }

    def __enter__(self) -> Self:
        self._thread.start()
        self._ready.wait()
        if self._trouble:
            raise self._trouble
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def stop(self) -> None:
        """Close the port and cut every connection; a second call does nothing."""
        if self._thread.is_alive() and self._ends is not None:
            self._loop.call_soon_threadsafe(self._ends.set)
        self._thread.join(timeout=10)

    async def serve(self, ready: Callable[[], None]) -> None:
        """Serve until cancelled or stopped; calls `ready` once the port is open."""
        self._ends = asyncio.Event()
        # The low-level server: routing and middleware would cost more than the reply itself.
        runner = web.ServerRunner(web.Server(self._handle, handler_cancellation=True), shutdown_timeout=0.1)
        await runner.setup()
        try:
            site = web.TCPSite(runner, "127.0.0.1", self._port, backlog=2048)
            await site.start()
            self._port = runner.addresses[0][1]
            ready()
            await self._ends.wait()
        finally:
            await runner.cleanup()

    def _run(self) -> None:
        try:
            self._loop.run_until_complete(self.serve(self._ready.set))
        except OSError as error:
            self._trouble = error
            self._ready.set()
        finally:
            self._loop.close()

    async def _handle(self, request: web.BaseRequest) -> web.StreamResponse:
        if request.path == "/stats":
            return web.json_response(self.stats)
        if request.path == "/health":
            return web.Response()
        if request.path == "/v1/models":
            return web.json_response({"object": "list", "data": [{"id": "test-model", "object": "model"}]})
        if request.method != "POST" or request.path not in PATHS:
            return web.json_response({"error": {"message": f"no such path {request.path}"}}, status=404)
        seen = Seen(request.path, dict(request.headers), json.loads(await request.read()))
        if (known := self.tests_judge(seen)) is not None:
            self.tested += 1
            return await self._send(request, seen, known)
        self.requests += 1
        self.in_flight += 1
        self.peak = max(self.peak, self.in_flight)
        try:
            if self.record:
                self.seen.append(seen)
            step = self._step(seen)
            delay = self.latency_s if step.delay_s is None else step.delay_s
            if delay:
                await asyncio.sleep(delay)
            reply = await self._send(request, seen, step)
            self.finished += 1
            return reply
        finally:
            self.in_flight -= 1

    def _step(self, seen: Seen) -> Step:
        step = self.script.popleft() if self.script else self.answer(seen) if self.answer else Step()
        if step.body is None and seen.embeds:
            return replace(step, body=embeddings(seen.body))
        return replace(step, text=default_text(seen)) if step.text is True and step.body is None else step

    async def _send(self, request: web.BaseRequest, seen: Seen, step: Step) -> web.StreamResponse:
        if step.cut == "connect":
            _hang_up(request)
            return web.Response()
        body = step.body if step.body is not None else render(seen, step)
        kind = "application/json" if isinstance(body, bytes | dict | list) else "text/html"
        if isinstance(body, dict | list):
            body = json.dumps(body, ensure_ascii=False)
        data = body.encode() if isinstance(body, str) else body
        headers = {"content-type": kind, **step.headers}
        if step.cut is None and step.trickle_s is None:
            return web.Response(status=step.status, body=data, headers=headers)
        reply = web.StreamResponse(status=step.status, headers=headers)
        reply.content_length = len(data)
        await reply.prepare(request)
        if step.cut == "body":
            await reply.write(data[: len(data) // 2])
            _hang_up(request)
            return reply
        for i in range(len(data)):
            await reply.write(data[i : i + 1])
            await asyncio.sleep(step.trickle_s or 0)
        return reply


def _hang_up(request: web.BaseRequest) -> None:
    if request.transport is not None:
        request.transport.abort()


def main() -> None:
    """Run the server as a process until it is killed or interrupted; its URL is the first line on stdout."""
    parser = argparse.ArgumentParser(description="Test server: OpenAI and Anthropic wire formats on loopback.")
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--latency", type=float, default=0.0, help="seconds before each reply")
    options = parser.parse_args()
    server = Server(port=options.port, latency_s=options.latency, record=False)
    try:
        asyncio.run(server.serve(lambda: print(server.url, flush=True)))
    except KeyboardInterrupt:
        return


if __name__ == "__main__":
    main()
