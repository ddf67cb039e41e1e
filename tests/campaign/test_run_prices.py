"""A run keeps the prices of the day on which it was begun."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from bench.campaign import PreparedRun, prepare
from bench.campaign.configure import opened
from bench.options import RunOptions


def begun(folder: Path, day: str, monkeypatch: pytest.MonkeyPatch, **changed: object) -> PreparedRun:
    monkeypatch.setattr("bench.config.resolving.today", lambda: date.fromisoformat(day))
    settings: dict[str, object] = {
        "model": "gemini-4-argon", "judge": ("gemini-3.8-flash",), "langs": ("en",), "arms": ("gold",), "limit": 2,
        "runs": folder, **changed,
    }  # fmt: skip
    run = prepare(RunOptions(**settings), for_calls=False)  # type: ignore[arg-type]
    with opened(run):
        return run


def test_the_same_command_finds_its_folder_and_its_prices_after_they_have_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = begun(tmp_path, "2026-11-30", monkeypatch)
    after = begun(tmp_path, "2027-01-01", monkeypatch)
    assert after.folder == first.folder
    assert after.config == first.config
    assert (after.model.price_input, after.models[1][0].price_input) == (2, 0.75)
    anew = begun(tmp_path / "elsewhere", "2027-01-01", monkeypatch)
    assert anew.folder.name == first.folder.name
    assert (anew.model.price_input, anew.models[1][0].price_input) == (4, 1.5)


def test_a_price_of_ones_own_makes_another_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = begun(tmp_path, "2026-11-30", monkeypatch)
    priced = begun(tmp_path, "2026-11-30", monkeypatch, price="1/2")
    assert priced.folder != first.folder
    assert priced.model.price_input == 1
