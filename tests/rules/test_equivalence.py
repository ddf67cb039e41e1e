"""Equivalence beyond the vectors: properties that hold for every value and name."""

from hypothesis import given, settings
from hypothesis import strategies as st

from bench.rules.equivalence import Match, equivalent
from bench.rules.names import NameStatus, name_status
from bench.rules.question import read_question
from bench.rules.same_value import same_value
from bench.rules.values import read_values

amounts = st.integers(min_value=1, max_value=10**9)


@settings(max_examples=120)
@given(amounts)
def test_an_amount_equals_itself_in_every_spelling(n):
    for spelling in (f"{n}円", f"{n:,}円", f"¥{n:,}", f"{n:,} yen", f"料金は{n:,}円です。"):
        assert equivalent("料金はいくらですか。", f"{n:,}円", spelling) is Match.EQUAL


@settings(max_examples=120)
@given(amounts, st.integers(min_value=1, max_value=10**6))
def test_another_amount_is_another_amount(n, more):
    assert equivalent("How much is it?", f"{n} yen", f"It is {n + more} yen.") is Match.DIFFERENT


@settings(max_examples=120)
@given(amounts)
def test_ten_times_as_much_is_never_equal_and_neither_is_the_negative(n):
    assert equivalent("How much?", f"{n} yen", f"{n * 10} yen") is Match.DIFFERENT
    assert equivalent("How much?", f"{n} yen", f"-{n} yen") is Match.DIFFERENT


@settings(max_examples=80)
@given(st.dates())
def test_a_date_equals_itself_in_every_clear_form(day):
    forms = [
        day.isoformat(),
        f"{day.year}年{day.month}月{day.day}日",
        f"{day:%B} {day.day}, {day.year:04}",
        f"{day.day} {day:%b} {day.year:04}",
    ]
    if day.year >= 1000:
        for form in forms:
            assert equivalent("When?", day.isoformat(), form) is Match.EQUAL


def test_a_rate_needs_its_period():
    assert equivalent("What is the monthly fee?", "784 yen", "784 yen per year") is Match.DIFFERENT
    assert equivalent("What is the monthly fee?", "784 yen", "784 yen per month") is Match.EQUAL


def test_a_bound_may_be_left_out_but_not_turned_round():
    question = "貸出期間は何日以内ですか。"
    assert equivalent(question, "14日以内", "14日です。") is Match.EQUAL
    assert equivalent(question, "14日以内", "14日以上") is Match.DIFFERENT


def test_an_ambiguous_date_is_unsure_only_where_a_reading_fits():
    assert equivalent("When?", "6 November 2024", "06/11/2024") is Match.UNSURE
    assert equivalent("When?", "6 November 2024", "05/12/2024") is Match.DIFFERENT


def test_a_year_may_come_from_the_question():
    assert equivalent("When in 2024?", "6 November 2024", "6 November") is Match.EQUAL
    assert equivalent("When?", "6 November 2024", "6 November") is Match.DIFFERENT


def test_an_empty_reference_is_unsure_and_an_empty_candidate_different():
    assert equivalent("q", "", "a") is Match.UNSURE
    assert equivalent("q", "a", "") is Match.DIFFERENT


def test_a_name_in_another_script_is_not_guessed_at():
    assert equivalent("Which well?", "Kawauso", "かわうそです。") is Match.UNSURE


def test_the_question_fixes_the_unit_of_a_bare_number():
    (reference,), (bare,) = read_values("7.616 billion yen"), read_values("7.616")
    asked = read_question("How many billions of yen was it?")
    assert same_value(asked, (), reference, bare) is Match.EQUAL
    assert same_value(read_question("How much was it?"), (), reference, bare) is Match.DIFFERENT


def test_names_are_stated_rejected_or_among_others():
    assert name_status("", "Kawauso", "It is Kawauso.") is NameStatus.STATED
    assert name_status("", "Kawauso", "It is not Kawauso.") is NameStatus.REJECTED
    assert name_status("", "Kawauso", "Kawauso or Mozu") is NameStatus.AMONG_OTHERS
    assert name_status("", "Kawauso", "Kawausogawa") is NameStatus.ABSENT
