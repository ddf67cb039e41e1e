"""SHA256SUMS: agrees with `sha256sum`, and names every way in which the data has moved on."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from bench.authoring.sums import NAME, data_sums, drifted, sums
from tests.dataset.world import sound_world, write


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = write(tmp_path / "world", sound_world(), 'name = "kites"\n')
    (made / NAME).write_text(data_sums(made), "utf-8")
    return made


def test_lines_are_those_of_sha256sum() -> None:
    assert sums([("b", b""), ("a", b"abc")]) == (
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  a\n"
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  b\n"
    )
    assert sums([]) == ""


def test_data_files_are_listed_and_texts_about_them_are_not(folder: Path) -> None:
    (folder / "README.md").write_text("card", "utf-8")
    names = [line.split("  ")[1] for line in data_sums(folder).splitlines()]
    assert names == [
        "dataset.toml",
        *(f"{lang}/{n}.jsonl" for lang in ("en", "ja") for n in ("abstention", "chunks", "items")),
    ]
    first = data_sums(folder).split("  ")[0]
    assert first == hashlib.sha256((folder / "dataset.toml").read_bytes()).hexdigest()


def test_a_folder_of_one_language_lists_its_own_files(folder: Path) -> None:
    assert [line.split("  ")[1] for line in data_sums(folder / "ja").splitlines()] == [
        "abstention.jsonl",
        "chunks.jsonl",
        "items.jsonl",
    ]


def test_untouched_data_agrees(folder: Path) -> None:
    assert drifted(folder) == []


def test_one_changed_byte_is_found(folder: Path) -> None:
    path = folder / "ja" / "items.jsonl"
    path.write_bytes(path.read_bytes() + b"\n")
    (fault,) = drifted(folder)
    assert fault.startswith("ja/items.jsonl has changed: its sha256 is ")


def test_every_fault_is_named_at_once(folder: Path) -> None:
    lines = (folder / NAME).read_text("utf-8").splitlines()
    (folder / NAME).write_text("\n".join([*lines[1:], f"{'0' * 64}  en/gone.jsonl", "nonsense"]), "utf-8")
    found = drifted(folder)
    assert found[0].startswith(f"{NAME}:8: is not a digest")
    assert found[1:] == [f"dataset.toml is not in {NAME}.", f"en/gone.jsonl is in {NAME}, but is no file of the data."]


def test_a_missing_list_is_a_fault(folder: Path) -> None:
    (folder / NAME).unlink()
    assert drifted(folder) == [f"{NAME} does not exist."]


def test_the_list_may_come_from_another_system(folder: Path) -> None:
    text = (folder / NAME).read_text("utf-8").replace("  ", " *").replace("\n", "\r\n")
    (folder / NAME).write_bytes(b"\xef\xbb\xbf" + text.encode())
    assert drifted(folder) == []
