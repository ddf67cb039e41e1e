"""`bench export --as`, as a user calls it."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from bench.export.formats import FORMATS
from tests.command import bench
from tests.runs import write_dataset, write_run


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("runs")
    return write_run(folder / "run", write_dataset(folder / "set"))


def test_files_of_another_tool_are_named(run: Path, tmp_path: Path) -> None:
    done = bench("export", run, "--as", "ragas", "--out", "my samples", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "Wrote 2 files into 'my samples':\n  run.jsonl\n  trials/run.jsonl\n"
    assert (tmp_path / "my samples" / "run.jsonl").is_file()


def test_a_format_that_there_is_not_is_one_sentence_with_those_that_there_are(run: Path, tmp_path: Path) -> None:
    done = bench("export", run, "--as", "xml", "--out", "out", cwd=tmp_path)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert all(name in done.stderr for name in FORMATS)
    assert not (tmp_path / "out").exists()


def test_without_its_client_mlflow_is_one_sentence(run: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "mlflow", None)
    done = bench("export", run, "--as", "mlflow", "--out", "out", cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "pip install 'rag-generator-bench[mlflow]'" in done.stderr
