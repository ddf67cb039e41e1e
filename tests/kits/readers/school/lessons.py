"""Lessons by the log of the annex: minutes taught, who teaches a course, and what a teacher is paid."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from tests.kits.readers.pages import (
    Page,
    Unsettled,
    dates,
    either,
    figure,
    first,
    group,
    minutes,
    month,
    number,
    rows,
    table,
)
from tests.kits.readers.school.common import (
    DATE,
    NUMBER,
    course,
    here,
    holding,
    months,
    only,
    rules,
    school_asked,
    school_of,
    sheet,
    sheets,
    shelf,
    valid,
)
from tests.kits.readers.school.prices import COUNTED, price

FAMILIES = {  # what a reader knows about languages
    "Slav|スラブ": "Bulgarian|Czech|Polish|Russian|Ukrainian|ブルガリア|チェコ|ポーランド|ロシア|ウクライナ",
    "Romance|ロマンス": "French|Italian|Portuguese|Romanian|Spanish|フランス|イタリア|ポルトガル|ルーマニア|スペイン",
    "Nordic|北欧": "Danish|Finnish|Icelandic|Norwegian|Swedish|デンマーク|フィンランド|アイスランド|ノルウェー|スウェーデン",
    "South-East Asia|東南アジア": "Indonesian|Khmer|Lao|Thai|Vietnamese|インドネシア|クメール|ラオ|タイ|ベトナム",
}


@dataclass(frozen=True)
class Lesson:
    day: date
    course: str
    teacher: str
    cancelled: bool
    longer: int
    """Minutes more than the course has."""
    substitute: bool


@lru_cache(maxsize=1_000)
def log(page: Page) -> tuple[Lesson, ...]:
    first("Minutes beyond those of the course|minutes by which a lesson was longer|コースの分数を超え", page)
    found = []
    for day, key, teacher, _, more, note in rows(page, DATE, 6, r"(\d+) lessons|全(\d+)回"):
        if note not in ("", "cancelled", "substitute", "休講", "代講"):
            raise Unsettled(f"what is {note}?")
        found.append(
            Lesson(
                dates(day)[0],
                key,
                teacher,
                cancelled=note in ("cancelled", "休講"),
                longer=int(more or 0),
                substitute=note in ("substitute", "代講"),
            )
        )
    return tuple(found)


# -- minutes of a family of languages ---------------------------------------------------------------------------


def minutes_need(question, seen):
    school, at = school_asked(question, seen), month(question)
    return here(seen, "lessons", school, lambda page: month(page.title) == at), here(seen, "courses", school)


def minutes_of(question, *choice):
    asked = [words for name, words in FAMILIES.items() if re.search(name, question)]
    if len(asked) != 1:
        raise Unsettled("which languages?")
    total = 0
    for lesson in log(only(choice, "lessons")):
        language, _, _, _, length, _ = course(choice, lesson.course)
        if re.match(asked[0], language) and not lesson.cancelled:
            total += int(length) + lesson.longer
    return total


# -- who teaches the course of a contract -----------------------------------------------------------------------


def teacher_need(question, seen):
    lists = holding(seen, "contracts", re.search(NUMBER, question)[0])
    school = lists and school_of(lists[0])
    return lists and (lists, here(seen, "courses", school), here(seen, "teachers", school))


def teacher(question, *choice):
    key = re.search(NUMBER, question)[0]
    row = next(row for row in table(only(choice, "contracts")) if row[0] == key)
    return _teachers(only(choice, "teachers"))[course(choice, row[4])[-1]][0]


@lru_cache(maxsize=1_000)
def _teachers(page: Page) -> dict[str, tuple[str, ...]]:
    """Number of a teacher -> name, rank, day of entry."""
    return {row[0]: row[1:] for row in rows(page, r"[A-Z]\d{3}", 4, r"(\d+) teachers|全(\d+)名")}


# -- the pay of the teacher that a count of contracts leads to ------------------------------------------------------


@dataclass(frozen=True)
class Terms:
    unit: int
    up: bool
    sunday: int
    cancelled: int
    """Percentages."""
    late_from: int
    late: int
    substitute: int


@lru_cache(maxsize=1_000)
def terms(page: Page) -> Terms:
    late = first(
        r"addition of (?P<a>\d+) yen is paid for each lesson of a course that begins from (?P<t>[\d:]+) on"
        r"|course begins at (?P<t2>[\d:]+) or later bring (?P<a2>\d+) yen more"
        r"|(?P<t3>\d+時(?:\d+分)?)以後に始まるコースについては、レッスン1回当たり(?P<a3>\d+)円"
        r"|開始時刻が(?P<t4>\d+時(?:\d+分)?)以後のコースのレッスンには、1回につき(?P<a4>\d+)円",
        page,
    )
    time, added = (next(late[key + end] for end in ("", "2", "3", "4") if late[key + end]) for key in ("t", "a"))
    first("minutes of the course and those|minutes of its course, and those|延長の分を加えた|延長分の合計", page)
    return Terms(
        unit=figure(r"unit is (\d+) minutes|unit of (\d+) minutes|1単位は(\d+)分|(\d+)分を1単位", page),
        up=either(
            page,
            up="rounded up to whole units|unit that has begun is paid in full|端数を切り上げて|1単位に切り上げる",
            down="rounded down to whole units|Only full units are paid|端数を切り捨てて|端数は、切り捨てる",
        )
        == "up",
        sunday=figure(
            r"Sunday lessons (\d+)% are added|On Sundays the pay by units is (\d+)% higher|額を(\d+)%増し"
            r"|日曜日のレッスンについては、単位による額の(\d+)%",
            page,
        ),
        cancelled=figure(
            r"“cancelled”, the teacher receives (\d+)%|“cancelled” (\d+)%|割増し?の?後の額\)の(\d+)%", page
        ),
        late_from=minutes(time),
        late=int(added),
        substitute=int(
            group(
                r"own rank, with an addition of (\d+) yen|and (\d+) yen in addition|額に(\d+)円を加算して支払う"
                r"|代講の加算(\d+)円",
                page,
            )
        ),
    )


def earned(lesson: Lesson, rank: str, choice) -> int:
    page = valid("pay_rules", lesson.day, choice)
    known = terms(page)
    rate = next((number(row[1]) for row in table(page) if len(row) == 2 and row[0] == rank), None)
    if rate is None:
        raise Unsettled(f"{page.title}: no {rank}")
    _, _, _, begins, length, _ = course(choice, lesson.course)
    taught = int(length) + lesson.longer
    units = -(-taught // known.unit) if known.up else taught // known.unit
    yen = units * rate
    if lesson.day.weekday() == 6:
        yen = yen * (100 + known.sunday) // 100
    if lesson.cancelled:
        return yen * known.cancelled // 100
    late = known.late if minutes(begins) >= known.late_from else 0
    return yen + late + (known.substitute if lesson.substitute else 0)


def pay_need(question, seen):
    """Roles: contracts, courses, teachers, the logs of the period, the rules."""
    school, (_, begin, end) = school_asked(question, seen), dates(question)[:3]
    return (
        *sheets(seen, "contracts", school),
        here(seen, "courses", school),
        here(seen, "teachers", school),
        *months(seen, "lessons", school, begin, end),
        *rules(seen, ["fees", "pay_rules"], school),
    )


def pay(question, *choice):
    since, begin, end = dates(question)[:3]
    limit = number(re.search(r"([\d,]+) ?(?:yen|円)", question)[1])
    person = course(choice, _passing(shelf(choice, "contracts"), since, limit, choice))[-1]
    rank = _teachers(only(choice, "teachers"))[person][1]
    return sum(
        earned(lesson, rank, choice)
        for page in shelf(choice, "lessons")
        for lesson in log(page)
        if lesson.teacher == person and begin <= lesson.day <= end
    )


def _first_applied(page: Page) -> date:
    return next(dates(row[1])[0] for row in table(page) if len(row) == 8 and re.fullmatch(NUMBER, row[0]))


def _passing(pages: list[Page], since: date, limit: int, choice) -> str:
    """The course of the contract with which the sum of all applied for since a day is above the limit first."""
    listed = {sheet(page)[0]: page for page in pages}
    start = max((n for n, page in listed.items() if n == 1 or _first_applied(page) < since), default=None)
    if start is None:
        raise Unsettled("the first sheet is not there")
    total = 0
    for n in range(start, max(listed) + 1):
        if n not in listed:
            raise Unsettled(f"sheet {n} is not there")
        for row in sorted(rows(listed[n], NUMBER, 8, COUNTED), key=lambda row: (dates(row[1])[0], row[0])):
            if dates(row[1])[0] >= since:
                total += sum(price(row, choice))
                if total > limit:
                    return row[4]
    raise Unsettled("the limit is not passed")
