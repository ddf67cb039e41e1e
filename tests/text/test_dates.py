"""Dates and times of day in every form that the two languages use."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.text.clock import find_times
from bench.text.dates import find_dates


def parts(text):
    return [(d.year, d.month, d.day) for d in find_dates(text)]


@pytest.mark.parametrize(
    "text",
    [
        "2025-03-04",
        "2025/3/4",
        "2025.3.4",
        "2025年3月4日",
        "令和7年3月4日",
        "令和７年３月４日（火）",
        "R7.3.4",
        "R7/3/4",
        "二〇二五年三月四日",
        "2025年（令和7年）3月4日",
        "令和7年(2025年)3月4日",
        "March 4, 2025",
        "March 4th, 2025",
        "Mar. 4, 2025",
        "4 March 2025",
        "4 Mar 2025",
        "4th of March, 2025",
        "Tuesday, 4 March 2025",
    ],
)
def test_one_date_in_many_forms(text):
    assert parts(text) == [(2025, 3, 4)]


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("平成28.7.10", (2016, 7, 10)),
        ("H28/7/10", (2016, 7, 10)),
        ("昭和60年", (1985, None, None)),
        ("令和元年5月1日", (2019, 5, 1)),
        ("March 2025", (2025, 3, None)),
        ("11月6日", (None, 11, 6)),
        ("2026年6月末", (2026, 6, 30)),
        ("the end of June 2026", (2026, 6, 30)),
        ("13/04/2025", (2025, 4, 13)),
        ("04/13/2025", (2025, 4, 13)),
    ],
)
def test_partial_and_era_dates(text, right):
    assert parts(text) == [right]


def test_an_ambiguous_order_keeps_both_readings():
    (date,) = find_dates("03/04/2025")
    assert {(date.month, date.day), date.other} == {(3, 4), (4, 3)}
    assert find_dates("04/04/2025")[0].other is None


def test_the_same_year_is_carried_over():
    assert parts("令和8年3月21日に議決され、同年4月1日から") == [(2026, 3, 21), (2026, 4, 1)]


def test_fiscal_years_are_marked():
    assert [d.fiscal for d in find_dates("2025年度 FY2025 2025年")] == [True, True, False]


@pytest.mark.parametrize("text", ["2025年2月30日", "13月4日", "2025-13-01", "3.5", "100日間", "", "十十年"])
def test_what_is_no_date(text):
    assert [p for p in parts(text) if p[2]] == []


@given(st.dates())
def test_any_iso_date_is_read_back(day):
    assert parts(day.isoformat()) == [(day.year, day.month, day.day)]


@pytest.mark.parametrize(
    ("text", "minutes"),
    [
        ("14:30", 870),
        ("午後2時30分", 870),
        ("2:30 p.m.", 870),
        ("2 pm", 840),
        ("14時半", 870),
        ("正午", 720),
        ("午前0時", 0),
        ("noon", 720),
        ("25:00", 1500),
        ("9:30 in the evening", 1290),
    ],
)
def test_times_of_day(text, minutes):
    assert [t.minutes for t in find_times(text)] == [minutes]


def test_durations_are_no_times_and_a_bare_hour_leaves_the_half_open():
    assert find_times("2時間") == []
    assert not find_times("2:30")[0].half_known
    assert find_times("14:30")[0].half_known


def test_dotted_times_only_where_asked_for():
    assert find_times("15.10") == []
    assert [t.minutes for t in find_times("15.10", dotted=True)] == [910]


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("the first of April", (None, 4, 1)),
        ("the twenty-first of March 2026", (2026, 3, 21)),
        ("May the third", (None, 5, 3)),
    ],
)
def test_days_in_words(text, date):
    assert parts(text) == [date]


@pytest.mark.parametrize("text", ["you may first check", "the second part of March", "first April meeting"])
def test_ordinals_that_are_no_days(text):
    assert parts(text) == []


@pytest.mark.parametrize(
    ("text", "minutes"),
    [
        ("a quarter to six in the morning", 345),
        ("half past nine", 570),
        ("twenty to ten", 580),
        ("ten minutes to six in the evening", 1070),
        ("quarter past noon", 735),
    ],
)
def test_times_as_they_are_spoken(text, minutes):
    assert [t.minutes for t in find_times(text)] == [minutes]


def test_a_span_of_hours_is_no_spoken_time():
    assert [t.minutes for t in find_times("from 5 to 6 p.m.")] == [1080]
    assert find_times("ten to twelve people") == []
