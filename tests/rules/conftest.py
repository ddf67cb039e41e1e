"""Where the workspace's shared material lies; tests that want it skip where it is absent."""

import json
from pathlib import Path

import pytest

SHARED = Path(__file__).resolve().parents[2].parent / "shared"


def read_rows(path: Path) -> list[dict]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8-sig").split("\n") if line.strip()]


@pytest.fixture
def shared():
    if not SHARED.is_dir():
        pytest.skip("the shared material is not beside this repository")
    return SHARED
