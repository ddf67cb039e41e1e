"""Times of processes and what they are compared with."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured thing.

    `value` in `unit`; `ratio` to the yardstick `of` of the same run, None where it has none. `wanted`: what the project
    aims at, in words of the same figure or ratio ("" for none). Only ratios can be held against another machine.
    """

    part: str
    name: str
    value: float
    unit: str
    of: str = ""
    ratio: float | None = None
    wanted: str = ""

    def as_row(self) -> dict[str, Any]:
        return asdict(self)


def best(work: Callable[[], float], times: int = 3) -> float:
    """The least of so many measurements: what the machine can do when nothing else disturbs it."""
    return min(work() for _ in range(times))


def seconds(arguments: Sequence[str], cwd: Path, *, code: int = 0, **environment: str) -> float:
    """How long a process takes. Raises RuntimeError with what it said where it ends in another code."""
    started = time.perf_counter()
    done = subprocess.run(
        arguments, cwd=cwd, env={**os.environ, **environment}, capture_output=True, text=True, check=False
    )
    took = time.perf_counter() - started
    if done.returncode != code:
        raise RuntimeError(f"{' '.join(arguments)} ended in {done.returncode}:\n{done.stdout}\n{done.stderr}")
    return took


def python(code: str) -> list[str]:
    return [sys.executable, "-c", code]


def bench(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "bench", *arguments]
