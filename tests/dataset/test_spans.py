"""Evidence found again: exact, folded or nearly the same, and every miss in the queue."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.dataset.spans import places, read_corpus, resolve
from bench.errors import DataError
from bench.records import Chunk, Evidence, Item
from bench.records.retrieval import MissedSpan, MovedSpan, SpanReport
from tests.dataset.test_pieces import HOSTILE

QUOTE = "The monthly fee for a mooring berth is 12,500 yen."
OTHER = "Dogs are welcome on the pier, but they are kept on a lead there."


def chunk(name: str, text: str, doc: str = "") -> Chunk:
    return Chunk(id=name, doc_id=doc, text=text)


def moved(new: list[Chunk], quote: str = QUOTE, doc: str = "") -> SpanReport:
    item = Item(
        id="Q",
        lang="en",
        kind="main",
        question="q",
        answer="a",
        positive=("W",),
        cluster="Q",
        evidence=(Evidence(chunk="W", quote=quote),),
    )
    return resolve([item], {"W": chunk("W", f"{quote} {OTHER}", doc)}, {c.id: c for c in new})


def found(new: list[Chunk], quote: str = QUOTE, doc: str = "") -> MovedSpan:
    report = moved(new, quote, doc)
    assert report.missed == ()
    (span,) = report.moved
    text = next(c.text for c in new if c.id == span.chunk)
    assert text[span.start : span.end].strip() == span.quote
    return span


def missed(new: list[Chunk], quote: str = QUOTE, doc: str = "") -> MissedSpan:
    report = moved(new, quote, doc)
    assert report.moved == ()
    (span,) = report.missed
    return span


def test_a_quote_is_found_whatever_its_width_case_and_spacing() -> None:
    assert places("12,500円 です", "料金は１２，５００\n円です。") == [(3, 13)]
    assert places("MONTHLY  fee", "the monthly fee") == [(4, 15)]
    assert places("ハ\u3099ス", "ﾊ\uff9eｽ停") == [(0, 3)]


def test_a_quote_inside_a_character_is_not_found() -> None:
    assert places("1", "①") == []
    assert places("", "text") == places("  ", "a b") == []


def test_every_place_is_found_and_none_overlaps() -> None:
    assert places("aa", "aaaa aa") == [(0, 2), (2, 4), (5, 7)]


@given(before=HOSTILE, quote=HOSTILE, after=HOSTILE)
def test_what_was_put_in_is_found(before: str, quote: str, after: str) -> None:
    spans = places(quote, before + quote + after)
    assert bool(spans) == bool(quote.strip())
    assert all(end > start for start, end in spans)


def test_the_quote_moves_with_its_text() -> None:
    span = found([chunk("A", OTHER), chunk("B", f"New heading. {QUOTE}")])
    assert (span.method, span.chunk, span.quote, span.likeness) == ("exact", "B", QUOTE, 1.0)


def test_a_change_of_width_or_line_breaks_is_folded() -> None:
    span = found([chunk("B", "The monthly fee for a\nmooring berth is １２,５００ yen. And more.")])
    assert (span.method, span.chunk) == ("folded", "B")


def test_a_change_of_wording_is_fuzzy_while_the_numbers_stay() -> None:
    reworded = "The monthly fee of a mooring berth is now 12,500 yen."
    span = found([chunk("A", OTHER), chunk("B", f"{OTHER} {reworded} {OTHER}")])
    assert (span.method, span.quote) == ("fuzzy", reworded)
    assert 0.85 <= span.likeness < 1


def test_another_number_is_a_miss_because_the_answer_may_have_changed() -> None:
    changed = QUOTE.replace("12,500", "13,500")
    miss = missed([chunk("B", f"{OTHER} {changed}")])
    assert "other numbers" in miss.reason
    assert (miss.nearest_chunk, miss.nearest) == ("B", changed)


def test_a_quote_that_is_gone_is_queued_with_the_nearest_passage() -> None:
    gone = missed([chunk("A", OTHER)])
    assert (gone.item, gone.position, gone.chunk, gone.quote) == ("Q", 0, "W", QUOTE)
    assert gone.nearest is None
    near = missed([chunk("A", "The monthly fee for a mooring berth is set each spring by the harbour council.")])
    assert "enough like" in near.reason
    assert near.nearest_chunk == "A"


def test_of_several_places_the_old_chunk_wins_then_the_old_document() -> None:
    copies = [chunk("A", QUOTE), chunk("W", f"{OTHER} {QUOTE}")]
    assert found(copies).chunk == "W"
    assert found([chunk("A", QUOTE), chunk("B", QUOTE, "rules")], doc="rules").chunk == "B"
    assert "2 places" in missed([chunk("A", QUOTE), chunk("B", QUOTE)]).reason
    assert "2 places" in missed([chunk("W", f"{QUOTE} {QUOTE}")]).reason


def test_japanese_sentences_are_found_again() -> None:
    quote = "係留料は月額12,500円とし、前月末日までに納める。"
    new = [
        chunk("A", "桟橋の清掃は毎週月曜に行う。"),
        chunk("B", "第２条　係留料は月額12,500円とし、前月の末日までに納める。"),
    ]
    span = found(new, quote)
    assert (span.method, span.quote) == ("fuzzy", "係留料は月額12,500円とし、前月の末日までに納める。")


@given(texts=st.lists(st.sampled_from([QUOTE, OTHER, QUOTE.replace("1", "2"), "x " + QUOTE]), max_size=5))
def test_no_quote_is_ever_dropped(texts: list[str]) -> None:
    report = moved([chunk(f"C{n}", text) for n, text in enumerate(texts)])
    assert len(report.moved) + len(report.missed) == 1


def test_a_corpus_is_read_with_every_fault(tmp_path: Path) -> None:
    file = tmp_path / "en" / "chunks.jsonl"
    file.parent.mkdir()
    rows = [{"id": "a", "text": "one\u2028line"}, {"id": "a", "text": "two"}, {"id": "b"}]
    file.write_bytes(
        "\r\n".join(["\ufeff" + json.dumps(rows[0], ensure_ascii=False), "", *map(json.dumps, rows[1:])]).encode()
    )
    with pytest.raises(DataError) as error:
        read_corpus(tmp_path, "en")
    assert [fault.partition(" ")[0] for fault in error.value.faults] == ["chunks.jsonl:3", "chunks.jsonl:4"]
    file.write_text(json.dumps(rows[0]) + "\n")
    assert read_corpus(tmp_path, "en") == read_corpus(file, "en") == {"a": Chunk(id="a", text="one\u2028line")}
    with pytest.raises(DataError, match="no corpus"):
        read_corpus(tmp_path / "missing", "en")
