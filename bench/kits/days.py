"""Days, months, half-years and fiscal years as Japanese offices count them, and how both languages write them."""

from __future__ import annotations

from calendar import monthrange
from datetime import date, timedelta

DAY = timedelta(days=1)
MONTHS = tuple("January February March April May June July August September October November December".split())
WEEKDAYS = {
    "en": tuple("Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()),
    "ja": tuple("月曜日 火曜日 水曜日 木曜日 金曜日 土曜日 日曜日".split()),
}
ERAS = ((date(2019, 5, 1), 2018, "令和", "R"), (date(1989, 1, 8), 1988, "平成", "H"))
"""First day, the year before the era's first, name, letter; latest first."""

_WIDE = str.maketrans("0123456789", "０１２３４５６７８９")


def fiscal_year(day: date) -> int:
    """The fiscal year (April to March) of a day, by the year in which it begins."""
    return day.year - (day.month < 4)


def half_year(day: date) -> date:
    """First day of the half of the fiscal year (April to September, October to March) that holds a day."""
    if 4 <= day.month <= 9:
        return date(day.year, 4, 1)
    return date(fiscal_year(day), 10, 1)


def half_end(start: date) -> date:
    """Last day of the half-year that begins on `start`."""
    return add_months(start, 6) - DAY


def quarter(day: date) -> int:
    """Quarter of the fiscal year, 1 (April to June) to 4 (January to March)."""
    return (day.month - 4) % 12 // 3 + 1


def month_days(first: date) -> list[date]:
    """Every day of the month of `first`, from `first` on."""
    return [first + DAY * i for i in range(monthrange(first.year, first.month)[1] - first.day + 1)]


def add_months(day: date, months: int) -> date:
    """The same day `months` later; the last of the month where that month is shorter."""
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))


def workdays(first: date, count: int, holidays: frozenset[date] = frozenset()) -> date:
    """The `count`th working day after `first`: neither Saturday, Sunday nor one of `holidays`. 0: `first` itself."""
    day = first
    while count > 0:
        day += DAY
        count -= day.weekday() < 5 and day not in holidays
    return day


def wide(number: int) -> str:
    """As Japanese offices set figures: one digit full-width, more digits half-width."""
    return str(number).translate(_WIDE) if 0 <= number < 10 else str(number)


def era(day: date) -> tuple[str, str, int]:
    """Name and letter of the era of a day, and the year in it (1 is 元年). Raises ValueError before 1989-01-08."""
    for first, before, name, letter in ERAS:
        if day >= first:
            return name, letter, day.year - before
    raise ValueError(f"{day} is before {ERAS[-1][2]}, the first era that is known here")


def era_year(day: date, suffix: str = "年", narrow: bool = False) -> str:
    """令和７年, 令和元年; with the suffix 年度 for a fiscal year, given by its first day."""
    name, _, year = era(day)
    return f"{name}{'元' if year == 1 else str(year) if narrow else wide(year)}{suffix}"


def show_date(day: date, lang: str, narrow: bool = False) -> str:
    """3 July 2025; 令和７年７月３日, or with half-width figures throughout where `narrow`."""
    if lang == "en":
        return f"{day.day} {MONTHS[day.month - 1]} {day.year}"
    return era_year(day, narrow=narrow) + show_month_day(day, lang, narrow)


def show_month_day(day: date, lang: str, narrow: bool = False) -> str:
    """3 July; ７月３日."""
    if lang == "en":
        return f"{day.day} {MONTHS[day.month - 1]}"
    month, number = (str(day.month), str(day.day)) if narrow else (wide(day.month), wide(day.day))
    return f"{month}月{number}日"


def show_month(day: date, lang: str, narrow: bool = False) -> str:
    """July 2025; 令和７年７月."""
    if lang == "en":
        return f"{MONTHS[day.month - 1]} {day.year}"
    return f"{era_year(day, narrow=narrow)}{day.month if narrow else wide(day.month)}月"


def show_fiscal_year(year: int, lang: str, narrow: bool = False) -> str:
    """fiscal 2025; 令和７年度."""
    return f"fiscal {year}" if lang == "en" else era_year(date(year, 12, 31), "年度", narrow)


def show_half(start: date, lang: str, narrow: bool = False) -> str:
    """first half of fiscal 2025; 令和７年度上期."""
    first = start.month == 4
    if lang == "en":
        return f"{'first' if first else 'second'} half of fiscal {fiscal_year(start)}"
    return show_fiscal_year(fiscal_year(start), lang, narrow) + ("上期" if first else "下期")


def clock(minutes: int) -> str:
    """9:05, of minutes after midnight."""
    return f"{minutes // 60}:{minutes % 60:02}"
