"""Judges and a classifier on the test server that know the answers, and may be told to misbehave one by one."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from pathlib import Path

from bench.campaign import PreparedRun, prepare
from bench.clients import Pacing
from bench.options import RunOptions
from tests.server import Seen, Server, Step

PATIENT = Pacing(max_retries=1, first_wait_s=0.001, max_wait_s=0.002)

Says = Callable[[Seen], Step | None]


def role(seen: Seen) -> str:
    """Which prompt a request has: generator, intent, verdict (two-stage) or judge."""
    if "classify one answer" in seen.prompt:
        return "intent"
    if "It has been established" in seen.prompt:
        return "verdict"
    return "judge" if "grade one answer" in seen.prompt else "generator"


def name(seen: Seen) -> str:
    """The model that is asked."""
    return str(seen.body["model"])


def verdict(right: bool, *, abstained: bool = False, confidence: float = 0.9) -> Step:
    return Step(
        text=json.dumps(
            {
                "reason": "scripted",
                "abstained": abstained,
                "conflict_named": False,
                "verdict": "correct" if right else "incorrect",
                "confidence": confidence,
            }
        )
    )


def intent(said: str) -> Step:
    return Step(text=json.dumps({"reason": "scripted", "intent": said, "confidence": 0.8}))


def sensible(seen: Seen) -> Step:
    """Every answer is "seven"; a judge takes it for right where the reference is seven, and for no refusal."""
    asked = role(seen)
    if asked == "generator":
        return Step(text="Answer: seven")
    if asked == "intent":
        return intent("attempt")
    right = "Kind: answerable" in seen.prompt or asked == "verdict"
    return verdict(right)


def but(*exceptions: Says) -> Callable[[Seen], Step]:
    """`sensible`, but where an exception says something."""

    def answer(seen: Seen) -> Step:
        return next((step for says in exceptions if (step := says(seen)) is not None), sensible(seen))

    return answer


def wanted(server: Server, folder: Path, data: Path, judges: Iterable[str] = "abc", **changed: object) -> PreparedRun:
    """A run of the small dataset `data`: a judge on `server` for each letter, also `rule+LETTER`, or `rule`."""

    def addressed(judge: str) -> str:
        rules, plus, letter = judge.rpartition("+")
        return judge if judge == "rule" else f"{rules}{plus}openai-compatible:{letter}@{server.url}"

    settings: dict[str, object] = {
        "model": f"openai-compatible:secret-system@{server.url}",
        "data": str(data),
        "judge": tuple(map(addressed, judges)),
        "langs": ("en",),
        "arms": ("shuffled",),
        "runs": folder,
        "pacing": PATIENT,
        **changed,
    }
    return prepare(RunOptions(**settings))  # type: ignore[arg-type]
