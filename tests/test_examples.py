"""The examples run as they are: as a script, and in a notebook, where an event loop is running already."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parent.parent / "examples"
IN_A_LOOP = (
    "import asyncio, pathlib, sys\n"
    "cells = pathlib.Path(sys.argv[1]).read_text('utf-8').split('# %%')\n"
    "async def notebook():\n"
    "    names = {'__name__': '__main__'}\n"
    "    for cell in cells:\n"
    "        if not cell.startswith(' [markdown]'):\n"
    "            exec(cell, names)\n"
    "            await asyncio.sleep(0)\n"
    "asyncio.run(notebook())\n"
)


@pytest.mark.slow
@pytest.mark.parametrize("way", ["script", pytest.param("notebook", marks=pytest.mark.slow)])
def test_two_models_are_compared(tmp_path: Path, way: str) -> None:
    path = str(EXAMPLES / "compare_models.py")
    command = [sys.executable, path] if way == "script" else [sys.executable, "-c", IN_A_LOOP, path]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=False)
    assert done.returncode == 0, done.stderr
    assert re.search(r"^ja +gold +0\.\d+ +0\.\d+$", done.stdout, re.MULTILINE)
    assert "en shuffled Main (avg): " in done.stdout
    assert len(list((tmp_path / "results/runs").glob("[!.]*"))) == 2
    assert (tmp_path / "accuracy.svg").read_text("utf-8").startswith("<svg")


def test_every_cell_of_an_example_is_code_or_a_comment() -> None:
    for path in EXAMPLES.glob("*.py"):
        text = path.read_text("utf-8")
        assert text.startswith("# %% [markdown]\n# # "), "a notebook begins with its title"
        for cell in text.split("# %% [markdown]")[1:]:
            prose = cell.partition("# %%\n")[0].strip().split("\n")
            assert all(line.startswith("#") for line in prose), prose
