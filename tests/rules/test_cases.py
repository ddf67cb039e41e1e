"""Known failures of other judges, each by its content."""

import pytest

from bench.langs import language_of
from bench.rules.claim import Claim
from bench.rules.verdict import compared
from tests.rules.conftest import verdict

COUNT = "全部でいくつですか。"


def right(question, gold, answer):
    return compared(question, gold, answer, language_of([question or answer])) is Claim.SAME


def judged(answer, kind="insufficient"):
    return verdict("", "", answer, kind)


def test_c19_an_apology_before_a_full_answer_is_no_refusal():
    answer = (
        "I'm sorry for the confusion earlier. As an AI assistant I checked the sheet: the warranty lasts 24 months."
    )
    got = verdict("How long is the warranty?", "24 months", answer)
    assert (got.verdict, got.abstained) == ("correct", False)


def test_c21_a_missing_detail_before_the_answer_is_no_refusal():
    answer = "I cannot find the 2023 figure, but the 2024 figure in the report is 1.2 million units."
    got = verdict("How many units were sold in 2024?", "1.2 million", answer)
    assert (got.verdict, got.abstained) == ("correct", False)


def test_c23_a_citation_mark_does_not_make_a_refusal_an_answer():
    got = judged("資料[2]は目次に「育児休業」とあるだけで、具体的な日数の規定は含まれていません[2]。")
    assert (got.verdict, got.abstained) == ("correct", True)


@pytest.mark.parametrize(
    "answer",
    [
        "提供された文書からは判断できません。",
        "該当する記載は見当たりませんでした。",
        "情報が不足しているためお答えいたしかねます。",
        "不明です。",
        "資料には明記されておらず、分かりかねます。",
    ],
)
def test_c25_polite_japanese_refusals(answer):
    assert judged(answer).abstained is True


def test_c31_an_abstention_is_not_compared_with_the_explanation():
    assert judged("その情報は資料にありません。").verdict == "correct"


@pytest.mark.parametrize(
    ("answer", "gold", "equal"), [("ANSWER: 523", "23", False), ("答えは3187です", "87", False), ("87", "87", True)]
)
def test_c37_numbers_are_compared_by_value(answer, gold, equal):
    assert right("", gold, answer) is equal


@pytest.mark.parametrize(
    ("answer", "equal"),
    [
        ("0.1", True),
        ("１０％", True),
        ("10 percent", True),
        ("1割", True),
        ("10割", False),
        ("10", False),
        ("1%", False),
    ],
)
def test_c39_percent_fraction_and_bare_number(answer, equal):
    assert right("解約率はいくらですか。", "10%", answer) is equal


@pytest.mark.parametrize(
    ("answer", "equal"),
    [("5", False), ("-5", True), ("−5", True), ("－５", True), ("▲5", True), ("△5億円", False), ("マイナス5", True)],
)
def test_c41_signs(answer, equal):
    assert right("", "-5", answer) is equal


@pytest.mark.parametrize(
    ("answer", "equal"),
    [
        ("15,000円", True),
        ("１５０００円", True),
        ("1.5万円", True),
        ("一万五千円", True),
        ("15千円", True),
        ("￥15,000", True),
        ("5千円", False),
        ("1万5円", False),
    ],
)
def test_c43_mixed_japanese_numerals(answer, equal):
    assert right("", "1万5千円", answer) is equal


def test_c45_no_numbers_out_of_place_names():
    answer = "千葉県、十日町市、八王子市の3つで、万全の体制です。"
    assert right(COUNT, "3", answer)
    assert not right(COUNT, "1000", answer)
    assert not right(COUNT, "10", answer)


@pytest.mark.parametrize(("answer", "equal"), [("弐萬円", True), ("金弐万円也", True), ("拾弐萬円", False)])
def test_c47_formal_numerals(answer, equal):
    assert right("", "20000円", answer) is equal


@pytest.mark.parametrize(
    ("answer", "equal"),
    [
        ("平成28年7月10日", True),
        ("平成28.7.10", True),
        ("H28/7/10", True),
        ("2016年７月１０日", True),
        ("July 10, 2016", True),
        ("2028-07-10", False),
    ],
)
def test_c49_era_dates(answer, equal):
    assert right("", "2016-07-10", answer) is equal


def test_c51_ranges_match_in_either_order():
    closed, tilde, half_open = "30日以上90日以下", "30〜90日", "30日以上90日未満"
    assert right("", closed, tilde)
    assert right("", tilde, closed)
    assert not right("", closed, half_open)
    assert not right("", half_open, closed)


def test_c53_every_required_element_is_required():
    assert right("", "5 GB、30日", "容量は5 GBで、保存期間は30日です。")
    assert not right("", "5 GB、30日", "容量は5 GBです。")


@pytest.mark.parametrize(
    ("answer", "gold", "equal"),
    [
        ("Tirana", "Iran", False),
        ("東京都", "京都", False),
        ("E120エラー", "E12", False),
        ("所在地は京都市です", "京都", True),
    ],
)
def test_c55_a_substring_is_no_match(answer, gold, equal):
    assert right("", gold, answer) is equal


@pytest.mark.parametrize(
    ("answer", "equal"),
    [("1.73", True), ("173 cm", True), ("1.75", False), ("1.73 cm", False), ("約1.73メートル", True)],
)
def test_c57_the_unit_may_be_left_out_but_not_the_value(answer, equal):
    assert right("像の高さは何メートルですか。", "1.73 m", answer) is equal


@pytest.mark.parametrize(
    ("gold", "answer", "equal"), [("5 µm", "5 μm", True), ("10 kΩ", "10 kΩ", True), ("5 mm", "5 µm", False)]
)
def test_c59_lookalike_unit_characters(gold, answer, equal):
    assert right("", gold, answer) is equal


@pytest.mark.parametrize(("gold", "equal"), [("£40", True), ("£18.20", False), ("40ドル", False)])
def test_c61_an_operand_is_not_the_result(gold, equal):
    assert right("", gold, "18.20ポンドと21.80ポンドを足して、合計は40.00ポンドです。") is equal
