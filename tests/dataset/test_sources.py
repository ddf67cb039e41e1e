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


JA = {"id": "1", "question": "高さは何メートルですか。", "answer": "4 m", "contexts": ["高さは4 mです。"]}


def test_without_languages_a_source_gives_those_that_it_has(tmp_path: Path) -> None:
    assert list(load(str(jsonl(tmp_path / "mine.jsonl", MINE)), None).langs) == ["en"]
    assert list(load(str(jsonl(tmp_path / "other.jsonl", JA)), None).langs) == ["ja"]
    folder = write(tmp_path / "own", sound_world())
    assert list(load(str(folder), None).langs) == ["en", "ja"]
    (folder / "en" / "chunks.jsonl").unlink()
    assert list(load(str(folder), None).langs) == ["ja"]
    assert list(load(str(folder / "ja"), None).langs) == ["ja"]


def test_a_folder_of_files_is_called_by_its_own_name_and_a_file_by_its(tmp_path: Path) -> None:
    folder = tmp_path / "survey"
    folder.mkdir()
    file = jsonl(folder / "en.jsonl", MINE)
    jsonl(folder / "ja.jsonl", JA)
    assert load(str(folder), None).name == "survey"
    assert load(str(file), None).name == "en"


def test_a_folder_with_thousands_of_faults_shows_the_first_and_counts_the_rest(tmp_path: Path) -> None:
    for number in range(300):
        (tmp_path / f"{number:04}.jsonl").write_text("no json\n" * 10)
    with pytest.raises(DataError) as caught:
        load(str(tmp_path), ["en"])
    assert len(caught.value.faults) == 3000
    lines = str(caught.value).split("\n")
    assert len(lines) == 1 + DataError.SHOWN + 1
    assert lines[-1] == f"  … and {3000 - DataError.SHOWN} more; mend these first."


def test_a_folder_of_many_formats_names_one_file_of_each(tmp_path: Path) -> None:
    for number in range(50):
        jsonl(tmp_path / f"a{number}.jsonl", MINE)
        jsonl(tmp_path / f"b{number}.jsonl", {"query": "q", "positive": ["p"], "negative": []})
    with pytest.raises(DataError, match=r"different formats \(a0.jsonl, b0.jsonl\)"):
        load(str(tmp_path), ["en"])
