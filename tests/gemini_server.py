"""The test server with Gemini's batches: OpenAI's batches without files and metadata, beside Google's own Files API.

Fates and counts are BatchServer's. A batch is called `batches/batch_N`, its input `files/file-N`. `bearers` counts the
requests to Google's own API that came with a bearer token, which Google would turn down.
"""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

from aiohttp import web

from tests.batch_server import BatchServer, Job

OPENAI, NATIVE = "/v1beta/openai", "/v1beta"
TAKEN = {"input_file_id", "endpoint", "completion_window"}


class GeminiServer(BatchServer):
    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self.bearers = 0
        self.keys: set[str] = set()
        self.inputs: dict[str, str] = {}
        """File of each batch."""

    @property
    def url(self) -> str:
        return super().url.removesuffix("/v1") + OPENAI

    async def _handle(self, request: web.BaseRequest) -> web.StreamResponse:
        path = request.path
        if path.startswith(OPENAI):
            return await self._compatible(request, path.removeprefix(OPENAI))
        self.bearers += "authorization" in request.headers
        self.keys.add(request.headers.get("x-goog-api-key", ""))
        if path == f"/upload{NATIVE}/files" and request.method == "POST":
            if request.headers["x-goog-upload-command"] == "start":
                session = f"http://{request.host}{path}?upload_id={next(self._ids)}"
                return web.json_response({}, headers={"x-goog-upload-url": session})
            made = f"files/file-{next(self._ids)}"
            self.files[made] = await request.content.read()
            return web.json_response({"file": {"name": made, "state": "ACTIVE"}})
        if path.startswith(f"/download{NATIVE}/files/") and path.endswith(":download"):
            return web.Response(body=self.files[path.removeprefix(f"/download{NATIVE}/").removesuffix(":download")])
        if path == f"{NATIVE}/batches":
            return web.json_response({"operations": [self._operation(job) for job in self.jobs.values()]})
        return web.json_response({"error": {"code": 404, "status": "NOT_FOUND", "message": path}}, status=404)

    async def _compatible(self, request: web.BaseRequest, path: str) -> web.StreamResponse:
        if path == "/batches" and request.method == "POST":
            body = json.loads(await request.content.read())
            if set(body) != TAKEN:
                return web.json_response([{"error": {"code": 400, "status": "INVALID_ARGUMENT"}}], status=400)
            before = set(self.jobs)
            reply = await self._made(body, anthropic=False)
            for made in set(self.jobs) - before:
                self.inputs[made] = body["input_file_id"]
            return reply
        if path.startswith("/batches/"):
            return self._poll(path.removeprefix("/batches/").removeprefix("batches/"), anthropic=False)
        if path == "/chat/completions":  # outside the batches: the test of a judge
            return await super()._handle(request.clone(rel_url=f"/v1{path}"))
        return web.json_response([{"error": {"code": 404, "status": "NOT_FOUND"}}], status=404)

    def _shown(self, job: Job, anthropic: bool) -> dict[str, Any]:
        shown = super()._shown(job, anthropic)
        files = {name: f"files/{made}" for name, made in shown.items() if name.endswith("_file_id")}
        for name in files:
            self.files[files[name]] = self.files[shown[name]]
        shown.pop("metadata")
        return {**shown, **files, "id": f"batches/{job.id}"}

    def _operation(self, job: Job) -> dict[str, Any]:
        made = datetime.fromtimestamp(job.made, UTC).isoformat().replace("+00:00", "Z")
        about = {"createTime": made, "inputConfig": {"fileName": self.inputs[job.id]}}
        return {"name": f"batches/{job.id}", "metadata": about}
