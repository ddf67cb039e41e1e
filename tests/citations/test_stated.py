"""Which values a sentence states, and whether a chunk states them too."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.citations.stated import holds, stated_values
from bench.dataset import load
from bench.records import Lang
from bench.text.fold import flatten
from bench.text.sentences import split_sentences


def missing(sentence: str, chunk: str) -> list[str]:
    """The values of a sentence that the chunk does not state."""
    return [s.text.strip() for s in stated_values(flatten(sentence)) if not holds(chunk, s.data)]


@pytest.mark.parametrize(
    ("sentence", "chunk"),
    [
        ("12,500円", "料金は1万2千5百円とする。"),
        ("１２，５００円", "The fee is 12,500 yen."),
        ("2025-03-04", "令和7年3月4日に施行する。"),
        ("4 March 2025", "令和７年３月４日に施行する。"),
        ("10 %", "割引は1割とする。"),
        ("0.1", "a rate of 10 %"),
        ("1.5 hours", "The course takes 90 minutes."),
        ("500 MB", "容量は0.5 GBである。"),
        ("午後2時30分", "The desk closes at 14:30."),
        ("30日以上90日以下", "対象は30〜90日の予約とする。"),
        ("15 employees", "従業員は15名である。"),
        ("4,150円", "| 区分 | 金額（円） |\n|---|---|\n| A | 4,150 |"),
        ("76億円", "売上（百万円）\n7,600"),
        ("500 yen", "name,a,b\nx,300,500"),
        ("4月10日から30日", "期間は2026年4月10日から4月30日まで"),
        ("1 April 2025", "Fiscal 2025\nValid from 1 April."),
        ("2026年2月1日", "令和7年度\n2月1日から適用する。"),
        ("in 2025", "The plan of 4 March 2025."),
    ],
)
def test_forms_of_one_value_are_that_value(sentence: str, chunk: str) -> None:
    assert stated_values(flatten(sentence))
    assert missing(sentence, chunk) == []


@pytest.mark.parametrize(
    ("sentence", "chunk"),
    [
        ("12,600円", "料金は1万2千5百円とする。"),
        ("5 yen", "The fee is 15 yen."),
        ("10 %", "The fee is 10 yen."),
        ("12.3 km", "It is 12.34 km long."),
        ("12.34 km", "It is 12.3 km long."),
        ("4 March 2024", "令和7年3月4日に施行する。"),
        ("4 March 2025", "Valid from 4 March."),
        ("5 Gb", "Each line has 5 GB."),
        ("14:30", "The desk closes at 15:30."),
        ("20 to 50 days", "between 20 and 40 days"),
        ("2 yen", '<td rowspan="2">4,150 yen</td>'),
    ],
)
def test_another_value_or_a_rounded_one_is_not_in_the_chunk(sentence: str, chunk: str) -> None:
    assert missing(sentence, chunk) != []


@pytest.mark.parametrize(
    "text", ["1. The first rule applies.", "(2) One of them applies.", "Step 3: read it.", "- none"]
)
def test_labels_and_mere_words_are_no_values(text: str) -> None:
    assert stated_values(flatten(text)) == []


@pytest.mark.daily(1)
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_nearly_every_value_of_the_written_chunks_is_found_in_its_chunk(lang: Lang) -> None:
    corpus = load("gib", (lang,)).langs[lang].corpus.values()
    # Drawn logs have columns of numbers with blanks between them, which read as one grouped number.
    chunks = [chunk for chunk in corpus if chunk.id.startswith("W")][::6]
    found = [
        (chunk.id, value.text, holds(chunk.text, value.data))
        for chunk in chunks
        for sentence in split_sentences(flatten(chunk.text))
        for value in stated_values(sentence)
    ]
    lost = [(where, text) for where, text, held in found if not held]
    assert len(found) > 500
    assert len(lost) <= len(found) * 0.002, lost


def test_no_reading_of_a_published_chunk_raises() -> None:
    published = Path(__file__).parents[2].parent / "shared" / "external" / "litragbench"
    if not published.is_dir():
        pytest.skip("the published set is not at hand")
    for chunk in list(load(str(published), ("ja",)).langs["ja"].corpus.values())[:40]:
        for value in stated_values(flatten(chunk.text)):
            assert value.text
