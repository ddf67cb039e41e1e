"""To which sentence a citation belongs."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.citations.marks import find_marks
from bench.citations.sentences import Citing, cited_sentences, citing_sentences, without_marks
from bench.text.fold import flatten


def pairs(answer: str) -> list[tuple[str, tuple[int, ...]]]:
    return [(s.text.strip(" .。"), s.cited) for s in cited_sentences(answer)]


@pytest.mark.parametrize(
    "answer",
    ["It costs 5 yen [2]. It is due in May [3].", "It costs 5 yen. [2] It is due in May. [3]",
     "It costs 5 yen.[2] It is due in May.[3]", "[2] It costs 5 yen. [3] It is due in May."],
)  # fmt: skip
def test_a_mark_belongs_to_its_sentence_wherever_it_stands(answer: str) -> None:
    assert pairs(answer) == [("It costs 5 yen", (2,)), ("It is due in May", (3,))]


@pytest.mark.parametrize("answer", ["料金は5円です[2]。期限は5月です[3]。", "料金は5円です。[2]期限は5月です。【３】"])
def test_japanese_too(answer: str) -> None:
    assert pairs(answer) == [("料金は5円です", (2,)), ("期限は5月です", (3,))]


def test_sentences_without_marks_cite_nothing() -> None:
    assert pairs("It costs 5 yen [1].\nAnswer: 5 yen") == [("It costs 5 yen", (1,)), ("Answer: 5 yen", ())]
    assert pairs("") == []


def test_a_citation_is_counted_once_in_a_sentence() -> None:
    answer = "資料[2]は目次に「育児休業」とあるだけで、具体的な日数の規定は含まれていません[2]。"
    (sentence,) = cited_sentences(answer)
    assert sentence.cited == (2,)
    assert sentence.quotes == ("育児休業",)


def test_a_full_stop_inside_a_quotation_does_not_take_it_from_its_mark() -> None:
    first, second = cited_sentences('The rule says "Pay monthly. In cash only." [2] Ask the desk.')
    assert (first.quotes, first.cited) == (("Pay monthly. In cash only.",), (2,))
    assert (second.text, second.cited) == ("Ask the desk.", ())


def test_an_abbreviated_label_does_not_end_a_sentence() -> None:
    assert pairs("It costs 5 yen (Doc. 2) a day.") == [("It costs 5 yen ( ) a day", (2,))]


def test_the_digits_of_marks_are_no_part_of_the_text() -> None:
    assert "2" not in without_marks("It costs 5 yen [2], see Document 2.")


@given(st.text(alphabet=st.sampled_from('aA5。. \n"「」[]()12文書'), max_size=80))
def test_no_citation_is_lost_or_made_up(answer: str) -> None:
    marked = {number for mark in find_marks(flatten(answer)) for number in mark.numbers}
    assert {number for s in cited_sentences(answer) for number in s.cited} == marked


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("It costs 5 yen [2]. It is due in May.", [("It costs 5 yen.", ("b",))]),
        ("It costs 5 yen [2][1][2]. It is due [9].", [("It costs 5 yen.", ("b", "a"))]),
        ("料金は5円です[1]。期限は5月です【２】。", [("料金は5円です。", ("a",)), ("期限は5月です。", ("b",))]),
        ("It is 5 [1]. It is 5 [1]. It is 5 [2].", [("It is 5.", ("a",)), ("It is 5.", ("b",))]),
        ("[1]", []),
        ("No mark at all.", []),
        ("", []),
    ],
)
def test_a_sentence_with_the_chunks_that_it_cites(answer: str, expected: list[tuple[str, tuple[str, ...]]]) -> None:
    assert citing_sentences(answer, ("a", "b")) == [Citing(*one) for one in expected]


@given(st.text(alphabet=st.sampled_from("[]12 .。円a\n"), max_size=60))
def test_a_citing_sentence_cites_what_was_shown_and_says_something(answer: str) -> None:
    for sentence in citing_sentences(answer, ("a", "b")):
        assert set(sentence.chunks) <= {"a", "b"}
        assert sentence.text.strip()
    assert citing_sentences(answer, ()) == []
