"""A set drawn into a folder: the suite's own format, the same bytes wherever and in whatever order it is drawn."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from bench import kits
from bench.errors import UsageError
from bench.kits import release
from bench.kits.base import Kit
from bench.kits.world import World
from tests.kits.toy import KIT

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture(autouse=True)
def _toy_kits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two kits that are drawn in no time."""
    made = {"toy": KIT, "top": Kit(**{**vars(KIT), "name": "top"})}
    for module in (kits, release):
        monkeypatch.setattr(module, "names", lambda: tuple(made))
        monkeypatch.setattr(module, "load", made.__getitem__)


def digests(folder: Path) -> dict[str, str]:
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def test_a_set_is_a_dataset_of_its_own(tmp_path: Path) -> None:
    drawn = release.write(release.plan("3", ["toy"], 2, ["ja", "en"]), tmp_path / "set")
    assert drawn.rows["en"] == {"chunks": 33, "items": 4, "abstention": 6}
    assert drawn.rows["ja"] == drawn.rows["en"]
    assert drawn.short == {}
    assert sorted(digests(tmp_path / "set")) == [
        "dataset.toml",
        *(f"{lang}/{name}.jsonl" for lang in ("en", "ja") for name in ("abstention", "chunks", "items")),
    ]
    rows = (tmp_path / "set" / "ja" / "items.jsonl").read_text("utf-8").splitlines()
    assert [json.loads(row)["id"] for row in rows] == [
        f"toy-3-{p}-{n}" for p in ("price_of", "price_said") for n in (0, 1)
    ]


def test_the_order_of_kits_and_languages_changes_no_byte(tmp_path: Path) -> None:
    release.write(release.plan("3", ["top", "toy"], 1, ["en", "ja"]), tmp_path / "one")
    release.write(release.plan("3", ["toy", "top", "toy"], 1, ["ja", "en"]), tmp_path / "other")
    assert digests(tmp_path / "one") == digests(tmp_path / "other")


def test_ids_of_two_kits_and_two_seeds_are_apart(tmp_path: Path) -> None:
    ids = []
    for seed in ("3", "4"):
        release.write(release.plan(seed, [], 1, ["en"]), tmp_path / seed)
        for name in ("chunks", "items", "abstention"):
            rows = (tmp_path / seed / "en" / f"{name}.jsonl").read_text("utf-8").splitlines()
            ids += [json.loads(row)["id"] for row in rows]
    assert len(ids) == len(set(ids))


def test_no_line_end_or_encoding_of_the_platform_is_used(tmp_path: Path) -> None:
    release.write(release.plan("3", ["toy"], 1, ["ja"]), tmp_path / "set")
    data = (tmp_path / "set" / "ja" / "chunks.jsonl").read_bytes()
    assert b"\r" not in data
    assert data.endswith(b"\n")
    assert "価格表".encode() in data


CODE = """
import hashlib
from bench.kits.contexts import contexts
from bench.kits.rows import chunk_rows, question_rows
from bench.kits.world import World
from tests.kits.toy import KIT
world, total = World(KIT, "3"), hashlib.sha256()
for lang in ("en", "ja"):
    total.update(repr(chunk_rows(world, lang)).encode())
    for name in KIT.programs:
        question = world.question(name, 0)
        total.update(repr(question_rows(world, name, 0, question, contexts(world, name, 0, question), lang)).encode())
print(total.hexdigest())
"""


def test_two_interpreters_with_other_hash_seeds_and_locales_give_the_same_rows() -> None:
    one = {"PYTHONHASHSEED": "1", "LC_ALL": "C"}
    other = {"PYTHONHASHSEED": "2", "LC_ALL": "C.UTF-8", "TZ": "Asia/Tokyo"}
    printed = [
        subprocess.run(
            [sys.executable, "-c", CODE],
            env=os.environ | {"PYTHONPATH": str(ROOT)} | environment,
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for environment in (one, other)
    ]
    assert printed[0] == printed[1] != ""


def test_a_program_that_has_no_more_questions_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = World.question
    monkeypatch.setattr(World, "question", lambda self, program, number: asked(self, program, number % 2))
    drawn = release.write(release.plan("3", ["toy"], 3, ["en"]), tmp_path / "set")
    assert drawn.short == {"toy/price_of": 2, "toy/price_said": 2}


def test_a_folder_that_holds_something_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("x", "utf-8")
    with pytest.raises(UsageError, match="exists and is not an empty folder"):
        release.write(release.plan("3", ["toy"], 1, ["en"]), tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


def test_a_kit_that_fails_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = Kit(**{**vars(KIT), "folder": tmp_path / "nowhere"})
    monkeypatch.setattr(release, "load", {"toy": broken}.__getitem__)
    with pytest.raises(kits.base.KitError, match=r"notice\.md\.j2|prices\.md\.j2"):  # type: ignore[attr-defined]
        release.write(release.plan("3", ["toy"], 1, ["en"]), tmp_path / "set")
    assert list(tmp_path.iterdir()) == []


def test_all_faults_of_a_request_are_said_at_once() -> None:
    with pytest.raises(UsageError) as raised:
        release.plan("A-1", ["fery"], 0, ["fr"])
    assert [line.split(":")[0] for line in str(raised.value).split("\n")] == [
        "--kits",
        "--langs",
        "--per-program",
        "--seed",
    ]


def test_without_kits_all_are_drawn() -> None:
    assert release.plan("3", [], 1, ["en"]).kits == ("top", "toy")
