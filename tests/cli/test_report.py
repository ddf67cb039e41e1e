"""`bench report`, as a user calls it."""

from __future__ import annotations

import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests import command
from tests.runs import MODEL, write_dataset, write_run


def bench(*arguments: str | Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    return command.bench("report", *arguments, cwd=cwd)


@pytest.fixture
def run(tmp_path: Path) -> Path:
    return write_run(tmp_path / "run", write_dataset(tmp_path / "set"))


def test_the_page_goes_into_the_run_s_folder_and_its_size_is_said(run: Path, tmp_path: Path) -> None:
    done = bench(run, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    page = run / "report.html"
    assert page.read_text("utf-8").startswith("<!doctype html>")
    assert done.stdout == f"{page} ({page.stat().st_size / 1e6:.1f} MB)\n"
    assert not (run / "summary.json").exists()


@pytest.mark.slow
def test_several_runs_and_their_charts_go_where_they_are_told(run: Path, tmp_path: Path) -> None:
    other = MODEL.model_copy(update={"title": "Model 2", "spec": "openai:model-2"})
    second = write_run(tmp_path / "second", tmp_path / "set", lambda *_: "w", model=other)
    done = bench(run, second, "--charts", "pictures", "--format", "png", "--lang", "ja", cwd=tmp_path)
    assert done.returncode == 0
    assert (tmp_path / "results" / "report.html").is_file()
    pictures = sorted(path.name for path in (tmp_path / "pictures").iterdir())
    assert "differences-en.png" in pictures
    assert all((tmp_path / "pictures" / name).read_bytes().startswith(b"\x89PNG") for name in pictures)


def test_markdown_is_printed_and_no_file_written(run: Path, tmp_path: Path) -> None:
    done = bench(run, "--markdown", cwd=tmp_path)
    assert done.stdout.startswith("# Model 1 · set")
    assert not (run / "report.html").exists()


@pytest.mark.parametrize(
    ("flags", "sentence"),
    [
        (["--lang", "fr"], "choose from en, ja"),
        (["--format", "gif"], "choose from svg, png"),
        (["--limit-items", "-1"], "--limit-items is -1; it must be at least 0"),
        (["--markdown", "--out", "x.html"], "--markdown prints and writes no file"),
        (["--out", "/dev/null/x.html"], "cannot be written"),
    ],
)
def test_a_wrong_request_is_one_sentence(run: Path, tmp_path: Path, flags: list[str], sentence: str) -> None:
    done = bench(run, *flags, cwd=tmp_path)
    assert done.returncode == 2
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr


def test_no_run_is_one_sentence(tmp_path: Path) -> None:
    done = bench(tmp_path, cwd=tmp_path)
    assert done.returncode != 0
    assert "no run folder" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("name", ["run/manifest.json", "run/answers.jsonl", "mine.html"])
def test_nothing_but_a_page_is_written_over(run: Path, tmp_path: Path, name: str) -> None:
    (tmp_path / "mine.html").write_text("<!doctype html>\n<p>mine", "utf-8")
    before = (tmp_path / name).read_bytes()
    done = bench(run, "--out", name, cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr.startswith("bench: --out: ")
    assert done.stderr.count("\n") == 1
    assert (tmp_path / name).read_bytes() == before


def test_a_page_is_written_over_by_the_next_and_pictures_need_a_folder(run: Path, tmp_path: Path) -> None:
    for _ in range(2):
        assert bench(run, "--out", "日本 語.html", cwd=tmp_path).returncode == 0
    done = bench(run, "--charts", "日本 語.html", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (2, "bench: --charts: 日本 語.html is a file: give a folder.\n")
    assert not (run / "report.html").exists()


def test_a_log_of_damaged_lines_alone_is_not_called_unfinished_only(run: Path, tmp_path: Path) -> None:
    (run / "answers.jsonl").write_text("garbage\n", "utf-8")
    done = bench(run, cwd=tmp_path)
    assert done.returncode == 2
    assert "No answers yet: run (answers.jsonl:1: " in done.stderr


def test_a_path_with_escape_codes_is_shown_and_not_obeyed(tmp_path: Path) -> None:
    done = bench("no\x1b[31msuch", cwd=tmp_path)
    assert done.stderr.startswith("bench: no\\x1b[31msuch is no run folder")


def test_a_closed_output_is_no_traceback(run: Path, tmp_path: Path) -> None:
    command = f"{shlex.quote(sys.executable)} -m bench report {shlex.quote(str(run))} --markdown >&-"
    done = subprocess.run(["sh", "-c", command], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
