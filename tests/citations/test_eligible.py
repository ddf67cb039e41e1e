"""Which sources may be used for a question, as far as their metadata says."""

from __future__ import annotations

from datetime import date

import pytest

from bench.citations.editions import read_version
from bench.citations.eligible import Sources
from bench.dataset import load
from bench.records import Chunk, Item, Overlay

OLD = Chunk(id="old", text="x", doc_id="tariff-fy2024", version="FY2024", jurisdiction="JP", snapshot="2025-10-01")
NEW = Chunk(id="new", text="x", doc_id="tariff-fy2025", version="FY2025", jurisdiction="JP", snapshot="2025-10-01")
NEXT = Chunk(id="next", text="x", doc_id="tariff-fy2026", version="FY2026", jurisdiction="JP", snapshot="2025-10-01")
LOG = Chunk(id="log", text="x", doc_id="log-2025-07", version="2025-07", jurisdiction="JP", snapshot="2025-10-01")
LATER_LOG = Chunk(
    id="log2", text="x", doc_id="log-2025-08", version="2025-08", jurisdiction="JP", snapshot="2025-10-01"
)
ABROAD = Chunk(id="abroad", text="x", doc_id="guide", jurisdiction="KR", snapshot="2025-10-01")
BARE = Chunk(id="bare", text="x")
CORPUS = (OLD, NEW, NEXT, LOG, LATER_LOG, ABROAD, BARE)


def item(**changes: object) -> Item:
    fields = {"id": "Q", "lang": "en", "kind": "main", "question": "?", "answer": "5", "cluster": "Q",
              "positive": ("new",), "snapshot": "2025-10-01"}  # fmt: skip
    return Item.model_validate({**fields, **changes})


def judged(chunk: Chunk, **changes: object) -> bool | None:
    return Sources(CORPUS).judge(item(**changes), chunk).eligible


def test_the_edition_in_force_may_be_used_and_the_ones_before_and_after_it_may_not() -> None:
    assert judged(NEW, positive=("log",)) is True
    assert judged(OLD) is False
    assert judged(NEXT) is False
    assert "FY2024 was replaced by FY2025" in Sources(CORPUS).judge(item(), OLD).reason


def test_the_items_own_evidence_may_always_be_used() -> None:
    assert judged(OLD, positive=("old",)) is True
    rival = OLD.model_copy(update={"id": "rival"})
    assert Sources(CORPUS).judge(item(overlay=Overlay(add=(rival,), rival=(rival.id,))), rival).eligible is True


def test_a_record_of_an_earlier_day_is_not_replaced_by_a_later_one() -> None:
    assert judged(LOG) is True


def test_another_jurisdiction_than_the_evidences_is_not_eligible() -> None:
    assert judged(ABROAD) is False
    removed = item(positive=(), kind="insufficient", overlay=Overlay(remove=("new",)))
    assert Sources(CORPUS).judge(removed, ABROAD).eligible is False


def test_a_snapshot_after_the_questions_is_not_eligible() -> None:
    late = LOG.model_copy(update={"id": "late", "snapshot": "2025-11-01"})
    assert judged(late) is False


def test_without_metadata_nothing_is_decided() -> None:
    assert judged(BARE) is None
    assert judged(BARE, positive=("bare",)) is None
    assert judged(OLD, snapshot="", positive=()) is None
    assert judged(OLD, snapshot="") is True  # the jurisdiction alone is known, and it fits


@pytest.mark.parametrize(
    ("version", "begins", "number", "replaces"),
    [
        ("FY2025", date(2025, 4, 1), None, True),
        ("令和7年度 2025年度", date(2025, 4, 1), None, True),
        ("FY2025 second half", date(2025, 10, 1), None, True),
        ("2025 edition", date(2025, 1, 1), None, True),
        ("Winter 2025/26", date(2025, 11, 1), None, True),
        ("2026-04 to 2026-09", date(2026, 4, 1), None, True),
        ("2026", date(2026, 1, 1), None, True),
        ("Edition 5", None, 5, True),
        ("CE-22 rev. 4", None, 4, True),
        ("第3版", None, 3, True),
        ("2025-08-19", date(2025, 8, 19), None, False),
        ("2025-08", date(2025, 8, 1), None, False),
    ],
)
def test_versions_are_read(version: str, begins: date | None, number: int | None, replaces: bool) -> None:
    edition = read_version(version, "JP")
    assert edition is not None
    assert (edition.begins, edition.number, edition.replaces) == (begins, number, replaces)


@pytest.mark.parametrize("version", ["", "No. 214", "26-07", "2026-W07", "2026 sheet 6", "2025-13-01", "main"])
def test_a_version_that_names_no_edition_says_nothing(version: str) -> None:
    assert read_version(version, "JP") is None


def test_a_fiscal_year_abroad_may_begin_in_january() -> None:
    edition = read_version("FY2025", "KR")
    assert edition is not None
    assert edition.begins == date(2025, 1, 1)


def test_in_the_suites_own_data_replaced_editions_are_found_and_evidence_never_fails() -> None:
    data = load("gib", ("en",)).langs["en"]
    sources = Sources(data.corpus.values())
    replaced = set()
    for question in data.items:
        for chunk_id in (*question.positive, *question.negative):
            verdict = sources.judge(question, data.corpus[chunk_id]) if chunk_id in data.corpus else None
            if verdict and verdict.eligible is False:
                assert chunk_id not in question.positive
                replaced.add(data.corpus[chunk_id].doc_id)
    assert {"tariff-fy2024", "snow-rules-2024-25", "slt-kumotsuzura-2025"} <= replaced
