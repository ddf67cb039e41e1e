"""LIT-RAGBench as the suite knows it without its texts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bench.dataset import load
from bench.report.checking.published import WITHHELD, published_lit
from bench.report.submission import tags_of

SHA256 = "fa717fdac2f3288ec71c7138ad3e3757c24a47fb53543ad99050e16d86c7f41a"


def test_the_published_set_has_its_items_and_none_of_its_texts() -> None:
    data = published_lit(SHA256, ("en", "ja"))
    assert data is not None
    for lang in ("en", "ja"):
        items = data.langs[lang].items
        assert [item.id for item in items] == [f"lit-{lang}-{n:03}" for n in range(114)]
        kinds = [item.kind for item in items]
        assert [kinds.count(kind) for kind in ("main", "insufficient", "contradictory", "incomplete")] == [54, 54, 3, 3]
        assert {item.question for item in items} | {item.answer for item in items} == {WITHHELD}


def test_other_bytes_are_not_known() -> None:
    assert published_lit("0" * 64, ("en",)) is None


def test_one_file_alone_holds_its_language() -> None:
    data = published_lit("1cb682704a68e159bcdbeacb5649bb90b929f0c987adf7a78a6413eebef007da", ("en", "ja"))
    assert data is not None
    assert list(data.langs) == ["en"]


def test_it_is_what_the_published_files_give() -> None:
    folder = Path(__file__).resolve().parents[2].parent / "shared" / "external" / "litragbench"
    if not (folder / "en.jsonl").is_file():
        pytest.skip("the published files are not on this machine")
    loaded = load(str(folder), ("en", "ja"))
    known = published_lit(loaded.sha256, ("en", "ja"))
    assert known is not None
    assert known.ref.model_copy(update={"official": loaded.official}) == loaded.ref
    for lang, data in loaded.langs.items():
        ours, theirs = known.langs[lang].items, data.items
        assert json.dumps([tags_of(i).model_dump() for i in ours]) == json.dumps(
            [tags_of(i).model_dump() for i in theirs]
        )
        assert [bool(i.flags) for i in ours] == [bool(i.flags) for i in theirs]
