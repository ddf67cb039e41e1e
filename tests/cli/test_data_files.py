"""`bench data export`, `difficulty`, `card` and `sums`, as a user calls them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bench.authoring.card import CLOSE, OPEN
from tests.command import bench
from tests.dataset.sources import jsonl
from tests.dataset.world import sound_world, write


@pytest.fixture
def source(tmp_path: Path) -> Path:
    folder = write(tmp_path / "world", sound_world())
    (folder / "README.md").write_text(f"# Kites\n\n{OPEN}\n{CLOSE}\n", "utf-8")
    return folder


@pytest.mark.slow
def test_export_says_what_it_wrote_and_how_to_read_it(source: Path, tmp_path: Path) -> None:
    done = bench("data", "export", source, "--out", "out", "--langs", "ja", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [
        "ja: items 8 rows, corpus 9 rows, qrels 3 rows",
        'Wrote out. Read it with datasets.load_dataset("out", split="ja").',
    ]
    assert (tmp_path / "out" / "corpus" / "ja.parquet").is_file()
    assert not (tmp_path / "out" / "eval.yaml").exists()
    again = bench("data", "export", source, "--out", "out", cwd=tmp_path)
    assert again.returncode == 2
    assert again.stderr.startswith("bench: --out: out exists")
    assert again.stderr.count("\n") == 1


def test_export_needs_a_place(source: Path, tmp_path: Path) -> None:
    done = bench("data", "export", source, cwd=tmp_path)
    assert done.returncode == 2
    assert "--out" in done.stderr


@pytest.mark.slow
def test_difficulty_prints_tables_that_fit_a_terminal(source: Path, tmp_path: Path) -> None:
    done = bench("data", "difficulty", source, cwd=tmp_path)
    assert done.returncode == 0
    for title in ("baseline extractive, en", "baseline echo, ja", "Recall of BM25, ja, over 9 chunks"):
        assert title in done.stdout
    assert "A near-twin ranks above its gold chunk: " in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 80
    assert "\x1b" not in done.stdout


def test_own_questions_in_one_language_need_no_flag_and_have_no_empty_row(tmp_path: Path) -> None:
    asked = {"question": "How long is it kept?", "contexts": ["It is kept for 14 days."], "answer": "14 days"}
    other = {"question": "Who keeps it?", "contexts": ["It is kept for 14 days."], "answer": None}
    data = jsonl(tmp_path / "mine.jsonl", asked, other)
    measured = bench("data", "difficulty", data, cwd=tmp_path)
    assert measured.returncode == 0, measured.stderr
    assert "answerable" in measured.stdout
    assert not any(word in measured.stdout for word in ("Integration", "Logic", "near-twin"))
    for command in (
        ("data", "export", data, "--out", "exported"),
        ("data", "validate", data),
        ("retrieval", "qrels", "--data", data, "--out", "gold.qrels"),
        ("plan", "--gap", "5", "--data", data),
    ):
        done = bench(*command, cwd=tmp_path)
        assert done.returncode == 0, (command, done.stderr)


def test_difficulty_as_json_alone(source: Path, tmp_path: Path) -> None:
    done = bench("data", "difficulty", source, "--json", "--lang", "en", "--top-k", "3", cwd=tmp_path)
    found = json.loads(done.stdout)
    assert (found["k"], list(found["baselines"]), [r["lang"] for r in found["retrieval"]]) == (
        3,
        ["extractive", "echo"],
        ["en"],
    )
    assert set(found["retrieval"][0]["slices"]["all"]["Main items"]["recall"]) == {"1", "3", "5", "10"}
    assert not (tmp_path / "results").exists()


def test_the_card_is_printed_checked_and_written(source: Path, tmp_path: Path) -> None:
    assert bench("data", "card", source, cwd=tmp_path).stdout.startswith("Version unversioned, composition growing")
    stale = bench("data", "card", source, "--check", cwd=tmp_path)
    assert (stale.returncode, stale.stdout) == (1, "")
    assert stale.stderr.endswith("are out of date. Run `make data-sums`.\n")
    assert bench("data", "card", source, "--write", cwd=tmp_path).returncode == 0
    assert "| chunks | 9 | 9 |" in (source / "README.md").read_text("utf-8")
    assert bench("data", "card", source, "--check", cwd=tmp_path).returncode == 0


def test_the_sums_are_printed_checked_and_written(source: Path, tmp_path: Path) -> None:
    assert bench("data", "sums", source, cwd=tmp_path).stdout.count("\n") == 6
    missing = bench("data", "sums", source, "--check", cwd=tmp_path)
    assert missing.returncode == 1
    assert missing.stderr.startswith("SHA256SUMS does not exist.")
    assert bench("data", "sums", source, "--write", cwd=tmp_path).returncode == 0
    assert bench("data", "sums", source, "--check", cwd=tmp_path).returncode == 0
    (source / "en" / "items.jsonl").write_bytes((source / "en" / "items.jsonl").read_bytes() + b"\n")
    assert bench("data", "sums", source, "--check", cwd=tmp_path).returncode == 1


@pytest.mark.parametrize("command", ["card", "sums"])
def test_check_and_write_exclude_each_other(command: str, source: Path, tmp_path: Path) -> None:
    done = bench("data", command, source, "--check", "--write", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (2, "bench: --check and --write exclude each other: give one.\n")
