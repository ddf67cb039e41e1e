"""Runs what a page tells its reader to type, in a copy of what the commands need, and compares what is printed."""

from __future__ import annotations

import contextlib
import os
import re
import select
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.command import bench
from tests.docs.pages import ROOT, Block

COPIED = ("Makefile", "pyproject.toml", "requirements.lock", "requirements-dev.lock")
LINKED = ("bench", "data", "examples", "prompts", "tests")
_KEY = re.compile(r".*(_API_KEY|_TOKEN)$")
_MARK = "@@ block "


@dataclass(frozen=True)
class Ended:
    """How the commands of a page ended. `printed` has the output of each block that was reached, errors included."""

    code: int
    printed: dict[str, str]

    @property
    def last(self) -> str:
        return next(reversed(self.printed), "the start")


def workplace(folder: Path) -> None:
    """Makes of an empty folder what a clone looks like after `make setup`: the environment is the one of this test."""
    for name in COPIED:
        shutil.copy(ROOT / name, folder / name)
    for name in LINKED:
        if (ROOT / name).exists():
            (folder / name).symlink_to(ROOT / name)
    environment = folder / ".venv"
    environment.mkdir()
    for name in ("bin", "lib", "pyvenv.cfg"):
        (environment / name).symlink_to(Path(sys.prefix) / name)
    for name in (".runtime", ".installed"):
        (environment / name).touch()  # newer than the files that make would install from


def run(page: Sequence[Block], folder: Path, *, apart: bool = False, seconds: float = 300) -> Ended:
    """One shell goes through the blocks of a page in order and stops at the first command that fails.

    The shell's `bench` is done by this process (`tests.command`), unless it is to be a process `apart` as for a reader;
    what `make` and `python` start always is one. Raises TimeoutExpired where a page takes longer than `seconds`.
    """
    script = ["set -eu", *([] if apart else [_BENCH])]
    for number, block in enumerate(page):
        script.append(f"echo '{_MARK}{block.where}'")
        if block.saved_as is not None:
            here = folder / f".block-{number}"
            here.write_text(block.text, "utf-8")
            script.append(f"mkdir -p \"$(dirname '{block.saved_as}')\" && cp '{here.name}' '{block.saved_as}'")
        elif block.kind == "python":
            (folder / f".block-{number}.py").write_text(block.text, "utf-8")
            script.append(f"python .block-{number}.py")
        else:
            script.append(block.commands)
    log = folder / ".printed"
    with log.open("w", encoding="utf-8") as printed, _Desk.opened(folder) as desk:
        # A file and a group of their own: what a page leaves in the background neither holds the pipe nor outlives it.
        shell = subprocess.Popen(
            ["bash", "-c", "\n".join(script)],
            cwd=folder,
            env={**_environment(folder), "DESK_ASKED": str(desk.asked[1]), "DESK_DONE": str(desk.done[0])},
            stdin=subprocess.DEVNULL,
            stdout=printed,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            pass_fds=(desk.asked[1], desk.done[0]),
        )
        try:
            code = desk.serve(shell, seconds)
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(shell.pid, signal.SIGTERM)
    parts = log.read_text("utf-8").split(_MARK)[1:]
    return Ended(code, {where: text for where, _, text in (part.partition("\n") for part in parts)})


_BENCH = r"""
desk=$PWD
bench() {
  local code
  env -0 > "$desk/.environment"
  printf '%s\0' "$#" "$PWD" "$@" >&"$DESK_ASKED"
  read -r code <&"$DESK_DONE"
  cat "$desk/.out"
  cat "$desk/.err" >&2
  return "$code"
}
"""


@dataclass(frozen=True)
class _Desk:
    """Where the shell of a page hands in its calls of `bench`: a pipe for the calls, one for their exit codes."""

    folder: Path
    asked: tuple[int, int]
    done: tuple[int, int]

    @classmethod
    @contextlib.contextmanager
    def opened(cls, folder: Path) -> Iterator[_Desk]:
        desk = cls(folder, os.pipe(), os.pipe())
        try:
            yield desk
        finally:
            for end in desk.asked + desk.done:
                os.close(end)

    def serve(self, shell: subprocess.Popen[bytes], seconds: float) -> int:
        """Do the shell's calls one after the other until it ends; its exit code."""
        until = time.monotonic() + seconds
        received = b""
        while shell.poll() is None:
            if time.monotonic() > until:
                raise subprocess.TimeoutExpired(shell.args, seconds)
            if select.select([self.asked[0]], [], [], 0.05)[0]:
                received += os.read(self.asked[0], 1 << 16)
                count, *words = received.split(b"\0")[:-1] or [b""]
                if count and len(words) == int(count) + 1:
                    received = b""
                    self._call(*map(os.fsdecode, words))
        return shell.wait()

    def _call(self, cwd: str, *arguments: str) -> None:
        lines = (self.folder / ".environment").read_bytes().split(b"\0")[:-1]
        env = {name: value for name, _, value in (os.fsdecode(line).partition("=") for line in lines)}
        done = bench(*arguments, cwd=Path(cwd), env=env)
        (self.folder / ".out").write_text(done.stdout, "utf-8")
        (self.folder / ".err").write_text(done.stderr, "utf-8")
        os.write(self.done[1], f"{done.returncode}\n".encode())


def not_printed(block: Block, printed: str) -> str | None:
    """The first line of a `console` block that the commands did not print, in the block's order; None if all came.

    White space counts as one blank; `…` stands for anything.
    """
    rest = " ".join(printed.split())
    for line in block.text.splitlines():
        if line.startswith("$ ") or line.strip() in ("", "…"):
            continue
        wanted = ".*?".join(re.escape(" ".join(part.split())) for part in line.split("…"))
        found = re.search(wanted, rest)
        if found is None:
            return line
        rest = rest[found.end() :]
    return None


def _environment(folder: Path) -> dict[str, str]:
    """No key, no colour, no package index; the environment's programs first."""
    kept = {name: value for name, value in os.environ.items() if not _KEY.match(name)}
    return kept | {
        "COLUMNS": "100",
        "HOME": str(folder),
        "HF_HUB_OFFLINE": "1",
        "NO_COLOR": "1",
        "PATH": f"{folder / '.venv' / 'bin'}{os.pathsep}{os.environ['PATH']}",
        "PIP_NO_INDEX": "1",
        "PYTHONPATH": str(ROOT),
        "PYTHONUNBUFFERED": "1",
    }
