"""Days as Japanese offices count and write them."""

from __future__ import annotations

from datetime import date

import pytest

from bench.kits import days
from bench.kits.filters import EN, JA, decimal, ordinal

DAY = date(2025, 7, 3)


def test_the_fiscal_year_begins_in_april() -> None:
    assert [days.fiscal_year(date(2025, month, 1)) for month in (3, 4, 12)] == [2024, 2025, 2025]


def test_half_years_begin_in_april_and_october() -> None:
    halves = [days.half_year(day) for day in (date(2025, 9, 30), date(2025, 10, 1), date(2026, 3, 31))]
    assert halves == [date(2025, 4, 1), date(2025, 10, 1), date(2025, 10, 1)]
    assert days.half_end(date(2025, 10, 1)) == date(2026, 3, 31)


def test_quarters_are_those_of_the_fiscal_year() -> None:
    assert [days.quarter(date(2025, month, 1)) for month in (1, 4, 6, 7, 12)] == [4, 1, 1, 2, 3]


def test_a_month_has_its_days() -> None:
    assert [len(days.month_days(date(2024, month, 1))) for month in (1, 2, 4)] == [31, 29, 30]


def test_months_are_added_up_to_the_last_day() -> None:
    assert days.add_months(date(2025, 1, 31), 1) == date(2025, 2, 28)
    assert days.add_months(date(2025, 11, 15), 3) == date(2026, 2, 15)


def test_working_days_leave_out_weekends_and_holidays() -> None:
    friday = date(2025, 7, 4)
    assert days.workdays(friday, 0) == friday
    assert days.workdays(friday, 1) == date(2025, 7, 7)
    assert days.workdays(friday, 1, frozenset({date(2025, 7, 7)})) == date(2025, 7, 8)


@pytest.mark.parametrize(
    ("name", "value", "english", "japanese"),
    [
        ("d", DAY, "3 July 2025", "令和７年７月３日"),
        ("dn", DAY, "3 July 2025", "令和7年7月3日"),
        ("dw", DAY, "3 July 2025", "2025年7月3日"),
        ("d", date(2019, 5, 1), "1 May 2019", "令和元年５月１日"),
        ("d", date(2019, 4, 30), "30 April 2019", "平成31年４月30日"),
        ("md", DAY, "3 July", "７月３日"),
        ("s", DAY, "2025-07-03", "2025/07/03"),
        ("r", DAY, "03/07/2025", "R7.7.3"),
        ("m", DAY, "July 2025", "令和７年７月"),
        ("wd", DAY, "Thursday", "木曜日"),
        ("wds", DAY, "Thu", "木"),
        ("fy", 2025, "fiscal 2025", "令和７年度"),
        ("half", date(2025, 10, 1), "second half of fiscal 2025", "令和７年度下期"),
        ("t", 545, "9:05", "9:05"),
        ("tj", 545, "9:05", "９時05分"),
        ("tj", 600, "10:00", "10時"),
        ("dur", 125, "2 hours 5 minutes", "２時間５分"),
        ("dur", 60, "1 hour", "１時間"),
        ("dur", 0, "0 minutes", "０分"),
        ("yen", 1234567, "1,234,567", "1,234,567"),
        ("z", 7, "7", "７"),
        ("z", 17, "17", "17"),
        ("pct", 15, "15%", "15％"),
        ("ord", 2, "2nd", "第２"),
    ],
)
def test_filters_write_as_documents_do(name: str, value: object, english: str, japanese: str) -> None:
    assert (EN[name](value), JA[name](value)) == (english, japanese)


def test_a_decimal_is_written_exactly_or_not_at_all() -> None:
    from fractions import Fraction

    assert decimal(Fraction(-12345, 10), 2) == "-1,234.50"
    with pytest.raises(ValueError, match="round it in the ledger"):
        decimal(Fraction(1, 3), 2)
    with pytest.raises(TypeError, match="Decimal or a Fraction"):
        decimal(0.5, 1)  # type: ignore[arg-type]


def test_ordinals_of_the_teens_end_in_th() -> None:
    assert [ordinal(n) for n in (1, 2, 3, 4, 11, 12, 13, 21)] == "1st 2nd 3rd 4th 11th 12th 13th 21st".split()


def test_an_era_before_those_known_is_refused() -> None:
    with pytest.raises(ValueError, match="平成"):
        days.era(date(1988, 1, 1))
