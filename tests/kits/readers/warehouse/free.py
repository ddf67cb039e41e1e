"""The last day on which a lot lies in a shed free of charge."""

from __future__ import annotations

from datetime import date, timedelta
from functools import lru_cache

from tests.kits.readers.pages import Page, Unsettled, dates, either, first, fiscal, fiscal_year, number, rows
from tests.kits.readers.warehouse.common import halves, of_class, rules, shed_asked, shelf, valid

DAY = timedelta(days=1)


def need(question, seen):
    shed = shed_asked(question, seen)
    return *rules(seen, ["free"], shed), *halves(seen, shed)


def until(question, *choice):
    landed = min(dates(question))
    return last_free(choice, question, landed=landed)


def last_free(choice, goods: str, landed: date, **days: date) -> date:
    """`goods`: a text that names the goods. `days`: other days of the lot, where they are known."""
    page = valid("free", choice, landed=landed, **days)
    left = number(of_class(page, goods))
    day = landed - DAY if _landing_counts(page) else landed
    while left:
        day += DAY
        left -= _counts(page, day, shelf(choice, "closings"))
    return day


@lru_cache(maxsize=10_000)
def _landing_counts(page: Page) -> bool:
    return (
        either(
            page,
            yes="begins with the day of landing itself|day of landing is the first of these days"
            "|陸揚日が算入される日であるときは、その日を第1日|陸揚げの当日から数える",
            no="day of landing is not counted|begins on the day after the landing|陸揚日は算入せず|陸揚げの翌日から数える",
        )
        == "yes"
    )


@lru_cache(maxsize=10_000)
def _sundays_count(page: Page) -> bool:
    first("National holidays count|No exception is made for national holidays|国民の祝日", page)
    first(
        "part of the day only, the day counts|closed for some hours counts|一部にとどまる日は、算入|一部の時間に限り閉鎖",
        page,
    )
    return (
        either(
            page,
            yes="but not Sundays as such|Sundays count like other days|日曜日は他の日と同様|日曜日であることのみでは除かない",
            no="Left out are Sundays|Neither Sundays nor|日曜日及び上屋を終日閉鎖|日曜日と、上屋を終日閉鎖",
        )
        == "yes"
    )


def _counts(page: Page, day: date, calendars: list[Page]) -> bool:
    if day.weekday() == 6 and not _sundays_count(page):
        return False
    half = fiscal_year(day.year, day.month), "first" if 4 <= day.month <= 9 else "second"
    calendar = next((calendar for calendar in calendars if fiscal(calendar.title) == half), None)
    if calendar is None:
        raise Unsettled(f"no days of closure for {day}")
    return day not in closed(calendar)


@lru_cache(maxsize=10_000)
def closed(calendar: Page) -> frozenset[date]:
    """The days on which the shed is closed all day."""
    listed = rows(calendar, r"\d+ [A-Z]\w+ \d{4}|令和\d+年\d+月\d+日", 3, r"(\d+) days|全(\d+)日")
    return frozenset(dates(row[0])[0] for row in listed if row[1] in ("all day", "終日"))
