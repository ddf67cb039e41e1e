"""Reading numbers by value, and none out of words and names."""

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.text.numbers import find_numbers


def values(text):
    return [n.value for n in find_numbers(text)]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("12,500", 12500),
        ("1万2千5百", 12500),
        ("１２，５００", 12500),
        ("一万五千円", 15000),
        ("弐萬円", 20000),
        ("拾弐萬円", 120000),
        ("1.5万円", 15000),
        ("18 200 people", 18200),
        ("about 1 234 567 yen", 1_234_567),
        ("一・五カ月分", Fraction(3, 2)),
        ("勤続弐拾年", 20),
        ("勤続三十年", 30),
        ("15千円", 15000),
        ("1億2000万", 120_000_000),
        ("650百万円", 650_000_000),
        ("76億1,600万円", 7_616_000_000),
        ("5.2 万トン", 52000),
        ("1.2 million", 1_200_000),
        ("$3bn", 3_000_000_000),
        ("twenty-five days", 25),
        ("two hundred and five", 205),
        ("fifteen hundred yen", 1500),
        ("−5", -5),
        ("▲5", -5),
        ("マイナス5", -5),
        ("minus 3 °C", -3),
        ("-¥500", -500),
        ("3×10^6", 3_000_000),
        ("二〇二五年三月", 2025),
        ("2.240.000 yen", 2_240_000),
        ("1\u202f240 t", 1240),
    ],
)
def test_a_number_is_read_by_value(text, value):
    assert values(text)[0] == value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("4分の3", Fraction(3, 4)),
        ("3/4", Fraction(3, 4)),
        ("三分の一", Fraction(1, 3)),
        ("5½", Fraction(11, 2)),
        ("3 out of 8", Fraction(3, 8)),
        ("5人に2人", Fraction(2, 5)),
        ("three quarters", Fraction(3, 4)),
        ("半分", Fraction(1, 2)),
    ],
)
def test_fractions_are_exact(text, value):
    assert values(text) == [value]


@pytest.mark.parametrize(
    "text",
    [
        "千葉県",
        "十日町市",
        "八王子市",
        "万全の体制",
        "四国",
        "三重県",
        "一般的に",
        "十分です",
        "統一英語力",
        "E120",
        "K-14",
        "A325",
        "3-2-1",
        "090-1234-5678",
        "10.0.0.1",
        "5G",
        "数十人",
        "rest",
        "one's",
        "",
    ],
)
def test_no_number_is_read_out_of_words_names_and_codes(text):
    assert [n for n in find_numbers(text) if not n.lone_word] == []


def test_the_step_is_that_of_the_last_printed_digit():
    steps = [find_numbers(t)[0].step for t in ("12.50", "8万4千", "84,300", "1.2 million")]
    assert steps == [Fraction(1, 100), 1000, 1, 100_000]


def test_a_sum_is_two_numbers_and_a_sign_between_words_is_none():
    assert values("74,700 + 9,600 = 84,300") == [74700, 9600, 84300]
    assert values("30-90") == [30, 90]


@given(st.integers(min_value=1, max_value=10**12))
def test_any_integer_is_read_back_from_digits_and_grouping(n):
    assert values(f"約{n}円") == [n]
    assert values(f"about {n:,} yen") == [n]


@given(st.integers(min_value=1, max_value=9999), st.integers(min_value=1, max_value=9999))
def test_myriads_add_up(high, low):
    assert values(f"{high}億{low}万円") == [high * 10**8 + low * 10**4]


@given(st.text(max_size=80))
def test_no_text_breaks_the_reader_and_spans_are_in_order(text):
    found = find_numbers(text)
    assert all(a.end <= b.start for a, b in pairwise(found))
