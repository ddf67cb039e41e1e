"""`tests.command.bench` ends and prints as a process of its own does."""

from __future__ import annotations

import logging
import os
import re
import subprocess
import sys
import warnings
from pathlib import Path

import pytest

import bench.cli
from tests import command


@pytest.mark.daily(2)
@pytest.mark.parametrize(
    "arguments",
    [
        ["--version"],
        ["models"],
        ["run", "--help"],
        ["run", "--limt", "4"],
        ["score", "nowhere"],
        ["run", "baseline:echo", "--langs", "en", "--limit", "1", "--arms", "gold", "--judge", "rule", "--out", "x"],
    ],
    ids=lambda words: " ".join(words[:2]),
)
def test_it_is_what_a_process_does(tmp_path: Path, arguments: list[str]) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    one.mkdir()
    other.mkdir()
    here = command.bench(*arguments, cwd=one)
    env = {**os.environ, "COLUMNS": "80"}
    code = "import sys; sys.argv[0] = 'bench'; from bench.cli import main; main()"
    words = [sys.executable, "-c", code, *arguments]
    apart = subprocess.run(words, capture_output=True, text=True, cwd=other, env=env, check=False)
    assert (here.returncode, here.stdout) == (apart.returncode, apart.stdout)
    assert _sorted(here.stderr) == _sorted(apart.stderr)
    assert [path.name for path in one.rglob("*")] == [path.name for path in other.rglob("*")]


def _sorted(printed: str) -> list[str]:
    """Lines without what says how long something took."""
    lines = (re.sub(r"\b\d+:\d\d\b", "M:SS", line) for line in printed.splitlines())
    return sorted(line for line in lines if " in " not in line)


def test_warnings_log_records_and_tracebacks_are_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    def careless() -> None:
        print("said")
        warnings.warn("of this", UserWarning, stacklevel=1)
        logging.getLogger("any").warning("of that")
        raise ValueError("a fault")

    monkeypatch.setattr(bench.cli, "_command", lambda: lambda **_: careless())
    done = command.bench("models")
    assert (done.returncode, done.stdout) == (1, "said\n")
    assert "UserWarning: of this" in done.stderr
    assert "of that\n" in done.stderr
    assert "Traceback" in done.stderr
    assert "ValueError: a fault\n" in done.stderr


def test_nothing_of_it_stays(tmp_path: Path) -> None:
    before = (Path.cwd(), dict(os.environ), sys.argv, sys.stdout, sys.stdin, logging.getLogger().handlers)
    assert command.bench("models", cwd=tmp_path, env={"COLUMNS": "0"}).returncode == 0
    assert before == (Path.cwd(), dict(os.environ), sys.argv, sys.stdout, sys.stdin, logging.getLogger().handlers)
