"""Gemini's batches, through Google's OpenAI-compatible endpoint (ai.google.dev/gemini-api/docs/openai).

That endpoint makes batches and says how they stand. It has no files: the requests go up and the results come down
through Google's own Files API, which takes the key in a header of its own. It refuses fields that it does not know,
metadata among them, so a lost batch is found by the file that it was made of, in Google's own list. Read 2026-11-30;
not tried against Google.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import quote, urlsplit

from bench.clients.classify import Fault
from bench.clients.reading import member
from bench.executors.batch_api import LIST_PAGES, ApiFault, Candidate, Limits, Outcome, State
from bench.executors.batch_ledger import Submission
from bench.executors.batch_openai import OpenAIBatches, results

if TYPE_CHECKING:
    import httpx2

LIMITS = Limits(requests=50_000, bytes=200_000_000)
"""Google takes files of 2 GB (ai.google.dev/gemini-api/docs/batch-api, read 2026-11-30); one is held in memory, so it
is kept as small as OpenAI's."""


class GeminiBatches(OpenAIBatches):
    """A BatchApi over Google's OpenAI-compatible endpoint. A batch is called `batches/ID`, a file `files/ID`."""

    limits = LIMITS

    async def upload(self, name: str, lines: Sequence[bytes]) -> str | None:
        """A resumable upload in two requests (ai.google.dev/gemini-api/docs/files): the first names where to."""
        data = b"".join(line + b"\n" for line in lines)
        session = ""

        async def begin() -> httpx2.Response:
            nonlocal session
            response = await self._native(
                "POST",
                "/upload/v1beta/files",
                json.dumps({"file": {"display_name": name}}).encode(),
                **{
                    "x-goog-upload-protocol": "resumable",
                    "x-goog-upload-command": "start",
                    "x-goog-upload-header-content-length": str(len(data)),
                    "x-goog-upload-header-content-type": "application/jsonl",
                },
            )
            session = response.headers.get("x-goog-upload-url", "")
            return response

        await self.bytes_of(begin, first=True)
        if not session.startswith(f"{self._host}/"):
            raise ApiFault(Fault("malformed", "The upload was given no address at the same host.", retry=True))
        sent = {"x-goog-upload-command": "upload, finalize", "x-goog-upload-offset": "0"}
        reply = await self.json_of(partial(self._native, "POST", session.removeprefix(self._host), data, **sent))
        made = member(reply.get("file"), "name")
        if not isinstance(made, str) or not made.startswith("files/"):
            raise ApiFault(Fault("malformed", "The reply names no file.", retry=True))
        return made

    async def create(self, name: str, file: str | None, lines: Sequence[bytes]) -> str:
        import httpx2

        del name, lines
        body = {"input_file_id": file, "endpoint": "/v1/chat/completions", "completion_window": "24h"}
        return await self.made_by(partial(self._client.post, self.root, body=body, cast_to=httpx2.Response))

    async def state(self, batch: str) -> State:
        """As OpenAI's SDK asks for it, with the name as one part of the path; and by its last part, should that be the
        id."""
        try:
            return await super().state(batch)
        except ApiFault as error:
            if error.fault.status != 404 or "/" not in batch:
                raise
            path = f"{self.root}/{quote(batch.rpartition('/')[2], safe='')}"
            return self._state(batch, await self.json_of(partial(self.get, path)))

    async def outcomes(self, state: State) -> dict[str, Outcome]:
        found: dict[str, Outcome] = {}
        for file in state.files:
            path = f"/download/v1beta/{quote(file, safe='/')}:download?alt=media"
            found |= dict(results(await self.bytes_of(partial(self._native, "GET", path))))
        return found

    async def candidates(self, lost: Submission, known: set[str]) -> list[Candidate]:
        """Without a file nothing was made. Google's list has, for each batch, the file that it was made of."""
        page = ""
        for _ in range(LIST_PAGES if lost.file else 0):
            path = f"/v1beta/batches?pageSize=100{f'&pageToken={quote(page)}' if page else ''}"
            listed = await self.json_of(partial(self._native, "GET", path))
            for batch in listed.get("operations") or ():
                name = member(batch, "name")
                made_of = member(member(member(batch, "metadata"), "inputConfig"), "fileName")
                if made_of == lost.file and isinstance(name, str) and name not in known:
                    return [Candidate(name, sure=True)]
            page = str(listed.get("nextPageToken") or "")
            if not page:
                break
        return []

    @property
    def _host(self) -> str:
        parts = urlsplit(self._endpoint.base_url)
        return f"{parts.scheme}://{parts.netloc}"

    async def _native(self, method: str, path: str, content: bytes | None = None, **headers: str) -> httpx2.Response:
        """A request to Google's own API: its key is no bearer token, and an upload's address stands for itself."""
        import httpx2
        from openai import Omit

        key = self._endpoint.api_key
        kept: Mapping[str, Any] = {"x-goog-api-key": key.get_secret_value()} if key else {}
        options = {"headers": {"authorization": Omit(), "Authorization": Omit(), **kept, **headers}}
        send = partial(self._client.post, content=content) if method == "POST" else self._client.get
        return cast("httpx2.Response", await send(self._host + path, cast_to=httpx2.Response, options=options))
