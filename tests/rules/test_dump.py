"""Telling a copied document from an answer."""

import pytest

from bench.rules.dump import is_dump
from bench.rules.verdict import judge_by_rule

QUESTION = {
    "en": "How many days may a rented projector be kept?",
    "ja": "貸し出したプロジェクターは何日間まで使えるか。",
}
LINES = {
    "en": "Screens are handed out at the counter on the ground floor. A broken lamp is replaced, cost not collected. ",
    "ja": "スクリーンは一階の窓口で渡す。切れたランプは交換し、費用は記載がないため徴収しない。返却は窓口で行う。",
}
DOCUMENT = {
    "en": "Rules for the Equipment Room\nIn force from 1 April 2026\n\n" + LINES["en"] * 10 + "It is 14 days.",
    "ja": "機材室の規則\n2026年4月1日施行\n\n" + LINES["ja"] * 10 + "14日間とする。",
}
ANSWER = {
    "en": "A rented projector may be kept for 14 days. " + LINES["en"] * 10,
    "ja": "貸し出したプロジェクターは14日間まで使えます。" + LINES["ja"] * 10,
}


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_a_long_text_without_a_sign_of_answering_is_a_dump(lang):
    assert is_dump(DOCUMENT[lang], QUESTION[lang])


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_a_short_text_is_none(lang):
    assert not is_dump(LINES[lang], QUESTION[lang])
    assert not is_dump("", QUESTION[lang])


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_a_long_answer_that_takes_up_the_question_is_none(lang):
    assert not is_dump(ANSWER[lang], QUESTION[lang])


@pytest.mark.parametrize(
    ("lang", "sign"),
    [
        ("en", "Answer: 14 days"),
        ("en", "This is stated in [2]."),
        ("en", "**14 days**"),
        ("en", "7 + 7 = 14"),
        ("en", "The provided documents do not say more."),
        ("ja", "答え：14日間"),
        ("ja", "根拠は資料2です。"),
        ("ja", "提供された文書からは以上です。"),
        ("ja", "以上のとおり回答します。"),
    ],
)
def test_one_sign_of_answering_is_enough(lang, sign):
    assert not is_dump(f"{DOCUMENT[lang]}\n{sign}", QUESTION[lang])


def test_a_direct_answer_in_front_of_a_long_explanation_is_none():
    assert not is_dump("14 days.\n\n" + LINES["en"] * 10, QUESTION["en"])


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("kind", ["main", "insufficient", "incomplete", "contradictory"])
def test_a_dump_is_wrong_and_no_abstention_whatever_it_holds(lang, kind):
    reference = {"en": "14 days", "ja": "14日間"}[lang]
    got = judge_by_rule(question=QUESTION[lang], reference=reference, accept=(), answer=DOCUMENT[lang], kind=kind)
    assert (got.verdict, got.abstained, got.conflict_named) == ("incorrect", False, False)


@pytest.mark.parametrize("reference", ["14 days", "Kawauso", "14日間", "かわうそ", "灘越会", "3月14日"])
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_a_placeholder_is_no_answer_and_no_refusal(reference, lang):
    got = judge_by_rule(question=QUESTION[lang], reference=reference, accept=(), answer="(empty context)", kind="main")
    assert (got.verdict, got.abstained) == ("incorrect", False)
