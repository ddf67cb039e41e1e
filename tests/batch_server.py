"""The test server with both batch APIs: OpenAI's files and batches, Anthropic's message batches.

The routes are added to the plain server: a request of a batch gets the same scripted reply as one sent by itself. Each
batch made takes the next Fate; without one it ends at the first poll with every reply, in shuffled order.
"""

from __future__ import annotations

import asyncio
import collections
import email
import itertools
import json
import random
import re
import time
from collections import Counter
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Literal

from aiohttp import web

from tests.replies import render
from tests.server import Seen, Server

CUSTOM_ID = re.compile(r"[a-zA-Z0-9_-]{1,64}")


@dataclass(frozen=True)
class Fate:
    """What becomes of one batch. Positions are of its lines, from 0."""

    polls: int = 0
    """Polls that find it still under way."""
    reject: tuple[int, ...] = ()
    """Lines that validation names (OpenAI); the whole batch has failed then."""
    reject_model: bool = False
    """Validation turns down every line."""
    too_large: bool = False
    """Validation finds it too large for the account's queue."""
    expire: tuple[int, ...] = ()
    fail: dict[int, int] = field(default_factory=dict)
    """Position to the status of its error."""
    drop: tuple[int, ...] = ()
    """Lines that are in no result at all."""
    cancel: bool = False
    create: Literal["reply", "made, 500", "made, held", "held", "429"] = "reply"
    """Whether the batch is made, and what the request that makes it gets: held is no reply at all."""


@dataclass
class Job:
    """A batch at the provider."""

    id: str
    lines: list[dict[str, Any]]
    fate: Fate
    metadata: dict[str, str]
    made: float
    polls: int = 0
    results: list[tuple[str, int, Any]] | None = None
    """(custom id, status or 0 for not carried out, body); shown once it has ended. None where it was rejected."""

    @property
    def rejected(self) -> bool:
        return bool(self.fate.reject or self.fate.reject_model or self.fate.too_large)

    @property
    def over(self) -> bool:
        return self.polls > self.fate.polls


class BatchServer(Server):
    """A Server with batches. `fates` are used up one per batch; `poll_faults` so many polls get a 500.

    `carried` counts what was carried out, and so paid for, by the key at the head of the custom id.
    """

    def __init__(self, fates: list[Fate] | None = None, **settings: Any) -> None:
        super().__init__(**settings)
        self.fates = collections.deque(fates or ())
        self.poll_faults = 0
        self.unseen = 0
        """So many of the next polls and fetches of results find nothing yet."""
        self.queue_limit: int | None = None
        """Lines that may be under way at once; None is no limit."""
        self.jobs: dict[str, Job] = {}
        self.files: dict[str, bytes] = {}
        self.carried: Counter[str] = Counter()
        self.held = 0
        self._rng = random.Random(7)
        self._ids = itertools.count()

    @property
    def twice(self) -> list[str]:
        """Calls that were paid for more than once: asks of a key by ask number."""
        return [ask for ask, times in self.carried.items() if times > 1]

    async def _handle(self, request: web.BaseRequest) -> web.StreamResponse:
        path = request.path.removeprefix("/v1")
        if path == "/files" and request.method == "POST":
            return await self._upload(request)
        if path.startswith("/files/") and path.endswith("/content"):
            return web.Response(body=self.files[path.split("/")[2]])
        if path in {"/batches", "/messages/batches"}:
            anthropic = path.startswith("/messages")
            if request.method == "POST":
                return await self._create(request, anthropic)
            return self._list(request, anthropic)
        if path.startswith("/messages/batches/"):
            _, _, _, batch, *rest = path.split("/")
            return self._results(batch) if rest == ["results"] else self._poll(batch, anthropic=True)
        if path.startswith("/batches/"):
            return self._poll(path.split("/")[2], anthropic=False)
        return await super()._handle(request)

    async def _upload(self, request: web.BaseRequest) -> web.Response:
        head = f"content-type: {request.headers['content-type']}\r\n\r\n".encode()
        form = email.message_from_bytes(head + await request.content.read())
        fields = {part.get_param("name", header="content-disposition"): part for part in form.walk()}
        assert fields["purpose"].get_payload() == "batch"
        made = f"file-{next(self._ids)}"
        self.files[made] = bytes(fields["file"].get_payload(decode=True))
        return web.json_response({"id": made, "object": "file", "purpose": "batch"})

    async def _create(self, request: web.BaseRequest, anthropic: bool) -> web.StreamResponse:
        return await self._made(json.loads(await request.content.read()), anthropic)

    async def _made(self, body: dict[str, Any], anthropic: bool) -> web.StreamResponse:
        if anthropic:
            lines = body["requests"]
            wrong = [line["custom_id"] for line in lines if not CUSTOM_ID.fullmatch(line["custom_id"])]
            if wrong:
                return web.json_response(_error("invalid_request_error", f"custom_id {wrong[0]}"), status=400)
        else:
            raw = self.files.get(body["input_file_id"], b"")
            lines = [json.loads(line) for line in raw.split(b"\n") if line]
        fate = self.fates.popleft() if self.fates else Fate()
        if fate.create == "429":
            return web.json_response(_error("rate_limit_error", "slow down"), status=429)
        if fate.create == "held":
            return await self._hold()
        if self.queue_limit is not None and self._under_way() + len(lines) > self.queue_limit:
            fate = Fate(too_large=True)
        batch = f"{'msgbatch' if anthropic else 'batch'}_{next(self._ids)}"
        self.jobs[batch] = job = Job(batch, lines, fate, body.get("metadata") or {}, time.time())
        if not job.rejected:
            # Whether anyone ever asks for it or not: a batch that was made is carried out, and costs.
            self._carry_out(job, anthropic)
        if fate.create == "made, 500":
            return web.json_response(_error("api_error", "scripted 500"), status=500)
        if fate.create == "made, held":
            return await self._hold()
        return web.json_response(self._shown(self.jobs[batch], anthropic))

    async def _hold(self) -> web.Response:
        self.held += 1
        await asyncio.sleep(60)
        return web.Response(status=500)

    def _under_way(self) -> int:
        return sum(len(job.lines) for job in self.jobs.values() if not job.over and not job.rejected)

    def _list(self, request: web.BaseRequest, anthropic: bool) -> web.Response:
        newest = [job for job in reversed(self.jobs.values()) if job.id.startswith("msg") is anthropic]
        after = request.query.get("after_id" if anthropic else "after")
        if after:
            newest = newest[[job.id for job in newest].index(after) + 1 :]
        page = newest[:2]  # short pages, so that paging is tried out
        shown = [self._shown(job, anthropic) for job in page]
        return web.json_response({"data": shown, "has_more": len(newest) > len(page)})

    def _poll(self, batch: str, *, anthropic: bool) -> web.Response:
        if self.poll_faults:
            self.poll_faults -= 1
            return web.json_response(_error("api_error", "scripted 500"), status=500)
        job = self.jobs.get(batch)
        if self.unseen:
            self.unseen -= 1
            job = None
        if job is None:
            return web.json_response(_error("not_found_error", f"no batch {batch}"), status=404)
        job.polls += 1
        return web.json_response(self._shown(job, anthropic))

    def _carry_out(self, job: Job, anthropic: bool) -> None:
        job.results = []
        for at, line in enumerate(job.lines):
            custom_id = line["custom_id"]
            if at in job.fate.drop:
                continue
            if at in job.fate.expire or job.fate.cancel:
                job.results.append((custom_id, 0, None))
            elif at in job.fate.fail:
                job.results.append((custom_id, job.fate.fail[at], _error("api_error", f"scripted {job.fate.fail[at]}")))
            else:
                self._one(job, custom_id, line["params" if anthropic else "body"], anthropic)
        self._rng.shuffle(job.results)

    def _one(self, job: Job, custom_id: str, body: dict[str, Any], anthropic: bool) -> None:
        seen = Seen("/v1/messages" if anthropic else "/v1/chat/completions", {}, body)
        self.seen.append(seen)
        step = self._step(seen)
        reply = step.body if step.body is not None else render(seen, step)
        assert job.results is not None
        job.results.append((custom_id, step.status, reply))
        if step.status == 200:
            self.carried[custom_id.rpartition("-")[0]] += 1

    def _shown(self, job: Job, anthropic: bool) -> dict[str, Any]:
        counts = Counter(_fate(status, job.fate) for _, status, _ in (job.results or ()) if job.over)
        total = len(job.lines)
        if anthropic:
            made = datetime.fromtimestamp(job.made, UTC).isoformat().replace("+00:00", "Z")
            names = ("succeeded", "errored", "canceled", "expired")
            ended = {name: counts[name] for name in names}
            return {
                "id": job.id,
                "type": "message_batch",
                "processing_status": "ended" if job.over else "in_progress",
                "request_counts": {"processing": total - sum(ended.values()), **ended},
                "created_at": made,
                "results_url": None,
            }
        return {
            "id": job.id,
            "object": "batch",
            "endpoint": "/v1/chat/completions",
            "status": self._status(job),
            "created_at": int(job.made),
            "metadata": job.metadata,
            "request_counts": {"total": total, "completed": counts["succeeded"], "failed": total - counts["succeeded"]},
            "errors": {"object": "list", "data": _faults(job)} if job.rejected else None,
            **self._result_files(job),
        }

    def _status(self, job: Job) -> str:
        if not job.over:
            return "validating" if job.rejected else "in_progress"
        if job.rejected:
            return "failed"
        if job.fate.cancel:
            return "cancelled"
        return "expired" if job.fate.expire else "completed"

    def _result_files(self, job: Job) -> dict[str, str]:
        if not job.results or not job.over or job.rejected:
            return {}
        lines: dict[str, list[dict[str, Any]]] = {"output_file_id": [], "error_file_id": []}
        for custom_id, status, body in job.results:
            response = {"status_code": status, "request_id": "r", "body": body} if status else None
            error = None if status else {"code": "batch_expired", "message": "This request could not be executed."}
            name = "output_file_id" if status == 200 else "error_file_id"
            lines[name].append({"id": "x", "custom_id": custom_id, "response": response, "error": error})
        found = {}
        for name, written in lines.items():
            if written:
                made = f"file-{job.id}-{name}"
                self.files[made] = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in written).encode()
                found[name] = made
        return found

    def _results(self, batch: str) -> web.Response:
        written = []
        for custom_id, status, body in self.jobs[batch].results or ():
            kind = _fate(status, self.jobs[batch].fate)
            what = {"message": body} if kind == "succeeded" else {"error": body} if kind == "errored" else {}
            written.append({"custom_id": custom_id, "result": {"type": kind, **what}})
        return web.Response(body="".join(json.dumps(line, ensure_ascii=False) + "\n" for line in written).encode())


def _fate(status: int, fate: Fate) -> str:
    if status == 200:
        return "succeeded"
    return "errored" if status else "canceled" if fate.cancel else "expired"


def _faults(job: Job) -> list[dict[str, Any]]:
    if job.fate.too_large:
        said = "Enqueued token limit reached. Please try again once some in_progress batches have been completed."
        return [{"code": "token_limit_exceeded", "line": None, "message": said, "param": None}]
    at = range(len(job.lines)) if job.fate.reject_model else job.fate.reject
    return [{"code": "invalid_json_line", "line": n + 1, "message": f"line {n + 1} is wrong"} for n in at]


def _error(kind: str, message: str) -> dict[str, Any]:
    return {"type": "error", "error": {"type": kind, "message": message}}
