"""A vLLM server of one's own: checked for, started on a free port of this machine, ready when it answers.

Only here and in `bench.engines.checks` and `counts` does anything know vLLM. Works for its GPU and its CPU build.
"""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Sequence
from pathlib import Path

from bench.engines.checks import is_path
from bench.engines.http_get import HttpReply, get, root_of
from bench.engines.process import OnProgress, ServerProcess, no_progress

START_TIMEOUT_S = 7200.0
"""Downloading and loading the largest open models takes long; a server that is stuck must still end."""
NAME = "The vLLM server"


class VllmServer(ServerProcess):
    """One server for one model. Use `start_and_wait`, then `stop` in any case: it may never have started, or died."""

    def __init__(self, model: str, arguments: Sequence[str], log: Path) -> None:
        port = _free_port()
        super().__init__(NAME, _command(model, port, arguments), log)
        self.base_url = f"http://127.0.0.1:{port}/v1"

    def start_and_wait(self, on_progress: OnProgress = no_progress, *, timeout_s: float = START_TIMEOUT_S) -> float:
        """Start it and wait until it is ready; the seconds that took.

        Raises EngineError with the end of the server's log when it ends instead, or does not come up in time.
        """
        self.start()
        return self.wait_until(self._healthy, on_progress, timeout_s=timeout_s)

    def _healthy(self) -> bool:
        return get(f"{root_of(self.base_url)}/health", timeout_s=2).status == 200


def served_at(base_url: str, key: str = "", *, timeout_s: float = 3.0) -> tuple[str, ...] | None:
    """The names of the models that a running server offers; None where none answers there as such a server does."""
    return model_names(get(f"{base_url.rstrip('/')}/models", key=key, timeout_s=timeout_s))


def model_names(reply: HttpReply) -> tuple[str, ...] | None:
    """The names in an answer to /models; None for anything else."""
    payload = reply.json() if reply.status == 200 else None
    rows = payload.get("data") if isinstance(payload, dict) else None
    if not isinstance(rows, list):
        return None
    return tuple(str(row["id"]) for row in rows if isinstance(row, dict) and "id" in row)


def version_at(base_url: str) -> str | None:
    """The version that a running vLLM server states; None where it states none."""
    payload = get(f"{root_of(base_url)}/version").json()
    version = payload.get("version") if isinstance(payload, dict) else None
    return version if isinstance(version, str) else None


def _command(model: str, port: int, arguments: Sequence[str]) -> list[str]:
    # The module and not the `vllm` command: that of the CPU build does not start.
    return [
        *(sys.executable, "-P", "-m", "vllm.entrypoints.openai.api_server"),
        *("--model", os.path.expanduser(model) if is_path(model) else model),
        *("--served-model-name", model, "--host", "127.0.0.1", "--port", str(port)),
        *arguments,
    ]


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
