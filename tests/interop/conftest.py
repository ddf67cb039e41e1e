"""A server that gives every kind of answer, decided by the prompt alone, and the same run made by the suite itself."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest

from bench.campaign import PreparedRun, execute, prepare
from bench.clients import Pacing
from bench.dataset import load
from bench.options import RunOptions
from bench.outcomes import Outcome
from bench.scoring import outcomes_of, read_run
from tests.campaign.conftest import JUDGE_MARK, consistent
from tests.campaign.watching import Watcher
from tests.server import Seen, Server, Step, fail

PATIENT = Pacing(max_retries=0, first_wait_s=0.001, max_wait_s=0.002)
DECLINES = {
    "en": "The documents do not say; I cannot answer.",
    "ja": "提供された文書からは回答できません。",
}
CONFLICT = {
    "en": "The documents contradict each other, so it is not possible to say which value holds.",
    "ja": "文書の記載が互いに矛盾しており、どちらが正しいか判断できません。",
}
UNDECIDED = "The answer is about 12."
"""No rule decides whether this states some of the Japanese references."""
POLICY = {"error": {"code": "content_filter", "message": "The response was filtered", "type": "invalid_request_error"}}
TOO_LONG = {"error": {"code": "context_length_exceeded", "message": "maximum context length is 8 tokens"}}

Fates = Mapping[str, tuple[str, str, str]]
"""Place of a trial -> letter, stage and reason."""


def everything() -> Callable[[Seen], Step]:
    """Right answers for two in five prompts; then wrong ones, refusals of each kind, and technical failures."""
    references = {
        item.question: (item.answer, lang)
        for lang in ("en", "ja")
        for item in load("gib", (lang,)).langs[lang].items  # type: ignore[arg-type, index]
        if item.kind == "main"
    }

    def answer(seen: Seen) -> Step:
        if JUDGE_MARK in seen.prompt:
            return consistent(seen)
        right, lang = next(found for question, found in references.items() if question in seen.prompt)
        steps = [Step(text=right)] * 6 + [
            Step(text=f"<think>Let me see: 41 or 42.</think>\n{right}"),
            Step(text=right, reasoning="It stands in the first document."),
            *[Step(text=DECLINES[lang])] * 8,
            *[Step(text=CONFLICT[lang])] * 3,
            Step(),
            Step(text=UNDECIDED),
            Step(text=UNDECIDED),
            Step(text=right[: len(right) // 2 + 1], finish="length"),
            Step(text="", finish="length", reasoning="thinking and thinking"),
            Step(text=right, finish="filter"),
            Step(text="I won't.", finish="refusal"),
            Step(text=""),
            Step(text=None),
            fail(400, POLICY),
            fail(400, TOO_LONG),
            fail(503),
        ]
        return steps[crc32(seen.prompt.encode()) % len(steps)]

    return answer


def graceful() -> Callable[[Seen], Step]:
    """As `everything`, but each call comes back with a text: what a tool sees that knows no failures."""
    answer = everything()

    def some(seen: Seen) -> Step:
        step = answer(seen)
        ends = step.status == 200 and step.finish == "stop"
        return replace(step, reasoning=None) if ends else Step(text=DECLINES["en"])

    return some


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    with Server(answer=everything()) as running:
        monkeypatch.setenv("SCRIPTED_API_KEY", "not-a-key")
        monkeypatch.setenv("SCRIPTED_BASE_URL", running.url)
        monkeypatch.setenv("OPENAI_API_KEY", "not-a-key")
        yield running


def own_run(server: Server, runs: Path, **changed: Any) -> PreparedRun:
    """The run that the suite makes of the same questions on the same server, finished."""
    settings: dict[str, Any] = {
        "model": "openai-compatible:m",
        "base_url": server.url,
        "judge": ("rule",),
        "langs": ("en", "ja"),
        "runs": runs,
        "pacing": PATIENT,
        **changed,
    }
    run = prepare(RunOptions(**settings))
    execute(run, Watcher())
    return run


def fates(folder: Path) -> Fates:
    """What became of each trial of a run, as its summary counts it."""
    return {f"{o.lang}/{o.item}/{o.arm}/{o.repeat}": fate(o) for o in outcomes_of(read_run(folder))}


def fate(outcome: Outcome) -> tuple[str, str, str]:
    return outcome.letter, outcome.stage, outcome.reason


def generations(server: Server) -> list[dict[str, Any]]:
    """What was asked of the model under test, each body once, in an order of its own.

    How often an overloaded server (503) is asked again depends on what else gets through meanwhile.
    """
    bodies = {repr(seen.body): seen.body for seen in server.seen if JUDGE_MARK not in seen.prompt}
    return [bodies[text] for text in sorted(bodies)]


def environment() -> dict[str, str]:
    """For a process of another tool: it may not ask the network for anything but the server."""
    return {**os.environ, "HF_HUB_OFFLINE": "1", "HF_DATASETS_OFFLINE": "1"}
