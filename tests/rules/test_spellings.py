"""The ways to write one name."""

import pytest

from bench.rules.spellings import name_variants, plain_letters


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Harbour Grey", "Harbor Gray"),
        ("Arts Centre", "Arts Center"),
        ("Tōru", "Toru"),
        ("霧ヶ辻", "霧ケ辻"),
        ("髙田", "高田"),
        ("第三木曜", "第3木曜"),
        ("五月の第二土曜", "5月の第2土曜"),
    ],
)
def test_spellings_that_are_one(one, other):
    assert plain_letters(one) == plain_letters(other)


@pytest.mark.parametrize(("one", "other"), [("斉藤", "斎藤"), ("Hall", "Hull"), ("九条", "八条"), ("第三", "第四")])
def test_names_that_are_two(one, other):
    assert plain_letters(one) != plain_letters(other)


def test_a_numeral_inside_a_name_stays():
    assert plain_letters("九条芽衣") == "九条芽衣"


@pytest.mark.parametrize(
    ("question", "name", "variant"),
    [
        ("Which crew?", "Crew B", "B"),
        ("Who chairs it?", "Ms. Haruka Sakuma", "Haruka Sakuma"),
        ("Who chairs it?", "Haruka Sakuma", "Sakuma Haruka"),
        ("担当の会社はどこか。", "株式会社匙屋", "匙屋"),
        ("何曜日か。", "木曜日", "木曜"),
    ],
)
def test_what_may_be_left_out(question, name, variant):
    assert variant in name_variants(question, name)
