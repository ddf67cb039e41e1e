"""Sizes that are no sizes: output stays readable, whatever COLUMNS says."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from bench.cli.terminal import NARROWEST, drop_useless_sizes


@pytest.mark.parametrize("given", ["0", "", "-5", "abc", "²", "８０", "80.5", "99999999999"])
def test_what_is_no_size_is_taken_out(given: str) -> None:
    environment = {"COLUMNS": given, "LINES": given, "OTHER": given}
    drop_useless_sizes(environment)
    assert environment == {"OTHER": given}


def test_a_size_stays_and_a_tiny_one_becomes_the_narrowest() -> None:
    environment = {"COLUMNS": "100", "LINES": "5"}
    drop_useless_sizes(environment)
    assert environment == {"COLUMNS": "100", "LINES": "5"}
    environment = {"COLUMNS": "3"}
    drop_useless_sizes(environment)
    assert environment == {"COLUMNS": str(NARROWEST)}


@pytest.mark.daily(1)
@pytest.mark.parametrize("given", ["0", "²", "7", "60"])
def test_the_command_line_prints_its_table_all_the_same(tmp_path: Path, given: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "bench", "models"],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={**os.environ, "COLUMNS": given},
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "gpt-4.1" in done.stdout
    assert "1.25, 10" in done.stdout
