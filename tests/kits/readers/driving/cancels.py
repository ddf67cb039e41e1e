"""What pupils owe for lessons that they called off: one, and all of a period; and who teaches a pupil."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from functools import lru_cache

from tests.kits.readers.driving.common import here, months, only, rules, school_asked, school_of, shelf, valid
from tests.kits.readers.pages import (
    Page,
    Unsettled,
    dates,
    either,
    figure,
    first,
    minutes,
    month,
    number,
    of_kind,
    rows,
    table,
)

ENTRY = r"\d{5}"
DAY = timedelta(days=1)
WEEK = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()


@dataclass(frozen=True)
class Terms:
    by_hours: bool
    """Whether limits are hours before the lesson; else they are hours of the clock, the first on the last open day."""
    free: int
    half: int
    """Hours, or minutes after midnight: until then nothing is owed, and a part."""
    part: int
    rest: int
    """Percent that is owed then, and later."""
    closed: int
    """The weekday on which the school is closed; -1 where limits are hours before the lesson."""
    doctor: int
    """Percent of what would be owed that is owed with a certificate."""
    first_free: bool
    """Whether the first cancellation of a pupil in a month that would cost something is free."""


@lru_cache(maxsize=1_000)
def terms(page: Page) -> Terms:
    first("“bus”|the log says “bus”|「バス」", page)
    first("less than 10 yen is dropped|rounded down to 10 yen|10円未満", page)
    clock = re.search(r"last open day|直前の営業日", page.text)
    if clock:
        m = first(
            r"up to and including (?P<f>[\d:]+) on the last open day before that of the lesson cost nothing; calls after that,"
            r" up to and including (?P<h>[\d:]+) on the day itself, cost (?P<p>\d+)%, and still later ones (?P<r>\d+)%"
            r"|if the call comes by (?P<f2>[\d:]+) on the last open day before the lesson. After that (?P<p2>\d+)% is owed up to"
            r" (?P<h2>[\d:]+) on the day of the lesson, and (?P<r2>\d+)% for later"
            r"|営業日の(?P<f3>\d+時(?:\d+分)?)までに連絡があれば収受しない。その後、教習当日の(?P<h3>\d+時(?:\d+分)?)までは"
            r"(?P<p3>\d+)%、それより後は(?P<r3>\d+)%"
            r"|営業日の(?P<f4>\d+時(?:\d+分)?)\(ちょうどを含む。\)までの連絡は無料、その後当日の(?P<h4>\d+時(?:\d+分)?)"
            r"\(ちょうどを含む。\)までは(?P<p4>\d+)%、更に遅いものは(?P<r4>\d+)%",
            page,
        )
        first("up to and including|exactly are in time|ちょうどは間に合った|ちょうどを含む", page)
        closed = first(r"(?:but|except) (\w+day)s|(.)曜日を除く毎日|営業日は(.)曜日以外", page)
        name = next(found for found in closed.groups() if found)
        weekday = "月火水木金土日".index(name) if name in "月火水木金土日" else WEEK.index(name)
        free, half = minutes(_any(m, "f")), minutes(_any(m, "h"))
    else:
        m = first(
            r"comes (?P<f>\d+) hours or more before the lesson begins. With less than that, but (?P<h>\d+) hours or more,"
            r" (?P<p>\d+)% is owed, and with less than \d+ hours (?P<r>\d+)%"
            r"|calls of (?P<f2>\d+) hours before or earlier cost nothing, later ones of (?P<h2>\d+) hours before or earlier"
            r" (?P<p2>\d+)%, and all others (?P<r2>\d+)%"
            r"|(?P<f3>\d+)時間前まで\(ちょうどを含む。\)に連絡があれば収受しない。その後(?P<h3>\d+)時間前まで\(ちょうどを含む。\)は"
            r"(?P<p3>\d+)%、それより後は(?P<r3>\d+)%"
            r"|までに(?P<f4>\d+)時間以上ある連絡は無料、\d+時間を切り(?P<h4>\d+)時間以上あるものは(?P<p4>\d+)%、"
            r"\d+時間を切るものは(?P<r4>\d+)%",
            page,
        )
        first("count too|Every hour counts|時間も(?:含めて)?数える", page)
        weekday, free, half = -1, int(_any(m, "f")), int(_any(m, "h"))
    none = re.search(
        "certificate nothing is owed|makes the cancellation free|提出があれば、無料|者からは収受しない", page.text
    )
    return Terms(
        by_hours=not clock,
        free=free,
        half=half,
        part=int(_any(m, "p")),
        rest=int(_any(m, "r")),
        closed=weekday,
        doctor=0
        if none
        else figure(
            r"certificate the pupil owes (\d+)% of|reduces what would be owed to (\d+)%|額を(\d+)%に減ずる|本来の額の(\d+)%",
            page,
        ),
        first_free=either(
            page,
            yes="is let pass. The month|costs nothing. Those|最初の1件は収受しない|1件目は見逃す",
            no="charged like the others|No cancellation is let pass|最初のキャンセルについても、同様|1件目であることを理由に無料",
        )
        == "yes",
    )


def _any(m: re.Match[str], key: str) -> str:
    return next(m[key + end] for end in ("", "2", "3", "4") if m[key + end])


def percent(known: Terms, lesson: datetime, called: datetime) -> int:
    """Percent of the price that is owed for the time of the call alone."""
    if known.by_hours:
        ahead = lesson - called
        if ahead >= timedelta(hours=known.free):
            return 0
        return known.part if ahead >= timedelta(hours=known.half) else known.rest
    before = lesson.date() - DAY
    while before.weekday() == known.closed:
        before -= DAY
    if called <= _at(before, known.free):
        return 0
    return known.part if called <= _at(lesson.date(), known.half) else known.rest


def _at(day: date, at: int) -> datetime:
    return datetime.combine(day, time()) + timedelta(minutes=at)


def before_first(row, choice) -> tuple[int, bool]:
    """What an entry owes but for the rule on first ones, and whether that rule is part of its edition."""
    _, pupil, lesson, begins, called, at, reason = row
    if reason not in ("work", "doctor", "bus", "–", "-", "仕事", "診断書", "バス"):
        raise Unsettled(f"what is {reason}?")
    day, told = dates(lesson)[0], dates(called)[0]
    known = terms(valid("cancelling", choice, lesson=day, called=told))
    course, enrolled = pupil_of(choice, pupil)[:2]
    tariff = valid("tariff", choice, enrolled=dates(enrolled)[0], lesson=day)
    prices = [number(row[2]) for row in table(tariff) if len(row) == 4 and row[0] == course]
    if len(prices) != 1:
        raise Unsettled(f"{tariff.title}: {prices}")
    share = percent(known, _at(day, minutes(begins)), _at(told, minutes(at)))
    if reason in ("bus", "バス"):
        share = 0
    if reason in ("doctor", "診断書"):
        share = share * known.doctor
        return prices[0] * share // 100_000 * 10, known.first_free
    return prices[0] * share // 1000 * 10, known.first_free


def pupil_of(choice, key: str) -> tuple[str, ...]:
    """Course, day of enrolment, instructor."""
    for page in shelf(choice, "pupils"):
        for row in table(page):
            if row[0] == key and len(row) == 4:
                return row[1:]
    raise Unsettled(f"no pupil {key}")


def fees(choice, pupil: str = "") -> Iterator[tuple[tuple[str, ...], int]]:
    """Every entry of the logs (of one pupil), in their order, and what it owes. A log has all entries of its month."""
    for page in sorted(shelf(choice, "cancels"), key=lambda page: month(page.title)):
        passed: set[str] = set()
        for row in log(page):
            if pupil not in ("", row[1]):
                continue
            owed, first_free = before_first(row, choice)
            if owed and first_free and row[1] not in passed:
                passed.add(row[1])
                owed = 0
            elif owed:
                passed.add(row[1])
            yield row, owed


def log(page: Page) -> tuple[tuple[str, ...], ...]:
    """Entries by day of the lesson, then by number: the parts of a page may be shown in any order."""
    return tuple(sorted(rows(page, ENTRY, 7, r"(\d+) entries|全(\d+)件"), key=lambda row: (dates(row[2])[0], row[0])))


# -- one entry --------------------------------------------------------------------------------------------------


def one_need(question, seen):
    entry = re.search(ENTRY, question)[0]
    logs = of_kind(seen, "cancels", lambda page: any(row[0] == entry for row in table(page)))
    if not logs:
        return None
    school = school_of(logs[0])
    return (logs, *pupil_lists(seen, school), *rules(seen, ["tariff", "cancelling"], school))


def pupil_lists(seen, school) -> list[list[Page]]:
    """Roles: each sheet of the list of pupils that is there."""
    pages = here(seen, "pupils", school)
    numbers = sorted({_sheet(page) for page in pages})
    return [[page for page in pages if _sheet(page) == n] for n in numbers]


def _sheet(page: Page) -> str:
    return re.search(r"Sheet (\d+)|第(\d+)葉", page.title)[0]


def one(question, *choice):
    entry = re.search(ENTRY, question)[0]
    pupil = next(row[1] for row in table(only(choice, "cancels")) if row[0] == entry)
    return next(owed for row, owed in fees(choice, pupil) if row[0] == entry)


# -- a period ---------------------------------------------------------------------------------------------------


def period_need(question, seen):
    school, (begin, end) = school_asked(question, seen), dates(question)[:2]
    return (
        *months(seen, "cancels", school, begin, end),
        *pupil_lists(seen, school),
        *rules(seen, ["tariff", "cancelling"], school),
    )


def total(question, *choice):
    begin, end = dates(question)[:2]
    return sum(owed for row, owed in fees(choice) if begin <= dates(row[2])[0] <= end)


# -- who teaches the pupil of an entry ----------------------------------------------------------------------------


def teacher_need(question, seen):
    entry, school = re.search(ENTRY, question)[0], school_asked(question, seen)
    logs = here(seen, "cancels", school, lambda page: any(row[0] == entry for row in table(page)))
    return (logs, *pupil_lists(seen, school))


def teacher(question, *choice):
    entry = re.search(ENTRY, question)[0]
    pupil = next(row[1] for row in table(only(choice, "cancels")) if row[0] == entry)
    for page in shelf(choice, "pupils"):
        for row in table(page):
            if row[0] == pupil and len(row) == 4:
                return row[3]
    raise Unsettled(f"no pupil {pupil}")
