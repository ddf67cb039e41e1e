"""Embeddings over the wire: the right vector for each text, or a failure that says so."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bench.clients import Pacing
from bench.clients.embeddings import EmbeddingFault, EmbeddingsClient, Vector
from bench.errors import ProviderError
from tests.clients.asking import Clock, endpoint
from tests.replies import bag_of_words
from tests.server import Seen, Server, Step, fail


def embed(server: Server, *texts: str, retries: int = 2) -> list[Vector]:
    async def run() -> list[Vector]:
        pacing = Pacing(max_retries=retries, first_wait_s=0.001)
        async with EmbeddingsClient(
            endpoint("openai", server.url), concurrency=4, pacing=pacing, sleep=Clock().sleep
        ) as client:
            return await client.embed("test-model", texts)

    return asyncio.run(run())


def reply(*vectors: Any, indices: list[int] | None = None) -> Step:
    numbers = indices or list(range(len(vectors)))
    return Step(body={"data": [{"index": n, "embedding": v} for n, v in zip(numbers, vectors, strict=True)]})


def test_each_text_gets_its_own_vector(server: Server) -> None:
    assert embed(server, "one two", "係留料") == [tuple(bag_of_words("one two")), tuple(bag_of_words("係留料"))]
    assert server.seen[0].path == "/v1/embeddings"
    assert server.seen[0].body == {"model": "test-model", "input": ["one two", "係留料"]}
    assert embed(server) == []


def test_the_index_decides_and_not_the_place(server: Server) -> None:
    server.script.append(reply([2.0], [1.0], indices=[1, 0]))
    assert embed(server, "first", "second") == [(1.0,), (2.0,)]


@pytest.mark.parametrize(
    "step",
    [
        reply([float("inf")]),
        reply([1e39]),
        reply(["1"]),
        reply([]),
        reply("AAAA"),
        reply([1.0], indices=[1]),
        Step(body={"data": []}),
        Step(body={"nothing": 1}),
        Step(body="no json"),
    ],
)
def test_a_reply_without_usable_vectors_is_tried_again(server: Server, step: Step) -> None:
    server.script.append(step)
    assert embed(server, "text") == [tuple(bag_of_words("text"))]
    assert server.requests == 2


@pytest.mark.parametrize("vectors", [([1.0],), ([1.0], [1.0, 2.0]), ([1.0], [2.0], [3.0])])
def test_too_few_too_many_or_uneven_vectors_are_refused(server: Server, vectors: tuple[list[float], ...]) -> None:
    server.answer = lambda _: reply(*vectors)
    with pytest.raises(EmbeddingFault, match="for 2 texts"):
        embed(server, "first", "second")


def test_a_batch_that_is_too_long_is_halved(server: Server) -> None:
    def at_most_two(seen: Seen) -> Step:
        many = len(seen.body["input"]) > 2
        return fail(400, {"error": {"code": "context_length_exceeded", "message": "too long"}}) if many else Step()

    server.answer = at_most_two
    texts = [f"text {n}" for n in range(5)]
    assert embed(server, *texts) == [tuple(bag_of_words(text)) for text in texts]


def test_one_text_that_is_too_long_is_named(server: Server) -> None:
    server.answer = lambda _: fail(400, {"error": {"code": "context_length_exceeded", "message": "too long"}})
    with pytest.raises(EmbeddingFault, match=r"'test-model' did not embed the text 'a very long one'.*--chunk-tokens"):
        embed(server, "a very long one")


def test_a_fault_that_stays_ends_after_all_attempts(server: Server) -> None:
    server.answer = lambda _: fail(500)
    with pytest.raises(EmbeddingFault, match="run the same command again"):
        embed(server, "text")
    assert server.requests == 3


def test_a_wrong_key_stops_at_once(server: Server) -> None:
    server.answer = lambda _: fail(401)
    with pytest.raises(ProviderError, match="does not accept the key"):
        embed(server, "text")
    assert server.requests == 1
