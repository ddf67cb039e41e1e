"""A cluster of two workers on this machine, a server that they call, spools in a folder of the test's own."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from bench.campaign import PreparedRun
from tests.campaign import asking
from tests.campaign.conftest import consistent
from tests.server import Server


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the workers spool. Its name is in the environment of every process of a cluster started in the test."""
    folder = tmp_path / "cache"
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder))
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    return folder


@pytest.fixture
def server() -> Iterator[Server]:
    with Server(answer=consistent, latency_s=0.02) as running:
        yield running


def wanted(server: Server, folder: Path, **changed: object) -> PreparedRun:
    """A run of 16 answers and 16 votes, unless something else is asked."""
    return asking.wanted(server, folder, **{"limit": 16, "concurrency": 8, **changed})


def lines(path: Path) -> int:
    """How many lines a log has: more than records would mean that something was written twice."""
    return path.read_bytes().count(b"\n") if path.exists() else 0


def processes(cache: Path, name: str = "") -> list[int]:
    """The processes, besides this one, that were started under this cache and have `name` in their command line."""
    found = []
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit() or int(entry.name) == os.getpid():
            continue
        try:
            environment = (entry / "environ").read_bytes()
            command = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode("utf-8", "replace")
        except OSError:
            continue
        if f"XDG_CACHE_HOME={cache}".encode() in environment.split(b"\0") and name in command:
            found.append(int(entry.name))
    return found


def kill_one_worker(cache: Path) -> int:
    """SIGKILL to one worker; its process number."""
    pid = processes(cache, "ray::Worker")[0]
    os.kill(pid, signal.SIGKILL)
    return pid


def eventually(true: object, within_s: float = 20.0) -> bool:
    """Whether the callable comes to say yes."""
    assert callable(true)
    until = time.monotonic() + within_s
    while time.monotonic() < until:
        if true():
            return True
        time.sleep(0.1)
    return bool(true())
