"""Shell completion by the protocol that the shells speak: what is offered, and that offering it loads nothing heavy."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.runs import write_dataset, write_run

HEAVY = {"openai", "anthropic", "pandas", "numpy", "scipy", "datasets", "tiktoken", "rich.progress", "aiohttp"}


def asked(words: str, cwd: Path, shell: str = "bash") -> tuple[list[str], set[str]]:
    """What `bench` answers a shell that completes the last of `words`, and the modules it has loaded for that."""
    code = (
        "import atexit, sys\n"
        "atexit.register(lambda: print('LOADED', *sorted(sys.modules), file=sys.stderr))\n"
        "sys.argv = ['bench']\n"
        "from bench.cli import main\n"
        "main()\n"
    )
    protocol = {
        "bash": {"COMP_WORDS": words, "COMP_CWORD": str(words.count(" "))},
        "zsh": {"_TYPER_COMPLETE_ARGS": words},
        "fish": {"_TYPER_COMPLETE_ARGS": words, "_TYPER_COMPLETE_FISH_ACTION": "get-args"},
    }
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        cwd=cwd,
        env={**os.environ, "_BENCH_COMPLETE": f"complete_{shell}", **protocol[shell]},
        check=False,
    )
    assert "Traceback" not in done.stderr
    return done.stdout.split("\n")[:-1], set(done.stderr.rpartition("LOADED")[2].split())


@pytest.mark.daily(4)
@pytest.mark.parametrize(
    ("words", "offered"),
    [
        ("bench run gpt-4", ["gpt-4.1"]),
        ("bench run baseline:e", ["baseline:extractive", "baseline:echo"]),
        ("bench run ollam", ["ollama:"]),
        ("bench run --arms gold,s", ["gold,shuffled"]),
        ("bench run --arms gold,go", []),
        ("bench run --langs ", ["en", "ja"]),
        ("bench sweep --preset s", ["smoke"]),
        ("bench run --judge rule,gpt-4", ["rule,gpt-4.1"]),
        ("bench settle gpt-5 claude-sonnet-4-", ["claude-sonnet-4-thinking"]),
    ],
)
def test_names_are_offered(tmp_path: Path, words: str, offered: list[str]) -> None:
    found, loaded = asked(words, tmp_path)
    assert [name for name in found if name] == offered
    assert "bench.cli" in loaded
    assert not loaded & HEAVY


def test_run_folders_are_offered_where_they_are(tmp_path: Path) -> None:
    data = write_dataset(tmp_path / "set")
    write_run(tmp_path / "results/runs/one", data)
    write_run(tmp_path / "elsewhere/two", data)
    (tmp_path / "results/runs/no-run").mkdir()
    assert asked("bench score ", tmp_path)[0] == ["results/runs/one"]
    assert asked("bench score elsewhere/", tmp_path)[0] == ["elsewhere/two"]


def test_the_other_shells_get_the_same(tmp_path: Path) -> None:
    assert '"smoke"' in asked("bench run --preset sm", tmp_path, "zsh")[0][0]
    assert asked("bench run --preset s", tmp_path, "fish")[0] == ["smoke"]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_for_each_shell_can_be_shown(tmp_path: Path, shell: str) -> None:
    done = subprocess.run(
        [Path(sys.executable).parent / "bench", "--show-completion", shell],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "_BENCH_COMPLETE" in done.stdout
