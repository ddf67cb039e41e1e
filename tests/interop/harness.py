"""Evaluations by lm-evaluation-harness on the test server, as its command line makes them."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.interop.conftest import environment
from tests.server import Server

TASKS = Path(__file__).parent.parent.parent / "integrations" / "lm_eval"
GROUP = "rag_generator_bench"


def evaluate(server: Server, out: Path, *, tasks: str = GROUP, chat: bool = True, **options: Any) -> list[Path]:
    """The sample files of a finished evaluation, by name; `options` are the suite's."""
    done = evaluation(server, out, tasks=tasks, chat=chat, **options)
    assert done.returncode == 0, done.stderr[-2000:]
    return sorted(out.rglob("samples_*.jsonl"))


def evaluation(
    server: Server, out: Path, *, tasks: str = GROUP, chat: bool = True, **options: Any
) -> subprocess.CompletedProcess[str]:
    model = f"model=m,base_url={server.url}/chat/completions,num_concurrent=8,max_retries=1"
    command = [sys.executable, "-m", "lm_eval", "run", "--model", "local-chat-completions", "--model_args", model]
    command += ["--tasks", tasks, "--include_path", str(TASKS), "--log_samples", "--output_path", str(out)]
    command += ["--apply_chat_template"] if chat else []
    command += ["--metadata", json.dumps({"suite": options})]
    return subprocess.run(command, env=environment(), cwd=TASKS.parent, capture_output=True, text=True, check=False)


def samples(paths: Sequence[Path]) -> list[dict[str, Any]]:
    return [json.loads(line) for path in paths for line in path.read_text("utf-8").splitlines()]


def results_name(paths: Sequence[Path]) -> str:
    (path,) = paths[0].parent.glob("results_*.json")
    return path.name


def results(paths: Sequence[Path]) -> dict[str, Any]:
    (path,) = paths[0].parent.glob("results_*.json")
    found: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return found
