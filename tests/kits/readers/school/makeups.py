"""Until when a missed lesson can be made up, and which never were."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache

from tests.kits.readers.pages import Page, Unsettled, dates, either, figure, first, minutes, month, rows
from tests.kits.readers.school.common import DATE, NUMBER, every_sheet, here, only, rules, school_asked, shelf, valid

DAY = timedelta(days=1)
WEEKDAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()


@dataclass(frozen=True)
class Terms:
    until: int
    """Minutes after midnight until which notice on the day before is early."""
    at_until: bool
    early: int
    late: int
    same_day: bool
    """Whether the day of the lesson is the first of the period."""
    closed: int
    """The weekday on which the school is closed."""
    later: bool
    """Whether a period that would end on it ends on the day after, not on the day before."""
    note: int


@lru_cache(maxsize=1_000)
def terms(page: Page) -> Terms:
    periods = first(
        r"period is \d+ days after early notice and \d+ days"
        r"|early notice the lesson can be made up within \d+ days, .*? \d+ days"
        r"|事前連絡のあったものは\d+日以内、直前連絡のものは\d+日以内|事前連絡の場合は\d+日間、直前連絡の場合は\d+日間",
        page,
    )[0]
    early, late = map(int, re.findall(r"\d+", periods))
    closed = first(r"closed on (\w+)days|a (\w+)day, when the school is closed|休校日\((.)曜日\)|(.)曜日は休校日", page)
    name = next(found for found in closed.groups() if found)
    first("(?i)without (?:any )?notice|無断の欠席|連絡のない欠席", page)
    return Terms(
        until=minutes(
            first(
                r"early until (?:just before|and including) [\d:]+|reaches the school (?:before|by) [\d:]+"
                r"|前日の\d+時(?:\d+分)?",
                page,
            )[0]
        ),
        at_until=either(
            page,
            yes=r"until and including|exactly included|ちょうどを含む",
            no=r"until just before|exactly is too late|ちょうどを含まない|ちょうどを除く",
        )
        == "yes",
        early=early,
        late=late,
        same_day=either(
            page,
            yes="day of the missed lesson as day 1|day of the missed lesson is the first day|当日を算入する"
            "|欠席したレッスンの日を第1日",
            no="day after the missed lesson is the first|without the day of the missed lesson|日の翌日を第1日|当日を算入せず",
        )
        == "yes",
        closed="月火水木金土日".index(name) if name in "月火水木金土日" else WEEKDAYS.index(name + "day"),
        later=either(
            page,
            yes="runs one day longer|ends on the day after|その翌日を末日|1日繰り下げる",
            no="ends one day sooner|ends on the day before|その前日を末日|1日繰り上げる",
        )
        == "yes",
        note=figure(r"note adds (\d+) days|period is (\d+) days longer|期間を(\d+)日延長|期間に(\d+)日を加える", page),
    )


def last_day(page: Page, lesson: date, noticed: date, at: int, note: bool) -> date:
    known = terms(page)
    before = lesson - DAY
    early = noticed < before or (noticed == before and (at < known.until or (known.at_until and at == known.until)))
    length = (known.early if early else known.late) + (known.note if note else 0)
    day = lesson + DAY * (length - known.same_day)
    if day.weekday() == known.closed:
        day += DAY if known.later else -DAY
    return day


# -- one lesson -------------------------------------------------------------------------------------------------


def until_need(question, seen):
    return rules(seen, ["makeup_rules"], school_asked(question, seen))


def until(question, *choice):
    """The day of the notice comes before that of the lesson, whichever the question names first."""
    noticed, lesson = sorted(set(dates(question)))[:2]
    at = minutes(re.search(r"\d{1,2}:\d\d|\d{1,2}時(?:\d{1,2}分)?", question)[0])
    if not re.search(
        "no doctor's note|without a doctor's note|診断書の提出はない|診断書は(?:ありません|出ていません)|診断書なし",
        question,
    ):
        raise Unsettled("a doctor's note or none?")
    return last_day(valid("makeup_rules", noticed, choice), lesson, noticed, at, note=False)


# -- all of a month ---------------------------------------------------------------------------------------------


def never_need(question, seen):
    school, at = school_asked(question, seen), month(question)
    return (
        here(seen, "absences", school, lambda page: month(page.title) == at),
        *every_sheet(seen, "makeups", school),
        *rules(seen, ["makeup_rules"], school),
    )


def never(question, *choice):
    held: dict[str, list[date]] = {}
    for page in shelf(choice, "makeups"):
        first("All sheets together|sheets together have everything|各葉を合わせてすべて|全葉にわたりもれなく", page)
        for key, day, _ in rows(page, NUMBER, 3, r"(\d+) lessons|全(\d+)件"):
            held.setdefault(key, []).append(dates(day)[0])
    found = set()
    for key, _, lesson_, noticed_, at, note in rows(only(choice, "absences"), NUMBER, 6, r"(\d+) entries|全(\d+)件"):
        if note not in ("", "N", "診"):
            raise Unsettled(f"what is {note}?")
        if not re.fullmatch(DATE, noticed_):
            continue
        lesson, noticed = dates(lesson_)[0], dates(noticed_)[0]
        last = last_day(valid("makeup_rules", noticed, choice), lesson, noticed, minutes(at), bool(note))
        if not any(day <= last for day in held.get(key, ())):
            found.add(key)
    return frozenset(found)
