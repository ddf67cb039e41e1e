"""What parents pay for lunch, from which day an absence is free, and on which day a year was on its trip."""

from __future__ import annotations

import re
from datetime import date
from functools import lru_cache

from tests.kits.readers.lunch.common import DAY, editions, here, of_month, school_asked, starts, valid
from tests.kits.readers.pages import Page, Unsettled, dates, figure, first, month, number, rows, table

CHILD = r"[A-Z]\d{3}"
DATE = r"\d{4}[-/]\d\d[-/]\d\d"

# -- the first day of an absence that costs nothing -------------------------------------------------------------


def free_need(question, seen):
    school = school_asked(question, seen)
    return *starts(seen, school), *editions(seen, "absence_rules", school)


def free_from(question, *choice):
    notice = dates(question)[0]
    return first_free(valid("absence_rules", notice, *choice), notice)


@lru_cache(maxsize=10_000)
def first_free(rules: Page, notice: date) -> date:
    """The weekday from which an absence is free, counted from the day after the notice."""
    left = figure(
        r"weekday number (\d+) after the day of notice|free from the (\d+)\w+ weekday after"
        r"|届出のあった日の後(\d+)日目の平日|(\d+)日目以後の欠席",
        rules,
    )
    first(
        "day of notice is not counted|The day after the notice is number 1|届出の日は数えない|届出の翌日を1日目", rules
    )
    day = notice
    while left:
        day += DAY
        left -= day.weekday() < 5
    return day


# -- the fee of a lunch -----------------------------------------------------------------------------------------


def fee_need(question, seen):
    school = school_asked(question, seen)
    return *starts(seen, school), *editions(seen, "fees", school)


def fee(question, *choice):
    """A lunch with milk for a child of the year asked for."""
    m = re.search(r"in year (\d)|(\d)年生", question)
    return price(valid("fees", dates(question)[0], *choice), int(m[1] or m[2]))


@lru_cache(maxsize=10_000)
def price(page: Page, year: int) -> int:
    first("[Ww]ith milk|milk included|牛乳を含む|牛乳付き", page)
    found = [
        row[1]
        for row in table(page)
        for m in [re.fullmatch(r"(\d) to (\d)|(\d)年から(\d)年まで", row[0])]
        if m and int(m[1] or m[3]) <= year <= int(m[2] or m[4])
    ]
    if len(found) != 1:
        raise Unsettled(f"{page.title}: {found} for year {year}")
    return number(found[0])


# -- the day of a trip ------------------------------------------------------------------------------------------


def trip_need(question, seen):
    return (of_month(seen, "trips", school_asked(question, seen), dates(question)[0]),)


def trip(question, page):
    m = re.search(r"[Yy]ear (\d)|(\d)年生", question)
    days = [day for day, year in trips(page) if year == int(m[1] or m[2])]
    if len(days) != 1:
        raise Unsettled(f"{page.title}: {days}")
    return days[0]


@lru_cache(maxsize=10_000)
def trips(page: Page) -> tuple[tuple[date, int], ...]:
    """Day and year of all trips of a month."""
    found = rows(page, r"\d+ [A-Z]\w+ \d{4}|令和\d+年\d+月\d+日", 3, r"(\d+) trips|全(\d+)件")
    return tuple((dates(row[0])[0], number(row[1])) for row in found)


# -- the fee of a month -----------------------------------------------------------------------------------------


def month_need(question, seen):
    school, (year, at) = school_asked(question, seen), month(question)
    day = date(year, at, 1)
    return (
        here(seen, "pupils", school),
        *(of_month(seen, kind, school, day) for kind in ("menus", "trips", "absences")),
        *starts(seen, school),
        *editions(seen, "fees", school),
        *editions(seen, "absence_rules", school),
    )


def charged(question, pupils, menu, away, absent, order, agreement, *by):
    child, _, year, _, milk = _child(question, pupils)
    if milk not in ("", "N", "無"):
        raise Unsettled(f"what is {milk}?")
    listed = {dates(row[0])[0] for row in rows(menu, DATE, 4, r"(\d+) days|(\d+)日分")}
    free = set()
    for key, begin, end, told in rows(absent, CHILD, 4, r"(\d+) entries|全(\d+)件"):
        if key == child:
            notice = dates(told)[0]
            rules = valid("absence_rules", notice, order, agreement, *by[2:])
            missed = {day for day in listed if dates(begin)[0] <= day <= dates(end)[0]}
            if len(missed) >= least(rules):
                free |= {day for day in missed if day >= first_free(rules, notice)}
    served = listed - free - {day for day, of in trips(away) if of == int(year)}
    total = 0
    for day in served:
        page = valid("fees", day, order, agreement, *by[:2])
        first("year was on a trip|year that is away|校外学習に出た日|校外学習の日", page)
        total += price(page, int(year)) - (without_milk(page) if milk else 0)
    return total


def _child(question: str, pupils: Page) -> tuple[str, ...]:
    named = [row for row in rows(pupils, CHILD, 5, r"(\d+) children|全(\d+)名") if row[1] in question]
    longest = [row for row in named if all(other[1] in row[1] for other in named)]
    if len(longest) != 1:
        raise Unsettled(f"{pupils.title}: {[row[1] for row in named]}")
    return longest[0]


@lru_cache(maxsize=10_000)
def least(rules: Page) -> int:
    """The lunches that an absence must cover."""
    return figure(
        r"absence of fewer than (\d+) lunches|absence that covers (\d+) lunches|(\d+)食に満たない欠席|給食(\d+)食以上にわたる",
        rules,
    )


@lru_cache(maxsize=10_000)
def without_milk(page: Page) -> int:
    """What a lunch without milk costs less."""
    return figure(
        r"no milk pay (\d+) yen less|without milk (\d+) yen|(\d+)円を差し引いた額|につき(\d+)円を減ずる", page
    )
