"""The final line of an answer: how it is written, that it decides, and that a list on it is compared as a set."""

import pytest

from bench.rules.answer import read_answer
from tests.rules.conftest import letter, verdict

FEE, FEE_JA = "What is the fee?", "料金はいくらか。"


@pytest.mark.parametrize(
    "text",
    [
        "12 a day, 7 days.\n\nAnswer: $84",
        "Answer: $80\nNo, one day more.\n\n**Answer:** $84.",
        "```\nAnswer: $84\n```",
        "So it is.\nFinal answer： **$84**",
        "The answer is $84.",
        "### Answer\n- $84",
    ],
)
def test_an_english_final_line_in_its_forms(text):
    assert read_answer(text, "en").final.strip(".* ") == "$84"
    assert letter(verdict(FEE, "$84", text)) == "c"
    assert letter(verdict(FEE, "$80", text)) == "i"


@pytest.mark.parametrize(
    "text",
    [
        "1日12円で7日分。\n\n回答：84円",
        "**回答：** 84円。",
        "回答：80円\n訂正します。\n最終回答：84円",
        "答えは84円です。",
        "回答\n84円",
    ],
)
def test_a_japanese_final_line_in_its_forms(text):
    assert letter(verdict(FEE_JA, "84円", text)) == "c"
    assert letter(verdict(FEE_JA, "80円", text)) == "i"


def test_a_sign_belongs_to_the_final_line():
    assert read_answer("Answer: -5", "en").final == "-5"
    assert read_answer("回答：▲5円", "ja").final == "▲5円"


@pytest.mark.parametrize(
    ("question", "reference", "answer", "expected"),
    [
        ("Which codes?", "A12, B07, C33", "Answer: C33, A12, B07", "c"),
        ("Which codes?", "A12, B07, C33", "Answer: A12, B07", "i"),
        ("Which codes?", "A12, B07", "Answer: A12, B07, C33", "i"),
        ("Which codes?", "A12, B07", "Answer: A12 and B70", "i"),
        ("番号をすべて挙げよ。", "A12、B07", "回答：B07、A12", "c"),
        ("番号をすべて挙げよ。", "A12、B07", "回答：A12、B70", "i"),
        ("When does it end?", "4 March 2025", "Answer: 2025-03-04", "c"),
        ("When does it end?", "4 March 2025", "Answer: 5 March 2025", "i"),
        ("At what time?", "14:30", "Answer: 2:30 p.m.", "c"),
        ("At what time?", "14:30", "Answer: 14:35", "i"),
        ("Who signs it?", "Ada Lind", "Answer: Ada Lind", "c"),
        ("Who signs it?", "Ada Lind", "Answer: Tom Moor", "i"),
        ("誰が署名するか。", "中川美咲", "回答：中川美咲", "c"),
        ("誰が署名するか。", "中川美咲", "回答：山本朔", "i"),
        ("What share?", "12.5%", "Answer: 12.5 %", "c"),
        ("What share?", "12.5%", "Answer: 13 %", "i"),
        ("Which code?", "K-0412", "Answer: K-0412", "c"),
        ("Which code?", "K-0412", "Answer: K-412", "i"),
    ],
)
def test_a_closed_answer_on_a_final_line_is_decided(question, reference, answer, expected):
    assert letter(verdict(question, reference, answer)) == expected


@pytest.mark.parametrize(
    ("question", "line"),
    [
        (FEE, "Answer: cannot be determined"),
        (FEE, "Answer: It cannot be determined from the documents."),
        (FEE, "Answer: unknown"),
        (FEE_JA, "回答：判断できない"),
        (FEE_JA, "回答：資料からは特定できません。"),
        (FEE_JA, "回答：不明"),
    ],
)
def test_a_final_line_that_declines(question, line):
    assert letter(verdict(question, "84 yen", f"84円 or 85 yen?\n\n{line}")) == "a"
    assert verdict(question, "x", line, "insufficient").abstained
