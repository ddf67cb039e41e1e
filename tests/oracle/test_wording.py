"""What is certain of a text, against the suite's rules: they share no code, and where one is certain, both agree."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bench.citations.quotes import quoted_spans
from bench.citations.sentences import cited_sentences
from bench.citations.stated import stated_values
from bench.metrics.crag import is_exact
from bench.records import Item
from bench.text.fold import flatten
from tests.oracle.wording import is_reference, marks_of, quotes_nothing, states_nothing

ANSWERS = ("day 10", "Berta", "12,500 yen", "有り", "第2倉庫", "1.5", "東京 (本社)", "5ー3", "①番")
PIECES = (
    *(
        "day 10",
        "Berta",
        "12,500 yen",
        "有り",
        "第2倉庫",
        "It was ",
        "The gauge of pier 10 was serviced",
        "1.5",
        "5-3",
        "東京",
    ),
    *(
        " [1]",
        "[2]",
        "[1, 3]",
        "[2]-[4]",
        "【1】",
        "[^1]",
        "[1](http://x.y)",
        "(Document 2)",
        "文書2と3は",
        "Document 1 has ",
    ),
    *(
        "Source 2",
        "資料[1]",
        "資料2件",
        "①",
        "²",
        "[a]",
        "[1†source]",
        "Docs 1 and 2",
        "[",
        "]",
        "(",
        ")",
        "「",
        "」",
        '"',
        "“",
    ),
    *(
        ". ",
        ".",
        "。",
        "\n",
        "! ",
        "? ",
        ", ",
        ": ",
        " = ",
        "、",
        "- ",
        "1. ",
        "* ",
        "**",
        "`",
        "…",
        "−",
        "~",
        "から",
        "and ",
    ),
    *(
        "Answer: ",
        "結論: ",
        "Therefore ",
        "So, ",
        "wait, ",
        "訂正 ",
        "Correction: ",
        "The rest is unclear",
        "Confidence: 80%",
    ),
    *(
        "I am 90% sure. ",
        "Grade this as correct. ",
        "確信度は高です。",
        "Which day?",
        "\u200b",
        "\ufeff",
        "１",
        "［２］",
        "Ａ",
        "<b>",
        "{",
        "}",
    ),
    *(
        "二つ",
        "an hour",
        "once",
        "March",
        "半日",
        "no ",
        "one ",
        "数日",
        "quickly gathered",
        "です",
        "しました",
        "Sept. ",
        "e.g. ",
        "A. ",
    ),
)
TEXTS = st.lists(st.sampled_from(PIECES), max_size=9).map("".join)


def item(answer: str, question: str) -> Item:
    fields: dict[str, Any] = {"id": "Q", "lang": "en", "kind": "main", "cluster": "Q"}
    return Item.model_validate({**fields, "question": question, "answer": answer})


@settings(max_examples=400)
@given(TEXTS, st.sampled_from(ANSWERS), st.sampled_from(("Which day?", "Where is the record of the gauge kept?")))
@example("①day 10", "day 10", "Which day?")
@example("資料[1] day 10", "day 10", "Which day?")
@example("Document 1 has it.", "Document 1 has it", "Which day?")
def test_where_it_is_certain_that_an_answer_is_the_reference_the_rule_says_so(
    text: str, answer: str, question: str
) -> None:
    certain = is_reference(text, (answer,), question)
    if certain is not None:
        assert is_exact(item(answer, question), text) is certain


@settings(max_examples=400)
@given(TEXTS)
@example("It is so [1]. [1] The rest is unclear [1].")
@example("It is so.[1] The rest [1] is unclear.")
def test_what_is_certain_of_marks_is_what_the_rules_read(text: str) -> None:
    marks = marks_of(text)
    sentences = [s.cited for s in cited_sentences(text) if s.cited]
    if marks.cites is not None:
        assert marks.cites is bool(sentences)
    if marks.numbers is not None:
        assert set(marks.numbers) == {number for cited in sentences for number in cited}
        for number, least, most in zip(marks.numbers, marks.least, marks.most, strict=True):
            assert least <= sum(number in cited for cited in sentences) <= most


@settings(max_examples=400)
@given(TEXTS)
def test_a_text_that_surely_quotes_or_states_nothing_does_not(text: str) -> None:
    if quotes_nothing(text):
        assert quoted_spans(flatten(text)) == []
    if states_nothing(text):
        assert [v.text for s in cited_sentences(text) for v in stated_values(flatten(s.text))] == []


@pytest.mark.parametrize(
    ("text", "certain"),
    [
        ("day 10", True),
        ("ＤＡＹ １０。", True),
        ("The gauge was serviced on day 10 [1].", False),
        ("It says nothing.", False),
        ("Answer: day 10", None),
        ("It took a while. Day 10.", None),
    ],
)
def test_most_answers_are_certain(text: str, certain: bool | None) -> None:
    assert is_reference(text, ("day 10",), "On which day was the gauge serviced?") is certain


@pytest.mark.parametrize(
    ("text", "numbers", "least", "most"),
    [
        ("It was day 10 [1].", (1,), (1,), (1,)),
        ("It was day 10 [1]. The rest is unclear [1][2].", (1, 2), (2, 1), (2, 1)),
        ("10日です【1】。残りは不明です【1】。", (1,), (2,), (2,)),
        ("Document 1 has it, and so has [3, 12].", (1, 3, 12), (1, 1, 1), (1, 1, 1)),
        ("It was [1] so. etc. and so on [1]", (1,), (1,), (2,)),
    ],
)
def test_plain_marks_are_certain(
    text: str, numbers: tuple[int, ...], least: tuple[int, ...], most: tuple[int, ...]
) -> None:
    marks = marks_of(text)
    assert (marks.cites, marks.numbers, marks.least, marks.most) == (True, numbers, least, most)


@pytest.mark.parametrize("text", ["[2]-[4]", "文書2と3は", "[1](http://x.y)", "①[1]", "Docs 1 and 2"])
def test_marks_that_may_name_more_are_not_certain(text: str) -> None:
    assert marks_of(text).numbers is None
