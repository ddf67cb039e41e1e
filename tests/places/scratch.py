"""A copy of the suite that a test may change and run: how many places does a change touch, where is it seen?"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
COPIED = ("bench", "data", "prompts")


class Scratch:
    """The suite's code, data and prompts in a folder of its own. `places`: the files that `edit` and `add` touched."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "suite"
        self.work = folder / "work"
        self.work.mkdir()
        for name in COPIED:
            shutil.copytree(ROOT / name, self.root / name, ignore=shutil.ignore_patterns("__pycache__", "_bundled"))
        self.places: list[str] = []

    def edit(self, file: str, before: str, after: str) -> None:
        """Put `after` in the place of `before`, which must stand in the file exactly once. One place."""
        path = self.root / file
        text = path.read_text("utf-8")
        assert text.count(before) == 1, f"{before!r} stands {text.count(before)} times in {file}"
        path.write_text(text.replace(before, after), "utf-8")
        self.places.append(file)

    def add(self, file: str, text: str) -> None:
        """Write a new file. One place."""
        path = self.root / file
        assert not path.exists(), f"{file} is there already"
        path.write_text(text, "utf-8")
        self.places.append(file)

    def bench(self, *arguments: str) -> str:
        """What `bench ARGUMENTS` prints; fails with its output where it does not end with 0."""
        return self.python("-m", "bench", *arguments)

    def python(self, *arguments: str) -> str:
        """What Python prints with these arguments, run on the copy, in an empty working folder."""
        done = subprocess.run(
            [sys.executable, *arguments],
            cwd=self.work,
            env={**os.environ, "PYTHONPATH": str(self.root), "COLUMNS": "200", "NO_COLOR": "1"},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, f"{arguments}\n{done.stdout}\n{done.stderr}"
        return done.stdout

    def read(self, file: str) -> str:
        """A file of the working folder."""
        return (self.work / file).read_text("utf-8")
