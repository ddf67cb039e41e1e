"""Telling a refusal from an answer that hedges, guesses or lacks a detail."""

import pytest

from bench.rules.declines import declines

QUESTION = "How long may a rented projector be kept?"
FEE, FEE_JA = "What is the fee?", "手数料はいくらですか。"


def test_both_languages_are_read():
    assert declines("提供された文書からは判断できません。").abstained
    assert declines("The documents do not say.").abstained
    assert not declines("14日間です。").abstained


def test_related_facts_beside_a_refusal_leave_it_a_refusal():
    answer = "The period for projectors is not given. Screens may be kept for 7 days."
    assert declines(answer, QUESTION).abstained


@pytest.mark.parametrize(
    "answer",
    [
        "The documents do not say, but it is probably 14 days.",
        "It may be kept for 14 days; who approves an extension is not stated.",
        "I apologise for the delay. It may be kept for 14 days.",
        "Answer: 14 days. Note: I could not verify the source.",
    ],
)
def test_an_attempt_is_no_refusal(answer):
    assert not declines(answer, QUESTION).abstained


def test_a_rule_that_forbids_is_no_refusal():
    assert not declines("使用は許可されていません。").abstained
    assert not declines("Entry with personal devices is not permitted.").abstained


def test_the_marked_answer_decides():
    assert declines("It seems to be 14 days.\nFinal answer: cannot be determined", QUESTION).abstained


def test_silence_is_no_refusal():
    assert not declines("").abstained


def test_the_clause_that_declines_is_shown():
    assert "判断できません" in declines("資料からは判断できません。").clause


@pytest.mark.parametrize(
    ("answer", "question", "abstained"),
    [
        ("I cannot answer from the documents. But my guess is 12,500 yen.", FEE, False),
        ("The documents do not say. Guessing, 12,500 yen.", FEE, False),
        ("The documents do not say; any guess would be speculation.", FEE, True),
        ("The documents do not say, so I will not guess.", FEE, True),
        ("資料からは回答できません。推測ですが、12,500円です。", FEE_JA, False),
        ("資料からは回答できません。あくまで推測になりますが、12,500円です。", FEE_JA, False),
        ("資料に記載がなく、推測は控えます。", FEE_JA, True),
        ("記載がないため推測できません。", FEE_JA, True),
    ],
)
def test_an_announced_guess_after_a_refusal_is_an_attempt(answer: str, question: str, abstained: bool) -> None:
    assert declines(answer, question).abstained is abstained
