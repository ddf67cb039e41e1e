"""Where the published files are, for tests that read them; such tests are skipped where they are absent."""

from __future__ import annotations

from pathlib import Path

import pytest

SHARED = Path(__file__).resolve().parents[3] / "shared"


@pytest.fixture
def lit_folder() -> Path:
    folder = SHARED / "external" / "litragbench"
    if not (folder / "en.jsonl").is_file():
        pytest.skip("the published LIT-RAGBench files are not beside this checkout")
    return folder


@pytest.fixture
def expected_file() -> Path:
    path = SHARED / "external" / "EXPECTED.json"
    if not path.is_file():
        pytest.skip("EXPECTED.json is not beside this checkout")
    return path


@pytest.fixture
def example_world() -> Path:
    folder = SHARED / "example-world"
    if not folder.is_dir():
        pytest.skip("the example world is not beside this checkout")
    return folder
