"""Runs of the small dataset on a server with batches, and what stands in their folders afterwards."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from bench.campaign import PreparedRun, prepare
from bench.clients import Pacing
from bench.executors.batch_ledger import Ledger, Submission
from bench.log import read
from bench.options import RunOptions
from bench.records import Answer, Vote
from bench.scoring import score
from tests.campaign.conftest import consistent as on_either_wire
from tests.server import Seen, Server, Step

PATIENT = Pacing(max_retries=2, first_wait_s=0.001, max_wait_s=0.02)
WIRES = ("openai", "anthropic")


def wanted(server: Server, folder: Path, data: Path, wire: str = "openai", **changed: object) -> PreparedRun:
    """A run whose generator and judge speak `wire`."""
    settings: dict[str, object] = {
        "model": f"{wire}:m@{server.url}",
        "data": str(data),
        "judge": (f"{wire}:j@{server.url}",),
        "langs": ("en",),
        "arms": ("shuffled",),
        "out": folder,
        "pacing": PATIENT,
        **changed,
    }
    return prepare(RunOptions(**settings))  # type: ignore[arg-type]


def consistent(seen: Seen) -> Step:
    """Replies that depend on the prompt alone, and verdicts that contradict nothing, in either wire format."""
    return on_either_wire(whole(seen))


def whole(seen: Seen) -> Seen:
    """A request with its system prompt among the messages, where Anthropic's has it beside them."""
    system = seen.body.get("system")
    if not system:
        return seen
    messages = [{"role": "system", "content": system}, *seen.body["messages"]]
    return replace(seen, body={**seen.body, "messages": messages})


def answers(folder: Path) -> dict[str, Answer]:
    return read(folder / "answers.jsonl", Answer).records


def votes(folder: Path) -> dict[str, Vote]:
    return read(folder / "votes.jsonl", Vote).records


def submissions(folder: Path) -> list[Submission]:
    with Ledger(folder) as ledger:
        return list(ledger.submissions.values())


def comparable(folder: Path) -> str:
    """A run's summary as text, but for what names its folder and log, and for times and cost."""
    summary: dict[str, Any] = json.loads(score(folder).model_dump_json())
    for name in ("run", "log"):
        del summary[name]
    return json.dumps(_timeless(summary), indent=1, ensure_ascii=False)


def _timeless(value: Any) -> Any:
    """`value` without anything that says how long or how dear it was."""
    if isinstance(value, dict):
        return {k: _timeless(v) for k, v in value.items() if "latency" not in k and "usd" not in k}
    return [_timeless(v) for v in value] if isinstance(value, list) else value
