"""Telling a refusal from an answer that hedges, guesses, lacks a detail, or states a rule."""

import pytest

from bench.rules.asked import read_question
from bench.rules.declines import is_refusal
from tests.rules.conftest import letter, verdict

DAYS = "How long may a rented projector be kept?"
FEE, FEE_JA = "What is the fee?", "手数料はいくらですか。"


@pytest.mark.parametrize(
    ("lang", "clause", "declines"),
    [
        ("en", "The documents do not say.", True),
        ("en", "The fee is not stated anywhere.", True),
        ("en", "None of the sources mentions it.", True),
        ("en", "I was unable to find this.", True),
        ("en", "Unknown.", True),
        ("en", "The list breaks off before that entry.", True),
        ("en", "It is not the case that the fee is left unstated.", False),
        ("en", "Entry with personal devices is not permitted.", False),
        ("en", "The fee does not include lunch.", False),
        ("en", "It doesn't take long to find a seat.", False),
        ("ja", "提供された文書からは判断できません。", True),
        ("ja", "記載がありません。", True),
        ("ja", "不明です。", True),
        ("ja", "一覧が途中で途切れています。", True),
        ("ja", "記載がないわけではありません。", False),
        ("ja", "使用は許可されていません。", False),
        ("ja", "入場できません。", False),
    ],
)
def test_a_clause_declines_by_its_structure(lang, clause, declines):
    assert is_refusal(read_question("", lang), clause) is declines


@pytest.mark.parametrize(
    ("question", "reference", "answer", "expected"),
    [
        (DAYS, "14 days", "The period for projectors is not given. It mentions only 7 days for screens.", "a"),
        (DAYS, "14 days", "The documents do not say, but it is probably 14 days.", "c"),
        (DAYS, "14 days", "It may be kept for 14 days; who approves an extension is not stated.", "c"),
        (DAYS, "14 days", "I apologise for the delay. It may be kept for 14 days.", "c"),
        (DAYS, "14 days", "It seems to be 14 days.\nFinal answer: cannot be determined", "a"),
        (FEE, "12,500 yen", "I cannot answer from the documents. But my guess is 12,500 yen.", "c"),
        (FEE, "12,500 yen", "The documents do not say, so I will not guess.", "a"),
        (FEE_JA, "12,500円", "資料からは回答できません。推測ですが、12,500円です。", "c"),
        (FEE_JA, "12,500円", "資料に記載がなく、推測は控えます。", "a"),
        (FEE_JA, "12,500円", "手数料は12,500円です。支払方法については記載がありません。", "c"),
    ],
)  # fmt: skip
def test_what_stands_beside_a_refusal_decides(question, reference, answer, expected):
    assert letter(verdict(question, reference, answer)) == expected


def test_an_abstention_on_an_unanswerable_item_is_not_compared_with_the_explanation():
    answer = "資料[2]は目次に「育児休業」とあるだけで、具体的な日数の規定は含まれていません[2]。"
    assert verdict("休業は何日か。", "だれも比べない説明", answer, "insufficient").verdict == "correct"
