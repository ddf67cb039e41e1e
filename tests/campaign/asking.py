"""A small run against the test server, and what its log holds."""

from __future__ import annotations

from pathlib import Path

from bench.campaign import PreparedRun, prepare
from bench.clients import Pacing
from bench.log import read
from bench.options import RunOptions
from bench.records import Answer, Vote
from tests.server import Server

PATIENT = Pacing(max_retries=2, first_wait_s=0.001, max_wait_s=0.002)


def wanted(server: Server, folder: Path, **changed: object) -> PreparedRun:
    """A run of 8 answers and 8 votes, unless something else is asked."""
    settings: dict[str, object] = {
        "model": f"openai-compatible:m@{server.url}",
        "judge": (f"openai-compatible:j@{server.url}",),
        "langs": ("en",),
        "arms": ("shuffled",),
        "limit": 8,
        "runs": folder,
        "pacing": PATIENT,
        **changed,
    }
    return prepare(RunOptions(**settings))  # type: ignore[arg-type]


def answers(run: PreparedRun) -> dict[str, Answer]:
    return read(run.folder / "answers.jsonl", Answer).records


def votes(run: PreparedRun) -> dict[str, Vote]:
    return read(run.folder / "votes.jsonl", Vote).records
