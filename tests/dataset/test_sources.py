"""Which source is which, and what is said about a source that is nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.dataset import load, sources
from bench.errors import DataError, UsageError
from tests.dataset.sources import jsonl
from tests.dataset.world import sound_world, write

MINE = {"id": "1", "question": "How high?", "answer": "4 m", "contexts": ["It is 4 m high."]}


@pytest.mark.parametrize("langs", [[], ["fr"], ["en", "de"], [""]])
def test_unknown_languages(langs: list[str]) -> None:
    with pytest.raises(UsageError, match="--lang"):
        load("gib", langs)  # type: ignore[arg-type]


@pytest.mark.parametrize("source", ["", " ", "no/such/folder", "gibb"])
def test_unknown_source(source: str) -> None:
    with pytest.raises(DataError, match="There is no dataset"):
        load(source, ["en"])


def test_an_empty_folder(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="holds no dataset"):
        load(str(tmp_path), ["en"])


@pytest.mark.parametrize("content", [b"", b"\n \n", b"\xef\xbb\xbf"])
def test_an_empty_file(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "en.jsonl").write_bytes(content)
    with pytest.raises(DataError, match="is empty"):
        load(str(tmp_path / "en.jsonl"), ["en"])


def test_a_file_that_is_not_json_at_all(tmp_path: Path) -> None:
    (tmp_path / "en.jsonl").write_text("id,question\n1,How high?\n")
    with pytest.raises(DataError) as caught:
        load(str(tmp_path / "en.jsonl"), ["en"])
    assert [fault.split(":")[1] for fault in caught.value.faults] == ["1", "2"]


def test_a_bad_line_among_good_ones_stops_the_load(tmp_path: Path) -> None:
    path = jsonl(tmp_path / "en.jsonl", MINE)
    path.write_text(path.read_text() + "{broken\n")
    with pytest.raises(DataError, match=r"en.jsonl:2: is not JSON"):
        load(str(path), ["en"])


def test_an_unknown_format_shows_the_fields_seen(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"no known format.*prompt, completion"):
        load(str(jsonl(tmp_path / "x.jsonl", {"prompt": "a", "completion": "b"})), ["en"])


def test_mixed_formats_in_one_folder(tmp_path: Path) -> None:
    jsonl(tmp_path / "a.jsonl", MINE)
    jsonl(tmp_path / "b.jsonl", {"query": "q", "positive": ["p"], "negative": []})
    with pytest.raises(DataError, match="different formats"):
        load(str(tmp_path), ["en"])


def test_a_file_of_an_own_folder_is_sent_to_the_folder(tmp_path: Path) -> None:
    folder = write(tmp_path, sound_world())
    with pytest.raises(DataError, match="name the folder"):
        load(str(folder / "en" / "items.jsonl"), ["en"])


def test_the_suite_s_own_data_is_official(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = write(tmp_path / "data", sound_world(), 'name = "gib"\nversion = "1"\nlicence = "CC-BY-4.0"\n')
    monkeypatch.setattr(sources, "shipped", lambda name: tmp_path / name)
    assert load("gib", ["en"]).official
    assert not load(str(folder), ["en"]).official
    for lang in ("en", "ja"):
        (folder / lang / "chunks.jsonl").unlink()
    with pytest.raises(DataError, match="not in this installation"):
        load("gib", ["en"])


def test_the_digest_is_of_the_bytes_on_disk(tmp_path: Path) -> None:
    path = jsonl(tmp_path / "en.jsonl", MINE)
    first = load(str(path), ["en"])
    path.write_bytes(path.read_bytes() + b"\n")
    second = load(str(path), ["en"])
    assert first.langs == second.langs
    assert first.sha256 != second.sha256
    assert first.version == first.sha256[:12]
