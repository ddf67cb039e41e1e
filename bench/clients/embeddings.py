"""Embeddings over the OpenAI wire, which Ollama, vLLM, llama.cpp and most other servers speak too.

The attempts, deadlines and waits are those of every other call. Guarantees: each text gets one vector of finite
numbers, all of one length, or EmbeddingFault or ProviderError is raised; never a vector for another text.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from bench.clients.base import Request
from bench.clients.calls import HttpClient, Wire
from bench.clients.openai import OpenAIWire
from bench.clients.reading import Content, Unreadable, count_of, member
from bench.errors import ProviderError
from bench.records import Message, Usage

Vector = tuple[float, ...]
LARGEST = 3e38
"""Vectors are kept as 32-bit floats, which hold no larger number."""


class EmbeddingFault(ProviderError):
    """One text could not be embedded, so nothing can be ranked by embeddings."""


class _Embeddings(OpenAIWire):
    path = "/embeddings"

    def body(self, request: Request) -> dict[str, Any]:
        return {"model": request.model, "input": [m.content for m in request.messages], **request.params}

    def read(self, payload: dict[str, Any]) -> Content:
        data = payload.get("data")
        if not isinstance(data, list) or not data:
            raise Unreadable("The reply has no embeddings")
        indexed = {member(entry, "index"): member(entry, "embedding") for entry in data}
        if indexed.keys() != set(range(len(data))):
            raise Unreadable("The embeddings of the reply are not numbered from 0")
        vectors = [indexed[n] for n in range(len(data))]
        if not all(_is_vector(vector) for vector in vectors):
            raise Unreadable("An embedding of the reply is no list of finite numbers")
        tokens = count_of(member(payload.get("usage"), "prompt_tokens"))
        text = json.dumps(vectors, separators=(",", ":"))
        return Content(raw=text, reasoning=None, finish_reason="stop", usage=Usage(prompt_tokens=tokens))


@dataclass(eq=False)
class EmbeddingsClient(HttpClient):
    """`/embeddings` of one endpoint. Use it in `async with`."""

    wire: Wire = field(default_factory=_Embeddings, init=False)

    async def embed(self, model: str, texts: Sequence[str]) -> list[Vector]:
        """A vector for each text, in the order of the texts; no texts give no vectors.

        A batch that does not fit the server is halved until it does. Raises EmbeddingFault for a text that fails by
        itself or after all attempts, and ProviderError for what would stop every call.
        """
        if not texts:
            return []
        messages = tuple(Message(role="user", content=text) for text in texts)
        reply = await self.complete(Request(model=model, messages=messages))
        if reply.failure == "too_long" and len(texts) > 1:
            half = len(texts) // 2
            return [*await self.embed(model, texts[:half]), *await self.embed(model, texts[half:])]
        if reply.text is None:
            start = " ".join(texts[0].split())[:40]
            many = f"{len(texts)} texts, the first of them" if len(texts) > 1 else "the text"
            raise EmbeddingFault(
                f"{model!r} did not embed {many} {start!r}: {reply.message.rstrip('.')}. What has been embedded is "
                "kept; run the same command again, or use another model or smaller chunks (--chunk-tokens)."
            )
        vectors = [tuple(vector) for vector in json.loads(reply.text)]
        if len(vectors) != len(texts) or len({len(vector) for vector in vectors}) != 1:
            raise EmbeddingFault(
                f"{model!r} sent {len(vectors)} vectors of lengths {sorted({len(v) for v in vectors})[:3]} for "
                f"{len(texts)} texts: the server does not embed as it should; check the model's name."
            )
        return vectors


def _is_vector(value: Any) -> bool:
    return (
        isinstance(value, list)
        and bool(value)
        and all(isinstance(x, int | float) and not isinstance(x, bool) and abs(x) <= LARGEST for x in value)
    )
