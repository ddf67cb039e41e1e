"""What the Makefile installs: a run's needs first, and what tests need on top with the same pins."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).parent.parent


def pins(name: str) -> dict[str, str]:
    return dict(re.findall(r"^([\w.\[\]-]+)==([^ ;\\]+)", (ROOT / name).read_text("utf-8"), re.M))


def test_the_lock_of_the_tests_holds_that_of_a_run_with_the_same_pins() -> None:
    run, tests = pins("requirements.lock"), pins("requirements-dev.lock")
    assert run
    assert {name: (pin, tests.get(name)) for name, pin in run.items() if tests.get(name) != pin} == {}


def test_a_run_installs_neither_type_checker_nor_browser_driver() -> None:
    assert pins("requirements.lock").keys().isdisjoint({"mypy", "playwright", "pytest", "ruff"})


def planned(folder: Path, target: str) -> str:
    """What `make TARGET` would do where nothing is installed."""
    for name in ("Makefile", "pyproject.toml", "requirements.lock", "requirements-dev.lock"):
        shutil.copy(ROOT / name, folder / name)
    command = ["make", "--no-print-directory", "-n", target]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True).stdout


def test_bench_installs_the_first_lock_and_says_so_and_test_adds_the_second(tmp_path: Path) -> None:
    bench = planned(tmp_path, "bench")
    assert "requirements.lock" in bench
    assert "requirements-dev.lock" not in bench
    assert re.search("Installing .* once; then: bench", bench)
    test = planned(tmp_path, "test")
    assert test.index("-r requirements.lock") < test.index("-r requirements-dev.lock") < test.index("-m pytest")
