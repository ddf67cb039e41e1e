"""Instructors who had too few refresher hours on the day of a review."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, timedelta
from fractions import Fraction
from functools import lru_cache

from tests.kits.readers.driving.common import DATE, INSTRUCTOR, here, only, rules, school_asked, valid
from tests.kits.readers.pages import Page, Unsettled, dates, figure, first, rows

SUBJECTS = ("lecture", "car exercise", "first aid", "self-study", "講義", "実車演習", "救急法", "自習")


@dataclass(frozen=True)
class Terms:
    exempt: int
    """Months since the appointment under which nothing is asked."""
    years: int
    """Years since the appointment under which more is asked."""
    new: int
    usual: int
    halved: bool
    most: int
    """Hours of self-study that count, and whether they are halved before."""


@lru_cache(maxsize=1_000)
def terms(page: Page) -> Terms:
    first("day after the same day of the year before|begin on the 11th|前年の応当日の翌日|前年同月の11日", page)
    first("none of the hours count|left early do not count at all|全部を算入しない|一切数えない", page)
    first("All other subjects count in full|For the other subjects there is no limit|他の科目", page)
    m = first(
        r"(?P<u>\d+) hours are needed; with less than (?P<y>\d+) years between appointment and review it is (?P<n>\d+)"
        r"|less than (?P<y2>\d+) years before the review needs (?P<n2>\d+) hours, all others (?P<u2>\d+)"
        r"|必要な時間は(?P<u3>\d+)時間とする。ただし、任用から審査までが(?P<y3>\d+)年未満の者は(?P<n3>\d+)時間"
        r"|任用から(?P<y4>\d+)年に満たない者は(?P<n4>\d+)時間以上、その他の者は(?P<u4>\d+)時間以上",
        page,
    )
    usual, years, new = (
        int(next(m[key + end] for end in ("", "2", "3", "4") if m[key + end])) for key in ("u", "y", "n")
    )
    return Terms(
        exempt=figure(
            r"less than (\d+) months|less than (\d+) months before|審査までが(\d+)か月に満たない|任用後(\d+)か月未満",
            page,
        ),
        years=years,
        new=new,
        usual=usual,
        halved=bool(re.search("halved|counts half|半分とし|2分の1を算入", page.text)),
        most=figure(
            r"at most (\d+) hours count|no more than (\d+) hours in all|self-study at most (\d+) count"
            r"|その結果の(\d+)時間まで|合計(\d+)時間まで|数えるのは(\d+)時間まで|上限は合計(\d+)時間",
            page,
        ),
    )


def need(question, seen):
    school, day = school_asked(question, seen), dates(question)[0]
    return (
        here(seen, "review", school, lambda page: dates(page.title)[0] == day),
        here(seen, "instructors", school),
        *rules(seen, ["refresher"], school),
    )


def missing(question, *choice):
    day, sheet = dates(question)[0], only(choice, "review")
    note = first(r".*(?:On leave on the day|are on leave|on leave:|休職中).*", sheet)[0]
    on_leave = set(re.findall(INSTRUCTOR, note))
    found = set()
    for person, appointed_, _ in _appointed(only(choice, "instructors")):
        appointed = dates(appointed_)[0]
        known = terms(valid("refresher", choice, review=day, appointed=appointed))
        if person in on_leave or _months_later(appointed, known.exempt) > day:
            continue
        needed = known.new if _months_later(appointed, 12 * known.years) > day else known.usual
        if _hours(sheet, person, day, known) < needed:
            found.add(person)
    return frozenset(found)


def _appointed(page: Page) -> list[tuple[str, ...]]:
    """Number, day of appointment and courses of all instructors; courses may be told with commas or ticks."""
    return list(rows(page, INSTRUCTOR, 3, r"(\d+) instructors|全(\d+)名"))


def _hours(sheet: Page, person: str, day: date, known: Terms) -> Fraction:
    since = date(day.year - 1, day.month, day.day) + timedelta(1)
    full, alone = Fraction(0), Fraction(0)
    for when, who, subject, hours, early in rows(sheet, DATE, 5, r"(\d+) entries|全(\d+)件"):
        if subject not in SUBJECTS or early not in ("", "E", "早"):
            raise Unsettled(f"what is {subject} {early}?")
        if who != person or early or not since <= dates(when)[0] <= day:
            continue
        if subject in ("self-study", "自習"):
            alone += int(hours)
        else:
            full += int(hours)
    return full + min(alone / 2 if known.halved else alone, known.most)


def _months_later(day: date, months: int) -> date:
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    try:
        return date(year, month + 1, day.day)
    except ValueError:
        return date(year + (month == 11), (month + 1) % 12 + 1, 1)
