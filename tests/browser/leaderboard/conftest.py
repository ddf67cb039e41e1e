"""Leaderboards for these tests, made once, and their pages opened in a browser."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bench.records.leaderboard import Leaderboard
from bench.report.site.leaderboard_page import leaderboard_page
from tests.browser.conftest import Opened
from tests.browser.leaderboards import HOSTILE, HOSTILE_SUBMITTER, SEVERAL, System, leaderboard

Open = Callable[..., Opened]
MAINS = 16
HOSTILE_SYSTEMS = tuple(
    System(name, 0.95 - 0.05 * n, 0.9 - 0.05 * n, 0.1 * n, price=1.0 + n) for n, name in enumerate(HOSTILE)
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The board of seven systems takes long to make: its tests are slow. The board of hostile names has fast ones."""
    for item in items:
        if {"several", "baselines"} & set(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.slow)


def bench(*arguments: str | Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "bench", *map(str, arguments)], capture_output=True, text=True, cwd=cwd, check=False
    )


@pytest.fixture(scope="session")
def baselines(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which two baselines were run on the suite's own data and handed in, by the command line."""
    folder = tmp_path_factory.mktemp("baselines")
    for name in ("extractive", "always-abstain"):
        asked = ("--arms", "shuffled", "--limit", "5", "--judge", "rule")
        done = bench("run", f"baseline:{name}", *asked, cwd=folder)
        assert done.returncode == 0, done.stderr
    for run in sorted((folder / "results/runs").glob("[!.]*")):
        done = bench("submit", run, cwd=folder)
        assert done.returncode == 0, done.stderr
    done = bench("leaderboard", "build", cwd=folder)
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture(scope="session")
def several(tmp_path_factory: pytest.TempPathFactory, baselines: Path) -> Leaderboard:
    """Seven systems with planted differences, and the baselines' own runs on a board of theirs."""
    runs = [(f"{run.name}.json", run) for run in sorted((baselines / "results/runs").glob("[!.]*"))]
    return leaderboard(tmp_path_factory.mktemp("several"), SEVERAL, more=runs)


@pytest.fixture(scope="session")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Leaderboard:
    folder = tmp_path_factory.mktemp("hostile")
    return leaderboard(folder, HOSTILE_SYSTEMS, arms=("shuffled",), mains=MAINS, submitter=HOSTILE_SUBMITTER)


@pytest.fixture
def show(open_page: Open, tmp_path: Path) -> Callable[..., Opened]:
    """`show(leaderboard, **context)`: its page, opened and drawn; it begins with a board that has ranked results."""

    def show_(board: Leaderboard, **context: Any) -> Opened:
        file = tmp_path / "leaderboard.html"
        file.write_text(leaderboard_page(board), encoding="utf-8")
        opened = open_page(file, **context)
        opened.charts_are_drawn("ja" if context.get("locale") == "ja-JP" else "en")
        return opened

    return show_


@pytest.fixture
def opened(show: Callable[..., Opened], several: Leaderboard) -> Opened:
    """The page of the seven systems, on the board in English, arm shuffled, of the ranked dataset."""
    return show(several)
