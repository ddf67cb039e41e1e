"""Days of the week in every short form."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.text.fold import flatten
from bench.text.weekdays import days_spelled_out, only_days


@pytest.mark.parametrize(
    ("text", "spelled"),
    [
        ("月・水・金です", "月曜日、水曜日、金曜日です"),
        ("月水金に開く", "月曜日、水曜日、金曜日に開く"),
        ("土日のみ", "土曜日、日曜日のみ"),
        ("火〜木", "火曜日、水曜日、木曜日"),
        ("金曜日から月曜日まで", "金曜日、土曜日、日曜日、月曜日"),
        ("Mon, Wed and Fri", "Monday, Wednesday and Friday"),
        ("Mon-Wed", "Monday, Tuesday, Wednesday"),
        ("Saturday to Monday", "Saturday, Sunday, Monday"),
        ("Tuesdays and Thursdays.", "Tuesday and Thursday."),
        ("Only on Mondays", "Only on Monday"),
    ],
)
def test_days_are_written_out(text, spelled):
    assert days_spelled_out(text) == spelled


@pytest.mark.parametrize(
    "text", ["1月、2月", "日月", "水火の仲", "in the Sun", "3月から日を追って", "土木課", "Fritz and Wedge"]
)
def test_what_is_no_day_stays(text):
    assert days_spelled_out(text) == text


@given(st.text(alphabet=st.sampled_from("月火水日、・から曜 MonTue-s,.\n"), max_size=30))
def test_a_text_that_is_written_out_stays_as_it_is(text):
    once = days_spelled_out(text)
    assert once == flatten(once)


def test_only_days_wants_two_and_nothing_else():
    assert only_days("月曜日、火曜日")
    assert only_days("Monday, Tuesday and Friday")
    assert not only_days("月曜日")
    assert not only_days("月曜日の午前、火曜日")
    assert not only_days("")
