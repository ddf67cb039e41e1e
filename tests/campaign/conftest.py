"""A server whose judge contradicts nothing: its verdict depends on the prompt alone."""

from __future__ import annotations

import json
from collections.abc import Iterator
from zlib import crc32

import pytest

from tests.server import Seen, Server, Step

JUDGE_MARK = "grade one answer"


def consistent(seen: Seen) -> Step:
    """The default text for a generator; for a judge a verdict that fits the kind of question it is told."""
    if JUDGE_MARK not in seen.prompt:
        return Step()
    right = crc32(seen.prompt.encode()) % 2 == 0
    abstained = right if "Kind: answerable" not in seen.prompt else False
    verdict = {
        "reason": "scripted",
        "abstained": abstained,
        "conflict_named": False,
        "verdict": "correct" if right else "incorrect",
    }
    return Step(text=json.dumps(verdict))


@pytest.fixture
def server() -> Iterator[Server]:
    with Server(answer=consistent) as running:
        yield running


@pytest.fixture
def slow_server() -> Iterator[Server]:
    with Server(answer=consistent, latency_s=0.05) as running:
        yield running
