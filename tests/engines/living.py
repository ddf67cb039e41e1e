"""Which processes are alive: what a test leaves behind is found by a mark in its environment."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

needs_proc = pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="finds processes by /proc")


def marked(mark: str, words: str = "") -> list[int]:
    """Living processes, this one left out, with `mark` in their environment and `words` in their command line."""
    found = []
    for place in Path("/proc").iterdir():
        if not place.name.isdigit() or int(place.name) == os.getpid():
            continue
        try:
            dead = place.joinpath("stat").read_text("utf-8").rpartition(")")[2].split()[0] in "ZX"
            its_own = mark.encode() in place.joinpath("environ").read_bytes()
            line = place.joinpath("cmdline").read_bytes().replace(b"\0", b" ").decode("utf-8", "replace")
        except OSError:
            continue
        if its_own and not dead and words in line:
            found.append(int(place.name))
    return found


def assert_nobody_left(mark: str, within_s: float = 5) -> None:
    """No process with `mark` is alive any more, or none is soon."""
    until = time.monotonic() + within_s
    while (left := marked(mark)) and time.monotonic() < until:
        time.sleep(0.1)
    assert not left, f"still running: {left}"
